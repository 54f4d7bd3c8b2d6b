import { orderStatuses } from '@truemark/core/spot/view'
import { sides } from '@truemark/core/book/book'
import { orderKinds, timesInForce } from '@truemark/core/book/orderWords'
import { conditionalEnds, conditionalStatuses, passings } from '@truemark/core/spot/conditional'
import { closeReasons } from '@truemark/core/spot/order'
import { type RowOf, amount, bool, holder, int2, int4, integer, maybe, readModel, text, word } from '../engine/door.ts'

/** Orders, as the engine's view has them. */
export const orders = readModel('spot_order', {
  order: integer('id'),
  holder: holder(),
  listing: int2(),
  side: word(sides),
  kind: word(orderKinds),
  timeInForce: word(timesInForce),
  price: integer(),
  quantity: integer(),
  budget: amount(),
  filled: integer(),
  quoteFilled: amount(),
  feePaid: amount(),
  feeRateMaker: int4(),
  feeRateTaker: int4(),
  made: bool(),
  took: bool(),
  status: word(orderStatuses),
  reason: maybe(word(closeReasons)),
  acceptedAt: integer(),
  updatedAt: integer(),
})

/** Orders that wait for a price, or are done with waiting, as the engine's view has them. */
export const conditionals = readModel('spot_conditional', {
  order: integer('id'),
  holder: holder(),
  listing: int2(),
  side: word(sides),
  kind: word(orderKinds),
  passing: word(passings),
  trigger: integer('trigger_price'),
  price: integer(),
  quantity: integer(),
  budget: amount(),
  hold: amount(),
  status: word(conditionalStatuses),
  reason: maybe(word(conditionalEnds)),
  refusal: text(),
  otherKind: maybe(word(orderKinds)),
  otherTrigger: maybe(integer('other_trigger')),
  otherPrice: maybe(integer('other_price')),
  trailRate: maybe(integer('trail_rate')),
  extremeTenths: maybe(integer('extreme_tenths')),
  placedAt: integer(),
  updatedAt: integer(),
})

export type ConditionalRow = RowOf<typeof conditionals>

/** Each user's side of each trade. */
export const fills = readModel('spot_fill', {
  holder: holder(),
  trade: integer(),
  order: integer('order_id'),
  listing: int2(),
  side: word(sides),
  maker: bool(),
  price: integer(),
  quantity: integer(),
  quoteAmount: amount(),
  fee: amount(),
  indexTenths: integer(),
  indexTime: integer(),
  time: integer(),
})
export type FillRow = RowOf<typeof fills>
