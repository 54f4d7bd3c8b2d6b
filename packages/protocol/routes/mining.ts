import * as z from 'zod/mini'
import { currency, decimal, id, millis, page, pageOf } from '../values.ts'
import { shape } from './derivative.ts'
import { defineRoute } from './route.ts'
import { newRisk, orderKeys } from './trader.ts'

/** `settled` ran its whole time; `history` was redeemed before. */
export const miningStatus = z.enum(['ongoing', 'settled', 'history'])
export type MiningStatus = z.infer<typeof miningStatus>

/** The rate of one day of UTC, which begins at `date`. */
export const dayRate = z.object({ date: millis, rate: decimal })
export type DayRate = z.infer<typeof dayRate>

/** Rates are fractions of the amount by the day: "0.003" is 0.3 %. */
const terms = {
  product_id: id,
  name: z.string(),
  currency,
  daily_return_rate_min: decimal,
  daily_return_rate_max: decimal,
  /** In whole days of UTC. */
  lockup_period: z.int(),
  /** What an early redemption costs, as a fraction of the amount. */
  early_redemption_rate: decimal,
} as const

/** A locked-mining product as anyone who is signed in may see it. */
export const miningProduct = z.object({
  ...terms,
  /** Which edition of its terms this is: an order names it, so that nobody locks money on terms they did not see. */
  terms_version: z.int(),
  /** Whether new orders are taken. */
  on: z.boolean(),
  /** The amount must be more than this. */
  minimum_amount: decimal,
  maximum_amount: decimal,
  capacity: decimal,
  remaining: decimal,
  /** Where its yield comes from, in the reader's language where the operator wrote it. */
  yield_source: z.string(),
  /** The published rates from yesterday on; a day without one pays the lowest. */
  rates: z.array(dayRate).check(z.maxLength(400)),
  /** The first day that an order made now would earn on, and when that ends. */
  income_start: millis,
  end_time: millis,
})
export type MiningProduct = z.infer<typeof miningProduct>

/** An order as its owner sees it, on the terms of its making. */
export const miningOrder = z.object({
  order_id: id,
  ...terms,
  investment_amount: decimal,
  transaction_time: millis,
  /** When the first day that earns begins, and when the last one ends. */
  income_start: millis,
  end_time: millis,
  days_paid: z.int(),
  /** What has been paid so far. */
  income: decimal,
  /** When the next day is paid; null once it has ended. */
  next_income_time: z.nullable(millis),
  /** Whether it was redeemed early, what that cost (or would, while it runs), and what of the principal came back. */
  early_redemption: z.boolean(),
  early_redemption_cost: decimal,
  refund: decimal,
  ended_time: z.nullable(millis),
  status: miningStatus,
})
export type MiningOrder = z.infer<typeof miningOrder>

/** One day's income. `published`: whether the day had a rate of its own, or the lowest was taken. */
export const miningIncome = z.object({
  date: millis,
  rate: decimal,
  published: z.boolean(),
  amount: decimal,
  credited_time: millis,
})
export type MiningIncome = z.infer<typeof miningIncome>

export const miningOrderDetail = z.object({
  ...miningOrder.shape,
  incomes: z.array(miningIncome).check(z.maxLength(365)),
  /** Published rates of its days ahead. */
  rates: z.array(dayRate).check(z.maxLength(400)),
})
export type MiningOrderDetail = z.infer<typeof miningOrderDetail>

export const miningOrderBody = z.object({
  product_id: id,
  amount: decimal,
  /** Where it is named, and is another by now, nothing is locked. */
  terms_version: z.optional(z.int().check(z.minimum(1))),
})
export type MiningOrderBody = z.infer<typeof miningOrderBody>

export const miningProducts = defineRoute({
  method: 'GET',
  path: '/mining/products',
  access: 'user',
  query: z.object(page),
  answer: pageOf(miningProduct),
  errors: ['field_malformed'],
  summary: 'Locked-mining products with their terms, the source of their yield, and the published rates.',
})

export const miningOrderPlace = defineRoute({
  method: 'POST',
  path: '/mining/orders',
  access: 'demo_no_wealth',
  body: miningOrderBody,
  answer: miningOrder,
  errors: [
    ...newRisk,
    'mining_unknown',
    'mining_off',
    ...shape,
    'mining_terms_changed',
    'mining_amount_too_small',
    'mining_amount_too_large',
    'mining_capacity_full',
    'open_orders_too_many',
    'mining_pool_short',
    'balance_insufficient',
  ],
  idempotent: true,
  summary: 'Locks an amount on the terms of a product; it earns on the whole days of UTC that follow.',
})

export const miningOrders = defineRoute({
  method: 'GET',
  path: '/mining/orders',
  access: 'user',
  /** `ongoing` those that run, `history` those that have ended, in either way. */
  query: z.object({ ...page, status: z.optional(z.enum(['ongoing', 'history'])) }),
  answer: pageOf(miningOrder),
  errors: ['field_malformed'],
  summary: 'One’s own orders of locked mining, newest first.',
})

export const miningOrderOne = defineRoute({
  method: 'GET',
  path: '/mining/orders/{id}',
  access: 'user',
  params: z.object({ id }),
  answer: miningOrderDetail,
  errors: ['not_owner', 'order_unknown'],
  summary: 'One order with the income of each day.',
})

export const miningRedeem = defineRoute({
  method: 'POST',
  path: '/mining/orders/{id}/redeem',
  access: 'demo_no_wealth_exit',
  params: z.object({ id }),
  answer: miningOrder,
  errors: [...orderKeys, 'user_disabled', 'not_owner', 'order_unknown', 'order_done'],
  idempotent: true,
  summary: 'Gives the principal back before its time, less what that costs; what was paid is kept.',
})

export const miningRoutes = { miningProducts, miningOrderPlace, miningOrders, miningOrderOne, miningRedeem }

/** Before which of them the risks of what are read. */
export const miningRisks = { miningOrderPlace: { product: 'mining' } } as const
