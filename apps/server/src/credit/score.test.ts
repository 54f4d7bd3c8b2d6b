import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type CreditFacts, scoreMax, scoreOf } from './score.ts'

const fresh: CreditFacts = {
  isContactProven: true,
  isPrimaryApproved: false,
  isAdvancedApproved: false,
  hasSecondFactor: false,
  ageMs: 0,
  depositsCompleted: 0,
  withdrawalsPaid: 0,
  depositsRejected: 0,
}
const day = 86_400_000

it('is made of facts, each with its points', () => {
  expect(scoreOf(fresh).score).toBe(10)
  const known = { ...fresh, isPrimaryApproved: true, hasSecondFactor: true, ageMs: 95 * day, depositsCompleted: 3 }
  expect(scoreOf(known).score).toBe(10 + 25 + 15 + 3 + 6)
  expect(scoreOf({ ...known, depositsRejected: 2 }).score).toBe(49)
  expect(scoreOf({ ...fresh, depositsRejected: 9 }).score).toBe(0)
})

it('reaches its most, and goes no further', () => {
  const best = {
    isContactProven: true,
    isPrimaryApproved: true,
    isAdvancedApproved: true,
    hasSecondFactor: true,
    ageMs: 4_000 * day,
    depositsCompleted: 90,
    withdrawalsPaid: 90,
    depositsRejected: 0,
  }
  expect(scoreOf(best).score).toBe(scoreMax)
})

it('is the sum of its lines, and no fact but a rejection lowers it', () => {
  const facts = fc.record({
    isContactProven: fc.boolean(),
    isPrimaryApproved: fc.boolean(),
    isAdvancedApproved: fc.boolean(),
    hasSecondFactor: fc.boolean(),
    ageMs: fc.integer({ min: -day, max: 9_000 * day }),
    depositsCompleted: fc.nat(200),
    withdrawalsPaid: fc.nat(200),
    depositsRejected: fc.nat(20),
  })
  fc.assert(
    fc.property(facts, (some) => {
      const { score, lines } = scoreOf(some)
      const sum = lines.reduce((total, { points }) => total + points, 0)
      expect(score).toBe(Math.max(0, Math.min(scoreMax, sum)))
      for (const { points, points_max: most } of lines) expect(Math.abs(points)).toBeLessThanOrEqual(Math.abs(most))
      const more = { ...some, depositsCompleted: some.depositsCompleted + 1, isPrimaryApproved: true }
      expect(scoreOf(more).score).toBeGreaterThanOrEqual(score)
    }),
  )
})
