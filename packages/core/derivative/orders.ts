import type { ListingId } from '../book/listing.ts'
import type { HolderId } from '../ledger/holders.ts'
import type { EventOf } from './event.ts'
import type { DerivativeOrder, DerivativeState } from './state.ts'
import type { DerivativeProduct, EndReason } from './words.ts'

/** The event that ends an open order before all of it is filled, and gives back its hold. */
export function closingOf(order: DerivativeOrder, reason: EndReason): EventOf<'derivativeOrderClosed'> {
  return {
    type: 'derivativeOrderClosed',
    order: order.id,
    holder: order.holder,
    listing: order.listing,
    product: order.product,
    position: order.position,
    side: order.side,
    status: 'canceled',
    reason,
    lots: order.lots,
    filled: order.filled,
    released: order.hold,
  }
}

/** A holder's open orders of a product in a listing, or (null) in all, oldest first. */
export function ordersOf(
  state: DerivativeState,
  holder: HolderId,
  product: DerivativeProduct | null,
  listing: ListingId | null,
): DerivativeOrder[] {
  const account = state.accounts.get(holder)
  if (!account) return []
  return [...account.orders.values()].filter(
    (order) => (product === null || order.product === product) && (listing === null || order.listing === listing),
  )
}

/** The events that cancel a holder's open orders, oldest first. */
export function cancelOrders(
  state: DerivativeState,
  holder: HolderId,
  product: DerivativeProduct | null,
  listing: ListingId | null,
  reason: EndReason,
): EventOf<'derivativeOrderClosed'>[] {
  return ordersOf(state, holder, product, listing).map((order) => closingOf(order, reason))
}
