import type { Answer, OrderView } from './answer.ts'
import type { Command, Event } from './vocabulary.ts'
import { optionViewOf } from './option/view.ts'
import type { SpotOrder } from './spot/order.ts'
import type { Placed } from './spot/placed.ts'
import type { HolderId } from './ledger/holders.ts'
import type { State } from './state.ts'
import { answerWealth, isWealth } from './wealth.ts'

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
export function placedAnswer(placed: Placed | null, holder: HolderId, now: number): Answer {
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
export function canceledAnswer(before: SpotOrder, events: readonly Event[], now: number): Answer {
  const [closed] = events
  if (closed?.type !== 'spotOrderClosed') return { type: 'done' }
  return { type: 'order', view: { ...viewOf(before), status: closed.status, reason: closed.reason, updatedAt: now } }
}

/** The answer to an amended spot order: as it is open now, or as its events ended it. */
export function amendedAnswer(state: State, before: SpotOrder, events: readonly Event[], now: number): Answer {
  const open = state.spot.orders.get(before.id)
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

/** The answer to any other accepted command, from its events and the state after them. */
export function answerTo(state: State, command: Command, events: readonly Event[], now: number): Answer {
  switch (command.type) {
    case 'cancelAllSpotOrders':
      return { type: 'closed', orders: closedOrders(events) }
    case 'transfer': {
      const moved = events.find((event) => event.type === 'transferred')
      return { type: 'transfer', transfer: moved?.transfer ?? 0, time: now }
    }
    case 'askConversion': {
      const quote = events.find((event) => event.type === 'conversionQuoted')
      return quote ? { type: 'quote', quote, time: now } : { type: 'done' }
    }
    case 'acceptConversion': {
      const conversion = events.find((event) => event.type === 'converted')
      return conversion ? { type: 'converted', conversion, time: now } : { type: 'done' }
    }
    case 'placeOption': {
      const placed = events.find((event) => event.type === 'optionPlaced')
      const order = placed && state.option.orders.get(placed.order)
      return order ? { type: 'option', view: optionViewOf(order) } : { type: 'done' }
    }
    case 'submitDeposit': {
      const deposit = state.wallet.deposits.get(command.holder)
      return deposit ? { type: 'deposit', deposit } : { type: 'done' }
    }
    case 'submitWithdrawal':
    case 'requestWithdrawal':
    case 'decideWithdrawal': {
      const withdrawal = state.wallet.withdrawals.get(command.holder)
      return withdrawal ? { type: 'withdrawal', withdrawal } : { type: 'done' }
    }
    case 'listCurrency':
      return { type: 'listed', id: state.venue.currencies.length - 1 }
    case 'listSymbol':
      return { type: 'listed', id: state.venue.listings.length - 1 }
    default:
      return isWealth(command) ? answerWealth(state, command, events) : { type: 'done' }
  }
}

function closedOrders(events: readonly Event[]): number[] {
  return events.flatMap((event) => (event.type === 'spotOrderClosed' ? [event.order] : []))
}
