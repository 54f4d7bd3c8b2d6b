import { whyEnded, type RiskEndReason } from '../book/checks.ts'
import type { ListingId } from '../book/listing.ts'
import type { Venue } from '../book/venue.ts'
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

// why an order that would open may no longer rest, by what a new one is asked; what only reduces stays
function whyLost(state: DerivativeState, venue: Venue, order: DerivativeOrder): RiskEndReason | null {
  if (order.purpose !== 'open' || order.reduceOnly) return null
  const product = order.product === 'contract' ? 'contract' : 'perpetual'
  const isOn = state.terms[order.listing]?.[`${product}On`]
  return whyEnded(venue, order.holder, product) ?? (isOn ? null : 'product_off')
}

/** The events that end what of a holder would open where they may no longer place it; what only reduces stays. */
export function endedOpenings(
  state: DerivativeState,
  venue: Venue,
  holder: HolderId,
): EventOf<'derivativeOrderClosed'>[] {
  return ordersOf(state, holder, null, null).flatMap((order) => {
    const reason = whyLost(state, venue, order)
    return reason ? [closingOf(order, reason)] : []
  })
}

/** The event that ends an order which somebody meets, where it may no longer rest and has not been asked yet; else null. */
export function lostOf(
  state: DerivativeState,
  venue: Venue,
  order: DerivativeOrder,
): EventOf<'derivativeOrderClosed'> | null {
  const reason = venue.round.isOver ? null : whyLost(state, venue, order)
  return reason && closingOf(order, reason)
}
