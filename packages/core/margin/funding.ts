import { rateOne } from '../money/units.ts'
import { divide } from '../money/round.ts'
import { signOf, type PositionSide } from './position.ts'

/** What a market's funding is reckoned by, at 10⁻⁹: the interest a period, how far the premium moves it, and the fee. */
export interface FundingTerms {
  readonly fundingInterestRate: number
  readonly fundingDampRateMax: number
  readonly feeRatePerpetualTaker: number
}

/**
 * The funding rate of a period at 10⁻⁹ from the mean premium P̄ of the impact bid and ask against the index:
 * F = P̄ + clamp(I − P̄, ±D), kept within ±2 × the taker fee; by default the interest I is 0.01 %, D 0.05 %.
 */
export function fundingRate(premiumRate: number, terms: FundingTerms): number {
  const { fundingInterestRate, fundingDampRateMax, feeRatePerpetualTaker } = terms
  const damped = Math.max(-fundingDampRateMax, Math.min(fundingDampRateMax, fundingInterestRate - premiumRate))
  const bound = 2 * feeRatePerpetualTaker
  return Math.max(-bound, Math.min(bound, premiumRate + damped))
}

/**
 * What a position's account changes by at a funding stamp, in quote units: −s·q·M·F, rounded down, so that who pays
 * pays the rounded-up amount and who receives the rounded-down one.
 */
export function fundingPayment(side: PositionSide, value: bigint, rate: number): bigint {
  return divide(-signOf(side) * value * BigInt(rate), BigInt(rateOne), 'down')
}
