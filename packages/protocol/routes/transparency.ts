import * as z from 'zod/mini'
import { decimal, millis, millisText, page, pageOf, realm, symbol } from '../values.ts'
import { manualTotal } from './deskTreasury.ts'
import { insuranceMove, publicLiquidation } from './derivative.ts'
import { defineRoute } from './route.ts'

/** One second's index of a symbol and how many sources were heard for it. */
export const indexSample = z.object({ time: millis, index: decimal, sources: z.int(), simulated: z.boolean() })
export type IndexSample = z.infer<typeof indexSample>

export const rule = z.object({ name: z.string(), value: z.string(), unit: z.string() })

export const transparencyRules = defineRoute({
  method: 'GET',
  path: '/transparency/rules',
  access: 'guest',
  answer: z.object({
    version: z.string(),
    rules: z.array(rule),
    symbols: z.array(
      z.object({
        symbol,
        fee_rate_maker: decimal,
        fee_rate_taker: decimal,
        half_spread_rate: decimal,
        collar_rate: decimal,
        kind: z.string(),
        source: z.string(),
      }),
    ),
  }),
  errors: [],
  idempotent: false,
  summary: 'The rules and fees that hold for everyone, as the engine applies them.',
})

export const indexSamples = defineRoute({
  method: 'GET',
  path: '/transparency/index_samples/{symbol}',
  access: 'guest',
  params: z.object({ symbol }),
  query: z.object({ from: z.optional(millisText), to: z.optional(millisText) }),
  answer: z.array(indexSample).check(z.maxLength(3_600)),
  errors: ['field_malformed', 'symbol_unknown'],
  idempotent: false,
  summary: 'The recorded one-second index of a symbol; at most an hour a call.',
})

export const insuranceFund = defineRoute({
  method: 'GET',
  path: '/transparency/insurance',
  access: 'guest',
  query: z.object({ ...page, realm: z.optional(realm) }),
  answer: z.object({
    funds: z.array(z.object({ realm, balance: decimal, floor: decimal })),
    ...pageOf(insuranceMove).shape,
  }),
  errors: ['field_malformed'],
  idempotent: false,
  summary: 'What stands in the insurance funds, and every draw and receipt, newest first.',
})

export const liquidationsPublic = defineRoute({
  method: 'GET',
  path: '/transparency/liquidations',
  access: 'guest',
  query: z.object({ ...page, realm: z.optional(realm), symbol: z.optional(symbol) }),
  answer: pageOf(publicLiquidation),
  errors: ['field_malformed', 'symbol_unknown'],
  idempotent: false,
  summary: 'Closing fills and take-overs of liquidations, newest first, without whose they were.',
})

export const manualEntriesPublic = defineRoute({
  method: 'GET',
  path: '/transparency/manual_entries',
  access: 'guest',
  answer: z.object({
    totals: z.array(manualTotal),
    /** Whether one operator may approve changes of terms alone. */
    single_operator: z.boolean(),
    /** When two people last signed what lies outside against the ledger; null for never. */
    reconciled: z.nullable(millis),
  }),
  errors: [],
  idempotent: false,
  summary: 'What operators have entered by hand for users, in all, and by how many people changes are approved.',
})

export const transparencyRoutes = {
  transparencyRules,
  indexSamples,
  insuranceFund,
  liquidationsPublic,
  manualEntriesPublic,
}
