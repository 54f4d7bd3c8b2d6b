import { rateOne } from '../money/units.ts'
import { divide } from '../money/round.ts'
import { signOf, type PositionSide } from './position.ts'

/** The interest in the funding rate, 0.01 % a period, and how far it may be moved by the premium, at 10⁻⁹. */
export const interestRate = 100_000
export const dampRateMax = 500_000

/**
 * The funding rate of a period at 10⁻⁹ from the mean premium P̄ of the impact bid and ask against the index:
 * F = P̄ + clamp(0.01 % − P̄, ±0.05 %), kept within ±2 × the taker fee.
 */
export function fundingRate(premiumRate: number, feeRateTaker: number): number {
  const damped = Math.max(-dampRateMax, Math.min(dampRateMax, interestRate - premiumRate))
  const bound = 2 * feeRateTaker
  return Math.max(-bound, Math.min(bound, premiumRate + damped))
}

/**
 * What a position's account changes by at a funding stamp, in quote units: −s·q·M·F, rounded down, so that who pays
 * pays the rounded-up amount and who receives the rounded-down one.
 */
export function fundingPayment(side: PositionSide, value: bigint, rate: number): bigint {
  return divide(-signOf(side) * value * BigInt(rate), BigInt(rateOne), 'down')
}
