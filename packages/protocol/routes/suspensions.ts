import { disableGrounds, freezeGrounds, haltGrounds } from '@truemark/core/suspension/words'
import * as z from 'zod/mini'
import { millis } from '../values.ts'
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

/** What two people can end in a market: no new risk of it is taken from then on, or its spot is closed. */
export const marketEnds = ['spot', 'contract', 'perpetual', 'option'] as const
export type MarketEnd = (typeof marketEnds)[number]

/** What ends in a market, when that was announced, and from when on it holds: a day later. */
export const announcedEnd = z.object({
  symbol: z.string(),
  ends: z.array(z.enum(marketEnds)).check(z.maxLength(4)),
  announced: millis,
  due: millis,
})
export type AnnouncedEnd = z.infer<typeof announcedEnd>

export const suspensionsPublic = defineRoute({
  method: 'GET',
  path: '/transparency/suspensions',
  access: 'guest',
  answer: z.object({
    counts: z.array(suspensionCount).check(z.maxLength(64)),
    announced: z.array(announcedEnd).check(z.maxLength(100)),
  }),
  summary:
    'How often operators froze payouts, disabled accounts and halted markets: by ground, how many stand, how long they lasted, and how many lapsed since no second person confirmed them; and what ends in a market, a day ahead.',
})

export const suspensionRoutes = { suspensionsPublic }
