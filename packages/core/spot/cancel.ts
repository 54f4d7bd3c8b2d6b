import { whyEnded } from '../book/checks.ts'
import type { ListingId } from '../book/listing.ts'
import type { Venue } from '../book/venue.ts'
import type { HolderId } from '../ledger/holders.ts'
import { accepted, rejected, type Result } from '../result/result.ts'
import { ownOrder } from './amend.ts'
import { cancelOf } from './closing.ts'
import { endConditionals } from './condition.ts'
import type { ConditionalEnd, ConditionalEvent } from './conditional.ts'
import type { SpotEvent } from './event.ts'
import type { CloseReason } from './order.ts'
import type { SpotState } from './state.ts'

/** Decides the cancelling of one open order; a disabled holder and a halted market may still cancel. */
export function cancelSpotOrder(spot: SpotState, venue: Venue, holder: HolderId, id: number): Result<SpotEvent[]> {
  if (!venue.holders.find(holder)) return rejected('holder_unknown')
  const own = ownOrder(spot, holder, id)
  if (!own.ok) return own
  return accepted([cancelOf(spot, venue.listings[spot.orders.listing(own.value)], own.value, 'by_user')])
}

function endedAt(
  spot: SpotState,
  venue: Venue,
  holder: HolderId,
  isThere: (listing: ListingId) => boolean,
  reason: CloseReason & ConditionalEnd,
): (SpotEvent | ConditionalEvent)[] {
  const events: (SpotEvent | ConditionalEvent)[] = []
  for (const order of spot.orders.of(holder)) {
    const listing = spot.orders.listing(order)
    if (isThere(listing)) events.push(cancelOf(spot, venue.listings[listing], order, reason))
  }
  events.push(...endConditionals(spot, venue, holder, isThere, reason))
  return events
}

/**
 * The events that cancel all open orders of a holder, and end those that wait for a price, each by their numbers; of one
 * symbol or ('') of all.
 */
export function cancelAllOf(
  spot: SpotState,
  venue: Venue,
  holder: HolderId,
  symbol: string,
  reason: CloseReason & ConditionalEnd,
): (SpotEvent | ConditionalEvent)[] {
  const isThere = (listing: ListingId): boolean => symbol === '' || venue.listings[listing].code === symbol
  return endedAt(spot, venue, holder, isThere, reason)
}

/** The events that end what of a holder rests or waits where they may no longer place it. */
export function endedOrders(spot: SpotState, venue: Venue, holder: HolderId): (SpotEvent | ConditionalEvent)[] {
  const waits = spot.waiting.count(holder)
  if (waits + spot.orders.count(holder) === 0) return []
  const reason = whyEnded(venue, holder, 'spot')
  if (reason) return endedAt(spot, venue, holder, () => true, reason)
  return endedAt(spot, venue, holder, (listing) => !venue.listings[listing].spot, 'product_off')
}

/** Decides the cancelling of all open orders of a holder. */
export function cancelAllSpotOrders(
  spot: SpotState,
  venue: Venue,
  holder: HolderId,
  symbol: string,
): Result<(SpotEvent | ConditionalEvent)[]> {
  if (!venue.holders.find(holder)) return rejected('holder_unknown')
  if (symbol !== '' && !venue.listingByCode.has(symbol)) return rejected('symbol_unknown')
  return accepted(cancelAllOf(spot, venue, holder, symbol, 'by_user'))
}
