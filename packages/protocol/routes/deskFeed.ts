import * as z from 'zod/mini'
import { reasonText, symbol } from '../values.ts'
import { approvalErrors } from './approval.ts'
import { priceKind } from './market.ts'
import { defineRoute } from './route.ts'

/** The venues whose public market data can be heard. */
export const liveSources = ['binance', 'coinbase', 'kraken', 'okx'] as const
export const liveSource = z.enum(liveSources)
export type LiveSource = (typeof liveSources)[number]

/** `auto` goes on with the kind that ran last. */
export const feedKind = z.enum(['auto', 'live', 'replay', 'simulated'])
export type FeedKind = z.infer<typeof feedKind>

/** Which venues a symbol's index is made of. */
const symbolSources = z.object({
  symbol,
  sources: z.array(liveSource).check(z.minLength(1), z.maxLength(liveSources.length)),
})

/** Where prices come from: what operators set, and what runs. */
export const deskFeed = z.object({
  /** The kind of prices that runs now. */
  running: priceKind,
  /** What operators set last; it holds from the next start on. */
  kind: feedKind,
  /** Whether what was set last differs from what this start took. */
  due: z.boolean(),
  /** Whether this start kept the kind that ran before, since an option or a real position was open. */
  waits: z.boolean(),
  /** The kind that the server's configuration fixes; null where operators choose. */
  fixed: z.nullable(priceKind),
  /** Whether the configuration names a file that could be replayed. */
  replay: z.boolean(),
  symbols: z.array(
    z.object({
      symbol,
      /** The venues that list it. */
      offered: z.array(liveSource),
      /** The venues that were set. */
      sources: z.array(liveSource),
      /** How many sources are heard now. */
      heard: z.int(),
    }),
  ),
})
export type DeskFeed = z.infer<typeof deskFeed>

export const deskFeedRead = defineRoute({
  method: 'GET',
  path: '/desk/feed',
  access: 'desk',
  answer: deskFeed,
  summary: 'Where prices come from: the kind, and the venues of each symbol.',
})

export const deskFeedChange = defineRoute({
  method: 'PUT',
  path: '/desk/feed',
  access: 'desk_market_write',
  body: z.object({
    kind: feedKind,
    symbols: z.array(symbolSources).check(z.maxLength(500)),
    reason: reasonText,
  }),
  answer: deskFeed,
  errors: [
    'field_malformed',
    'symbol_unknown',
    'feed_fixed',
    'replay_file_missing',
    'feed_positions_open',
    ...approvalErrors,
  ],
  summary: 'Sets where prices come from, for every user alike; it takes effect at the next start of the server.',
})

export const deskFeedRoutes = { deskFeedRead, deskFeedChange }
