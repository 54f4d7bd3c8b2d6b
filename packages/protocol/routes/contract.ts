import * as z from 'zod/mini'
import { decimal, id, millis, signedDecimal, symbol } from '../values.ts'
import {
  caps,
  closeAll,
  closing,
  derivativeReason,
  derivativeFills,
  derivativeTermsAll,
  history,
  liquidation,
  lotsAndPrice,
  shape,
  targets,
} from './derivative.ts'
import { orderCancel, ordersCancel, ordersList } from './orders.ts'
import { defineRoute } from './route.ts'
import { orderMarket, orderType, side, timeInForce } from './spot.ts'
import { closingMarket, newRisk, orderKeys, trader } from './trader.ts'

/**
 * `new` while the order rests untouched; `position` once a first fill opened the ticket; `filled` when the order is
 * complete and the ticket open; `canceled` when it ended without a fill. A ticket ends `closed` by its owner or
 * `settled` by liquidation, stop-loss or take-profit.
 */
export const contractStatus = z.enum(['new', 'position', 'filled', 'canceled', 'closed', 'settled'])
export type ContractStatus = z.infer<typeof contractStatus>

/** A contract order and the ticket that it opens: one id for both. Amounts in USDT. */
export const contractOrder = z.object({
  order_id: id,
  symbol,
  side,
  type: orderType,
  time_in_force: timeInForce,
  /** The limit; null for a market order. */
  price: z.nullable(decimal),
  multiple: z.int(),
  lots: decimal,
  lots_traded: decimal,
  /** What of the traded lots is still open. */
  lots_open: decimal,
  /** Whether something of the order still rests in the book, and can be cancelled. */
  rests: z.boolean(),
  role: z.enum(['maker', 'taker', 'both', '']),
  entry_price: z.nullable(decimal),
  /** What the open lots were entered for, exact, with or without a mark. */
  cost: decimal,
  /** The mark; null where none is younger than the engine accepts. */
  current_price: z.nullable(decimal),
  /** Null where no price above zero would liquidate, and while nothing is open. */
  liquidation_price: z.nullable(decimal),
  bankruptcy_price: z.nullable(decimal),
  /** The ticket's own margin, and what the resting rest of the order holds. */
  margin: decimal,
  margin_order: decimal,
  maintenance_margin: decimal,
  /** What is open, at the mark. */
  amount: decimal,
  /** Not realised, at the mark; zero without a mark. */
  profit: signedDecimal,
  realized_profit: signedDecimal,
  fee: decimal,
  fee_rate: decimal,
  /** What funding has added (or taken, where it is negative) so far. */
  funding: signedDecimal,
  stop_loss: z.nullable(decimal),
  take_profit: z.nullable(decimal),
  /** The average price at which the ticket was closed, and when the last of it was. */
  settlement_price: z.nullable(decimal),
  settlement_time: z.nullable(millis),
  status: contractStatus,
  /** Why the order's rest or the ticket ended; empty while it is open or was filled. */
  reason: derivativeReason,
  /** Whether the platform closed it: the force-close notice. */
  forced: z.boolean(),
  created_time: millis,
  updated: millis,
  simulated: z.boolean(),
})
export type ContractOrder = z.infer<typeof contractOrder>

/** A limit order names its price, a market order none. Stop-loss and take-profit are prices; absent for none. */
export const contractOrderBody = z.object({
  symbol,
  side,
  type: orderType,
  time_in_force: z.optional(timeInForce),
  price: z.optional(decimal),
  lots: decimal,
  multiple: z.int(),
  stop_loss: z.optional(decimal),
  take_profit: z.optional(decimal),
})
export type ContractOrderBody = z.infer<typeof contractOrderBody>

export const contractOrderPlace = defineRoute({
  method: 'POST',
  path: '/contract/orders',
  access: 'risk',
  byKey: 'trade',
  body: contractOrderBody,
  answer: contractOrder,
  errors: [
    ...newRisk,
    ...orderMarket,
    ...shape,
    ...lotsAndPrice,
    'time_in_force_invalid',
    'post_only_would_trade',
    'fill_or_kill_too_many',
    ...targets,
    ...caps,
    'balance_insufficient_order',
  ],
  idempotent: true,
  summary: 'Places a contract order and answers with its ticket as it stands after matching.',
})

