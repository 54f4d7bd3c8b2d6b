import * as z from 'zod/mini'
import { id, millis, page, pageOf, reasonText } from '../values.ts'
import { approvalErrors } from './approval.ts'
import { operator, operatorRole } from './desk.ts'
import { defineRoute } from './route.ts'

/** An operator as the desk lists one. */
export const deskOperator = z.extend(operator, {
  disabled: z.boolean(),
  /** The last call of a session; null for none. */
  last_seen: z.nullable(millis),
  sessions: z.int(),
})
export type DeskOperator = z.infer<typeof deskOperator>

export const deskOperators = defineRoute({
  method: 'GET',
  path: '/desk/operators',
  access: 'desk_audit',
  query: z.object(page),
  answer: z.object({ ...pageOf(deskOperator).shape, single_operator: z.boolean() }),
  errors: ['field_malformed'],
  summary: 'The operators with their roles, and whether this installation lets one person approve alone.',
})

export const deskOperatorInvite = defineRoute({
  method: 'POST',
  path: '/desk/operators/links',
  access: 'desk_operators',
  body: z.object({ role: operatorRole, reason: reasonText }),
  answer: z.object({ link: z.string() }),
  errors: ['field_malformed', ...approvalErrors],
  summary: 'Makes the one-time link of a new operator; from the second operator on, another has to approve it.',
})

export const deskOperatorLink = defineRoute({
  method: 'POST',
  path: '/desk/operators/links/{id}',
  access: 'desk_operators',
  params: z.object({ id }),
  answer: z.object({ link: z.string() }),
  errors: ['proposal_unknown', 'proposal_ended', 'permission_insufficient'],
  summary:
    'Makes the one-time link of an invitation that another operator has approved: once, within a day, for whoever asked for it. Who comes by it signs in once an operator other than that one has confirmed them.',
})

export const deskOperatorRole = defineRoute({
  method: 'PUT',
  path: '/desk/operators/{id}/role',
  access: 'desk_operators',
  params: z.object({ id }),
  body: z.object({ role: operatorRole, reason: reasonText }),
  answer: deskOperator,
  errors: ['field_malformed', 'operator_unknown', 'last_administrator', ...approvalErrors],
  summary: 'Gives an operator another role, once a second person approves.',
})

export const deskOperatorDisable = defineRoute({
  method: 'PUT',
  path: '/desk/operators/{id}/disabled',
  access: 'desk_operators',
  params: z.object({ id }),
  body: z.object({ disabled: z.boolean(), reason: reasonText }),
  answer: deskOperator,
  errors: ['field_malformed', 'operator_unknown', 'last_administrator', ...approvalErrors],
  summary: 'Disables an operator and ends the sessions at once; enabling one again needs a second person.',
})

export const deskOperatorRoutes = {
  deskOperators,
  deskOperatorInvite,
  deskOperatorLink,
  deskOperatorRole,
  deskOperatorDisable,
}
