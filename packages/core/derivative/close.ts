import { collarPrice } from '../book/collar.ts'
import { realmOf, type Venue } from '../book/venue.ts'
import { bankruptcyQuote, realisedOf } from '../margin/position.ts'
import { crossFigures, holdTarget, ownEquity, requiredBy, smaller } from './account.ts'
import { cutsOf } from './cut.ts'
import { insuranceOf, settleHouse } from './effect.ts'
import type { EventOf } from './event.ts'
import { afterMatching, matchOrder, realiseProfits, type Step } from './match.ts'
import { closingOf } from './orders.ts'
import { derivativeOf, type DerivativeState, type Position } from './state.ts'
import type { EndReason, Purpose, takeoverCauses } from './words.ts'
import { closes, lastMark, worthOf } from './worth.ts'

/** The equity behind a position at the last marks: its own, or its whole cross account's. */
export function equityBehind(state: DerivativeState, venue: Venue, position: Position, now: number): bigint {
  if (position.kind === 'cross') return crossFigures(state, venue, position.holder, now).net
  return ownEquity(state, position, lastMark(venue, position.listing))
}

/**
 * The worst whole price in ticks at which a position may be closed: M − s·equity/q, rounded to the holder's better
 * side; below one tick for a long it binds nothing.
 */
export function bankruptcyTicks(state: DerivativeState, venue: Venue, position: Position, now: number): number {
  const derivative = derivativeOf(state, position.listing)
  const value = worthOf(derivative, position.lots, lastMark(venue, position.listing))
  const { side, lots } = position
  const equity = equityBehind(state, venue, position, now)
  const ticks = bankruptcyQuote(side, value, lots * derivative.quotePerTickLot, 1, equity)
  if (ticks < 0n) return 0
  return ticks > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(ticks)
}

export interface CloseAsk {
  readonly lots: number
  readonly purpose: Exclude<Purpose, 'open'>
  /** The most fills; the rest is left open. */
  readonly fillsMax?: number
}

/** How a close came out. */
export interface Closed {
  readonly order: number
  readonly end: EndReason
  readonly fills: number
}

/**
 * Closes lots of a position at the market, within the collar and never past the bankruptcy price: a reduce-only order
 * that does not rest. Orders of its own holder on the way expire. Each step must be evolved before the next is asked
 * for. Used by owners' closes, by triggers and by liquidations alike.
 */
export function* closePosition(
  state: DerivativeState,
  venue: Venue,
  position: Position,
  ask: CloseAsk,
  now: number,
): Generator<Step, Closed> {
  const derivative = derivativeOf(state, position.listing)
  const listing = venue.listings[position.listing]
  const side = closes(position.side)
  const contract = position.kind === 'ticket'
  const id = state.nextOrder
  yield [
    {
      type: 'derivativeOrderAccepted',
      order: id,
      realm: realmOf(venue, position.holder),
      holder: position.holder,
      listing: position.listing,
      product: contract ? 'contract' : 'perpetual',
      position: position.kind,
      purpose: ask.purpose,
      closes: position.id,
      side,
      kind: 'market',
      timeInForce: 'IOC',
      price: 0,
      lots: Math.min(ask.lots, position.lots),
      multiple: position.multiple,
      reduceOnly: true,
      hold: 0n,
      heldPrice: 0,
      feeRateMaker: contract ? derivative.feeRateContract : derivative.feeRatePerpetualMaker,
      feeRateTaker: contract ? derivative.feeRateContract : derivative.feeRatePerpetualTaker,
      stopLoss: 0,
      takeProfit: 0,
      indexTenths: lastMark(venue, position.listing),
      indexTime: venue.marks.of(position.listing).time,
    },
  ]
  const order = state.orders.get(id)
  if (!order) throw new RangeError('a step must be evolved before the next is asked for')
  const limit = collarPrice(listing, lastMark(venue, position.listing), side)
  const { end, fills } = yield* matchOrder(state, venue, order, limit, now, ask.fillsMax)
  const after = afterMatching(state, venue, order, end, now)
  if (after.length > 0) yield after
  return { order: id, end, fills }
}

/** Cancels what still rests of a ticket's order, as closing it demands. */
export function restOfTicket(state: DerivativeState, ticket: number, reason: EndReason): Step {
  const order = state.orders.get(ticket)
  return order ? [closingOf(order, reason)] : []
}

/**
 * The house takes a position over. At bankruptcy it does so at q·M − s·equity, which leaves the holder nothing more and
 * nothing owed of that equity, and the insurance fund pays `liquidity` a negative equity or receives a positive one; at
 * a demo's reset it does so at the mark, and in the same way only where the equity is negative. A cross account's
 * profits are realised first where its loss is more than it holds.
 */
export function* takeOver(
  state: DerivativeState,
  venue: Venue,
  position: Position,
  cause: (typeof takeoverCauses)[number],
  now: number,
): Generator<Step> {
  const took = takenAt(state, venue, position, cause, now)
  if (position.kind === 'cross') {
    const { balance } = crossFigures(state, venue, position.holder, now)
    const marks = realiseProfits(state, venue, position.holder, -(balance + took.realised))
    if (marks.length > 0) {
      yield marks
      yield* takeOver(state, venue, position, cause, now)
      return
    }
  }
  yield [takeoverOf(state, venue, position, cause, took, now)]
  const cuts = cutsOf(state, position.holder, position.listing)
  if (cuts.length > 0) yield cuts
}

/** What a takeover comes to: the equity that it settles, what the position is taken for, and what that realises. */
interface Taken {
  readonly settled: bigint
  readonly proceeds: bigint
  readonly realised: bigint
}

function takenAt(
  state: DerivativeState,
  venue: Venue,
  position: Position,
  cause: (typeof takeoverCauses)[number],
  now: number,
): Taken {
  const { side, lots, cost, listing } = position
  const equity = equityBehind(state, venue, position, now)
  const settled = cause === 'bankruptcy' ? equity : smaller(equity, 0n)
  const value = worthOf(derivativeOf(state, listing), lots, lastMark(venue, listing))
  const proceeds = bankruptcyQuote(side, value, lots, lots, settled)
  return { settled, proceeds, realised: realisedOf({ side, cost }, proceeds) }
}

function takeoverOf(
  state: DerivativeState,
  venue: Venue,
  position: Position,
  cause: (typeof takeoverCauses)[number],
  { settled, proceeds, realised }: Taken,
  now: number,
): EventOf<'positionTakenOver'> {
  const { holder, listing, kind, side, lots, cost, margin } = position
  const realm = realmOf(venue, holder)
  const cross = crossFigures(state, venue, holder, now)
  const held = cross.balance - cross.available
  const required = cross.required - requiredBy(position)
  // what is missing is paid as far as the fund reaches, and what is left goes to it whole
  const insurance = smaller(-settled, insuranceOf(venue, realm))
  return {
    type: 'positionTakenOver',
    position: position.id,
    cause,
    realm,
    holder,
    listing,
    product: kind === 'ticket' ? 'contract' : 'perpetual',
    kind,
    side,
    lots,
    cost,
    proceeds,
    realised,
    marginChange: -margin,
    perpetualChange: holdTarget(required, cross.balance + margin + realised) - held,
    house: settleHouse(state, derivativeOf(state, listing), realm, side, lots, proceeds),
    insurance,
    uncovered: -settled - insurance,
    indexTenths: lastMark(venue, listing),
    indexTime: venue.marks.of(listing).time,
  }
}
