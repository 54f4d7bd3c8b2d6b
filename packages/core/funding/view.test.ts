import { expect, it } from 'vitest'
import { createDerivativeState } from '../derivative/state.ts'
import { MarginFixture } from '../testing/marginFixture.ts'
import { createFundingState, premiumSum } from './state.ts'
import { answerFunding } from './view.ts'

const hour = 3_600_000
// a moment at 01:00 UTC
const now = 20_000 * 24 * hour + hour
const ask = { realm: 'demo', listing: 0 } as const

it('what funding would be is reckoned from the mean premium so far, and is nothing before the first sample', () => {
  // interest of 0.01 %, which moves the premium by 0.05 % at most, within twice a fee of 0.05 %
  const { derivative } = new MarginFixture().state
  const funding = createFundingState()
  const nextStamp = now + 7 * hour
  const none = { type: 'funding', premiumRate: 0, samples: 0, rate: 0, nextStamp }
  expect(answerFunding(funding, derivative, ask, now)).toEqual(none)
  const sum = premiumSum(funding, 'demo', 0)
  Object.assign(sum, { sum: 2_100_000, count: 3 })
  // 0.07 % on the mean, of which 0.05 % go
  const some = { ...none, premiumRate: 700_000, samples: 3, rate: 200_000 }
  expect(answerFunding(funding, derivative, ask, now)).toEqual(some)
  expect(answerFunding(funding, derivative, { ...ask, realm: 'real' }, now)).toEqual(none)
  Object.assign(sum, { sum: -9_000_000, count: 3 })
  expect(answerFunding(funding, derivative, ask, now)).toMatchObject({ premiumRate: -3_000_000, rate: -1_000_000 })
  Object.assign(sum, { sum: 0, count: 1 })
  expect(answerFunding(funding, derivative, ask, now)).toMatchObject({ samples: 1, rate: 100_000 })
  const without = answerFunding(funding, createDerivativeState(), ask, now)
  expect(without).toEqual({ ...none, samples: 1 })
})

it('an interval ends eight hours after the last one, or at the next of three times a day where none has ended', () => {
  const { derivative } = new MarginFixture().state
  const funding = createFundingState()
  const next = (at: number) => answerFunding(funding, derivative, ask, at).nextStamp
  expect([next(now), next(now + 7 * hour)]).toEqual([now + 7 * hour, now + 15 * hour])
  funding.settledTo = now - hour
  expect(next(now + 20 * hour)).toBe(now + 7 * hour)
})
