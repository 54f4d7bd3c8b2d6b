import { dayMs } from '@truemark/core/money/units'
import type { CreditLine, CreditLineName } from '@truemark/protocol/routes/credit'

/** Grows with every change of the rule below. */
export const ruleVersion = 1
export const scoreMax = 100

/** Facts of an account: nothing that anybody thinks of its owner. */
export interface CreditFacts {
  readonly isContactProven: boolean
  readonly isPrimaryApproved: boolean
  readonly isAdvancedApproved: boolean
  readonly hasSecondFactor: boolean
  /** How long the account has been there, in milliseconds. */
  readonly ageMs: number
  readonly depositsCompleted: number
  readonly withdrawalsPaid: number
  readonly depositsRejected: number
}

interface Rule {
  readonly name: CreditLineName
  readonly pointsMax: number
  readonly pointsEach: number
  /** Of how many units each is. */
  readonly per: number
  readonly count: (facts: CreditFacts) => number
}

const yes = (is: boolean): number => (is ? 1 : 0)

/** The rule, whole: the same for everyone, published beside each score, and read by nothing that decides. */
const rules: readonly Rule[] = [
  { name: 'contact', pointsMax: 10, pointsEach: 10, per: 1, count: (facts) => yes(facts.isContactProven) },
  { name: 'primary', pointsMax: 25, pointsEach: 25, per: 1, count: (facts) => yes(facts.isPrimaryApproved) },
  { name: 'advanced', pointsMax: 20, pointsEach: 20, per: 1, count: (facts) => yes(facts.isAdvancedApproved) },
  { name: 'second_factor', pointsMax: 15, pointsEach: 15, per: 1, count: (facts) => yes(facts.hasSecondFactor) },
  { name: 'age', pointsMax: 10, pointsEach: 1, per: 30, count: ({ ageMs }) => Math.floor(Math.max(0, ageMs) / dayMs) },
  { name: 'deposits', pointsMax: 10, pointsEach: 2, per: 1, count: (facts) => facts.depositsCompleted },
  { name: 'withdrawals', pointsMax: 10, pointsEach: 2, per: 1, count: (facts) => facts.withdrawalsPaid },
  { name: 'rejections', pointsMax: -20, pointsEach: -5, per: 1, count: (facts) => facts.depositsRejected },
]

/** The score of an account with each of its lines, from 0 to {@link scoreMax}. */
export function scoreOf(facts: CreditFacts): { readonly score: number; readonly lines: CreditLine[] } {
  const lines = rules.map(({ name, pointsMax, pointsEach, per, count: of }): CreditLine => {
    const count = of(facts)
    const earned = Math.floor(count / per) * pointsEach
    const points = pointsMax < 0 ? Math.max(pointsMax, earned) : Math.min(pointsMax, earned)
    return { name, points: points === 0 ? 0 : points, points_max: pointsMax, count, points_each: pointsEach, per }
  })
  const sum = lines.reduce((total, { points }) => total + points, 0)
  return { score: Math.min(scoreMax, Math.max(0, sum)), lines }
}
