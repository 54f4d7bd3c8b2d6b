import type { Venue } from '../book/venue.ts'
import { closePosition, restOfTicket } from '../derivative/close.ts'
import type { Position } from '../derivative/state.ts'
import type { Realm } from '../ledger/holders.ts'
import { counterStands, meets, type Firing, type TickStep } from './closing.ts'
import type { LiquidationEvent, TriggerCause } from './event.ts'

/**
 * Fires what the mark has passed, the nearest to the previous mark first, then by arrival: each as a reduce-only market
 * order that fills where the book stands. What was left of earlier ones tries again before them. Each step must be
 * evolved before the next is asked for.
 */
export function* fireTargets(fire: Firing): Generator<TickStep> {
  const { state, venue, watch, realm, listing, budget, now } = fire
  const { firing } = watch.market(realm, listing)
  // a side of the book that is empty is looked at once for all that wait for it, and not by each of them
  const empty = { long: false, short: false }
  for (const id of [...firing].sort((a, b) => a - b)) {
    if (budget.fills <= 0) return
    const position = state.positions.get(id)
    if (!position || position.triggered === 'none' || empty[position.side]) continue
    if (!meets(state, venue, position, now)) {
      empty[position.side] = !counterStands(state, venue, position, now)
      continue
    }
    yield* closeFor(fire, position, position.triggered)
  }
  const markTenths = venue.marks.of(listing).indexTenths
  const previousTenths = watch.previous(venue, realm, listing)
  const fired = budget.fills <= 0 ? [] : watch.takeTargets(state, venue, realm, listing, budget.fills)
  for (const { position: id, cause } of fired) {
    const position = state.positions.get(id)
    // what is left for the next command counts as touched, and is passed again by then
    if (budget.fills <= 0) return
    if (!position || position.triggered !== 'none') continue
    yield [triggeredBy(venue, position, realm, cause, previousTenths, markTenths)]
    if (position.kind === 'ticket') yield restOfTicket(state, id, cause)
    yield* closeFor(fire, position, cause)
  }
}

function triggeredBy(
  venue: Venue,
  position: Position,
  realm: Realm,
  cause: TriggerCause,
  previousTenths: number,
  indexTenths: number,
): LiquidationEvent {
  return {
    type: 'positionTriggered',
    position: position.id,
    realm,
    holder: position.holder,
    listing: position.listing,
    kind: position.kind,
    cause,
    price: cause === 'stop_loss' ? position.stopLoss : position.takeProfit,
    previousTenths,
    indexTenths,
    indexTime: venue.marks.of(position.listing).time,
  }
}

function* closeFor(
  { state, venue, budget, now }: Firing,
  position: Position,
  purpose: TriggerCause,
): Generator<TickStep> {
  const ask = { lots: position.lots, purpose, fillsMax: budget.fills }
  const { fills } = yield* closePosition(state, venue, position, ask, now)
  // one that met nothing has cost its search
  budget.fills -= Math.max(1, fills)
}
