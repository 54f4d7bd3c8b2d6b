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
  /** The holder's open orders before and after this one, in the order in which they were accepted. */
  earlier: SpotOrder | null
  later: SpotOrder | null
}

/** A holder's open orders, oldest first; kept once made, since a holder who traded trades again. */
export interface OwnOrders {
  first: SpotOrder | null
  last: SpotOrder | null
  count: number
}

/** The open spot orders of both realms and their books. */
export interface SpotState {
  readonly books: Record<Realm, Book<SpotOrder>[]>
  readonly orders: Map<number, SpotOrder>
  readonly byHolder: (OwnOrders | undefined)[]
  nextOrder: number
  nextTrade: number
}

export function createSpotState(): SpotState {
  return {
    books: { real: [], demo: [] },
    orders: new Map(),
    byHolder: [],
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
  return spot.byHolder[holder]?.count ?? 0
}

/** A holder's open orders, oldest first. */
export function openOrdersOf(spot: SpotState, holder: HolderId): SpotOrder[] {
  const orders: SpotOrder[] = []
  for (let at = spot.byHolder[holder]?.first ?? null; at; at = at.later) orders.push(at)
  return orders
}

/** Takes an order among the open ones, as its holder's youngest. */
export function admit(spot: SpotState, order: SpotOrder): void {
  spot.orders.set(order.id, order)
  const own = (spot.byHolder[order.holder] ??= { first: null, last: null, count: 0 })
  order.earlier = own.last
  if (own.last) own.last.later = order
  else own.first = order
  own.last = order
  own.count++
}

/** Forgets an order that is done. */
export function dismiss(spot: SpotState, order: SpotOrder): void {
  spot.orders.delete(order.id)
  const own = spot.byHolder[order.holder]
  if (!own) return
  if (order.earlier) order.earlier.later = order.later
  else own.first = order.later
  if (order.later) order.later.earlier = order.earlier
  else own.last = order.earlier
  own.count--
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
