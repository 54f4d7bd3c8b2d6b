import * as z from 'zod/mini'
import { currency, decimal, id, millis, page, pageOf, signedDecimal, symbol } from '../values.ts'
import {
  amendment,
  caps,
  closeAll,
  closing,
  derivativeReason,
  history,
  keptBrackets,
  liquidation,
  lotsAndPrice,
  marginMode,
  purpose,
  shape,
  targets,
} from './derivative.ts'
import { orderCancel, ordersCancel, ordersList } from './orders.ts'
import { defineRoute } from './route.ts'
import { orderMarket, orderType, side, timeInForce } from './spot.ts'
import { closingMarket, newRisk, orderKeys, trader } from './trader.ts'

/** How one symbol is traded: fixed while it has a position or an open order. */
export const perpetualSetting = z.object({
  symbol,
  mode: marginMode,
  multiple: z.int(),
  /** Whether the symbol is flat and without open orders, so that both may be changed. */
  changeable: z.boolean(),
})
export type PerpetualSetting = z.infer<typeof perpetualSetting>

/** The cross account. `net_value` = `balance` + `profit`; `free` = `net_value` − `margin`. Amounts in USDT. */
export const perpetualAccount = z.object({
  currency,
  /** What the cross positions require. */
  margin: decimal,
  /** Unrealised, of the cross positions. */
  profit: signedDecimal,
  net_value: signedDecimal,
  balance: decimal,
  available: decimal,
  /** What of `margin` is held: all of it, or all that there is. */
  margin_held: decimal,
  free: signedDecimal,
  /** What may be used for new risk or moved out: the lesser of `available` and `free`, not below zero. */
  usable: decimal,
  /** `net_value` over `margin` as a share; null without a position. */
  margin_level: z.nullable(decimal),
  maintenance_margin: decimal,
  /** What pending orders hold, and the margins of isolated positions; both outside `balance`. */
  margin_orders: decimal,
  margin_isolated: decimal,
  /** A cross position has no mark that is young enough: no new risk, and nothing moves out. */
  stale: z.boolean(),
  settings: z.array(perpetualSetting),
  /** Open positions and tickets, and orders that rest and may open more, that keep other brackets than those in force. */
  kept_brackets: z.array(keptBrackets).check(z.maxLength(1_000)),
  /** The `seq` of the last own change that these figures contain. */
  seq: z.int(),
  simulated: z.boolean(),
  time: millis,
})
export type PerpetualAccount = z.infer<typeof perpetualAccount>

export const perpetualOrder = z.object({
  order_id: id,
  symbol,
  side,
  type: orderType,
  time_in_force: timeInForce,
  /** The limit; null for a market order. */
  price: z.nullable(decimal),
  lots: decimal,
  lots_traded: decimal,
  reduce_only: z.boolean(),
  purpose,
  mode: marginMode,
  multiple: z.int(),
  /** What the resting rest holds. */
  margin: decimal,
  average_price: z.nullable(decimal),
  fee: decimal,
  fee_rate_maker: decimal,
  fee_rate_taker: decimal,
  role: z.enum(['maker', 'taker', 'both', '']),
  /** What closing by this order has realised. */
  profit: signedDecimal,
  stop_loss: z.nullable(decimal),
  take_profit: z.nullable(decimal),
  status: z.enum(['new', 'filled', 'canceled']),
  reason: derivativeReason,
  created_time: millis,
  updated: millis,
  simulated: z.boolean(),
})
export type PerpetualOrder = z.infer<typeof perpetualOrder>

/** A net position: a `buy` is long. It ends `closed` by its owner or `settled` by liquidation, stop-loss or take-profit. */
export const perpetualPosition = z.object({
  position_id: id,
  symbol,
  side,
  mode: marginMode,
  multiple: z.int(),
  lots: decimal,
  entry_price: z.nullable(decimal),
  /** What the open lots were entered for, exact, with or without a mark. */
  cost: decimal,
  /** The mark; null where none is younger than the engine accepts. */
  current_price: z.nullable(decimal),
  /** Null where no price above zero would liquidate. A cross position's moves with the account. */
  liquidation_price: z.nullable(decimal),
  bankruptcy_price: z.nullable(decimal),
  /** Its own margin where it is isolated, what it requires of the account where it is cross. */
  margin: decimal,
  maintenance_margin: decimal,
  amount: decimal,
  profit: signedDecimal,
  realized_profit: signedDecimal,
  fee: decimal,
  funding: signedDecimal,
  stop_loss: z.nullable(decimal),
  take_profit: z.nullable(decimal),
  settlement_price: z.nullable(decimal),
  settlement_time: z.nullable(millis),
  status: z.enum(['position', 'closed', 'settled']),
  reason: derivativeReason,
  /** Whether the platform closed it: the force-close notice. */
  forced: z.boolean(),
  created_time: millis,
  updated: millis,
  simulated: z.boolean(),
})
export type PerpetualPosition = z.infer<typeof perpetualPosition>

