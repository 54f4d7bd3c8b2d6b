import type { Listing } from '@truemark/core/book/listing'
import type { Realm } from '@truemark/core/ledger/holders'
import { type Book, type BookKind, depthMax } from '@truemark/protocol/routes/market'
import { type Exchange, house } from '../engine/door.ts'
import { bookOf } from './books.ts'

/** How long one answer of the engine serves everyone who asks for the book, in ms. */
const keptMs = 250

interface Kept {
  readonly book: Promise<Book>
  readonly until: number
}

/**
 * Books as deep as anybody may ask, each asked of the engine once in a quarter of a second, however many want it: what
 * strangers ask costs the engine no more than that.
 */
export function openDepths(
  exchange: Exchange,
  now: () => number = () => performance.now(),
): (realm: Realm, listing: Listing, kind: BookKind) => Promise<Book> {
  const kept = new Map<string, Kept>()
  return (realm, listing, kind) => {
    const name = `${realm} ${kind} ${listing.id}`
    const known = kept.get(name)
    if (known !== undefined && known.until > now()) return known.book
    const book = bookOf(exchange, house, realm, listing, kind, depthMax)
    kept.set(name, { book, until: now() + keptMs })
    // one that failed serves nobody else
    book.catch(() => kept.delete(name))
    return book
  }
}
