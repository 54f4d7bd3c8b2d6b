import type { ListingId } from '../book/listing.ts'
import type { Venue } from '../book/venue.ts'
import { closePosition, takeOver } from '../derivative/close.ts'
import { collarPrice } from '../book/collar.ts'
import { bracketsOfVersion } from '../derivative/bracketVersions.ts'
import { counters } from '../derivative/matching.ts'
import { cancelOrders } from '../derivative/orders.ts'
import { wholeLots } from '../derivative/account.ts'
import { derivativeOf, type DerivativeAccount, type DerivativeState } from '../derivative/state.ts'
import type { Ticking } from '../derivative/ticking.ts'
import { closes, feeOf, quoteAt, worthOf } from '../derivative/worth.ts'
import type { HolderId } from '../ledger/holders.ts'
import { isLiquidatable } from '../margin/brackets.ts'
import { maintenanceShare } from '../margin/exposure.ts'
import { signOf } from '../margin/position.ts'
import { meets, type TickStep } from './closing.ts'
import type { LiquidationEvent } from './event.ts'
import { reckoningOf } from './reckoning.ts'
import { reckonCross, type Reckoned, type CountedPosition } from './figures.ts'
import { takeoverBy, type Takeover } from './takeoverWait.ts'

/** An account is closed out only until its equity is 1.2 times its maintenance. */
function isRelieved(equity: bigint, maintenance: bigint): boolean {
  return equity * 5n >= maintenance * 6n
}

/**
 * Liquidates a cross account that the marks have led below its maintenance: its open orders end, and it is looked at
 * again; then the position with the largest maintenance is closed in the book, and the next, until equity is 1.2 times
 * the maintenance. Where all books have given what they can and equity is below maintenance still, the house takes over
 * positions in the same order: once it would trade on all marks that decide, for which it waits a bounded time. Positions
 * whose marks do not decide count, and are left as they are.
 */
export function* liquidateCross(
  { state, venue, listing, budget, now }: Ticking,
  holder: HolderId,
): Generator<TickStep> {
  const account = state.accounts.get(holder)
  const found = account ? belowMaintenance(state, venue, account, now) : null
  if (!account || !found) return
  const by = takeoverOf(venue, account, found, now)
  if (by !== 'now' && !canAct(state, venue, account, found, by === 'later', now)) {
    if (by !== 'later') yield [by]
    return
  }
  const started = startOf(venue, account, listing, found)
  yield [started, reckoningOf(state, venue, started)]
  const ended = cancelOrders(state, holder, null, null, 'liquidation')
  if (ended.length > 0) {
    yield ended
    if (!belowMaintenance(state, venue, account, now)) return
  }
  const tried = new Set<number>()
  for (;;) {
    const reckoned = reckonCross(state, venue, account, now)
    if (!reckoned || isRelieved(reckoned.equity, reckoned.maintenance)) return
    const worst = largest(reckoned, tried)
    if (!worst) break
    if (budget.fills <= 0) return
    tried.add(worst.position.id)
    budget.fills--
    if (!meets(state, venue, worst.position, now)) continue
    const lots = lotsToRelief(state, venue, reckoned, worst, now)
    const ask = { lots, purpose: 'liquidation', fillsMax: budget.fills + 1 } as const
    const { end, fills } = yield* closePosition(state, venue, worst.position, ask, now)
    budget.fills -= Math.max(0, fills - 1)
    if (end === 'fills_max') return
  }
  yield* takeOverAll(state, venue, account, now)
}

function* takeOverAll(
  state: DerivativeState,
  venue: Venue,
  account: DerivativeAccount,
  now: number,
): Generator<TickStep> {
  const rest = belowMaintenance(state, venue, account, now)
  const by = rest ? takeoverOf(venue, account, rest, now) : 'later'
  if (typeof by === 'object') yield [by]
  if (by !== 'now') return
  for (;;) {
    const left = belowMaintenance(state, venue, account, now)
    const worst = left ? largest(left, new Set()) : null
    if (!worst) return
    yield* takeOver(state, venue, worst.position, 'bankruptcy', now)
  }
}

