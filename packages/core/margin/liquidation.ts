import { rateOne } from '../money/units.ts'
import type { Bracket } from './brackets.ts'
import { signOf, type PositionSide } from './position.ts'

/** A price as an exact fraction of quote units per step: `numerator / denominator`. */
export interface PriceFraction {
  readonly numerator: bigint
  readonly denominator: bigint
}

const one = BigInt(rateOne)

/**
 * The price at which a position with its own margin equals its maintenance, per step, or null where no price above
 * zero does ("none"). Long (qE − m − cum)/(q(1 − mmr)), short (qE + m + cum)/(q(1 + mmr)), with q·E the position's cost.
 */
export function isolatedLiquidation(
  side: PositionSide,
  quantity: number,
  cost: bigint,
  margin: bigint,
  bracket: Bracket,
): PriceFraction | null {
  const sign = signOf(side)
  const rate = BigInt(bracket.maintenanceRate)
  return positive((cost - sign * (margin + bracket.cumulative)) * one, BigInt(quantity) * (one - sign * rate))
}

/**
 * The price at which a cross account equals its maintenance by the move of one symbol alone, or null for none:
 * (s·qE − (W + U − T) − cum)/(q(s − mmr)), W the wallet, U the others' unrealised profit, T their maintenance.
 */
export function crossLiquidation(
  side: PositionSide,
  quantity: number,
  cost: bigint,
  cushion: bigint,
  bracket: Bracket,
): PriceFraction | null {
  const sign = signOf(side)
  const rate = BigInt(bracket.maintenanceRate)
  const numerator = (sign * cost - cushion - bracket.cumulative) * one
  const denominator = BigInt(quantity) * (sign * one - rate)
  return denominator > 0n ? positive(numerator, denominator) : positive(-numerator, -denominator)
}

function positive(numerator: bigint, denominator: bigint): PriceFraction | null {
  return numerator > 0n && denominator > 0n ? { numerator, denominator } : null
}
