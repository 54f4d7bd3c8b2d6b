import { sides, type Side } from '../book/book.ts'
import type { ListingId } from '../book/listing.ts'
import { oneOf } from '../codec/codec.ts'
import type { HolderId } from '../ledger/holders.ts'

export const orderKinds = ['limit', 'market'] as const
export type OrderKind = (typeof orderKinds)[number]

/** Good till cancelled, immediate or cancel, fill or kill, and good till cancelled that only ever makes. */
export const timesInForce = ['GTC', 'IOC', 'FOK', 'POST_ONLY'] as const
export type TimeInForce = (typeof timesInForce)[number]

/** Why an order ended before all of it was filled, or how it was filled. Places are for ever. */
export const closeReasons = [
  'filled',
  'by_user',
  'immediate_or_cancel',
  'fill_or_kill',
  'book_empty',
  'self_trade',
  'fills_max',
  'budget_spent',
  'demo_reset',
  'by_operator',
  /** Its owner paused new risk, or was disabled. */
  'paused',
  'user_disabled',
  /** Prices are to come from another kind of sources: what is open on the demo ends before. */
  'prices_changed',
  /** Its product was switched off: in its market, or in its owner's country. */
  'product_off',
  /** Its owner's name is no longer approved. */
  'real_name_lost',
] as const
export type CloseReason = (typeof closeReasons)[number]

export const sideCodec = oneOf(sides)
export const kindCodec = oneOf(orderKinds)
export const timeInForceCodec = oneOf(timesInForce)
export const closeReasonCodec = oneOf(closeReasons)

/**
 * An order that is open. Amounts: prices in ticks, quantities in steps, `quoteFilled` in quote units. One that spends a
 * budget is never open: it ends with the command that places it.
 */
export interface SpotOrder {
  readonly id: number
  readonly holder: HolderId
  readonly listing: ListingId
  readonly side: Side
  readonly kind: OrderKind
  readonly timeInForce: TimeInForce
  readonly price: number
  readonly quantity: number
  readonly filled: number
  readonly quoteFilled: number
  /** In units of what is received: base for a buy, quote for a sell. */
  readonly feePaid: number
  readonly feeRateMaker: number
  readonly feeRateTaker: number
  /** By how much its fees, rounded up together, exceed their exact sum: at 10⁻⁹ of a unit. */
  readonly feeExcess: number
  readonly acceptedAt: number
  readonly updatedAt: number
  readonly made: boolean
  readonly took: boolean
}