export const perpetualOrderBody = z.object({
  symbol,
  side,
  type: orderType,
  time_in_force: z.optional(timeInForce),
  price: z.optional(decimal),
  lots: decimal,
  reduce_only: z.optional(z.boolean()),
  stop_loss: z.optional(decimal),
  take_profit: z.optional(decimal),
  /** How the symbol is margined as its person was shown it, both or none: an order is refused where it is another way. */
  mode: z.optional(marginMode),
  multiple: z.optional(z.int()),
})
export type PerpetualOrderBody = z.infer<typeof perpetualOrderBody>

export const perpetualAccountOne = defineRoute({
  method: 'GET',
  path: '/perpetual/account',
  access: 'user',
  byKey: 'read',
  answer: perpetualAccount,
  summary: 'The cross account: margin, profit, net value, balance, and how each symbol is set.',
})

export const perpetualSet = defineRoute({
  method: 'PUT',
  path: '/perpetual/{symbol}/settings',
  access: 'risk',
  byKey: 'trade',
  params: z.object({ symbol }),
  body: z.object({ mode: marginMode, multiple: z.int() }),
  answer: perpetualSetting,
  errors: [
    'staff_no_trading',
    ...orderKeys,
    ...trader,
    'symbol_unknown',
    ...shape,
    'multiple_invalid',
    'open_orders_remain',
  ],
  idempotent: true,
  summary: 'Sets margin mode and multiple of a symbol that is flat and has no open orders.',
})

export const perpetualOrderPlace = defineRoute({
  method: 'POST',
  path: '/perpetual/orders',
  access: 'risk',
  byKey: 'trade',
  body: perpetualOrderBody,
  answer: perpetualOrder,
  errors: [
    ...newRisk,
    ...orderMarket,
    ...shape,
    ...lotsAndPrice,
    'nothing_to_reduce',
    'setting_changed',
    'time_in_force_invalid',
    'post_only_would_trade',
    'fill_or_kill_too_many',
    ...targets,
    ...caps,
    'balance_insufficient_order',
  ],
  idempotent: true,
  summary: "Places a perpetual order with the symbol's mode and multiple; answers with it as it stands after matching.",
})

export const perpetualOrders = ordersList(
  '/perpetual/orders',
  perpetualOrder,
  'Open perpetual orders or those that are done with, newest first.',
)

export const perpetualOrderOne = defineRoute({
  method: 'GET',
  path: '/perpetual/orders/{id}',
  access: 'user',
  byKey: 'read',
  params: z.object({ id }),
  answer: z.object({ order: perpetualOrder, ...history }),
  errors: ['not_owner', 'order_unknown'],
  summary: 'One perpetual order with its fills and its lines of the ledger.',
})

export const perpetualOrdersCancel = ordersCancel(
  '/perpetual/orders',
  orderKeys,
  'Cancels all open perpetual orders, or those of one symbol.',
)

export const perpetualOrderCancel = orderCancel(
  '/perpetual/orders/{id}',
  perpetualOrder,
  orderKeys,
  'Cancels one open perpetual order.',
)

export const perpetualOrderAmend = defineRoute({
  method: 'PATCH',
  path: '/perpetual/orders/{id}',
  access: 'risk',
  byKey: 'trade',
  params: z.object({ id }),
  /** The limit and the whole quantity, what is filled included; absent leaves them as they are. */
  body: z.object({ price: z.optional(decimal), lots: z.optional(decimal) }),
  answer: perpetualOrder,
  errors: ['staff_no_trading', ...amendment],
  idempotent: true,
  summary: 'Changes price or lots of a resting order; fewer lots alone keep the place in the queue.',
})

