import { divide } from '../money/round.ts'
import { rateOne } from '../money/units.ts'
import { bracketOf, type Bracket } from './brackets.ts'
import { signOf, type PositionSide } from './position.ts'

/**
 * A position beside its holder's others in one symbol: the bracket is that of the holder's whole notional there, and
 * each position bears its share of the whole's maintenance, so that splitting a position never makes it cheaper.
 */
export interface Exposure {
  readonly side: PositionSide
  readonly quantity: number
  readonly cost: bigint
  /** The holder's whole quantity in the symbol, whatever the sides: at least `quantity`. */
  readonly whole: number
}

/** A price as an exact fraction of quote units per unit of quantity: `numerator / denominator`. */
export interface PriceFraction {
  readonly numerator: bigint
  readonly denominator: bigint
}

const one = BigInt(rateOne)

/**
 * A position's maintenance in quote units, rounded up: MM(Q·M)·q/Q = mmr·q·M − cum·q/Q, where Q·M is the whole notional.
 * `unit` is what one unit of quantity is worth at the mark.
 */
export function maintenanceShare(brackets: readonly Bracket[], quantity: number, whole: number, unit: bigint): bigint {
  const notional = BigInt(whole) * unit
  const { maintenanceRate, cumulative } = bracketOf(brackets, notional)
  const scaled = notional * BigInt(maintenanceRate) - cumulative * one
  return divide(scaled * BigInt(quantity), BigInt(whole) * one, 'up')
}

/**
 * The price at which equity `margin + s·(q·P − cost)` equals the position's maintenance, in quote units per unit of
 * quantity, or null where no price above zero does. Each bracket has its line, and the price sought is that of the first
 * line whose price does not pass its bracket: maintenance is continuous and rises ever more steeply, so that a line
 * before that one meets equity beyond its own bracket, and only the first can meet it at no price above zero. For one
 * bracket and one position it is (qE − m − cum)/(q(1 − mmr)) of a long, (qE + m + cum)/(q(1 + mmr)) of a short. A cross
 * position's margin is what its account has besides: W + U − T of the others.
 */
export function liquidationPrice(
  { side, quantity, cost, whole }: Exposure,
  margin: bigint,
  brackets: readonly Bracket[],
): PriceFraction | null {
  const sign = signOf(side)
  const share = BigInt(quantity)
  const all = BigInt(whole)
  for (const [at, { maintenanceRate, cumulative }] of brackets.entries()) {
    const numerator = ((cost - sign * margin) * all - sign * cumulative * share) * one
    const denominator = share * all * (one - sign * BigInt(maintenanceRate))
    const passes = at + 1 < brackets.length && all * numerator > brackets[at + 1].floor * denominator
    // a short whose margin has gone is below maintenance at any price; a long that paid all of it outlives any fall
    if (!passes) return numerator > 0n ? { numerator, denominator } : null
  }
  return null
}

/**
 * The first mark in tenths of a tick, seen from the safe side, at which equity is below maintenance: the largest below
 * a long's liquidation price, the smallest above a short's (equal is safe). 0 where a long outlives any fall, and for a
 * short that no mark above zero can save. `quotePerTenth` is what one unit of quantity is worth at a tenth of a tick.
 */
export function firstMarkBeyond(side: PositionSide, price: PriceFraction | null, quotePerTenth: number): number {
  if (!price) return 0
  const denominator = price.denominator * BigInt(quotePerTenth)
  const mark =
    side === 'long'
      ? divide(price.numerator, denominator, 'up') - 1n
      : divide(price.numerator, denominator, 'down') + 1n
  return mark > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(mark)
}
