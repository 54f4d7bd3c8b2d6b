import { faultOf, mayTrade } from '../book/checks.ts'
import { notional, notionalMax, type Listing } from '../book/listing.ts'
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
  type PlaceConditional,
} from './conditional.ts'
import { worstNeed } from './money.ts'
import type { SpotState } from './state.ts'

const budgetMax = BigInt(notionalMax)

// a limit names price and quantity, a market sell a quantity, and a market buy what it may spend: all is held from now on
function checkNumbers(command: PlaceConditional, listing: Listing): CoreReason | null {
  const { budget, kind, price, quantity, side, trigger } = command
  if (budget < 0n) return 'field_malformed'
  const byBudget = kind === 'market' && side === 'buy'
  if (byBudget ? budget === 0n || quantity > 0 : budget > 0n) return 'request_malformed'
  if (kind === 'market' && price > 0) return 'request_malformed'
  if (trigger <= 0 || trigger > listing.priceMax) return 'price_invalid'
  if (kind === 'limit' && (price <= 0 || price > listing.priceMax)) return 'price_invalid'
  if (byBudget) return null
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
  const tooMany = openOrdersFault(venue, holder)
  if (tooMany) return tooMany
  const waits = waiting.count(holder)
  if (waits >= conditionalsMax) {
    return rejected('conditional_orders_too_many', { max: `${conditionalsMax}` })
  }
  const budget = Number(command.budget)
  const hold = budget > 0 ? budget : worstNeed(listing, side, price, quantity)
  const spendable = venue.ledger.spendable(holder, side === 'buy' ? listing.quote : listing.base)
  if (hold > spendable) return rejected('balance_insufficient_order')
  const { id, base, quote } = listing
  const where = { order, holder, listing: id, base, quote, side }
  return accepted([{ type: 'spotConditionalPlaced', ...where, kind, passing, trigger, price, quantity, budget, hold }])
}

/** Whose and where one is, as its facts say it. */
export function whereOf({ order, holder, listing, side }: Conditional, { listings }: Venue) {
  const { base, quote } = listings[listing]
  return { order, holder, listing, base, quote, side }
}

function endOf(venue: Venue, one: Conditional, reason: ConditionalEnd): ConditionalEvent {
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

/** The events that end all of a holder that wait, oldest first; of one symbol or ('') of all. */
export function endConditionals(
  { waiting }: SpotState,
  venue: Venue,
  holder: HolderId,
  symbol: string,
  reason: ConditionalEnd,
): ConditionalEvent[] {
  return waiting
    .of(holder)
    .filter(({ listing }) => symbol === '' || venue.listings[listing].code === symbol)
    .map((one) => endOf(venue, one, reason))
}
