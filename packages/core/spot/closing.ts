import type { Side } from '../book/book.ts'
import type { Listing } from '../book/listing.ts'
import type { HolderId } from '../ledger/holders.ts'
import type { SpotEvent } from './event.ts'
import { worstNeed } from './money.ts'
import type { CloseReason } from './order.ts'
import type { SpotState } from './state.ts'

/** The event that ends what is left of an order, and gives back what is held for it. */
export function closing(
  listing: Listing,
  order: number,
  holder: HolderId,
  side: Side,
  reason: CloseReason,
  released: number,
): SpotEvent {
  return {
    type: 'spotOrderClosed',
    order,
    holder,
    listing: listing.id,
    base: listing.base,
    quote: listing.quote,
    side,
    status: 'canceled',
    reason,
    released,
  }
}

/** The event that cancels the open order at a place, which is of that listing, and gives back its hold. */
export function cancelOf(
  { orders }: Pick<SpotState, 'orders'>,
  listing: Listing,
  place: number,
  reason: CloseReason,
): SpotEvent {
  const side = orders.side(place)
  const held = worstNeed(listing, side, orders.price(place), orders.left(place))
  return closing(listing, orders.id(place), orders.holder(place), side, reason, held)
}
