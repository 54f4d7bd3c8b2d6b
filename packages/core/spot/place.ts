import { notional, type Listing } from '../book/listing.ts'
import type { Venue } from '../book/venue.ts'
import { opposite } from '../book/book.ts'
import type { Realm } from '../ledger/holders.ts'
import { accepted, rejected, type Result } from '../result/result.ts'
import { faultOf, mayTrade } from '../book/checks.ts'
import type { PlaceSpotOrder } from './command.ts'
import type { SpotEvent } from './event.ts'
import { tradesOf } from './fills.ts'
import { houseDepth, planFills, wouldTrade, type Plan } from './matching.ts'
import { worstNeed } from './money.ts'
import { bookOf, openCount, type CloseReason, type SpotState } from './order.ts'

/** A holder may have this many spot orders open. */
export const openOrdersMax = 200

const rateOne = 1_000_000_000n

/** The worst price in ticks that a market order may take: the collar around the index, rounded inward. */
export function collarPrice(listing: Listing, indexTenths: number, side: 'buy' | 'sell'): number {
  const collar = BigInt(listing.collarRate)
  const index = BigInt(indexTenths)
  if (side === 'buy') return Number((index * (rateOne + collar)) / (10n * rateOne))
  const low = index * (rateOne - collar)
  return Number((low + 10n * rateOne - 1n) / (10n * rateOne))
}

interface Ask {
  readonly command: PlaceSpotOrder
  readonly listing: Listing
  readonly realm: Realm
}

function checkNumbers({ command, listing }: Ask): Result<null> {
  const limit = command.kind === 'limit'
  if (limit && command.timeInForce === 'POST_ONLY' && command.budget > 0n) {
    return rejected('request_malformed')
  }
  if (!limit && command.timeInForce !== 'GTC' && command.timeInForce !== 'IOC' && command.timeInForce !== 'FOK') {
    return rejected('time_in_force_invalid')
  }
  if (command.budget > 0n) {
    if (limit || command.side === 'sell' || command.quantity > 0) return rejected('request_malformed')
    return accepted(null)
  }
  if (limit && (command.price <= 0 || command.price > listing.priceMax)) return rejected('price_invalid')
  if (command.quantity <= 0 || command.quantity > listing.quantityMax) {
    return rejected('quantity_out_of_range')
  }
  return accepted(null)
}

// what the order is worth at least: a limit at its price, a budget by itself, a market order at the index
function worthOf({ command, listing }: Ask, indexTenths: number): number {
  if (command.budget > 0n) return Number(command.budget)
  if (command.kind === 'limit') return notional(listing, command.price, command.quantity)
  return Math.floor(notional(listing, indexTenths, command.quantity) / 10)
}

function planOf(spot: SpotState, venue: Venue, ask: Ask, now: number): Plan {
  const { command, listing, realm } = ask
  const house = houseDepth(venue, listing, realm, opposite(command.side), now)
  const limit = command.kind === 'limit'
  return planFills(bookOf(spot, realm, listing.id), house, listing, {
    holder: command.holder,
    side: command.side,
    limit: limit ? command.price : collarPrice(listing, venue.marks[listing.id].indexTenths, command.side),
    quantity: command.budget > 0n ? listing.quantityMax : command.quantity,
    budget: command.budget > 0n ? Number(command.budget) : Number.POSITIVE_INFINITY,
  })
}

function quoteOf(listing: Listing, plan: Plan): bigint {
  let sum = 0n
  for (const fill of plan.fills) {
    sum += BigInt(fill.price) * BigInt(fill.quantity) * BigInt(listing.quotePerTickStep)
  }
  return sum
}

