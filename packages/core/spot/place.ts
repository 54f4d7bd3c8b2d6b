import { openOrdersFault } from '../book/openOrders.ts'
import { collarPrice } from '../book/collar.ts'
import { notional, notionalMax, type Listing } from '../book/listing.ts'
import type { Venue } from '../book/venue.ts'
import { opposite } from '../book/book.ts'
import type { Realm } from '../ledger/holders.ts'
import type { CoreReason } from '../result/reason.ts'
import { accepted, rejected, type Result } from '../result/result.ts'
import { faultOf, mayTrade } from '../book/checks.ts'
import { cancelOf } from './closing.ts'
import type { PlaceSpotOrder } from './command.ts'
import type { SpotEvent } from './event.ts'
import { tradesOf } from './fills.ts'
import { houseDepth, lostMakers, meetsNothing, nothing, planFills, wouldTrade, type Plan } from './matching.ts'
import { quoteUnits, worstNeed } from './money.ts'
import type { CloseReason } from './order.ts'
import { bookOf, type SpotState } from './state.ts'

const budgetMax = BigInt(notionalMax)

interface Ask {
  /** The number that the order will bear. */
  readonly order: number
  /** Whether it has waited for a price. */
  readonly waited: boolean
  readonly command: PlaceSpotOrder
  readonly listing: Listing
  readonly realm: Realm
  /** The command's budget as a number; infinite where it passes what an order may be worth. */
  readonly budget: number
}

function checkNumbers({ command, listing, budget }: Ask): CoreReason | null {
  if (budget < 0) return 'field_malformed'
  const limit = command.kind === 'limit'
  if (!limit && command.timeInForce !== 'GTC' && command.timeInForce !== 'IOC' && command.timeInForce !== 'FOK') {
    return 'time_in_force_invalid'
  }
  if (budget > 0) {
    if (limit || command.side === 'sell' || command.quantity > 0) return 'request_malformed'
    return null
  }
  if (limit && (command.price <= 0 || command.price > listing.priceMax)) return 'price_invalid'
  if (command.quantity <= 0 || command.quantity > listing.quantityMax) {
    return 'quantity_out_of_range'
  }
  return null
}

// what the order is worth at least: a limit at its price, a budget by itself, a market order at the index
function worthOf({ command, listing, budget }: Ask, indexTenths: number): number {
  if (budget > 0) return budget
  if (command.kind === 'limit') return notional(listing, command.price, command.quantity)
  return Math.floor(notional(listing, indexTenths, command.quantity) / 10)
}

function planOf(spot: SpotState, venue: Venue, ask: Ask, now: number): Plan {
  const { command, listing, realm, budget, waited } = ask
  const house = houseDepth(venue, listing, realm, opposite(command.side), now)
  const book = bookOf(spot, realm, listing.id)
  const limit = command.kind === 'limit'
  if (limit && meetsNothing(book, house, command.side, command.price)) return nothing
  const intent = {
    holder: command.holder,
    side: command.side,
    limit: limit ? command.price : collarPrice(listing, venue.marks.of(listing.id).indexTenths, command.side),
    quantity: budget > 0 ? listing.quantityMax : command.quantity,
    // one that sells low trades high, and still for no more than an order may be worth
    budget: budget > 0 ? budget : notionalMax,
    passesOwn: waited,
  }
  return planFills(book, house, listing, intent, lostMakers(venue, listing))
}

// a limit holds its worst need; a market order holds nothing and must be affordable as it would fill
function need({ command, listing, budget }: Ask, plan: Plan): number {
  if (command.kind === 'limit' || command.side === 'sell') {
    return worstNeed(listing, command.side, command.price, command.quantity)
  }
  if (budget > 0) return budget
  let cost = 0
  for (const fill of plan.fills) cost += quoteUnits(listing, fill.price, fill.quantity)
  return cost
}

const endReasons: Readonly<Record<Plan['end'], CloseReason>> = {
  filled: 'filled',
  book_empty: 'book_empty',
  self_trade: 'self_trade',
  fills_max: 'fills_max',
  budget_spent: 'budget_spent',
}

/**
 * Decides a spot order: refuses it, or lists what happens: it is accepted, trades, and rests or ends. Reads only.
 * Checks climb from who to what to how much; after the balance nothing can refuse any more. One that has waited for a
 * price brings its number, `waited`: an own order in its way ends instead of it.
 */
