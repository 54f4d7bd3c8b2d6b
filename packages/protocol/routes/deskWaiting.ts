import { realConditions } from '@truemark/core/book/realMoney'
import * as z from 'zod/mini'
import { millis } from '../values.ts'
import { ownCheckNames } from '../ownChecks.ts'
import { defineRoute } from './route.ts'

/** How many wait in a queue, and how many of them have passed their deadline. */
const queueCount = z.object({ open: z.int(), escalated: z.int() })
export type QueueCount = z.infer<typeof queueCount>

/** Where the daily comparison with what is held outside stands. */
const reconciliationDue = z.object({
  /** When two people have signed one last; null for never. */
  last: z.nullable(millis),
  /** Whether something lies outside and nobody has signed it for a day. */
  due: z.boolean(),
  /** Whether the last one found a difference. */
  differs: z.boolean(),
})
export type ReconciliationDue = z.infer<typeof reconciliationDue>

export const deskWaiting = defineRoute({
  method: 'GET',
  path: '/desk/waiting',
  access: 'desk',
  answer: z.object({
    deposits: z.nullable(queueCount),
    withdrawals: z.nullable(queueCount),
    verifications: z.nullable(queueCount),
    reconciliation: z.nullable(reconciliationDue),
    /** How far (ms) the exchange's time runs ahead of the machine's clock; negative: behind. Within a second it is 0. */
    clock_lead: z.int(),
    /** Committed facts that a table could not take: what is shown lacks them until a later start. */
    set_aside: z.int(),
    /** What the server checked of itself and found not to hold, with what it found. */
    checks_failed: z.array(z.object({ name: z.enum(ownCheckNames), time: millis, detail: z.string() })),
    /** What is missing for real money; empty where all conditions are met. */
    real_money_missing: z.array(z.enum(realConditions)),
  }),
  summary: 'What waits for an operator, and what waits too long; null is what the caller’s role does not see.',
})
export type DeskWaiting = z.infer<typeof deskWaiting.answer>

export const deskWaitingRoutes = { deskWaiting }
