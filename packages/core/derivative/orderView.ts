import type { DerivativeEvent, EventOf } from './event.ts'
import type { DerivativeOrder } from './state.ts'
import type { DerivativeOrderView } from './view.ts'

/** An open order as it is shown. */
export function orderViewOf(order: DerivativeOrder): DerivativeOrderView {
  return {
    order: order.id,
    holder: order.holder,
    listing: order.listing,
    position: order.position,
    purpose: order.purpose,
    closes: order.closes,
    side: order.side,
    kind: order.kind,
    timeInForce: order.timeInForce,
    price: order.price,
    lots: order.lots,
    filled: order.filled,
    quoteFilled: order.quoteFilled,
    multiple: order.multiple,
    reduceOnly: order.reduceOnly,
    hold: order.hold,
    feeRateMaker: order.feeRateMaker,
    feeRateTaker: order.feeRateTaker,
    feePaid: order.feePaid,
    realised: order.realised,
    stopLoss: order.stopLoss,
    takeProfit: order.takeProfit,
    made: order.made,
    took: order.took,
    status: 'new',
    reason: null,
    acceptedAt: order.acceptedAt,
    updatedAt: order.updatedAt,
  }
}

/** An order as it is shown at its acceptance. */
export function acceptedView(event: EventOf<'derivativeOrderAccepted'>, now: number): DerivativeOrderView {
  const { order, holder, listing, position, purpose, closes, side, kind, timeInForce, price, lots, multiple } = event
  const { reduceOnly, hold, feeRateMaker, feeRateTaker, stopLoss, takeProfit } = event
  return {
    order,
    holder,
    listing,
    position,
    purpose,
    closes,
    side,
    kind,
    timeInForce,
    price,
    lots,
    filled: 0,
    quoteFilled: 0n,
    multiple,
    reduceOnly,
    hold,
    feeRateMaker,
    feeRateTaker,
    feePaid: 0n,
    realised: 0n,
    stopLoss,
    takeProfit,
    made: false,
    took: false,
    status: 'new',
    reason: null,
    acceptedAt: now,
    updatedAt: now,
  }
}

// what one event makes of an order's view
function next(view: DerivativeOrderView, event: DerivativeEvent, now: number): DerivativeOrderView {
  switch (event.type) {
    case 'derivativeTraded': {
      const { maker, taker } = event
      const effect = maker.order === view.order ? maker : taker.order === view.order ? taker : null
      if (!effect) return view
      const traded = {
        ...view,
        filled: view.filled + event.lots,
        quoteFilled: view.quoteFilled + event.quoteAmount,
        feePaid: view.feePaid + effect.fee,
        realised: view.realised + effect.realised,
        hold: view.hold - effect.holdReleased,
        made: view.made || effect === maker,
        took: view.took || effect === taker,
        updatedAt: now,
      }
      return effect.filled ? { ...traded, status: 'filled', reason: 'filled' } : traded
    }
    case 'derivativeOrderRested':
      return event.order === view.order ? { ...view, hold: view.hold - event.released } : view
    case 'derivativeOrderAmended': {
      if (event.order !== view.order) return view
      const { price, lots } = event
      return { ...view, price, lots, hold: view.hold + event.holdChange, updatedAt: now }
    }
    case 'derivativeOrderCut':
      return event.order === view.order ? { ...view, lots: event.lots, updatedAt: now } : view
    case 'derivativeOrderClosed': {
      if (event.order !== view.order) return view
      return { ...view, status: event.status, reason: event.reason, hold: 0n, updatedAt: now }
    }
    default:
      return view
  }
}

/** An order as it stands after a command's events, from its view before them or, for a new one, from them alone. */
export function viewAfter(
  before: DerivativeOrderView | null,
  id: number,
  events: readonly DerivativeEvent[],
  now: number,
): DerivativeOrderView | null {
  let view = before
  for (const event of events) {
    if (!view) {
      if (event.type === 'derivativeOrderAccepted' && event.order === id) view = acceptedView(event, now)
    } else view = next(view, event, now)
  }
  return view
}
