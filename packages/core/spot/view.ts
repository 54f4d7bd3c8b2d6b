import { priceKinds, marketRefusal } from '../book/mark.ts'
import type { Venue } from '../book/venue.ts'
import type { PlainAnswer } from '../capability/capability.ts'
import { big, bool, holderId, list, nullable, oneOf, struct, text, u53, type Of, type UnionOf } from '../codec/codec.ts'
import { realms, type HolderId } from '../ledger/holders.ts'
import { bookLevels } from './depth.ts'
import type { SpotEvent } from './event.ts'
import { closeReasonCodec, kindCodec, sideCodec, timeInForceCodec, type SpotOrder } from './order.ts'
import type { Placed } from './placed.ts'
import type { SpotState } from './state.ts'

export const orderStatuses = ['new', 'filled', 'canceled'] as const

/** A spot order as it stands: prices in ticks, quantities in steps, amounts in smallest units. */
export const orderViewCodec = struct({
  order: u53,
  holder: holderId,
  listing: u53,
  side: sideCodec,
  kind: kindCodec,
  timeInForce: timeInForceCodec,
  price: u53,
  quantity: u53,
  budget: big,
  filled: u53,
  quoteFilled: big,
  feePaid: big,
  feeRateMaker: u53,
  feeRateTaker: u53,
  made: bool,
  took: bool,
  status: oneOf(orderStatuses),
  reason: nullable(closeReasonCodec),
  acceptedAt: u53,
  updatedAt: u53,
})
export type OrderView = Of<typeof orderViewCodec>

export const spotAnswers = { order: [2, struct({ view: orderViewCodec })] } as const
export type SpotAnswer = UnionOf<typeof spotAnswers> | PlainAnswer

export const spotQueries = {
  spotOrders: [2, struct({ holder: holderId })],
  spotOrder: [3, struct({ holder: holderId, order: u53 })],
  book: [4, struct({ realm: oneOf(realms), listing: u53, depth: u53 })],
} as const

const levelCodec = struct({ price: u53, quantity: u53 })

export const spotReplies = {
  spotOrders: [2, struct({ orders: list(orderViewCodec) })],
  spotOrder: [3, struct({ order: nullable(orderViewCodec), known: bool, own: bool })],
  book: [
    4,
    struct({
      listing: u53,
      bids: list(levelCodec),
      asks: list(levelCodec),
      indexTenths: u53,
      markTime: u53,
      sources: u53,
      kind: oneOf(priceKinds),
      /** The reason why no order is taken now, or '' where trading is on. */
      refusal: text,
    }),
  ],
} as const

/** An open order as it is shown. */
export function viewOf(order: SpotOrder): OrderView {
  return {
    order: order.id,
    holder: order.holder,
    listing: order.listing,
    side: order.side,
    kind: order.kind,
    timeInForce: order.timeInForce,
    price: order.price,
    quantity: order.quantity,
    budget: 0n,
    filled: order.filled,
    quoteFilled: units(order.quoteFilled),
    feePaid: units(order.feePaid),
    feeRateMaker: order.feeRateMaker,
    feeRateTaker: order.feeRateTaker,
    made: order.made,
    took: order.took,
    status: 'new',
    reason: null,
    acceptedAt: order.acceptedAt,
    updatedAt: order.updatedAt,
  }
}

// most orders that are answered have traded nothing
function units(amount: number): bigint {
  return amount === 0 ? 0n : BigInt(amount)
}

/** The answer to a spot order that `holder` placed at `now`, by what became of it. */
export function placedAnswer(placed: Placed | null, holder: HolderId, now: number): SpotAnswer {
  if (!placed) return { type: 'done' }
  // named one by one: a spread with a rest takes many times as long, and each order is answered
  const view: OrderView = {
    order: placed.order,
    holder,
    listing: placed.listing,
    side: placed.side,
    kind: placed.kind,
    timeInForce: placed.timeInForce,
    price: placed.price,
    quantity: placed.quantity,
    budget: units(placed.budget),
    filled: placed.filled,
    quoteFilled: units(placed.quoteFilled),
    feePaid: units(placed.feePaid),
    feeRateMaker: placed.feeRateMaker,
    feeRateTaker: placed.feeRateTaker,
    status: placed.status,
    reason: placed.reason,
    made: false,
    took: placed.filled > 0,
    acceptedAt: now,
    updatedAt: now,
  }
  return { type: 'order', view }
}

/** The answer to a spot order's end by the one event of its cancelling; `before` is the order that it named. */
export function canceledAnswer(before: SpotOrder, events: readonly SpotEvent[], now: number): SpotAnswer {
  const [closed] = events
  if (closed?.type !== 'spotOrderClosed') return { type: 'done' }
  return { type: 'order', view: { ...viewOf(before), status: closed.status, reason: closed.reason, updatedAt: now } }
}

/** The answer to an amended spot order: as it is open now, or as its events ended it. */
export function amendedAnswer(
  spot: SpotState,
  before: SpotOrder,
  events: readonly SpotEvent[],
  now: number,
): SpotAnswer {
  const open = spot.orders.get(before.id)
  if (open) return { type: 'order', view: viewOf(open) }
  let view = viewOf(before)
  for (const event of events) {
    if (event.type === 'spotOrderAmended') {
      view = { ...view, price: event.price, quantity: event.quantity }
    } else if (event.type === 'spotTraded') {
      const filled = view.filled + event.quantity
      const quoteFilled = view.quoteFilled + BigInt(event.quoteAmount)
      view = { ...view, filled, quoteFilled, feePaid: view.feePaid + BigInt(event.takerFee), took: true }
      if (event.takerFilled) view = { ...view, status: 'filled', reason: 'filled' }
    } else if (event.type === 'spotOrderClosed') {
      view = { ...view, status: event.status, reason: event.reason }
    }
  }
  return { type: 'order', view: { ...view, updatedAt: now } }
}

/** At most this many levels of a side are shown. */
const bookDepthMax = 50

/** Answers a question about spot; changes nothing. */
export function answerSpot(
  spot: SpotState,
  venue: Venue,
  ask: UnionOf<typeof spotQueries>,
  now: number,
): UnionOf<typeof spotReplies> {
  const { orders } = spot
  switch (ask.type) {
    case 'spotOrders':
      return { type: 'spotOrders', orders: orders.of(ask.holder).map((at) => viewOf(orders.order(at))) }
    case 'spotOrder': {
      const order = orders.get(ask.order)
      const known = ask.order > 0 && ask.order < spot.nextOrder
      const own = order?.holder === ask.holder
      return { type: 'spotOrder', order: order && own ? viewOf(order) : null, known, own }
    }
    case 'book': {
      const listing = venue.listings[ask.listing]
      const mark = venue.marks.of(ask.listing)
      const { indexTenths, time: markTime, sources, kind } = mark
      const depth = Math.min(ask.depth, bookDepthMax)
      const levels = (side: 'buy' | 'sell') => bookLevels(spot, venue, listing, ask.realm, side, depth, now)
      const refusal = marketRefusal(listing, mark, ask.realm, now) ?? ''
      const sides = { bids: levels('buy'), asks: levels('sell') }
      return { type: 'book', listing: ask.listing, ...sides, indexTenths, markTime, sources, kind, refusal }
    }
  }
}
