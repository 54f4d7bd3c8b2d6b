import type { Side } from '../book/book.ts'
import type { Listing } from '../book/listing.ts'
import type { OrderKind, TimeInForce } from '../book/orderWords.ts'
import type { HolderId, Realm } from '../ledger/holders.ts'
import type { Derivative } from './terms.ts'

/** Who trades, and where. */
export interface Floor {
  readonly realm: Realm
  readonly listing: Listing
  readonly derivative: Derivative
}

/** An order of either product, once who and where are known. Prices in ticks, lots in hundredths. */
export interface PlaceAsk {
  readonly floor: Floor
  readonly holder: HolderId
  readonly product: 'contract' | 'perpetual'
  readonly position: 'ticket' | 'isolated' | 'cross'
  readonly side: Side
  readonly kind: OrderKind
  readonly timeInForce: TimeInForce
  readonly price: number
  readonly lots: number
  readonly multiple: number
  readonly reduceOnly: boolean
  readonly stopLoss: number | null
  readonly takeProfit: number | null
  readonly feeRateMaker: number
  readonly feeRateTaker: number
}
