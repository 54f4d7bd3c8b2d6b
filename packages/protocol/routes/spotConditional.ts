import * as z from 'zod/mini'
import { decimal, id, millis, symbol } from '../values.ts'
import { orderCancel, ordersList } from './orders.ts'
import { defineRoute } from './route.ts'
import { orderFigures, orderMarket, orderType, side } from './spot.ts'
import { orderKeys, trader } from './trader.ts'

/** Whether an order waits for a fall to its trigger price or below, or for a rise to it or above. */
export const triggerWhen = z.enum(['at_or_below', 'at_or_above'])
export type TriggerWhen = z.infer<typeof triggerWhen>

/** Why one ended without becoming an order; the texts stand in the locales' `trade.json`. */
export const conditionalEndWords = [
  'by_owner',
  /** Its price came, and no order could be taken: `refusal` says why. */
  'refused',
  'paused',
  'user_disabled',
  'demo_reset',
  'prices_changed',
  'product_off',
  'real_name_lost',
] as const
export type ConditionalEndWord = (typeof conditionalEndWords)[number]

/**
 * An order that waits off the book until the index price has passed its trigger price. Then it becomes a spot order of the
 * same `order_id`, and is `triggered` here.
 */
export const spotConditional = z.object({
  order_id: id,
  symbol,
  side,
  type: orderType,
  trigger_price: decimal,
  trigger_when: triggerWhen,
  /** The limit of the order that it becomes; null for a market order. */
  price: z.nullable(decimal),
  /** In the base currency; null for a market buy. */
  quantity: z.nullable(decimal),
  /** What a market buy will spend, in the quote currency. */
  budget: z.nullable(decimal),
  /** Of a pair what is placed at a price on the other side of the index: whichever comes first ends both. Else null. */
  other: z.nullable(
    z.object({ trigger_price: decimal, trigger_when: triggerWhen, type: orderType, price: z.nullable(decimal) }),
  ),
  /**
   * Of one whose price follows the index how far behind it, as a fraction, and the farthest index that it has seen: the highest
   * where it sells, else the lowest. Its `trigger_price` is where it would be let go now. Else null.
   */
  trail: z.nullable(z.object({ rate: decimal, extreme_price: decimal })),
  /** What is held for it while it waits. */
  held: decimal,
  held_currency: z.string(),
  status: z.enum(['waiting', 'triggered', 'canceled']),
  /** Why it ended without becoming an order: a word of `conditionalEndWords`, else empty. */
  reason: z.string(),
  /** The reason of the error catalogue for which its order was refused when its price came; else empty. */
  refusal: z.string(),
  time: millis,
  updated: millis,
  simulated: z.boolean(),
})
export type SpotConditional = z.infer<typeof spotConditional>

/**
 * A limit order names price and quantity, a market sell a quantity, and a market buy what it spends, in `amount`. With `other`
 * a quantity counts for both, so that a buy names a limit at each.
 */
export const spotConditionalBody = z.object({
  symbol,
  side,
  type: orderType,
  trigger_price: decimal,
  trigger_when: triggerWhen,
  price: z.optional(decimal),
  quantity: z.optional(decimal),
  amount: z.optional(decimal),
  /** A second price, on the other side of the index, and what is placed there: whichever comes first ends the other. */
  other: z.optional(z.object({ trigger_price: decimal, type: orderType, price: z.optional(decimal) })),
})
export type SpotConditionalBody = z.infer<typeof spotConditionalBody>

// for which one that waits is refused, before and after what its own price may be refused for
const waitingFirst = [
  'staff_no_trading',
  ...orderKeys,
  ...trader,
  ...orderMarket,
  'field_malformed',
  'request_malformed',
  ...orderFigures,
] as const
const waitingLast = ['open_orders_too_many', 'conditional_orders_too_many', 'balance_insufficient_order'] as const

export const spotConditionalPlace = defineRoute({
  method: 'POST',
  path: '/spot/conditional/orders',
  access: 'risk',
  byKey: 'trade',
  body: spotConditionalBody,
  answer: spotConditional,
  errors: [...waitingFirst, 'trigger_passed', ...waitingLast],
  idempotent: true,
  summary: 'Places an order that waits for a price, holds what it needs, and answers with it.',
})

/** A sell names a quantity, and a buy what it spends, in `amount`; `trail` is a fraction of the index, from 0.001 to 0.5. */
export const spotTrailingBody = z.object({
  symbol,
  side,
  trail: decimal,
  quantity: z.optional(decimal),
  amount: z.optional(decimal),
})
export type SpotTrailingBody = z.infer<typeof spotTrailingBody>

export const spotTrailingPlace = defineRoute({
  method: 'POST',
  path: '/spot/trailing/orders',
  access: 'risk',
  byKey: 'trade',
  body: spotTrailingBody,
  answer: spotConditional,
  errors: [...waitingFirst, 'trail_out_of_range', ...waitingLast],
  idempotent: true,
  summary: 'Places an order whose price follows the index, holds what it needs, and answers with it.',
})

export const spotConditionals = ordersList(
  '/spot/conditional/orders',
  spotConditional,
  'Orders that wait for a price, or those that are done with waiting, newest first.',
)

export const spotConditionalCancel = orderCancel(
  '/spot/conditional/orders/{id}',
  spotConditional,
  [],
  'Ends one order that waits for a price.',
)

export const spotConditionalRoutes = {
  spotConditionalPlace,
  spotTrailingPlace,
  spotConditionals,
  spotConditionalCancel,
}
