import * as z from 'zod/mini'
import { copied, id, millis, page, pageOf, reasonText } from '../values.ts'
import { proposal } from './deskProposals.ts'
import { realNameState } from './identity.ts'
import { defineRoute } from './route.ts'

/** How long a decided reset waits for its owner's no, in hours. */
export const factorResetHours = 48

/** How a reset ended: done; refused by its owner; its factor was used after all; stopped at the desk; nobody decided it. */
export const factorResetOutcomes = ['done', 'refused', 'canceled', 'stopped', 'lapsed'] as const
export type FactorResetOutcome = (typeof factorResetOutcomes)[number]

export const factorLost = defineRoute({
  method: 'POST',
  path: '/login/factor_lost',
  access: 'guest',
  body: z.object({ account: copied(1, 254), password: z.string().check(z.maxLength(200)) }),
  asked: ['account', 'password'],
  answer: z.null(),
  errors: ['information_incomplete', 'password_wrong', 'user_disabled', 'second_factor_missing', 'rate_limited'],
  summary:
    'Says, with the right password, that the authenticator app and its recovery codes are lost: customer service sees it, and nothing else changes.',
})

/** A reset as its owner sees it. */
export const factorReset = z.object({
  /** When the factor will be removed; null while that is not decided. */
  due: z.nullable(millis),
})

export const factorResetRead = defineRoute({
  method: 'GET',
  path: '/user/totp/reset',
  access: 'demo_no_security',
  answer: z.object({ reset: z.nullable(factorReset) }),
  summary: 'Whether a reset of the second factor is under way.',
})

export const factorResetRefuse = defineRoute({
  method: 'DELETE',
  path: '/user/totp/reset',
  access: 'demo_no_security',
  answer: z.null(),
  errors: ['factor_reset_none'],
  summary: 'Ends the reset of the second factor: it was not asked for by the owner.',
})

export const deskFactorReset = z.object({
  id,
  uid: id,
  account: z.string(),
  real_name: realNameState,
  /** `asked` by its owner at the login; `waiting` once two people have decided it; else how it ended. */
  state: z.enum(['asked', 'waiting', ...factorResetOutcomes]),
  asked: z.nullable(millis),
  begun: z.nullable(millis),
  due: z.nullable(millis),
  ended: z.nullable(millis),
})
export type DeskFactorReset = z.infer<typeof deskFactorReset>

export const deskFactorResets = defineRoute({
  method: 'GET',
  path: '/desk/factor_resets',
  access: 'desk_people',
  query: z.object({ ...page, queue: z.optional(z.enum(['open', 'done'])) }),
  answer: pageOf(deskFactorReset),
  errors: ['field_malformed'],
  summary: 'Lost second factors: what was asked for and what waits, or what became of it, newest first.',
})

export const deskFactorResetAsk = defineRoute({
  method: 'POST',
  path: '/desk/users/{id}/factor_reset',
  access: 'desk_people_write',
  params: z.object({ id }),
  body: z.object({ reason: reasonText }),
  answer: proposal,
  errors: [
    'field_malformed',
    'user_unknown',
    'second_factor_missing',
    'factor_reset_unverified',
    'factor_reset_waiting',
    'staff_own_account',
    'proposals_open_max',
  ],
  summary:
    'Asks a second person to reset a lost second factor; 48 hours after their yes it is removed, unless its owner says no.',
})

export const deskFactorResetStop = defineRoute({
  method: 'POST',
  path: '/desk/users/{id}/factor_reset/stop',
  access: 'desk_people_write',
  params: z.object({ id }),
  body: z.object({ reason: reasonText }),
  answer: z.null(),
  errors: ['field_malformed', 'user_unknown', 'factor_reset_none', 'staff_own_account'],
  summary: 'Stops the reset of a second factor, whatever it waits for: one operator may.',
})

export const factorResetRoutes = {
  factorLost,
  factorResetRead,
  factorResetRefuse,
  deskFactorResets,
  deskFactorResetAsk,
  deskFactorResetStop,
}
