import { i53, oneOf, struct, u53, type Of } from '../codec/codec.ts'
import type { DerivativeState } from '../derivative/state.ts'
import { realms } from '../ledger/holders.ts'
import { fundingRate } from '../margin/funding.ts'
import { fundingEveryMs, meanRate, stampAfter } from './premium.ts'
import type { FundingState } from './state.ts'

export const fundingQueries = {
  /** What funding would be if the interval ended now. */
  funding: [60, struct({ realm: oneOf(realms), listing: u53 })],
} as const

const fundingReplyCodec = struct({
  /** At 10⁻⁹: the mean premium so far, of how many samples, and the rate that follows; 0 without a sample. */
  premiumRate: i53,
  samples: u53,
  rate: i53,
  /** When the interval ends, UTC milliseconds. */
  nextStamp: u53,
})

export const fundingReplies = { funding: [60, fundingReplyCodec] } as const

/** Answers what funding of a listing would be if the interval ended now. */
export function answerFunding(
  funding: FundingState,
  derivative: DerivativeState,
  ask: { readonly realm: (typeof realms)[number]; readonly listing: number },
  now: number,
): { type: 'funding' } & Of<typeof fundingReplyCodec> {
  const { sum, count } = funding.sums[ask.realm][ask.listing] ?? { sum: 0, count: 0 }
  const premiumRate = meanRate(sum, count)
  const terms = derivative.terms[ask.listing]
  const rate = !terms || count === 0 ? 0 : fundingRate(premiumRate, terms)
  const nextStamp = funding.settledTo === 0 ? stampAfter(now) : funding.settledTo + fundingEveryMs
  return { type: 'funding', premiumRate, samples: count, rate, nextStamp }
}