export function placeSpotOrder(
  spot: SpotState,
  venue: Venue,
  command: PlaceSpotOrder,
  now: number,
  waited: number | null = null,
): Result<SpotEvent[]> {
  const floor = mayTrade(venue, command.holder, command.symbol, now)
  if (!floor.ok) return floor
  const { listing, standing } = floor.value
  // read early: the memory of a random holder is what an order waits for most
  const spendable = venue.ledger.spendable(command.holder, command.side === 'buy' ? listing.quote : listing.base)
  const numbered = { order: waited ?? spot.nextOrder, waited: waited !== null }
  const ask: Ask = { ...numbered, command, listing, realm: standing.realm, budget: budgetOf(command.budget) }
  const fault = faultOf(command.fault)
  if (fault) return rejected(fault)
  const wrong = checkNumbers(ask)
  if (wrong) return rejected(wrong)
  const worth = worthOf(ask, venue.marks.of(listing.id).indexTenths)
  if (worth <= listing.notionalMinExclusive) return rejected('notional_too_small')
  if (worth === Number.POSITIVE_INFINITY) return rejected('notional_too_large')
  const tooMany = openOrdersFault(venue, command.holder)
  if (tooMany) return tooMany
  const { realm } = ask
  if (command.kind === 'limit' && command.timeInForce === 'POST_ONLY') {
    const trades = wouldTrade(spot, venue, listing, realm, command.side, command.price, now)
    if (trades) return rejected('post_only_would_trade')
  }
  const plan = planOf(spot, venue, ask, now)
  if (command.timeInForce === 'FOK' && plan.end === 'fills_max') return rejected('fill_or_kill_too_many')
  const needed = need(ask, plan)
  if (needed > spendable) return rejected('balance_insufficient_order')
  return accepted(eventsOf(spot, venue, ask, plan, command.kind === 'limit' ? needed : 0))
}

function budgetOf(budget: bigint): number {
  return budget <= budgetMax ? Number(budget) : Number.POSITIVE_INFINITY
}

// a budget is spent whole when no further step can be paid for with what is left of it
function isWhole(budget: number, plan: Plan): boolean {
  return plan.end === 'filled' || (budget > 0 && plan.end === 'budget_spent' && plan.filled > 0)
}

/** The events of an order that nothing refuses any more; `hold` is what it freezes. */
function eventsOf(spot: SpotState, venue: Venue, ask: Ask, plan: Plan, hold: number): SpotEvent[] {
  const { order, command, listing, realm, budget } = ask
  const limit = command.kind === 'limit'
  const killed = command.timeInForce === 'FOK' && !isWhole(budget, plan)
  const filled = killed ? 0 : plan.filled
  const left = command.quantity - filled
  const resting = limit && (command.timeInForce === 'GTC' || command.timeInForce === 'POST_ONLY')
  const rests = resting && plan.end === 'book_empty'
  // written out field by field: a spread costs more than all the rest of an order that only rests
  const events: SpotEvent[] = [
    {
      type: 'spotOrderAccepted',
      order,
      holder: command.holder,
      listing: listing.id,
      base: listing.base,
      quote: listing.quote,
      side: command.side,
      kind: command.kind,
      timeInForce: command.timeInForce,
      price: command.price,
      quantity: command.quantity,
      budget,
      hold,
      feeRateMaker: listing.feeRateMaker,
      feeRateTaker: listing.feeRateTaker,
      rests,
    },
  ]
  for (const { slot, reason } of plan.expired)
    events.push(cancelOf(spot, listing, bookOf(spot, realm, listing.id).order(slot), reason))
  if (filled > 0) for (const trade of takes(spot, venue, ask, plan)) events.push(trade)
  if (rests || (budget === 0 && left === 0)) return events
  const spent = plan.end === 'budget_spent' || plan.end === 'filled'
  events.push({
    type: 'spotOrderClosed',
    order,
    holder: command.holder,
    listing: listing.id,
    base: listing.base,
    quote: listing.quote,
    side: command.side,
    status: budget > 0 && filled > 0 && spent ? 'filled' : 'canceled',
    reason: closingReason(command, plan, killed),
    released: limit ? worstNeed(listing, command.side, command.price, left) : 0,
  })
  return events
}

function takes(spot: SpotState, venue: Venue, { order, command, listing, realm }: Ask, plan: Plan): SpotEvent[] {
  const taker = {
    order,
    holder: command.holder,
    side: command.side,
    heldPrice: command.kind === 'limit' ? command.price : 0,
    feeRate: listing.feeRateTaker,
    feeExcess: 0,
  }
  return tradesOf(spot, listing, realm, venue.marks.of(listing.id), taker, plan.fills, command.quantity)
}

function closingReason(command: PlaceSpotOrder, plan: Plan, killed: boolean): CloseReason {
  if (killed) return 'fill_or_kill'
  if (plan.end === 'book_empty' && command.kind === 'limit') return 'immediate_or_cancel'
  return endReasons[plan.end]
}