export const perpetualPositions = ordersList(
  '/perpetual/positions',
  perpetualPosition,
  'Open positions or, with `status=history`, those that have ended, newest first.',
)

export const perpetualPositionOne = defineRoute({
  method: 'GET',
  path: '/perpetual/positions/{id}',
  access: 'user',
  byKey: 'read',
  params: z.object({ id }),
  answer: z.object({ position: perpetualPosition, ...history, liquidation: z.nullable(liquidation) }),
  errors: ['not_owner', 'position_unknown'],
  summary: 'One position with its fills, its lines of the ledger and the record of its liquidation.',
})

export const perpetualPositionClose = defineRoute({
  method: 'POST',
  path: '/perpetual/positions/{id}/close',
  access: 'user',
  byKey: 'trade',
  params: z.object({ id }),
  body: z.object({ lots: z.optional(decimal) }),
  answer: closing,
  errors: [...orderKeys, 'not_owner', 'position_unknown', ...closingMarket, ...shape, 'lots_invalid'],
  idempotent: true,
  summary: 'Closes a position at the market, whole or in part.',
})

export const perpetualCloseAll = closeAll(
  '/perpetual/close',
  'Cancels all open orders and closes all positions at the market, of one symbol or of all.',
)

export const perpetualPositionChange = defineRoute({
  method: 'PATCH',
  path: '/perpetual/positions/{id}',
  access: 'user',
  byKey: 'trade',
  params: z.object({ id }),
  body: z.object({
    /** Null takes it away; absent leaves it as it is. */
    stop_loss: z.optional(z.nullable(decimal)),
    take_profit: z.optional(z.nullable(decimal)),
    /** What is added to the margin of an isolated position. */
    margin: z.optional(decimal),
  }),
  answer: perpetualPosition,
  errors: [
    ...orderKeys,
    'not_owner',
    'position_unknown',
    ...closingMarket,
    ...shape,
    'price_invalid',
    'price_off_tick',
    ...targets,
    'amount_invalid',
    'position_undecided',
    'balance_insufficient_order',
  ],
  idempotent: true,
  summary: "Sets a position's stop-loss and take-profit, or adds to the margin of an isolated one.",
})

export const perpetualLiquidations = defineRoute({
  method: 'GET',
  path: '/perpetual/liquidations',
  access: 'user',
  byKey: 'read',
  query: z.object({ ...page }),
  answer: pageOf(liquidation),
  errors: ['field_malformed'],
  summary: "The caller's liquidations of both products, tick by tick, newest first.",
})

/** Funding at one stamp. `payment` is what the caller's positions and tickets received, or paid where it is negative. */
export const fundingPast = z.object({
  /** The number of its evidence. */
  id,
  time: millis,
  rate: signedDecimal,
  premium: signedDecimal,
  mark: decimal,
  payment: signedDecimal,
})
export type FundingPast = z.infer<typeof fundingPast>

/** Funding of a market: what the rate would be if the interval ended now, when it ends, and what was. */
export const funding = z.object({
  symbol,
  rate: signedDecimal,
  /** The mean premium of the interval so far, and how many samples it rests on. */
  premium: signedDecimal,
  samples: z.int(),
  next_time: millis,
  time: millis,
  simulated: z.boolean(),
  ...pageOf(fundingPast).shape,
})
export type Funding = z.infer<typeof funding>

export const perpetualFunding = defineRoute({
  method: 'GET',
  path: '/perpetual/funding',
  access: 'user',
  byKey: 'read',
  query: z.object({ ...page, symbol }),
  answer: funding,
  errors: ['field_malformed', 'symbol_unknown'],
  summary:
    "A market's funding: the rate so far, the next stamp, and past stamps with what the caller paid or received.",
})

export const perpetualRoutes = {
  perpetualAccountOne,
  perpetualSet,
  perpetualOrderPlace,
  perpetualOrders,
  perpetualOrderOne,
  perpetualOrdersCancel,
  perpetualOrderAmend,
  perpetualOrderCancel,
  perpetualPositions,
  perpetualPositionOne,
  perpetualPositionClose,
  perpetualCloseAll,
  perpetualPositionChange,
  perpetualLiquidations,
  perpetualFunding,
}
