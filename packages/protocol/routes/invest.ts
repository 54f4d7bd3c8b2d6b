import * as z from 'zod/mini'
import { currency, decimal, id, millis, page, pageOf, signedDecimal, symbol } from '../values.ts'
import { shape } from './derivative.ts'
import { defineRoute } from './route.ts'
import { newRisk, openingMarket } from './trader.ts'

/** `sell_high`: the coin is put in; `buy_low`: USDT is. */
export const investDirection = z.enum(['sell_high', 'buy_low'])
export type InvestDirection = z.infer<typeof investDirection>
/** How an investment ended: paid in the coin, paid in USDT, or void with what was put in given back. */
export const investOutcome = z.enum(['coin', 'usdt', 'void'])
export type InvestOutcome = z.infer<typeof investOutcome>
export const investStatus = z.enum(['purchased', 'completed'])
export type InvestStatus = z.infer<typeof investStatus>

const terms = {
  product_id: id,
  /** As the operator named it; empty where it goes by its terms. */
  name: z.string(),
  /** The market whose index settles it. */
  symbol,
  direction: investDirection,
  /** What is put in, and the coin that the product is pegged to. */
  currency,
  coin: currency,
  /** What one share costs, in `currency`. */
  single_price: decimal,
  /** The rate of a year: "0.365" is 36.5 %. */
  annualized_return: decimal,
  linked_reference_price: decimal,
  /** In days. */
  holding_period: z.int(),
  maturity_date: millis,
} as const

/** A product that is on sale. */
export const investProduct = z.object({
  ...terms,
  /** Until when it is sold; its days count from then. */
  sale_end: millis,
  shares: z.int(),
  remaining_shares: z.int(),
  /** Where its yield comes from, in the reader's language where the operator wrote it. */
  yield_source: z.string(),
  /** What one share pays: in the coin or in USDT, never both. */
  coin_payout: decimal,
  usdt_payout: decimal,
  /** The last index of the market; null where there is none. */
  current_price: z.nullable(decimal),
  simulated: z.boolean(),
})
export type InvestProduct = z.infer<typeof investProduct>

/** What the same amount would be worth, had it been held instead; in USDT at the settlement price. */
const hadHeld = z.object({
  /** What was paid, and what was put in. */
  paid_value: decimal,
  held_value: decimal,
  /** The first less the second. */
  difference: signedDecimal,
})

/** An investment as its owner sees it, on the terms of its purchase. */
export const investOrder = z.object({
  order_id: id,
  ...terms,
  shares: z.int(),
  investment_amount: decimal,
  coin_payout: decimal,
  usdt_payout: decimal,
  transaction_time: millis,
  status: investStatus,
  outcome: z.nullable(investOutcome),
  /** The mean index of the half hour up to maturity; null until then, and where none could be had. */
  settlement_price: z.nullable(decimal),
  settlement_time: z.nullable(millis),
  /** How many one-second samples the settlement price is the mean of, and the first and last of them. */
  samples: z.nullable(z.int()),
  sample_first: z.nullable(millis),
  sample_last: z.nullable(millis),
  paid_currency: z.nullable(currency),
  paid_amount: z.nullable(decimal),
  /** What was paid above what the amount comes to at the reference price, in the currency that was paid. */
  income: z.nullable(decimal),
  had_held: z.nullable(hadHeld),
})
export type InvestOrder = z.infer<typeof investOrder>

export const investOrderBody = z.object({
  product_id: id,
  /** Whole shares. */
  quantity: z.int().check(z.minimum(0), z.maximum(1_000_000)),
})
export type InvestOrderBody = z.infer<typeof investOrderBody>

export const investProducts = defineRoute({
  method: 'GET',
  path: '/invest/products',
  access: 'user',
  query: z.object(page),
  answer: pageOf(investProduct),
  errors: ['field_malformed'],
  summary: 'The products that are on sale, the next to mature first.',
})

export const investOrderPlace = defineRoute({
  method: 'POST',
  path: '/invest/orders',
  access: 'demo_no_wealth',
  body: investOrderBody,
  answer: investOrder,
  errors: [
    ...newRisk,
    'invest_product_unknown',
    'invest_sale_ended',
    ...openingMarket,
    ...shape,
    'invest_shares_min',
    'invest_shares_short',
    'open_orders_too_many',
    'invest_pool_short',
    'balance_insufficient',
  ],
  idempotent: true,
  summary: 'Buys whole shares of a product; its terms are fixed from then on.',
})

export const investOrders = defineRoute({
  method: 'GET',
  path: '/invest/orders',
  access: 'user',
  query: z.object({ ...page, status: z.optional(investStatus), id: z.optional(id) }),
  answer: pageOf(investOrder),
  errors: ['field_malformed'],
  summary: 'One’s own investments, newest first; with `id` that one alone.',
})

export const investRoutes = { investProducts, investOrderPlace, investOrders }

/** Before which of them the risks of what are read. */
export const investRisks = { investOrderPlace: { product: 'invest' } } as const
