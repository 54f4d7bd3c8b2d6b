import * as z from 'zod/mini'
import { millis } from '../values.ts'
import { defineRoute } from './route.ts'

/** What the score is made of, in the order in which it is told. */
export const creditLineNames = [
  'contact',
  'primary',
  'advanced',
  'second_factor',
  'age',
  'deposits',
  'withdrawals',
  'rejections',
] as const
export type CreditLineName = (typeof creditLineNames)[number]

/** One line of the score: points that it gives, or takes where it is below zero, and the fact that it rests on. */
export const creditLine = z.object({
  name: z.enum(creditLineNames),
  points: z.int(),
  /** The most that it can give; the most that it can take, below zero, for what takes. */
  points_max: z.int(),
  /** How many: days, deposits, withdrawals, rejections; for the rest 1 where it is so and 0 where it is not. */
  count: z.int(),
  /** How many points each gives or takes, and of how many each is. */
  points_each: z.int(),
  per: z.int(),
})
export type CreditLine = z.infer<typeof creditLine>

export const creditScore = defineRoute({
  method: 'GET',
  path: '/user/credit_score',
  access: 'user',
  answer: z.object({
    score: z.int().check(z.minimum(0), z.maximum(100)),
    score_max: z.int(),
    /** Grows with every change of the rule. */
    version: z.int(),
    lines: z.array(creditLine),
    time: millis,
  }),
  summary:
    'A score from facts of the account alone, with each line of it. It is for information and opens or closes nothing.',
})

export const creditRoutes = { creditScore }
