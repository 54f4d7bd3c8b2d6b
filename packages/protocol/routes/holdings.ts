import { wealthProducts } from '@truemark/core/capability/products'
import * as z from 'zod/mini'
import { holdCauses } from '@truemark/core/ledger/holdView'
import { currency, decimal, millis, page, pageOf, signedDecimal, symbol, utcDay } from '../values.ts'
import { accountKind, cause } from './account.ts'
import { defineRoute } from './route.ts'

/** One part of an account that is locked, and by what. `symbol` is '' and `since` null where the hold is of all. */
export const hold = z.object({
  hold: z.enum(holdCauses),
  account: accountKind,
  currency,
  amount: decimal,
  symbol: z.union([symbol, z.literal('')]),
  since: z.nullable(millis),
  cause: z.nullable(cause),
})
export type Hold = z.infer<typeof hold>

export const holds = defineRoute({
  method: 'GET',
  path: '/account/holds',
  access: 'user',
  byKey: 'read',
  query: z.object({ ...page, type: z.optional(accountKind), currency: z.optional(currency) }),
  answer: z.object({ ...pageOf(hold).shape, time: millis }),
  errors: ['field_malformed'],
  summary: 'What is locked and by what: by account and currency the amounts come to what is frozen.',
})

/**
 * How far back the worth is asked for: 24 hours and 7 days by the hour, 30 and 365 days by the day, or by the hour in an
 * account that is not a week old.
 */
export const worthSpan = z.enum(['day', 'week', 'month', 'year'])
export type WorthSpan = z.infer<typeof worthSpan>

/** What stood at a moment, in USDT at the index of that moment; `invested` is what was put into products. */
export const worthPoint = z.object({
  time: millis,
  total: decimal,
  coin: decimal,
  contract: decimal,
  option: decimal,
  invested: decimal,
})
export type WorthPoint = z.infer<typeof worthPoint>

/**
 * What a span made of what was owned, in USDT: `profit` = `last` − `first` − `came_in` + `left`, `rate` its per cent of
 * `first` + `came_in`, null of nothing. `came_in` and `left` are deposits and withdrawals, each at the price kept before it.
 */
export const worthChange = z.object({
  from: millis,
  to: millis,
  first: decimal,
  last: decimal,
  came_in: decimal,
  left: decimal,
  profit: signedDecimal,
  rate: z.nullable(signedDecimal),
})
export type WorthChange = z.infer<typeof worthChange>

/** `change` is null where a deposit or withdrawal has no kept price, or nothing was recorded. `missing` counts the moments of which nothing was recorded, since the first that was; nothing is filled in. */
export const worthHistory = z.object({
  span: worthSpan,
  step: z.enum(['hour', 'day']),
  from: millis,
  to: millis,
  points: z.array(worthPoint),
  missing: z.int().check(z.minimum(0)),
  change: z.nullable(worthChange),
  simulated: z.boolean(),
})
export type WorthHistory = z.infer<typeof worthHistory>

export const worth = defineRoute({
  method: 'GET',
  path: '/account/worth',
  access: 'user',
  byKey: 'read',
  query: z.object({ span: z.optional(worthSpan) }),
  answer: worthHistory,
  summary:
    'Total assets over time as they were recorded, oldest first, without missed moments; and the profit of the span.',
})

/** The products whose profit is told apart; `holding` is what price moves and trades made of the coins held. */
export const profitProduct = z.enum(['holding', 'contract', 'perpetual', 'option', ...wealthProducts])
export type ProfitProduct = z.infer<typeof profitProduct>

export const profitLine = z.object({ product: profitProduct, amount: z.nullable(signedDecimal) })

/** A day of UTC (2026-11-28). `total` is null where one of its amounts is: a price or a day's worth is not recorded. */
export const profitDay = z.object({
  day: utcDay,
  products: z.array(profitLine),
  total: z.nullable(signedDecimal),
})
export type ProfitDay = z.infer<typeof profitDay>

export const profit = defineRoute({
  method: 'GET',
  path: '/account/profit',
  access: 'user',
  byKey: 'read',
  query: z.object({ days: z.optional(z.enum(['7', '30', '90'])) }),
  answer: z.object({ items: z.array(profitDay), simulated: z.boolean() }),
  summary: 'Profit by product and day of UTC in USDT, newest first; days on which nothing happened are left out.',
})

const month = z.string().check(z.regex(/^[0-9]{4}-(0[1-9]|1[0-2])$/))

/** A month of UTC of which there is a statement; `lines` as far as the ledger has them now. */
export const statementMonth = z.object({ month, lines: z.int(), ended: z.boolean() })
export type StatementMonth = z.infer<typeof statementMonth>

export const statements = defineRoute({
  method: 'GET',
  path: '/account/statements',
  access: 'user',
  answer: z.object({ items: z.array(statementMonth), csv_lines_max: z.int(), pdf_lines_max: z.int() }),
  summary: 'The months of which there is a statement, newest first, and how many lines each kind of file can hold.',
})

const file = {
  method: 'GET',
  access: 'user',
  params: z.object({ month }),
  /** Which part of a month that is longer than one file holds, from 1; each opens and closes with its balances. */
  query: z.object({ part: z.optional(z.string().check(z.regex(/^[1-9][0-9]{0,3}$/))) }),
  answer: z.null(),
  errors: ['statement_month_invalid', 'statement_too_long', 'statement_busy'],
} as const

export const statementCsv = defineRoute({
  ...file,
  path: '/account/statements/{month}/csv',
  media: 'text/csv',
  summary: 'The statement of a month as CSV: UTF-8 with a byte order mark, full precision, times in ISO 8601 UTC.',
})

export const statementPdf = defineRoute({
  ...file,
  path: '/account/statements/{month}/pdf',
  media: 'application/pdf',
  summary: 'The statement of a month as PDF, in the language of the `lang` header.',
})

export const holdingRoutes = { holds, worth, profit, statements, statementCsv, statementPdf }
