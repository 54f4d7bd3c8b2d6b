import { faultOf, mayTrade } from '../book/checks.ts'
import { notional, notionalMax, type Listing, type ListingId } from '../book/listing.ts'
import { openOrdersFault } from '../book/openOrders.ts'
import type { Venue } from '../book/venue.ts'
import type { HolderId } from '../ledger/holders.ts'
import type { CoreReason } from '../result/reason.ts'
import { accepted, rejected, type Result } from '../result/result.ts'
import { hasPassed } from '../trigger/target.ts'
import {
  conditionalsMax,
  type Conditional,
  type ConditionalEnd,
  type ConditionalEvent,
  type Leg,
  type PlaceConditional,
  type PlacePair,
} from './conditional.ts'
import { worstNeed } from './money.ts'
import type { SpotState } from './state.ts'
import type { Waiting } from './waiting.ts'

const budgetMax = BigInt(notionalMax)

function priceFault({ kind, price, trigger }: Omit<Leg, 'passing'>, { priceMax }: Listing): CoreReason | null {
  const isOut = (ticks: number): boolean => ticks <= 0 || ticks > priceMax
  return isOut(trigger) || (kind === 'limit' && isOut(price)) ? 'price_invalid' : null
}

// a limit names price and quantity, a market sell a quantity, and a market buy what it may spend: all is held from now on
function checkNumbers(command: PlaceConditional, listing: Listing): CoreReason | null {
  const { budget, kind, price, quantity, side } = command
  if (budget < 0n) return 'field_malformed'
  const byBudget = kind === 'market' && side === 'buy'
  if (byBudget ? budget === 0n || quantity > 0 : budget > 0n) return 'request_malformed'
  if (kind === 'market' && price > 0) return 'request_malformed'
  const wrong = priceFault(command, listing)
  if (wrong || byBudget) return wrong
  return quantity <= 0 || quantity > listing.quantityMax ? 'quantity_out_of_range' : null
}

// a limit at its price, a budget by itself, a market sell at the price it waits for
function worthOf({ budget, kind, price, quantity, trigger }: PlaceConditional, listing: Listing): number {
  if (budget > 0n) return budget <= budgetMax ? Number(budget) : Number.POSITIVE_INFINITY
  return notional(listing, kind === 'limit' ? price : trigger, quantity)
}

/**
 * Decides an order that is to wait for a price: refuses it, or takes it and holds what the order may need. The price must
 * not have come yet by the index of now. Reads only.
 */
export function placeConditional(
  { nextOrder: order, waiting }: SpotState,
  venue: Venue,
  command: PlaceConditional,
  now: number,
): Result<ConditionalEvent[]> {
  const floor = mayTrade(venue, command.holder, command.symbol, now)
  if (!floor.ok) return floor
  const { listing } = floor.value
  const fault = faultOf(command.fault)
  if (fault) return rejected(fault)
  const wrong = checkNumbers(command, listing)
  if (wrong) return rejected(wrong)
  const { holder, kind, passing, price, quantity, side, trigger } = command
  const worth = worthOf(command, listing)
  if (worth <= listing.notionalMinExclusive) return rejected('notional_too_small')
  if (worth === Number.POSITIVE_INFINITY) return rejected('notional_too_large')
  const { indexTenths } = venue.marks.of(listing.id)
  if (hasPassed(passing, BigInt(10 * trigger), BigInt(indexTenths))) return rejected('trigger_passed')
  const tooMany = countFault(waiting, venue, holder)
  if (tooMany) return tooMany
  const budget = Number(command.budget)
  const hold = budget > 0 ? budget : worstNeed(listing, side, price, quantity)
  const spendable = venue.ledger.spendable(holder, side === 'buy' ? listing.quote : listing.base)
  if (hold > spendable) return rejected('balance_insufficient_order')
  const { id, base, quote } = listing
  const where = { order, holder, listing: id, base, quote, side }
  return accepted([{ type: 'spotConditionalPlaced', ...where, kind, passing, trigger, price, quantity, budget, hold }])
}

