import * as z from 'zod/mini'
import { client } from '../client.ts'
import { decimal, id, millis, page, pageOf, symbol } from '../values.ts'
import { record } from './account.ts'
import { orderCancel, ordersCancel, ordersList } from './orders.ts'
import { defineRoute } from './route.ts'
import { openingMarket, orderKeys, trader } from './trader.ts'

export const side = z.enum(['buy', 'sell'])
export type Side = z.infer<typeof side>
export const orderType = z.enum(['limit', 'market'])
export const timeInForce = z.enum(['GTC', 'IOC', 'FOK', 'POST_ONLY'])
export type TimeInForce = z.infer<typeof timeInForce>
export const spotStatus = z.enum(['new', 'filled', 'canceled'])

/** A spot order as its owner sees it. `amount` is what has been filled, in the quote currency. */
export const spotOrder = z.object({
  order_id: id,
  symbol,
  side,
  type: orderType,
  time_in_force: timeInForce,
  /** The limit; null for a market order. */
  price: z.nullable(decimal),
  /** In the base currency; null for a market buy that names a budget. */
  quantity: z.nullable(decimal),
  /** What a market buy may spend, in the quote currency. */
  budget: z.nullable(decimal),
  filled: decimal,
  amount: decimal,
  average_price: z.nullable(decimal),
  fee: decimal,
  fee_currency: z.string(),
  /** The rates that were fixed when the order was accepted. */
  fee_rate_maker: decimal,
  fee_rate_taker: decimal,
  role: z.enum(['maker', 'taker', 'both', '']),
  status: spotStatus,
  /** Why an order ended without being filled: a word of `cancelReasons`, else empty. */
  reason: z.string(),
  time: millis,
  updated: millis,
  simulated: z.boolean(),
})
export type SpotOrder = z.infer<typeof spotOrder>

/** Why the rest of an order was cancelled; the texts stand in the locales' `trade.json`. */
export const cancelReasons = [
  'by_owner',
  'not_filled',
  'collar',
  'self_trade',
  'fills_too_many',
  'dust',
  'demo_reset',
  'user_disabled',
  'market_closed',
  'paused',
  /** The demo’s prices were to come from another kind of sources. */
  'prices_changed',
  /** The product was switched off, in its market or in the owner’s country. */
  'product_off',
  /** The owner’s real name is no longer approved. */
  'real_name_lost',
] as const
export type CancelReason = (typeof cancelReasons)[number]

/** A limit order names price and quantity; a market sell a quantity; a market buy a quantity or a budget in `amount`. */
export const spotOrderBody = z.object({
  symbol,
  side,
  type: orderType,
  time_in_force: z.optional(timeInForce),
  price: z.optional(decimal),
  quantity: z.optional(decimal),
  amount: z.optional(decimal),
})
export type SpotOrderBody = z.infer<typeof spotOrderBody>

/** For which a market takes no order now. */
export const orderMarket = ['symbol_unknown', ...openingMarket] as const
/** What may be wrong with the figures of a spot order. */
export const orderFigures = [
  'price_invalid',
  'price_off_tick',
  'quantity_off_step',
  'quantity_out_of_range',
  'notional_too_small',
  'notional_too_large',
] as const

export const spotOrderPlace = defineRoute({
  method: 'POST',
  path: '/spot/orders',
  access: 'risk',
  byKey: 'trade',
  body: spotOrderBody,
  answer: spotOrder,
  errors: [
    'staff_no_trading',
    ...orderKeys,
    ...trader,
    ...orderMarket,
    'field_malformed',
    'request_malformed',
    ...orderFigures,
    'time_in_force_invalid',
    'post_only_would_trade',
    'fill_or_kill_too_many',
    'open_orders_too_many',
    'currencies_too_many',
    'balance_insufficient_order',
  ],
  idempotent: true,
  summary: 'Places a spot order and answers with it as it stands after matching.',
})

export const spotOrders = ordersList(
  '/spot/orders',
  spotOrder,
  'Open orders or those that are done with, newest first.',
)

export const spotOrderOne = defineRoute({
  method: 'GET',
  path: '/spot/orders/{id}',
  access: 'user',
  byKey: 'read',
  params: z.object({ id }),
  answer: z.object({
    order: spotOrder,
    /** The last lines of the ledger that it wrote, newest first. */
    records: z.array(record).check(z.maxLength(client.pageLimitMax)),
  }),
  errors: ['not_owner', 'order_unknown'],
  summary: 'One spot order, however old, with its lines of the ledger.',
})

export const spotOrdersCancel = ordersCancel(
  '/spot/orders',
  [],
  'Cancels all open spot orders and those that wait for a price, or those of one symbol.',
)

export const spotOrderAmend = defineRoute({
  method: 'PATCH',
  path: '/spot/orders/{id}',
  access: 'risk',
  byKey: 'trade',
  params: z.object({ id }),
  body: z.object({ price: z.optional(decimal), quantity: z.optional(decimal) }),
  answer: spotOrder,
  errors: [
    'staff_no_trading',
    ...orderKeys,
    'not_owner',
    ...trader,
    ...orderMarket,
    'order_unknown',
    'order_done',
    'field_malformed',
    'request_malformed',
    ...orderFigures,
    'post_only_would_trade',
    'balance_insufficient_order',
  ],
  idempotent: true,
  summary: 'Changes price or quantity; a lower quantity alone keeps the place in the queue.',
})

export const spotOrderCancel = orderCancel('/spot/orders/{id}', spotOrder, [], 'Cancels one open order.')

/** One side of a trade as the one who made it sees it; the fee is in what was received. */
export const spotFill = z.object({
  id,
  order_id: id,
  symbol,
  side,
  role: z.enum(['maker', 'taker']),
  price: decimal,
  quantity: decimal,
  /** Price times quantity, in the quote currency. */
  amount: decimal,
  fee: decimal,
  fee_currency: z.string(),
  time: millis,
})
export type SpotFill = z.infer<typeof spotFill>

export const spotFills = defineRoute({
  method: 'GET',
  path: '/spot/fills',
  access: 'user',
  byKey: 'read',
  query: z.object({ ...page, symbol: z.optional(symbol) }),
  answer: pageOf(spotFill),
  errors: ['field_malformed', 'symbol_unknown'],
  summary: 'One’s own fills of spot orders, newest first.',
})

export const spotRoutes = {
  spotFills,
  spotOrderPlace,
  spotOrders,
  spotOrderOne,
  spotOrdersCancel,
  spotOrderAmend,
  spotOrderCancel,
}
