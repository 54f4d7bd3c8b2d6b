import { wealthProducts } from '@truemark/core/capability/products'
import * as z from 'zod/mini'
import { operatorRoles } from '../access.ts'
import { currency, id, millis, reasonText } from '../values.ts'
import { approvalErrors } from './approval.ts'
import { defineRoute } from './route.ts'

/** What tagged accounts can have traded, each counted by itself. */
export const staffProducts = ['spot', 'derivative', 'option', 'conversion', ...wealthProducts] as const
export type StaffProduct = (typeof staffProducts)[number]

/** What an operator has said of customer accounts of their own. */
export const staffDeclarations = ['undeclared', 'none', 'accounts'] as const
export const staffDeclaration = z.enum(staffDeclarations)
export type StaffDeclaration = z.infer<typeof staffDeclaration>

/** The signed-in operator's own declaration, and the accounts that are tagged as theirs. */
export const staffStanding = z.object({
  declared: staffDeclaration,
  accounts: z.array(z.object({ uid: id, since: millis })),
})
export type StaffStanding = z.infer<typeof staffStanding>

export const deskStaff = defineRoute({
  method: 'GET',
  path: '/desk/staff',
  access: 'desk',
  answer: staffStanding,
  summary: 'What the signed-in operator has said of customer accounts of their own.',
})

export const deskStaffNone = defineRoute({
  method: 'PUT',
  path: '/desk/staff/none',
  access: 'desk',
  answer: staffStanding,
  summary: 'Says that the signed-in operator has no customer account here; everyone reads that this was said.',
})

export const deskStaffAccount = defineRoute({
  method: 'PUT',
  path: '/desk/staff/accounts/{id}',
  access: 'desk',
  params: z.object({ id }),
  body: z.object({
    /** Whose the account is; the signed-in operator’s own where it is left out. */
    operator: z.optional(id),
    staff: z.boolean(),
    reason: reasonText,
  }),
  answer: z.null(),
  errors: ['field_malformed', 'user_unknown', 'operator_unknown', ...approvalErrors],
  summary:
    'Tags a customer account as one of somebody who works at the desk, or takes the tag away, once a second person approves.',
})

/** What everyone may know of the accounts of those who work at the desk. */
export const staffPublic = defineRoute({
  method: 'GET',
  path: '/transparency/staff',
  access: 'guest',
  answer: z.object({
    /** Who works at the desk now, numbered in the order in which they came. */
    operators: z.array(
      z.object({
        operator: z.int(),
        role: z.enum(operatorRoles),
        declared: staffDeclaration,
        accounts: z.int(),
        /** When it was said last; null where it never was. */
        since: z.nullable(millis),
      }),
    ),
    /** How many accounts are tagged now. */
    accounts: z.int(),
    /**
     * What tagged accounts have traded with real money while they were tagged: trades at their own price, options by their
     * stake, exchanges in what was given, all else in what was put in. No index is in it.
     */
    volume: z.array(
      z.object({
        product: z.enum(staffProducts),
        currency,
        trades: z.int(),
        notional: z.string(),
      }),
    ),
  }),
  summary:
    'Who at the desk has declared customer accounts of their own, how many are tagged, and what they traded with real money since.',
})

export const staffRoutes = { deskStaff, deskStaffNone, deskStaffAccount, staffPublic }
