import { Book } from '../book/book.ts'
import type { ListingId } from '../book/listing.ts'
import type { Realm } from '../ledger/holders.ts'
import { OpenOrders } from './openOrders.ts'
import { Waiting } from './waiting.ts'

/** The open spot orders of both realms and their books, in which each stands by its place among the open ones. */
export interface SpotState {
  readonly books: Record<Realm, Book<number>[]>
  readonly orders: OpenOrders
  /** The conditional orders whose price has not come. */
  readonly waiting: Waiting
  nextOrder: number
  nextTrade: number
}

export function createSpotState(): SpotState {
  return {
    books: { real: [], demo: [] },
    orders: new OpenOrders(),
    waiting: new Waiting(),
    nextOrder: 1,
    nextTrade: 1,
  }
}

/** The book of a realm and listing, made at its first use. */
export function bookOf(spot: SpotState, realm: Realm, listing: ListingId): Book<number> {
  const books = realm === 'demo' ? spot.books.demo : spot.books.real
  return (books[listing] ??= new Book<number>())
}
