import { Book, noSlot, sides, type Side } from '../book/book.ts'
import type { ListingId } from '../book/listing.ts'
import { oneOf } from '../codec/codec.ts'
import type { HolderId, Realm } from '../ledger/holders.ts'
import type { Steps, Ticks } from '../money/units.ts'

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
] as const
export type CloseReason = (typeof closeReasons)[number]

export const sideCodec = oneOf(sides)
export const kindCodec = oneOf(orderKinds)
export const timeInForceCodec = oneOf(timesInForce)
export const closeReasonCodec = oneOf(closeReasons)

/** An order that is open. Amounts: prices in ticks, quantities in steps, `quoteFilled` and `budget` in quote units. */
export interface SpotOrder {
  readonly id: number
  readonly holder: HolderId
  readonly listing: ListingId
  readonly side: Side
  readonly kind: OrderKind
  readonly timeInForce: TimeInForce
  price: Ticks
  quantity: Steps
  /** What a market buy may spend, in quote units; 0 where the quantity counts. */
  readonly budget: bigint
  filled: number
  quoteFilled: bigint
  /** In units of what is received: base for a buy, quote for a sell. */
  feePaid: bigint
  readonly feeRateMaker: number
  readonly feeRateTaker: number
  readonly acceptedAt: number
  updatedAt: number
  made: boolean
  took: boolean
  slot: number
}

/** The open spot orders of both realms and their books. */
export interface SpotState {
  readonly books: Record<Realm, Book<SpotOrder>[]>
  readonly orders: Map<number, SpotOrder>
  readonly byHolder: Map<HolderId, Map<number, SpotOrder>>
  nextOrder: number
  nextTrade: number
}

export function createSpotState(): SpotState {
  return {
    books: { real: [], demo: [] },
    orders: new Map(),
    byHolder: new Map(),
    nextOrder: 1,
    nextTrade: 1,
  }
}

/** The book of a realm and listing, made at its first use. */
export function bookOf(spot: SpotState, realm: Realm, listing: ListingId): Book<SpotOrder> {
  return (spot.books[realm][listing] ??= new Book<SpotOrder>())
}

/** How many orders a holder has open. */
export function openCount(spot: SpotState, holder: HolderId): number {
  return spot.byHolder.get(holder)?.size ?? 0
}

/** Takes an order among the open ones. */
export function admit(spot: SpotState, order: SpotOrder): void {
  spot.orders.set(order.id, order)
  let own = spot.byHolder.get(order.holder)
  if (!own) spot.byHolder.set(order.holder, (own = new Map()))
  own.set(order.id, order)
}

/** Forgets an order that is done. */
export function dismiss(spot: SpotState, order: SpotOrder): void {
  spot.orders.delete(order.id)
  const own = spot.byHolder.get(order.holder)
  if (!own) return
  own.delete(order.id)
  if (own.size === 0) spot.byHolder.delete(order.holder)
}

/** The open order of an id; throws where the caller's promise that it is open does not hold. */
export function openOrder(spot: SpotState, id: number): SpotOrder {
  const order = spot.orders.get(id)
  if (!order) throw new RangeError(`order ${id} is not open`)
  return order
}

/** Whether the order stands in the book. */
export function rests(order: SpotOrder): boolean {
  return order.slot !== noSlot
}
