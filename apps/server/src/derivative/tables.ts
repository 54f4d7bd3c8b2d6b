import { sides } from '@truemark/core/book/book'
import { orderKinds, timesInForce } from '@truemark/core/book/orderWords'
import { derivativeOrderStatuses } from '@truemark/core/derivative/view'
import { derivativeProducts, endReasons, positionKinds, positionSides, purposes } from '@truemark/core/derivative/words'
import { realms } from '@truemark/core/ledger/holders'
import { type RowOf, amount, bool, holder, int2, int4, integer, maybe, readModel, word } from '../engine/door.ts'

/** How a position stands in the table: places are for ever. */
export const positionStatuses = ['open', 'closed', 'settled'] as const
export type PositionStatus = (typeof positionStatuses)[number]

/** Orders of contracts and perpetuals; see `core/derivative/view.ts` for the units. */
export const orders = readModel('derivative_order', {
  order: integer('id'),
  holder: holder(),
  listing: int2(),
  product: word(derivativeProducts),
  position: word(positionKinds, 'position_kind'),
  purpose: word(purposes),
  closes: integer(),
  side: word(sides),
  kind: word(orderKinds),
  timeInForce: word(timesInForce),
  price: integer(),
  lots: int4(),
  filled: int4(),
  quoteFilled: amount(),
  multiple: int2(),
  reduceOnly: bool(),
  hold: amount(),
  feeRateMaker: int4(),
  feeRateTaker: int4(),
  feePaid: amount(),
  realised: amount(),
  stopLoss: integer(),
  takeProfit: integer(),
  made: bool(),
  took: bool(),
  status: word(derivativeOrderStatuses),
  reason: maybe(word(endReasons)),
  acceptedAt: integer(),
  updatedAt: integer(),
})
export type StoredOrder = RowOf<typeof orders>

/** Tickets and positions. */
export const positions = readModel('derivative_position', {
  position: integer('id'),
  holder: holder(),
  listing: int2(),
  kind: word(positionKinds),
  side: word(positionSides),
  multiple: int2(),
  lots: int4(),
  cost: amount(),
  margin: amount(),
  lotsOpened: integer(),
  costOpened: amount(),
  lotsClosed: integer(),
  proceeds: amount(),
  feePaid: amount(),
  realised: amount(),
  funding: amount(),
  stopLoss: integer(),
  takeProfit: integer(),
  tradeFirst: integer(),
  tradeLast: integer(),
  status: word(positionStatuses),
  reason: maybe(word(endReasons)),
  openedAt: integer(),
  updatedAt: integer(),
  endedAt: maybe(integer()),
})
export type StoredPosition = RowOf<typeof positions>

/** Each user's side of each trade. */
export const fills = readModel('derivative_fill', {
  holder: holder(),
  trade: integer(),
  order: integer('order_id'),
  closing: integer(),
  opening: integer(),
  purpose: word(purposes),
  listing: int2(),
  side: word(sides),
  maker: bool(),
  price: integer(),
  lots: int4(),
  lotsClosed: int4(),
  quoteAmount: amount(),
  fee: amount(),
  realised: amount(),
  indexTenths: integer(),
  indexTime: integer(),
  time: integer(),
})
export type FillRow = RowOf<typeof fills>

/** The closings of liquidations, each by a fill or by a take-over; `insurance` is what the fund paid. */
export const closes = readModel(
  'liquidation_close',
  {
    holder: holder(),
    realm: word(realms),
    listing: int2(),
    position: integer('position_id'),
    side: word(sides),
    lots: int4(),
    quoteAmount: amount(),
    realised: amount(),
    fee: amount(),
    insurance: amount(),
    takenOver: bool(),
    indexTenths: integer(),
    indexTime: integer(),
    time: integer(),
  },
  { id: integer() },
)
export type LiquidationClose = RowOf<typeof closes>

/** The rates of funding of each stamp; at 10⁻⁹. */
export const fundingRates = readModel('funding_rate', {
  realm: word(realms),
  listing: int2(),
  stamp: integer(),
  rate: int4(),
  premiumRate: int4(),
  samples: int4(),
  markTenths: integer(),
})
export type FundingRow = RowOf<typeof fundingRates>

/** What each position paid or received at a stamp. */
export const fundingPayments = readModel('funding_payment', {
  holder: holder(),
  listing: int2(),
  stamp: integer(),
  position: integer('position_id'),
  amount: amount(),
})
