import { freezeGrounds, suspensionBases } from '@truemark/core/suspension/words'
import * as z from 'zod/mini'
import { operatorRoles } from '../access.ts'
import { id, line, millis, page, pageOf, reasonText } from '../values.ts'
import { approvalErrors } from './approval.ts'
import { defineRoute } from './route.ts'

/** The legal grounds on which an account's money can be kept from being withdrawn; there is no other. */
export const freezeGround = z.enum(freezeGrounds)

/** By whom an operators' step stands and when it ends by itself: what one person did alone within the hour. */
const lasting = {
  since: millis,
  until: millis,
  basis: z.enum(suspensionBases),
  /** By which role it was asked for, and confirmed; null where nobody did, or it was not noted. */
  asked_by: z.nullable(z.enum(operatorRoles)),
  confirmed_by: z.nullable(z.enum(operatorRoles)),
} as const

/** A freeze as the account's owner reads it. */
export const freeze = z.object({ ground: freezeGround, reference: z.string(), ...lasting })
export type Freeze = z.infer<typeof freeze>

/** Why an operator disables an account: a closed list, which its owner reads. */
export const disableGround = z.enum(['owner_request', 'security', 'agreement_breach', 'duplicate'])
export type DisableGround = z.infer<typeof disableGround>

/** That an account is disabled, as its owner reads it; without a ground where none was noted. */
export const disabling = z.object({ ground: z.nullable(disableGround), ...lasting })
export type Disabling = z.infer<typeof disabling>

/** For how many days two people stop something of an account; the most that its kind and ground allow where it is not said. */
export const days = z.int().check(z.minimum(1), z.maximum(90))
/** Why operators cannot stop something, or not for that long. */
export const suspensionErrors = [...approvalErrors, 'suspension_too_long', 'suspension_none'] as const

/** What an operator did with, or read of, one account. */
export const touch = z.object({ id, time: millis, operator: z.string(), action: z.string(), reason: z.string() })
export type Touch = z.infer<typeof touch>

export const accountTouches = defineRoute({
  method: 'GET',
  path: '/user/account_access',
  access: 'user',
  query: z.object({ ...page }),
  answer: z.object({ freeze: z.nullable(freeze), disabled: z.nullable(disabling), ...pageOf(touch).shape }),
  errors: ['field_malformed'],
  summary:
    'Which operators have looked at or changed the caller’s account, newest first, and whether it is frozen or disabled, and why.',
})

export const deskUserTouches = defineRoute({
  method: 'GET',
  path: '/desk/users/{id}/account_access',
  access: 'desk_people',
  params: z.object({ id }),
  query: z.object({ ...page }),
  answer: z.object({ freeze: z.nullable(freeze), disabled: z.nullable(disabling), ...pageOf(touch).shape }),
  errors: ['user_unknown', 'field_malformed'],
  summary: 'Who has looked at or changed a user’s account, as the user is told too.',
})

export const deskUserFreeze = defineRoute({
  method: 'PUT',
  path: '/desk/users/{id}/freeze',
  access: 'desk_wallet_write',
  params: z.object({ id }),
  body: z.object({
    /** Null lifts the freeze. */
    freeze: z.nullable(z.object({ ground: freezeGround, reference: line(3, 200), days: z.optional(days) })),
    reason: reasonText,
  }),
  answer: z.nullable(freeze),
  errors: ['user_unknown', 'field_malformed', 'staff_own_account', ...suspensionErrors],
  summary:
    'Keeps an account’s money from being withdrawn on a legal ground that its owner reads, or lifts that: for an hour at once, and until its end once another operator has confirmed it.',
})

export const touchRoutes = { accountTouches, deskUserTouches, deskUserFreeze }
