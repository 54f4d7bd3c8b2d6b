import { investedProducts, wealthProducts } from '@truemark/core/capability/products'
import * as z from 'zod/mini'
import { category } from '../categories.ts'
import { currency, decimal, id, millis, millisText, page, pageOf, realm, signedDecimal } from '../values.ts'
import { defineRoute } from './route.ts'
import { openingMarket, orderKeys, trader } from './trader.ts'

export const accountKind = z.enum(['coin', 'contract', 'option'])
export type AccountKind = z.infer<typeof accountKind>

/** What one account holds of one currency. `total` = `available` + `frozen`; `value` is in USDT, null without a price. */
export const balance = z.object({
  account: accountKind,
  currency,
  available: decimal,
  frozen: decimal,
  total: decimal,
  value: z.nullable(decimal),
})
export type Balance = z.infer<typeof balance>

/**
 * What was put into a product that takes it out of the accounts until it pays: an investment's amount until it is settled,
 * what passes of a launch cost until their coin is delivered. `value` as above.
 */
export const invested = z.object({
  product: z.enum(investedProducts),
  currency,
  amount: decimal,
  value: z.nullable(decimal),
})
export type Invested = z.infer<typeof invested>

/**
 * Everything an account holder owns. Values in USDT at the index; `simulated` where the prices are. The total is that of
 * the three accounts, what is locked in them among it, and of what is put into products; profit that is not realised is
 * in none of them.
 */
export const assets = z.object({
  realm,
  total_value: decimal,
  values: z.object({ coin: decimal, contract: decimal, option: decimal, invested: decimal }),
  balances: z.array(balance),
  invested: z.array(invested),
  simulated: z.boolean(),
  /** The `seq` of the last balance change that these figures contain. */
  seq: z.int(),
  time: millis,
})
export type Assets = z.infer<typeof assets>

export const accountView = z.object({
  account: accountKind,
  value: decimal,
  balances: z.array(balance),
  simulated: z.boolean(),
  time: millis,
})
export type AccountView = z.infer<typeof accountView>

export const transferView = z.object({
  id,
  from: accountKind,
  to: accountKind,
  currency,
  amount: decimal,
  time: millis,
})
export type TransferView = z.infer<typeof transferView>

/** What a line or a hold can come from, as the word of the page that shows it. */
export const causeKind = z.enum([
  'spot_order',
  /** An order that waits for a price. */
  'spot_conditional',
  'contract',
  'perpetual',
  'position',
  'option',
  'transfer',
  'exchange',
  'deposit',
  'withdrawal',
  ...wealthProducts,
])
export const cause = z.object({ kind: causeKind, id })
export type Cause = z.infer<typeof cause>

/** One line of an account's ledger; `isDeposit` says whether it adds to the account. */
export const record = z.object({
  id,
  /** The account that the line belongs to. */
  type: accountKind,
  amount: signedDecimal,
  currency,
  date: millis,
  category,
  isDeposit: z.boolean(),
  /** Where the money came from and where it went: an account of the holder or a word for the other side. */
  from: z.string(),
  to: z.string(),
  /** What the line is about, such as an order's id; empty where there is none. */
  reference: z.string(),
  /** What the category does not say: `funding`, or `manual` for what two operators entered by hand. */
  reason: z.enum(['', 'funding', 'manual']),
  /** The day of UTC that mining income is for, by its beginning: a day that was missed is credited later. */
  income_day: z.nullable(millis),
  balance: decimal,
  /** What opens on pressing the line; null where nothing but the line tells of it. */
  cause: z.nullable(cause),
})
export type Record = z.infer<typeof record>

/** A quote for an exchange: what is given, what is received after the fee, and how long it stands. */
export const quote = z.object({
  id,
  source: currency,
  target: currency,
  source_amount: decimal,
  target_amount: decimal,
  exchange_rate: decimal,
  /** The rate of the index, beside which `exchange_rate` shows the spread. */
  index_rate: decimal,
  spread_rate: decimal,
  fee: decimal,
  fee_rate: decimal,
  fee_currency: currency,
  time: millis,
  validUntil: millis,
  simulated: z.boolean(),
})
export type Quote = z.infer<typeof quote>