// a limit holds its worst need; a market order holds nothing and must be affordable as it would fill
function need(ask: Ask, plan: Plan): bigint {
  const { command, listing } = ask
  if (command.kind === 'limit') return worstNeed(listing, command.side, command.price, command.quantity)
  if (command.budget > 0n) return command.budget
  if (command.side === 'sell') return worstNeed(listing, 'sell', 0, command.quantity)
  return quoteOf(listing, plan)
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
 * Checks climb from who to what to how much; after the balance nothing can refuse any more.
 */
export function placeSpotOrder(
  spot: SpotState,
  venue: Venue,
  command: PlaceSpotOrder,
  now: number,
): Result<SpotEvent[]> {
  const floor = mayTrade(venue, command.holder, command.symbol, now)
  if (!floor.ok) return floor
  const { listing, standing } = floor.value
  const ask: Ask = { command, listing, realm: standing.realm }
  const fault = faultOf(command.fault)
  if (fault) return rejected(fault)
  const numbers = checkNumbers(ask)
  if (!numbers.ok) return numbers
  const worth = worthOf(ask, venue.marks[listing.id].indexTenths)
  if (worth <= listing.notionalMinExclusive) return rejected('notional_too_small')
  if (worth === Number.POSITIVE_INFINITY) return rejected('notional_too_large')
  if (openCount(spot, command.holder) >= openOrdersMax) return rejected('open_orders_too_many')
  const { realm } = ask
  if (command.kind === 'limit' && command.timeInForce === 'POST_ONLY') {
    const trades = wouldTrade(spot, venue, listing, realm, command.side, command.price, now)
    if (trades) return rejected('post_only_would_trade')
  }
  const plan = planOf(spot, venue, ask, now)
  if (command.timeInForce === 'FOK' && plan.end === 'fills_max') return rejected('fill_or_kill_too_many')
  const currency = command.side === 'buy' ? listing.quote : listing.base
  const available = venue.ledger.available(command.holder, 'coin', currency)
  const needed = need(ask, plan)
  if (needed > available) return rejected('balance_insufficient_order')
  return accepted(eventsOf(spot, venue, ask, plan, command.kind === 'limit' ? needed : 0n))
}

// a budget is spent whole when no further step can be paid for with what is left of it
function isWhole(command: PlaceSpotOrder, plan: Plan): boolean {
  return plan.end === 'filled' || (command.budget > 0n && plan.end === 'budget_spent' && plan.filled > 0)
}

/** The events of an order that nothing refuses any more; `hold` is what it freezes. */
function eventsOf(spot: SpotState, venue: Venue, ask: Ask, plan: Plan, hold: bigint): SpotEvent[] {
  const { command, listing } = ask
  const limit = command.kind === 'limit'
  const killed = command.timeInForce === 'FOK' && !isWhole(command, plan)
  const filled = killed ? 0 : plan.filled
  const left = command.budget > 0n ? 0 : command.quantity - filled
  const resting = limit && (command.timeInForce === 'GTC' || command.timeInForce === 'POST_ONLY')
  const rests = resting && left > 0 && plan.end === 'book_empty'
  // written out field by field: a spread costs more than all the rest of an order that only rests
  const events: SpotEvent[] = [
    {
      type: 'spotOrderAccepted',
      order: spot.nextOrder,
      holder: command.holder,
      listing: listing.id,
      base: listing.base,
      quote: listing.quote,
      side: command.side,
      kind: command.kind,
      timeInForce: command.timeInForce,
      price: command.price,
      quantity: command.quantity,
      budget: command.budget,
      hold,
      feeRateMaker: listing.feeRateMaker,
      feeRateTaker: listing.feeRateTaker,
      rests,
    },
  ]
  if (filled > 0) for (const trade of takes(spot, venue, ask, plan)) events.push(trade)
  if (rests || (command.budget === 0n && left === 0)) return events
  const spent = plan.end === 'budget_spent' || plan.end === 'filled'
  events.push({
    type: 'spotOrderClosed',
    order: spot.nextOrder,
    holder: command.holder,
    listing: listing.id,
    base: listing.base,
    quote: listing.quote,
    side: command.side,
    status: command.budget > 0n && filled > 0 && spent ? 'filled' : 'canceled',
    reason: closingReason(command, plan, killed),
    released: limit ? worstNeed(listing, command.side, command.price, left) : 0n,
  })
  return events
}

function takes(spot: SpotState, venue: Venue, { command, listing, realm }: Ask, plan: Plan): SpotEvent[] {
  const taker = {
    order: spot.nextOrder,
    holder: command.holder,
    side: command.side,
    heldPrice: command.kind === 'limit' ? command.price : 0,
    feeRate: listing.feeRateTaker,
  }
  const wanted = command.budget > 0n ? -1 : command.quantity
  return tradesOf(spot, listing, realm, venue.marks[listing.id], taker, plan.fills, wanted)
}

function closingReason(command: PlaceSpotOrder, plan: Plan, killed: boolean): CloseReason {
  if (killed) return 'fill_or_kill'
  if (plan.end === 'book_empty' && command.kind === 'limit') return 'immediate_or_cancel'
  return endReasons[plan.end]
}
