import { disableGrounds, freezeGrounds, haltGrounds } from '@truemark/core/suspension/words'
import * as z from 'zod/mini'
import { defineRoute } from './route.ts'

/** What operators stop for a time. */
export const suspensionKinds = ['freeze', 'disable', 'halt'] as const
export type SuspensionKind = (typeof suspensionKinds)[number]

/** Why an operator halts a market: a closed list, which everyone reads. */
export const haltGround = z.enum([
  'price_fault',
  'disorderly_trading',
  'technical_fault',
  'asset_event',
  'authority_order',
])
export type HaltGround = z.infer<typeof haltGround>

const count = z.int().check(z.minimum(0))

/** How often operators have stopped something on one ground, and what came of it. */
export const suspensionCount = z.object({
  kind: z.enum(suspensionKinds),
  ground: z.enum([...freezeGrounds, ...disableGrounds, ...haltGrounds]),
  total: count,
  /** Those that stand now; and of them those that one person made, whose hour is not over. */
  open: count,
  unconfirmed: count,
  /** How the others ended: nobody confirmed them within their hour, their end came, or operators lifted them. */
  lapsed: count,
  expired: count,
  lifted: count,
  /** How often two people named a later end. */
  renewed: count,
  /** How long those lasted that have ended; null where none has. */
  mean_ms: z.nullable(count),
})
export type SuspensionCount = z.infer<typeof suspensionCount>

export const suspensionsPublic = defineRoute({
  method: 'GET',
  path: '/transparency/suspensions',
  access: 'guest',
  answer: z.object({ counts: z.array(suspensionCount).check(z.maxLength(64)) }),
  errors: [],
  idempotent: false,
  summary:
    'How often operators froze payouts, disabled accounts and halted markets: by ground, how many stand, how long they lasted, and how many lapsed since no second person confirmed them.',
})

export const suspensionRoutes = { suspensionsPublic }