// what does not decide is not waited for: that may last for days
function takeoverOf(venue: Venue, account: DerivativeAccount, { positions }: Reckoned, now: number): Takeover {
  const listings = positions.flatMap(({ position, decided }) => (decided ? [position.listing] : []))
  return takeoverBy(venue, account, listings, now)
}

// whether there is anything to do before a takeover: orders to end, but for those sent since the wait began, or what a book gives
function canAct(
  state: DerivativeState,
  venue: Venue,
  account: DerivativeAccount,
  { positions }: Reckoned,
  waits: boolean,
  now: number,
): boolean {
  if (!waits && account.orders.size > 0) return true
  return positions.some(({ position, decided }) => decided && meets(state, venue, position, now))
}

function belowMaintenance(
  state: DerivativeState,
  venue: Venue,
  account: DerivativeAccount,
  now: number,
): Reckoned | null {
  const reckoned = reckonCross(state, venue, account, now)
  return reckoned && isLiquidatable(reckoned.equity, reckoned.maintenance) ? reckoned : null
}

// the largest maintenance among what may be closed now
function largest(reckoned: Reckoned, but: ReadonlySet<number>): CountedPosition | null {
  let found: CountedPosition | null = null
  for (const one of reckoned.positions) {
    if (!one.decided || but.has(one.position.id)) continue
    const isLarger =
      !found ||
      one.maintenance > found.maintenance ||
      (one.maintenance === found.maintenance && one.position.id < found.position.id)
    if (isLarger) found = one
  }
  return found
}

type Started = Extract<LiquidationEvent, { type: 'liquidationStarted' }>

function startOf(venue: Venue, account: DerivativeAccount, listing: ListingId, reckoned: Reckoned): Started {
  const { indexTenths, time } = venue.marks.of(listing)
  return {
    type: 'liquidationStarted',
    position: 0,
    realm: account.realm,
    holder: account.holder,
    listing,
    equity: reckoned.equity,
    maintenance: reckoned.maintenance,
    positions: reckoned.positions.map(({ position, markTenths, profit, maintenance }) => ({
      position: position.id,
      listing: position.listing,
      lots: position.lots,
      indexTenths: markTenths,
      profit,
      maintenance,
    })),
    indexTenths,
    indexTime: time,
  }
}

/** How many of a position's lots have to be closed in the book for the account to be relieved; all where it never is. */
function lotsToRelief(
  state: DerivativeState,
  venue: Venue,
  reckoned: Reckoned,
  { position, maintenance }: CountedPosition,
  now: number,
): number {
  const { holder, listing } = position
  const derivative = derivativeOf(state, listing)
  const mark = venue.marks.of(listing).indexTenths
  const side = closes(position.side)
  const limit = collarPrice(venue.listings[listing], mark, side)
  const whole = wholeLots(state, holder, listing)
  const others = reckoned.maintenance - maintenance
  const unit = worthOf(derivative, 1, mark)
  const brackets = bracketsOfVersion(state, position)
  let closed = 0
  let equity = reckoned.equity
  for (const { price, lots } of counters(state, venue, derivative, venue.holders.realm(holder), side, now)) {
    if (side === 'buy' ? price > limit : price < limit) break
    const equityAfter = (more: number): bigint => {
      const quote = quoteAt(derivative, price, more)
      const fee = feeOf(quote * BigInt(derivative.feeRatePerpetualTaker))
      return equity + signOf(position.side) * (quote - worthOf(derivative, more, mark)) - fee
    }
    const relieves = (more: number): boolean => {
      const left = position.lots - closed - more
      const share = left === 0 ? 0n : maintenanceShare(brackets, left, whole - closed - more, unit)
      return isRelieved(equityAfter(more), others + share)
    }
    const there = Math.min(lots, position.lots - closed)
    if (relieves(there)) return closed + least(there, relieves)
    equity = equityAfter(there)
    closed += there
    if (closed === position.lots) break
  }
  return position.lots
}

// the least of 1 to `most` that does, where `most` does and whatever does does with more
function least(most: number, does: (count: number) => boolean): number {
  let low = 1
  let high = most
  while (low < high) {
    const middle = (low + high) >>> 1
    if (does(middle)) high = middle
    else low = middle + 1
  }
  return low
}
