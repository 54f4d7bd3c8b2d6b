import { notional, notionalMax, type Listing } from '../book/listing.ts'
import { opposite } from '../book/book.ts'
import type { Venue } from '../book/venue.ts'
import type { HolderId } from '../ledger/holders.ts'
import { accepted, rejected, type Result } from '../result/result.ts'
import { faultOf, mayTrade, whoActs } from '../book/checks.ts'
import { cancelOf, closing } from './closing.ts'
import type { AmendSpotOrder } from './command.ts'
import type { SpotEvent } from './event.ts'
import { tradesOf } from './fills.ts'
import { houseDepth, lostMakers, planFills, wouldTrade } from './matching.ts'
import { worstNeed } from './money.ts'
import { noOrder } from './openOrders.ts'
import type { SpotOrder } from './order.ts'
import { bookOf, type SpotState } from './state.ts'

/** Finds the place of a holder's open order: unknown, another's, or already done are told apart. */
export function ownOrder(spot: SpotState, holder: HolderId, id: number): Result<number> {
  const order = spot.orders.find(id)
  if (order !== noOrder) return spot.orders.holder(order) === holder ? accepted(order) : rejected('not_owner')
  return rejected(id > 0 && id < spot.nextOrder ? 'order_done' : 'order_unknown')
}

function checkNumbers(listing: Listing, order: SpotOrder, price: number, quantity: number) {
  if (price <= 0 || price > listing.priceMax) return rejected('price_invalid')
  if (quantity <= order.filled || quantity > listing.quantityMax) {
    return rejected('quantity_out_of_range')
  }
  const worth = notional(listing, price, quantity)
  if (worth <= listing.notionalMinExclusive) return rejected('notional_too_small')
  // what it has traded for and what it may still be worth must stay exact together
  const whole = order.quoteFilled + notional(listing, price, quantity - order.filled)
  if (worth === Number.POSITIVE_INFINITY || whole > notionalMax) return rejected('notional_too_large')
  return accepted(null)
}

/**
 * Decides a change of an open order's limit or whole quantity. A lower quantity keeps its place; anything else loses
 * it, and may trade at once as a taker at the fee rate fixed when the order was accepted.
 */
export function amendSpotOrder(
  spot: SpotState,
  venue: Venue,
  command: AmendSpotOrder,
  now: number,
): Result<SpotEvent[]> {
  const who = whoActs(venue, command.holder)
  if (!who.ok) return who
  const own = ownOrder(spot, command.holder, command.order)
  if (!own.ok) return own
  const order = spot.orders.order(own.value)
  const floor = mayTrade(venue, command.holder, venue.listings[order.listing].code, now)
  if (!floor.ok) return floor
  const fault = faultOf(command.fault)
  if (fault) return rejected(fault)
  const { listing, standing } = floor.value
  const price = command.price ?? order.price
  const quantity = command.quantity ?? order.quantity
  const numbers = checkNumbers(listing, order, price, quantity)
  if (!numbers.ok) return numbers
  const held = worstNeed(listing, order.side, order.price, order.quantity - order.filled)
  const holdChange = worstNeed(listing, order.side, price, quantity - order.filled) - held
  const keepsPlace = price === order.price && quantity <= order.quantity
  if (!keepsPlace && order.timeInForce === 'POST_ONLY') {
    const trades = wouldTrade(spot, venue, listing, standing.realm, order.side, price, now)
    if (trades) return rejected('post_only_would_trade')
  }
  const currency = order.side === 'buy' ? listing.quote : listing.base
  if (holdChange > venue.ledger.spendable(order.holder, currency)) return rejected('balance_insufficient_order')
  const amended: SpotEvent = {
    type: 'spotOrderAmended',
    order: order.id,
    holder: order.holder,
    listing: listing.id,
    base: listing.base,
    quote: listing.quote,
    side: order.side,
    price,
    quantity,
    holdChange,
    keepsPlace,
  }
  if (keepsPlace) return accepted([amended])
  return accepted([amended, ...tradesAfter(spot, venue, listing, order, price, quantity, now)])
}

// what an order that lost its place meets on the other side at its new price
function tradesAfter(
  spot: SpotState,
  venue: Venue,
  listing: Listing,
  order: SpotOrder,
  price: number,
  quantity: number,
  now: number,
): SpotEvent[] {
  const realm = venue.holders.realm(order.holder)
  const left = quantity - order.filled
  const house = houseDepth(venue, listing, realm, opposite(order.side), now)
  const book = bookOf(spot, realm, listing.id)
  const intent = {
    holder: order.holder,
    side: order.side,
    limit: price,
    quantity: left,
    budget: notionalMax - order.quoteFilled,
    passesOwn: false,
  }
  const plan = planFills(book, house, listing, intent, lostMakers(venue, listing))
  const taker = {
    order: order.id,
    holder: order.holder,
    side: order.side,
    heldPrice: price,
    feeRate: order.feeRateTaker,
    feeExcess: order.feeExcess,
  }
  const mark = venue.marks.of(listing.id)
  const events = plan.expired.map(({ slot, reason }) => cancelOf(spot, listing, book.order(slot), reason))
  events.push(...tradesOf(spot, listing, realm, mark, taker, plan.fills, left))
  if (plan.end === 'self_trade' || plan.end === 'fills_max' || plan.end === 'budget_spent') {
    const { id, holder, side } = order
    events.push(closing(listing, id, holder, side, plan.end, worstNeed(listing, side, price, left - plan.filled)))
  }
  return events
}
