import { heldBy, whyEnded } from '../book/checks.ts'
import type { Venue } from '../book/venue.ts'
import type { RiskEnd } from '../capability/capability.ts'
import type { HolderId } from '../ledger/holders.ts'
import { accepted, rejected, type Result } from '../result/result.ts'
import { cancelOf, ownOrder } from './amend.ts'
import { endConditionals } from './condition.ts'
import type { ConditionalEnd, ConditionalEvent } from './conditional.ts'
import type { SpotEvent } from './event.ts'
import type { CloseReason } from './order.ts'
import type { SpotState } from './state.ts'

/** Decides the cancelling of one open order; a disabled holder and a halted market may still cancel. */
export function cancelSpotOrder(spot: SpotState, venue: Venue, holder: HolderId, id: number): Result<SpotEvent[]> {
  if (!venue.holders.find(holder)) return rejected('holder_unknown')
  const own = ownOrder(spot, holder, id)
  return own.ok ? accepted([cancelOf(spot, venue, own.value, 'by_user')]) : own
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
  const events: (SpotEvent | ConditionalEvent)[] = []
  for (const order of spot.orders.of(holder)) {
    if (symbol !== '' && venue.listings[spot.orders.listing(order)].code !== symbol) continue
    events.push(cancelOf(spot, venue, order, reason))
  }
  events.push(...endConditionals(spot, venue, holder, symbol, reason))
  return events
}

/** The events that end what rests or waits where its holder may no longer place it. */
export function endedOrders(spot: SpotState, venue: Venue, end: RiskEnd): (SpotEvent | ConditionalEvent)[] {
  const closed = 'listing' in end ? venue.listings[end.listing] : null
  return heldBy(venue, end).flatMap((holder) => {
    const reason = whyEnded(venue, holder, 'spot')
    if (reason) return cancelAllOf(spot, venue, holder, '', reason)
    return closed && !closed.spot ? cancelAllOf(spot, venue, holder, closed.code, 'product_off') : []
  })
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
