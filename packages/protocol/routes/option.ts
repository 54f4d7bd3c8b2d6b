import * as z from 'zod/mini'
import { decimal, id, millis, millisText, page, pageOf, signedDecimal, symbol } from '../values.ts'
import { shape } from './derivative.ts'
import { defineRoute } from './route.ts'
import { orderMarket } from './spot.ts'
import { newRisk } from './trader.ts'

/** Which way the price must go for a win. */
export const optionType = z.enum(['up', 'down'])
export type OptionType = z.infer<typeof optionType>
/** `closed` is settled, `expired` ended void with its stake freed. */
export const optionStatus = z.enum(['open', 'closed', 'expired'])
export type OptionStatus = z.infer<typeof optionStatus>
export const optionOutcome = z.enum(['win', 'loss', 'tie'])
export type OptionOutcome = z.infer<typeof optionOutcome>
/** What a tie does. */
export const tieRule = z.enum(['stake_returned'])
/** Why an option ended void; the texts stand in the locales' `option.json`. */
export const optionVoidReason = z.enum(['no_entry', 'no_exit', 'demo_reset'])
export type OptionVoidReason = z.infer<typeof optionVoidReason>

/** An option as its owner sees it. Amounts in USDT, prices of the index. */
export const optionOrder = z.object({
  order_id: id,
  symbol,
  type: optionType,
  /** Seconds from entry to expiration. */
  trade_mode: z.int(),
  /** What a win pays on top of the amount, as fixed when the order was taken. */
  payout_rate: decimal,
  tie_rule: tieRule,
  order_amount: decimal,
  /** What is paid back in the event of a win, the amount included. */
  payout: decimal,
  /** The index sample on which it entered; null until then. */
  entry_price: z.nullable(decimal),
  entry_time: z.nullable(millis),
  entry_sources: z.nullable(z.int()),
  /** The last index of an open option; null where there is none, and when it has ended. */
  current_price: z.nullable(decimal),
  /** The exit; null until then, and for a void one. */
  close_price: z.nullable(decimal),
  /** The stamp of the exit's sample, and when the option ended. */
  close_sample_time: z.nullable(millis),
  closed_time: z.nullable(millis),
  /** The amount over the entry price, in the base currency, rounded down. */
  volume: z.nullable(decimal),
  created_time: millis,
  expiration_time: z.nullable(millis),
  fee: decimal,
  /** Whole seconds to the expiration, at least 0, by the server's clock; null before the entry and after the end. */
  countdown: z.nullable(z.int()),
  /** What it has brought: null while open. */
  earnings: z.nullable(signedDecimal),
  status: optionStatus,
  outcome: z.nullable(optionOutcome),
  reason: z.nullable(optionVoidReason),
  simulated: z.boolean(),
})
export type OptionOrder = z.infer<typeof optionOrder>

/** The payout rate that was shown is optional: where it is named, and is another by now, nothing is placed. */
export const optionOrderBody = z.object({
  symbol,
  type: optionType,
  trade_mode: z.int().check(z.minimum(1), z.maximum(86_400)),
  amount: decimal,
  payout_rate: z.optional(decimal),
})
export type OptionOrderBody = z.infer<typeof optionOrderBody>

export const optionTermsView = z.object({
  symbol,
  /** Whether new options are taken. */
  on: z.boolean(),
  trade_modes: z.array(
    z.object({
      trade_mode: z.int(),
      payout_rate: decimal,
      /** The share of wins at which such options come to nothing in the long run: 1 / (1 + payout rate). */
      break_even_rate: decimal,
    }),
  ),
  amount_min: decimal,
  amount_max: decimal,
  tie_rule: tieRule,
  /** Entry is the first fresh sample from `entry_after` to `entry_until` ms after acceptance, else it is void. */
  entry_after: z.int(),
  entry_until: z.int(),
})
export type OptionTermsView = z.infer<typeof optionTermsView>

export const optionTerms = defineRoute({
  method: 'GET',
  path: '/option/terms',
  access: 'user',
  byKey: 'read',
  answer: z.array(optionTermsView),
  summary: 'Durations, payouts, limits and the tie rule of options on each symbol.',
})

export const optionOrderPlace = defineRoute({
  method: 'POST',
  path: '/option/orders',
  access: 'risk',
  byKey: 'trade',
  body: optionOrderBody,
  answer: optionOrder,
  errors: [
    ...newRisk,
    ...orderMarket,
    'option_sources_few',
    ...shape,
    'duration_unknown',
    'stake_out_of_range',
    'option_terms_changed',
    'open_orders_too_many',
    'option_exposure_full',
    'option_pool_full',
    'balance_insufficient_order',
  ],
  idempotent: true,
  summary: 'Takes an option; its entry is empty until the first fresh index sample.',
})

export const optionOrders = defineRoute({
  method: 'GET',
  path: '/option/orders',
  access: 'user',
  byKey: 'read',
  query: z.object({
    ...page,
    status: z.optional(z.enum(['open', 'history'])),
    symbol: z.optional(symbol),
    type: z.optional(optionType),
    outcome: z.optional(z.enum(['win', 'loss', 'tie', 'void'])),
  }),
  answer: pageOf(optionOrder),
  errors: ['field_malformed', 'symbol_unknown'],
  summary: 'Open options or those that have ended, newest first.',
})

export const optionOrderOne = defineRoute({
  method: 'GET',
  path: '/option/orders/{id}',
  access: 'user',
  byKey: 'read',
  params: z.object({ id }),
  answer: optionOrder,
  errors: ['not_owner', 'order_unknown'],
  summary: 'One option.',
})

const sample = z.object({ time: millis, price: decimal, sources: z.int(), fresh: z.boolean() })

/** What a settlement stands on: open to anyone, without a word about whose option it was. */
export const optionExit = z.object({
  symbol,
  expiration_time: millis,
  /** `sampled`: an index sample; `rebuilt`: from public trades; `lost`: none can be had; `missing`: being rebuilt. */
  state: z.enum(['sampled', 'rebuilt', 'missing', 'lost']),
  price: z.nullable(decimal),
  sample_time: z.nullable(millis),
  sources: z.nullable(z.int()),
  /** The public trades that a rebuilt price is the mean of. */
  trades: z.array(z.object({ source: z.string(), trade: z.string(), time: millis, price: decimal })),
  /** The index samples of the seconds around it. */
  samples: z.array(sample).check(z.maxLength(60)),
  simulated: z.boolean(),
})
export type OptionExit = z.infer<typeof optionExit>

export const optionExits = defineRoute({
  method: 'GET',
  path: '/transparency/option_exits/{symbol}',
  access: 'guest',
  params: z.object({ symbol }),
  query: z.object({ expiration: millisText }),
  answer: z.array(optionExit).check(z.maxLength(6)),
  errors: ['field_malformed', 'symbol_unknown'],
  summary: 'The exit price of all options on a symbol that expired at one moment, with its evidence.',
})

export const optionVoids = defineRoute({
  method: 'GET',
  path: '/transparency/option_voids',
  access: 'guest',
  answer: z.array(z.object({ symbol, reason: optionVoidReason, count: z.int(), settled: z.int() })),
  summary: 'How many options ended void, by symbol and reason, beside how many were settled.',
})

export const optionRoutes = { optionTerms, optionOrderPlace, optionOrders, optionOrderOne, optionExits, optionVoids }
