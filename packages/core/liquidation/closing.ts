import type { Venue } from '../book/venue.ts'
import { equityBehind } from '../derivative/close.ts'
import { solvent } from '../derivative/effect.ts'
import { collarPrice } from '../book/collar.ts'
import { counters } from '../derivative/matching.ts'
import type { Step } from '../derivative/match.ts'
import { derivativeOf, type DerivativeState, type Position } from '../derivative/state.ts'
import type { Ticking } from '../derivative/ticking.ts'
import { closes } from '../derivative/worth.ts'
import type { Realm } from '../ledger/holders.ts'
import { realmOf } from '../book/venue.ts'
import type { LiquidationEvent } from './event.ts'
import type { Watch } from './watch.ts'

/** A tick in one realm, with what its mark can fire. */
export interface Firing extends Ticking {
  readonly watch: Watch
  readonly realm: Realm
}

/** Facts that must be evolved before the next are asked for. */
export type TickStep = Step | readonly LiquidationEvent[]

/**
 * Whether closing a position at the market would meet anything now: within the collar and no worse than its bankruptcy
 * price. Where it would not, no order is sent that could only be cancelled.
 */
export function meets(state: DerivativeState, venue: Venue, position: Position, now: number): boolean {
  const { listing, holder } = position
  const side = closes(position.side)
  const derivative = derivativeOf(state, listing)
  const mark = venue.marks.of(listing).indexTenths
  const limit = collarPrice(venue.listings[listing], mark, side)
  for (const { price, lots, maker } of counters(state, venue, derivative, realmOf(venue, holder), side, now)) {
    if (side === 'buy' ? price > limit : price < limit) return false
    // one's own order expires before a close
    if (maker?.holder === holder) continue
    const equity = equityBehind(state, venue, position, now)
    return solvent(derivative, position, Math.min(lots, position.lots), price, mark, equity)
  }
  return false
}

/** Whether anything stands against the side that would close a position, within the collar: whoever's it is. */
export function counterStands(state: DerivativeState, venue: Venue, position: Position, now: number): boolean {
  const { listing, holder } = position
  const side = closes(position.side)
  const limit = collarPrice(venue.listings[listing], venue.marks.of(listing).indexTenths, side)
  const derivative = derivativeOf(state, listing)
  for (const { price } of counters(state, venue, derivative, realmOf(venue, holder), side, now)) {
    return side === 'buy' ? price <= limit : price >= limit
  }
  return false
}
