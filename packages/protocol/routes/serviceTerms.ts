import * as z from 'zod/mini'
import { currency, reasonText } from '../values.ts'
import { approvalErrors } from './approval.ts'
import { defineRoute } from './route.ts'
import { walletTermsChange } from './transparency.ts'

/** How many currencies are paid out to bank cards at most, and within how many hours an identity is reviewed. */
export const serviceBounds = { cardsMax: 20, hoursMin: 1, hoursMax: 168 } as const

/** What is served by people outside the exchange. */
export const serviceTerms = z.object({
  /** What is paid out to bank cards; none: nothing is. */
  card_currencies: z.array(currency).check(
    z.maxLength(serviceBounds.cardsMax),
    z.refine((codes) => new Set(codes).size === codes.length),
  ),
  /** Within how many hours an identity that is submitted from now on is reviewed. */
  identity_hours: z.int().check(z.minimum(serviceBounds.hoursMin), z.maximum(serviceBounds.hoursMax)),
})
export type ServiceTerms = z.infer<typeof serviceTerms>

const answer = z.extend(serviceTerms, {
  /** What was changed, newest first. */
  changes: z.array(walletTermsChange),
})
export type DeskServiceTerms = z.infer<typeof answer>

export const deskServiceTerms = defineRoute({
  method: 'GET',
  path: '/desk/service_terms',
  access: 'desk',
  answer,
  summary:
    'The currencies that are paid out to bank cards and the hours of an identity review, with what was changed of them.',
})

export const deskServiceTermsChange = defineRoute({
  method: 'PUT',
  path: '/desk/service_terms',
  access: 'desk_wallet_write',
  body: z.extend(serviceTerms, { reason: reasonText }),
  answer,
  errors: ['field_malformed', 'currency_unknown', ...approvalErrors],
  summary:
    'Changes them for everyone, once a second person approves; withdrawals and submissions that wait keep what they were promised.',
})

export const serviceTermsRoutes = { deskServiceTerms, deskServiceTermsChange }
