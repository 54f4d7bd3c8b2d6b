import type { ListingId } from '../book/listing.ts'
import type { HolderId } from '../ledger/holders.ts'
import type { DerivativeEvent } from './event.ts'
import { closingOf, ordersOf } from './orders.ts'
import { stands, type DerivativeOrder, type DerivativeState } from './state.ts'
import { closes } from './worth.ts'

function reduceOnlyResting(state: DerivativeState, holder: HolderId, listing: ListingId): DerivativeOrder[] {
  const account = state.accounts.get(holder)
  if (!account || account.reduceOnlyCount === 0) return []
  return ordersOf(state, holder, 'perpetual', listing).filter((order) => order.reduceOnly && stands(order))
}

/** How many lots a holder's resting reduce-only orders would close in a listing. */
export function restingToReduce(state: DerivativeState, holder: HolderId, listing: ListingId): number {
  return reduceOnlyResting(state, holder, listing).reduce((sum, order) => sum + order.lots - order.filled, 0)
}

/** The events that cut resting reduce-only orders to what is left to reduce: the youngest first, the oldest last. */
export function cutsOf(state: DerivativeState, holder: HolderId, listing: ListingId): DerivativeEvent[] {
  const orders = reduceOnlyResting(state, holder, listing)
  if (orders.length === 0) return []
  const position = state.accounts.get(holder)?.perpetual.get(listing)
  let room = position?.lots ?? 0
  const events: DerivativeEvent[] = []
  for (const order of orders) {
    const left = order.lots - order.filled
    const fits = position && order.side === closes(position.side) ? Math.min(left, room) : 0
    room -= fits
    if (fits === 0) events.push(closingOf(order, 'position_gone'))
    else if (fits < left) {
      const { id, holder: owner, side } = order
      events.push({ type: 'derivativeOrderCut', order: id, holder: owner, listing, side, lots: order.filled + fits })
    }
  }
  return events
}
