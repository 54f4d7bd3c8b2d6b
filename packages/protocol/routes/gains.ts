import * as z from 'zod/mini'
import { currency, decimal, millis, signedDecimal } from '../values.ts'
import { defineRoute } from './route.ts'

const year = z.string().check(z.regex(/^2[0-9]{3}$/))

/** A year of UTC of which there is a report. */
export const gainYear = z.object({ year, ended: z.boolean() })

/** How coins were come by: `missing` stands for what no line of the ledger brought in. */
export const gainOrigin = z.enum(['bought', 'earned', 'brought', 'missing'])

/**
 * A part of a disposal with what it is matched with, first in first out. Money is USDT; `cost` and what follows from it is
 * null where nobody knows what it cost, `proceeds` where two coins were exchanged of which no price was kept.
 */
export const gainMatch = z.object({
  currency,
  amount: decimal,
  origin: gainOrigin,
  acquired: z.nullable(millis),
  disposed: millis,
  proceeds: z.nullable(decimal),
  cost: z.nullable(decimal),
  gain: z.nullable(signedDecimal),
  reference: z.string(),
})
export type GainMatch = z.infer<typeof gainMatch>

/**
 * A coin over the year. `proceeds`, `cost` and `gain` are those of what has all three; `unknown` is how much was disposed
 * of beside. `closing_cost` is what the held part cost whose cost is known, `closing_unknown` how much has none.
 */
export const gainCoin = z.object({
  currency,
  opening: decimal,
  moved_in: decimal,
  moved_out: decimal,
  disposed: decimal,
  proceeds: decimal,
  cost: decimal,
  gain: signedDecimal,
  unknown: decimal,
  closing: decimal,
  closing_cost: decimal,
  closing_unknown: decimal,
})
export type GainCoin = z.infer<typeof gainCoin>

/** What came as income in a currency, and what it was worth in USDT as it came; null where a price was not kept. */
export const gainIncome = z.object({ currency, amount: signedDecimal, worth: z.nullable(signedDecimal) })

/** What contracts, perpetuals and options brought in USDT, fees and funding included. */
export const gainProduct = z.object({ product: z.enum(['contract', 'perpetual', 'option']), amount: signedDecimal })

/** `matches` are the first of the year; `more` counts those that stand in the file alone. */
export const gainReport = z.object({
  year,
  from: millis,
  to: millis,
  ended: z.boolean(),
  coins: z.array(gainCoin),
  income: z.array(gainIncome),
  products: z.array(gainProduct),
  proceeds: decimal,
  cost: decimal,
  gain: signedDecimal,
  matches: z.array(gainMatch),
  more: z.int(),
  simulated: z.boolean(),
})
export type GainReport = z.infer<typeof gainReport>

const one = {
  method: 'GET',
  access: 'user',
  params: z.object({ year }),
  errors: ['gains_year_invalid', 'gains_too_long', 'statement_busy'],
} as const

export const gainYears = defineRoute({
  method: 'GET',
  path: '/account/gains',
  access: 'user',
  answer: z.object({ items: z.array(gainYear) }),
  summary: 'The years of UTC of which there is a report of gains, newest first.',
})

export const gainsOf = defineRoute({
  ...one,
  path: '/account/gains/{year}',
  answer: gainReport,
  summary:
    'What coins brought in a year: each disposal with what it cost, first in first out, and the totals of each coin.',
})

export const gainsCsv = defineRoute({
  ...one,
  path: '/account/gains/{year}/csv',
  answer: z.null(),
  media: 'text/csv',
  summary: 'The same as CSV, with every match and every income: UTF-8 with a byte order mark, times in ISO 8601 UTC.',
})

export const gainRoutes = { gainYears, gainsOf, gainsCsv }
