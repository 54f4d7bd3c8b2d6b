import * as z from 'zod/mini'
import { operatorRoles } from '../access.ts'
import { millis, page, pageOf } from '../values.ts'
import { defineRoute } from './route.ts'

/** What holds of an installation for a while and is told for ever. */
export const periodKinds = ['single_operator', 'codes_at_desk'] as const
export type PeriodKind = (typeof periodKinds)[number]

export const period = z.object({
  kind: z.enum(periodKinds),
  began: millis,
  /** Null while it lasts. */
  ended: z.nullable(millis),
  /** The entries of the audit log that say so; `ended_entry` is null while it lasts. */
  began_entry: z.int(),
  ended_entry: z.nullable(z.int()),
})
export type Period = z.infer<typeof period>

export const periodsPublic = defineRoute({
  method: 'GET',
  path: '/transparency/periods',
  access: 'guest',
  query: z.object(page),
  answer: pageOf(period),
  errors: ['field_malformed'],
  summary:
    'When one operator approved alone, and when administrators could read the codes that are sent: each time with its start and end, the last first. They stand in the audit log, whose heads are signed, and none is ever taken out.',
})

/** How an operator came to be, or another role was given. */
export const operatorChanges = ['made', 'role_changed', 'disabled', 'enabled'] as const

export const operatorChange = z.object({
  /** The entry of the audit log. */
  entry: z.int(),
  time: millis,
  /** Operators are numbered in the order in which they came. */
  operator: z.int(),
  change: z.enum(operatorChanges),
  /** The role from then on. */
  role: z.enum(operatorRoles),
  /** How many people decided it: none where a command on the server's machine did; null where it was not noted. */
  people: z.nullable(z.int()),
  /** The number of the operator who did, or approved, it; null for a command on the server's machine. */
  by: z.nullable(z.int()),
})
export type OperatorChange = z.infer<typeof operatorChange>

export const operatorsPublic = defineRoute({
  method: 'GET',
  path: '/transparency/operators',
  access: 'guest',
  query: z.object(page),
  answer: pageOf(operatorChange),
  errors: ['field_malformed'],
  summary:
    'How the operators came, changed and went, the last first: by number, role and time, without names, and by how many people each was decided.',
})

export const whoDecidesRoutes = { periodsPublic, operatorsPublic }
