import type { Listing } from '@truemark/core/book/listing'
import { lotsDecimals } from '@truemark/core/derivative/terms'
import type { Realm } from '@truemark/core/ledger/holders'
import { formatDecimal } from '@truemark/core/money/decimal'
import { client } from '@truemark/protocol/client'
import type { Book, BookKind } from '@truemark/protocol/routes/market'
import type { Exchange, Source } from '../engine/door.ts'

/** The best levels of one of a listing's books as the wire writes them, `depth` a side, asked of the engine in the source's lane. */
export async function bookOf(
  exchange: Exchange,
  source: Source,
  realm: Realm,
  listing: Listing,
  kind: BookKind,
  depth: number = client.bookLevels,
): Promise<Book> {
  const type = kind === 'spot' ? 'book' : 'derivativeBook'
  const book = await exchange.ask(source, { type, realm, listing: listing.id, depth })
  const decimals = kind === 'spot' ? listing.quantityDecimals : lotsDecimals
  const shape = ({ price, quantity }: { readonly price: number; readonly quantity: number }) => ({
    price: formatDecimal(price, listing.priceDecimals),
    amount: formatDecimal(quantity, decimals),
  })
  return {
    symbol: listing.code,
    kind,
    time: book.markTime,
    mark: book.indexTenths === 0 ? null : formatDecimal(book.indexTenths, listing.priceDecimals + 1),
    asks: book.asks.map(shape),
    bids: book.bids.map(shape),
    simulated: book.kind !== 'live',
  }
}
