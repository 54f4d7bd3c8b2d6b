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

/**
 * The open orders of each holder, oldest first, linked through the orders themselves. Arrays by holder and not an
 * object for each: a check of how many a random holder has then costs one read.
 */
export class OwnOrders {
  #counts = new Uint32Array(64)
  readonly #first: (SpotOrder | null)[] = []
  readonly #last: (SpotOrder | null)[] = []

  /** How many orders a holder has open. */
  count(holder: HolderId): number {
    return holder < this.#counts.length ? this.#counts[holder] : 0
  }

  /** A holder's oldest open order. */
  first(holder: HolderId): SpotOrder | null {
    return this.count(holder) === 0 ? null : this.#first[holder]
  }

  /** Takes an order in as its holder's youngest. */
  add(order: SpotOrder): void {
    const { holder } = order
    this.#room(holder)
    const earlier = this.#counts[holder]++ === 0 ? null : this.#last[holder]
    order.earlier = earlier
    if (earlier) earlier.later = order
    else this.#first[holder] = order
    this.#last[holder] = order
  }

  remove(order: SpotOrder): void {
    const { holder, earlier, later } = order
    if (earlier) earlier.later = later
    else this.#first[holder] = later
    if (later) later.earlier = earlier
    else this.#last[holder] = earlier
    this.#counts[holder]--
  }

  // without a gap, since an array with holes is a slow hash table
  #room(holder: HolderId): void {
    while (this.#first.length <= holder) {
      this.#first.push(null)
      this.#last.push(null)
    }
    if (holder < this.#counts.length) return
    const counts = new Uint32Array(Math.max(holder + 1, this.#counts.length * 2))
    counts.set(this.#counts)
    this.#counts = counts
  }
}

/** The open spot orders of both realms and their books. */
export interface SpotState {
  readonly books: Record<Realm, Book<SpotOrder>[]>
  readonly orders: Map<number, SpotOrder>
  readonly byHolder: OwnOrders
  nextOrder: number
  nextTrade: number
}

export function createSpotState(): SpotState {
  return {
    books: { real: [], demo: [] },
    orders: new Map(),
    byHolder: new OwnOrders(),
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
  return spot.byHolder.count(holder)
}

/** A holder's open orders, oldest first. */
export function openOrdersOf(spot: SpotState, holder: HolderId): SpotOrder[] {
  const orders: SpotOrder[] = []
  for (let at = spot.byHolder.first(holder); at; at = at.later) orders.push(at)
  return orders
}

/** Takes an order among the open ones, as its holder's youngest. */
export function admit(spot: SpotState, order: SpotOrder): void {
  spot.orders.set(order.id, order)
  spot.byHolder.add(order)
}

/** Forgets an order that is done. */
export function dismiss(spot: SpotState, order: SpotOrder): void {
  if (spot.orders.delete(order.id)) spot.byHolder.remove(order)
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