export const contractOrders = ordersList(
  '/contract/orders',
  contractOrder,
  'Contract orders and their tickets, newest first: those that rest or are open, or those that are done with.',
)

export const contractOrderOne = defineRoute({
  method: 'GET',
  path: '/contract/orders/{id}',
  access: 'user',
  byKey: 'read',
  params: z.object({ id }),
  answer: z.object({ order: contractOrder, ...history, liquidation: z.nullable(liquidation) }),
  errors: ['not_owner', 'order_unknown'],
  summary: 'One contract order with its fills, its lines of the ledger and the record of its liquidation.',
})

export const contractOrderAmend = defineRoute({
  method: 'PATCH',
  path: '/contract/orders/{id}',
  access: 'user',
  byKey: 'trade',
  params: z.object({ id }),
  body: z.object({
    /** Null takes it away; absent leaves it as it is. */
    stop_loss: z.optional(z.nullable(decimal)),
    take_profit: z.optional(z.nullable(decimal)),
    /** The limit and the whole quantity of what rests, what is filled included; absent leaves them as they are. */
    price: z.optional(decimal),
    lots: z.optional(decimal),
  }),
  answer: contractOrder,
  errors: [
    ...orderKeys,
    'not_owner',
    'order_unknown',
    'order_done',
    'user_disabled',
    ...trader,
    ...orderMarket,
    ...shape,
    ...lotsAndPrice,
    ...targets,
    ...caps,
    'post_only_would_trade',
    'balance_insufficient_order',
  ],
  idempotent: true,
  summary:
    "Sets or takes away a ticket's stop-loss and take-profit, before or after it has opened, or changes price or lots of what rests; fewer lots alone keep the place in the queue.",
})

export const contractOrdersCancel = ordersCancel(
  '/contract/orders',
  orderKeys,
  'Cancels what rests of all contract orders, or of those of one symbol; what has opened stays open.',
)

export const contractOrderCancel = orderCancel(
  '/contract/orders/{id}',
  contractOrder,
  orderKeys,
  'Cancels what rests of one contract order; what has opened stays open.',
)

export const contractOrderClose = defineRoute({
  method: 'POST',
  path: '/contract/orders/{id}/close',
  access: 'user',
  byKey: 'trade',
  params: z.object({ id }),
  body: z.object({ lots: z.optional(decimal) }),
  answer: closing,
  errors: [
    ...orderKeys,
    'not_owner',
    'order_unknown',
    'order_done',
    ...closingMarket,
    ...shape,
    'lots_invalid',
    'nothing_to_reduce',
  ],
  idempotent: true,
  summary: "Closes a ticket at the market, whole or in part; either cancels the order's rest in the same commit.",
})

export const contractCloseAll = closeAll(
  '/contract/close',
  'Closes all tickets at the market and cancels what rests, of one symbol or of all.',
)

export const contractMarginAdd = defineRoute({
  method: 'POST',
  path: '/contract/orders/{id}/margin',
  access: 'user',
  byKey: 'trade',
  params: z.object({ id }),
  body: z.object({ amount: decimal }),
  answer: contractOrder,
  errors: [
    ...orderKeys,
    'not_owner',
    'order_unknown',
    'order_done',
    ...shape,
    'amount_invalid',
    'position_undecided',
    'balance_insufficient_order',
  ],
  idempotent: true,
  summary: "Adds to an open ticket's margin, which moves its liquidation price away.",
})

export const contractRoutes = {
  derivativeFills,
  derivativeTermsAll,
  contractOrderPlace,
  contractOrders,
  contractOrderOne,
  contractOrderAmend,
  contractOrdersCancel,
  contractOrderCancel,
  contractOrderClose,
  contractCloseAll,
  contractMarginAdd,
}
