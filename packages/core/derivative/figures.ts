import type { Venue } from '../book/venue.ts'
import { liquidationPrice, type PriceFraction } from '../margin/exposure.ts'
import { divide } from '../money/round.ts'
import { signOf } from '../margin/position.ts'
import { crossFigures, figuresAt, wholeLots } from './account.ts'
import { bracketsOfVersion } from './bracketVersions.ts'
import { equityBehind } from './close.ts'
import { derivativeOf, type DerivativeState, type Position } from './state.ts'
import { finePriceDecimals } from './view.ts'
import { averageFine, lastMark, markFresh } from './worth.ts'

const fine = 10n ** BigInt(finePriceDecimals)

/** An exact price per unit of quantity as 10⁻⁴ of a tick, rounded towards the safe side of its position. */
export function fineOf(price: PriceFraction | null, side: Position['side'], quotePerTickLot: number): bigint | null {
  if (!price) return null
  return divide(price.numerator * fine, price.denominator * BigInt(quotePerTickLot), side === 'long' ? 'up' : 'down')
}

/**
 * The price at which a position is liquidated by the move of its symbol alone: from its own margin, or for a cross
 * position from what its account has besides: net − what the others must keep − its own profit.
 */
export function liquidationOf(
  state: DerivativeState,
  venue: Venue,
  position: Position,
  now: number,
): PriceFraction | null {
  const { side, lots: quantity, cost, holder, listing } = position
  const whole = wholeLots(state, holder, listing)
  const cushion = cushionOf(state, venue, position, now)
  return liquidationPrice({ side, quantity, cost, whole }, cushion, bracketsOfVersion(state, position))
}

/** What stands behind a position besides its own profit: its margin, or W + U − T of its cross account's others. */
export function cushionOf(state: DerivativeState, venue: Venue, position: Position, now: number): bigint {
  if (position.kind !== 'cross') return position.margin
  const cross = crossFigures(state, venue, position.holder, now)
  const own = figuresAt(state, position, lastMark(venue, position.listing))
  return cross.net - own.profit - (cross.maintenance - own.maintenance)
}

/** What a view shows of an open position at the mark. */
export interface PositionFigures {
  readonly entryFine: number
  readonly markTenths: number
  readonly liquidationFine: bigint | null
  readonly bankruptcyFine: bigint | null
  readonly value: bigint
  readonly profit: bigint
  readonly maintenance: bigint
}

/** The figures of an order that has opened nothing. */
export const noFigures: PositionFigures = {
  entryFine: 0,
  markTenths: 0,
  liquidationFine: null,
  bankruptcyFine: null,
  value: 0n,
  profit: 0n,
  maintenance: 0n,
}

/** Reckons what is shown of a position. Without a mark younger than 5 s what depends on it is 0. */
export function figuresOf(state: DerivativeState, venue: Venue, position: Position, now: number): PositionFigures {
  const derivative = derivativeOf(state, position.listing)
  const { side, lots, cost, listing } = position
  const fresh = markFresh(venue, listing, now)
  const mark = lastMark(venue, listing)
  const { value, profit, maintenance } = figuresAt(state, position, mark)
  const whole = value - signOf(side) * equityBehind(state, venue, position, now)
  const bankrupt = whole > 0n ? { numerator: whole, denominator: BigInt(lots) } : null
  return {
    entryFine: averageFine(derivative, lots, cost),
    markTenths: fresh ? mark : 0,
    liquidationFine: fineOf(liquidationOf(state, venue, position, now), side, derivative.quotePerTickLot),
    bankruptcyFine: fineOf(bankrupt, side, derivative.quotePerTickLot),
    value: fresh ? value : 0n,
    profit: fresh ? profit : 0n,
    maintenance: fresh ? maintenance : 0n,
  }
}
