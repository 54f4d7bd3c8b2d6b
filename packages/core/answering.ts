import type { Answer, OrderView } from './answer.ts'
import type { Command, Event } from './vocabulary.ts'
import { optionViewOf } from './option/view.ts'
import type { SpotOrder } from './spot/order.ts'
import type { State } from './state.ts'

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
    budget: order.budget,
    filled: order.filled,
    quoteFilled: order.quoteFilled,
    feePaid: order.feePaid,
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

// an order that ended within its own command is no longer in the state: its view is summed from its events
function placedView(events: readonly Event[], now: number): OrderView | null {
  const first = events[0]
  if (first?.type !== 'spotOrderAccepted') return null
  let filled = 0
  let quoteFilled = 0n
  let feePaid = 0n
  let done = false
  let closed: (Event & { type: 'spotOrderClosed' }) | null = null
  for (const event of events) {
    if (event.type === 'spotTraded') {
      filled += event.quantity
      quoteFilled += event.quoteAmount
      feePaid += event.takerFee
      done = event.takerFilled
    } else if (event.type === 'spotOrderClosed') closed = event
  }
  const { order, holder, listing, side, kind, timeInForce, price, quantity, budget, feeRateMaker, feeRateTaker } = first
  return {
    order,
    holder,
    listing,
    side,
    kind,
    timeInForce,
    price,
    quantity,
    budget,
    filled,
    quoteFilled,
    feePaid,
    feeRateMaker,
    feeRateTaker,
    made: false,
    took: filled > 0,
    status: closed ? closed.status : done ? 'filled' : 'new',
    reason: closed ? closed.reason : done ? 'filled' : null,
    acceptedAt: now,
    updatedAt: now,
  }
}

function touchedView(
  state: State,
  before: OrderView | null,
  id: number,
  events: readonly Event[],
  now: number,
): Answer {
  const open = state.spot.orders.get(id)
  if (open) return { type: 'order', view: viewOf(open) }
  if (!before) return { type: 'done' }
  let view = before
  for (const event of events) {
    if (event.type === 'spotOrderAmended') {
      view = { ...view, price: event.price, quantity: event.quantity }
    } else if (event.type === 'spotTraded') {
      const filled = view.filled + event.quantity
      const quoteFilled = view.quoteFilled + event.quoteAmount
      view = { ...view, filled, quoteFilled, feePaid: view.feePaid + event.takerFee, took: true }
      if (event.takerFilled) view = { ...view, status: 'filled', reason: 'filled' }
    } else if (event.type === 'spotOrderClosed') {
      view = { ...view, status: event.status, reason: event.reason }
    }
  }
  return { type: 'order', view: { ...view, updatedAt: now } }
}

/** The answer to an accepted command, from its events and the state after them; `before` is the view of the order that it named. */
export function answerTo(
  state: State,
  command: Command,
  events: readonly Event[],
  now: number,
  before: OrderView | null,
): Answer {
  switch (command.type) {
    case 'placeSpotOrder': {
      const view = placedView(events, now)
      return view ? { type: 'order', view } : { type: 'done' }
    }
    case 'amendSpotOrder':
    case 'cancelSpotOrder':
      return touchedView(state, before, command.order, events, now)
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
    case 'decideWithdrawal': {
      const withdrawal = state.wallet.withdrawals.get(command.holder)
      return withdrawal ? { type: 'withdrawal', withdrawal } : { type: 'done' }
    }
    case 'listCurrency':
      return { type: 'listed', id: state.venue.currencies.length - 1 }
    case 'listSymbol':
      return { type: 'listed', id: state.venue.listings.length - 1 }
    default:
      return { type: 'done' }
  }
}

function closedOrders(events: readonly Event[]): number[] {
  return events.flatMap((event) => (event.type === 'spotOrderClosed' ? [event.order] : []))
}