export const exchangeOrder = z.object({
  order_id: id,
  source: currency,
  target: currency,
  source_amount: decimal,
  target_amount: decimal,
  exchange_rate: decimal,
  fee: decimal,
  fee_rate: decimal,
  fee_currency: currency,
  transaction_time: millis,
  /** Whether the prices of its moment were simulated. */
  simulated: z.boolean(),
})
export type ExchangeOrder = z.infer<typeof exchangeOrder>

/** What keeps an account from taking new risk, and what is asked of the prices. */
const prices = [...trader, ...openingMarket] as const

export const accountAssets = defineRoute({
  method: 'GET',
  path: '/account/assets',
  access: 'user',
  byKey: 'read',
  answer: assets,
  summary: 'All balances and what is put into products, with their worth in USDT.',
})

export const accountOne = defineRoute({
  method: 'GET',
  path: '/account/{kind}',
  access: 'user',
  byKey: 'read',
  params: z.object({ kind: accountKind }),
  answer: accountView,
  errors: ['account_invalid'],
  summary: 'The balances of the coin, contract or option account.',
})

export const transferMake = defineRoute({
  method: 'POST',
  path: '/account/transfers',
  access: 'user',
  body: z.object({ from: accountKind, to: accountKind, currency: z.optional(currency), amount: decimal }),
  answer: transferView,
  errors: [
    ...orderKeys,
    'field_malformed',
    'request_malformed',
    'account_invalid',
    'transfer_not_positive',
    'balance_insufficient',
    'transfer_beyond_usable',
    'position_undecided',
  ],
  idempotent: true,
  summary: "Moves USDT between two of the holder's accounts, at once and free.",
})

export const transfers = defineRoute({
  method: 'GET',
  path: '/account/transfers',
  access: 'user',
  byKey: 'read',
  query: z.object({ ...page, id: z.optional(id) }),
  answer: pageOf(transferView),
  errors: ['field_malformed'],
  summary: 'Transfers between accounts, newest first; with `id` that one alone.',
})

export const records = defineRoute({
  method: 'GET',
  path: '/account/records',
  access: 'user',
  byKey: 'read',
  query: z.object({
    ...page,
    type: z.optional(accountKind),
    currency: z.optional(currency),
    category: z.optional(category),
    from: z.optional(millisText),
    to: z.optional(millisText),
  }),
  answer: pageOf(record),
  errors: ['field_malformed'],
  summary: 'The ledger of the holder, newest first; `from` inclusive, `to` exclusive.',
})

export const quoteAsk = defineRoute({
  method: 'POST',
  path: '/exchange/quotes',
  access: 'risk',
  body: z.object({ source: currency, target: currency, amount: decimal }),
  answer: quote,
  errors: [
    'staff_no_trading',
    ...prices,
    'field_malformed',
    'request_malformed',
    'currency_unknown',
    'exchange_pair_invalid',
    'amount_invalid',
    'exchange_too_small',
    'quote_too_large',
    'exchange_stock_short',
    'balance_insufficient',
  ],
  summary: 'Quotes an exchange of `amount` of the source currency for 10 seconds; it replaces the live quote.',
})

export const exchangeMake = defineRoute({
  method: 'POST',
  path: '/exchange/orders',
  access: 'risk',
  body: z.object({ quote_id: id }),
  answer: exchangeOrder,
  errors: [
    'staff_no_trading',
    ...orderKeys,
    ...prices,
    'quote_unknown',
    'quote_expired',
    'quote_void',
    'exchange_stock_short',
    'balance_insufficient',
  ],
  idempotent: true,
  summary: 'Accepts the live quote, once and before it expires.',
})

export const exchanges = defineRoute({
  method: 'GET',
  path: '/exchange/orders',
  access: 'user',
  byKey: 'read',
  query: z.object({ ...page, id: z.optional(id) }),
  answer: pageOf(exchangeOrder),
  errors: ['field_malformed'],
  summary: 'Exchanges that were made, newest first; with `id` that one alone.',
})

export const accountRoutes = {
  accountAssets,
  accountOne,
  transferMake,
  transfers,
  records,
  quoteAsk,
  exchangeMake,
  exchanges,
}
