import * as z from 'zod/mini'
import { decimal, millis } from '../values.ts'
import { defineRoute } from './route.ts'
import { stepUp, stepUpErrors } from './stepUp.ts'

/** How long new risk can be paused. */
export const pauseLength = z.enum(['24h', '7d', '30d', '180d', '365d', 'for_good'])
export type PauseLength = z.infer<typeof pauseLength>

/** How many days (of 24 hours) a pause lasts that ends. */
export const pauseDays: Readonly<Record<Exclude<PauseLength, 'for_good'>, number>> = {
  '24h': 1,
  '7d': 7,
  '30d': 30,
  '180d': 180,
  '365d': 365,
}

/** The lengths for which a real account is asked who it is: nobody can end them, and a stolen session must not begin them. */
export const pausesProven: ReadonlySet<PauseLength> = new Set(['180d', '365d', 'for_good'])

export const ownLimit = z.enum(['deposit_day', 'loss_day', 'stake'])
export type OwnLimit = z.infer<typeof ownLimit>

/** What a person bound themselves by; amounts in USDT. */
export const selfLimits = z.object({
  pause: z.nullable(
    z.object({
      /** Null: for good. */
      until: z.nullable(millis),
      cause: z.enum(['own', 'loss']),
    }),
  ),
  limits: z.array(
    z.object({
      limit: ownLimit,
      amount: z.nullable(decimal),
      /** A looser one that was asked for, and when it begins to hold. */
      looser: z.nullable(z.object({ amount: z.nullable(decimal), from: millis })),
    }),
  ),
  /** What contracts, perpetuals and options lost today, by days of UTC. */
  lost_today: decimal,
})
export type SelfLimitsAnswer = z.infer<typeof selfLimits>

export const ownLimits = defineRoute({
  method: 'GET',
  path: '/user/limits',
  access: 'user',
  answer: selfLimits,
  summary: 'The caller’s own pause and limits.',
})

export const ownLimitSet = defineRoute({
  method: 'PUT',
  path: '/user/limits',
  access: 'user',
  body: z.object({ limit: ownLimit, amount: z.nullable(decimal) }),
  answer: selfLimits,
  errors: ['field_malformed', 'amount_invalid'],
  summary: 'Sets a limit of one’s own: a tighter one holds at once, a looser one (null: none) after 24 hours.',
})

export const riskPause = defineRoute({
  method: 'POST',
  path: '/user/pause',
  access: 'user',
  body: z.object({ length: pauseLength, proof: z.optional(z.object({ ...stepUp })) }),
  answer: selfLimits,
  errors: ['field_malformed', 'pause_shorter', ...stepUpErrors],
  summary:
    'Pauses all new risk: asked for by the real account, of the person, the demo included, from 180 days on with a proof; ' +
    'by a demo account, of that alone. It can be made longer, never shorter, by nobody.',
})

export const selfLimitRoutes = { ownLimits, ownLimitSet, riskPause }
