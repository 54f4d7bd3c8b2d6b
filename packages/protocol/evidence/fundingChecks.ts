import { fundingRate } from '@truemark/core/margin/funding'
import { parseSignedDecimal } from '@truemark/core/money/decimal'
import { rateScale } from '@truemark/core/money/units'
import type { FundingEvidence } from '../routes/evidence.ts'

function rateOf(text: string): number {
  return Number(parseSignedDecimal(text, rateScale) ?? 0n)
}

/** Whether a funding's rate is what the published formula gives; null where the terms it is told with give another. */
export function fundingChecks(funding: FundingEvidence): { readonly name: 'rate'; readonly holds: boolean | null }[] {
  if (funding.samples === 0) return [{ name: 'rate', holds: rateOf(funding.rate) === 0 }]
  const expected = fundingRate(rateOf(funding.premium), {
    fundingInterestRate: rateOf(funding.interest_rate),
    fundingDampRateMax: rateOf(funding.clamp_rate),
    feeRatePerpetualTaker: rateOf(funding.fee_rate_taker),
  })
  // terms may have been changed since, which the evidence cannot know
  return [{ name: 'rate', holds: expected === rateOf(funding.rate) ? true : null }]
}