/** Refuses one more that waits, where a holder has as many as it may. */
export function countFault(waiting: Waiting, venue: Venue, holder: HolderId): ReturnType<typeof rejected> | null {
  const tooMany = openOrdersFault(venue, holder)
  const waits = waiting.count(holder)
  if (tooMany || waits < conditionalsMax) return tooMany
  return rejected('conditional_orders_too_many', { max: `${conditionalsMax}` })
}

// for a market buy nobody knows what to hold, and a budget is no limit's
function pairFault({ above, below, quantity, side }: PlacePair, listing: Listing): CoreReason | null {
  for (const { kind, price } of [below, above]) {
    if (kind === 'market' && (side === 'buy' || price > 0)) return 'request_malformed'
  }
  const wrong = priceFault(below, listing) ?? priceFault(above, listing)
  if (wrong) return wrong
  return quantity <= 0 || quantity > listing.quantityMax ? 'quantity_out_of_range' : null
}

/**
 * Decides an order that is to wait for two prices, the index between them: whichever comes first, its order is placed and
 * the other is gone. It holds the more that either may need, once. Reads only.
 */
export function placePair(
  { nextOrder: order, waiting }: SpotState,
  venue: Venue,
  command: PlacePair,
  now: number,
): Result<ConditionalEvent[]> {
  const { above, below, holder, quantity, side } = command
  const floor = mayTrade(venue, holder, command.symbol, now)
  if (!floor.ok) return floor
  const { listing } = floor.value
  const fault = faultOf(command.fault)
  if (fault) return rejected(fault)
  const wrong = pairFault(command, listing)
  if (wrong) return rejected(wrong)
  const prices = [below, above].map(({ kind, price, trigger }) => (kind === 'limit' ? price : trigger))
  const worths = prices.map((price) => notional(listing, price, quantity))
  if (Math.min(...worths) <= listing.notionalMinExclusive) return rejected('notional_too_small')
  if (Math.max(...worths) === Number.POSITIVE_INFINITY) return rejected('notional_too_large')
  const index = BigInt(venue.marks.of(listing.id).indexTenths)
  const isPassed =
    hasPassed('fall', BigInt(10 * below.trigger), index) || hasPassed('rise', BigInt(10 * above.trigger), index)
  if (isPassed) return rejected('trigger_passed')
  const tooMany = countFault(waiting, venue, holder)
  if (tooMany) return tooMany
  const { id, base, quote } = listing
  const hold = worstNeed(listing, side, Math.max(...prices), quantity)
  if (hold > venue.ledger.spendable(holder, side === 'buy' ? quote : base)) {
    return rejected('balance_insufficient_order')
  }
  const where = { order, holder, listing: id, base, quote, side }
  return accepted([{ type: 'spotPairPlaced', ...where, quantity, hold, below, above }])
}

/** Whose and where one is, as its facts say it. */
export function whereOf({ order, holder, listing, side }: Conditional, { listings }: Venue) {
  const { base, quote } = listings[listing]
  return { order, holder, listing, base, quote, side }
}

/** The event that ends one that waits, and gives back what it holds. */
export function endOf(venue: Venue, one: Conditional, reason: ConditionalEnd): ConditionalEvent {
  return { type: 'spotConditionalEnded', ...whereOf(one, venue), reason, refusal: '', released: one.hold }
}

/** Decides the end of one that waits, as for an open order. */
export function cancelConditional(
  { nextOrder, waiting }: SpotState,
  venue: Venue,
  holder: HolderId,
  order: number,
): Result<ConditionalEvent[]> {
  if (!venue.holders.find(holder)) return rejected('holder_unknown')
  const one = waiting.get(order)
  if (!one) return rejected(order > 0 && order < nextOrder ? 'order_done' : 'order_unknown')
  return one.holder === holder ? accepted([endOf(venue, one, 'by_user')]) : rejected('not_owner')
}

/** The events that end all of a holder that wait, oldest first, in the markets that are meant. */
export function endConditionals(
  { waiting }: SpotState,
  venue: Venue,
  holder: HolderId,
  isThere: (listing: ListingId) => boolean,
  reason: ConditionalEnd,
): ConditionalEvent[] {
  return waiting
    .of(holder)
    .filter(({ listing }) => isThere(listing))
    .map((one) => endOf(venue, one, reason))
}
