import { opposite, sides } from '../book/book.ts'
import type { Budget } from '../book/budget.ts'
import { eatLevels, ladderPrices, replaceLadder } from '../book/ladder.ts'
import type { ListingId } from '../book/listing.ts'
import type { Quote, Sensed } from '../book/mark.ts'
import { takesRisk } from '../book/realMoney.ts'
import type { Venue } from '../book/venue.ts'
import { houseOf, realms } from '../ledger/holders.ts'
import type { SpotEvent, SpotTraded } from './event.ts'
import { houseTakes } from './fills.ts'
import { houseDepth, lostMakers } from './matching.ts'
import type { SpotState } from './state.ts'

/**
 * Writes what the market said: the mark and the house's new levels. Live only; nothing of it is durable. A quote that
 * is older than the one before it is left out.
 */
export function sense(venue: Venue, quote: Quote, now: number): Sensed {
  const listing = venue.listings[quote.listing]
  const time = Math.min(quote.time, now)
  const before = venue.marks.peek(quote.listing)
  if (time < before.time) return 'late'
  const { indexTenths, dispersionTenths, sources, kind } = quote
  if (sources === 0 || indexTenths === 0) {
    // an index that no source stands behind halts the market; the last one stays to be seen, not to be traded on
    venue.marks.set(quote.listing, { ...before, sources: 0, kind })
    return 'halted'
  }
  venue.marks.set(quote.listing, { time, indexTenths, dispersionTenths, sources, kind })
  const prices = ladderPrices(listing.ladder, indexTenths, dispersionTenths)
  for (const realm of realms) {
    replaceLadder(venue.ladders[realm][quote.listing], listing.ladder, prices, now)
  }
  return 'taken'
}

/**
 * Lets the freshly placed house levels trade with the resting orders that they cross, where new orders are taken, realm by realm and side by
 * side, as far as the tick's budget of fills goes; each step's events must be evolved before the next is asked for.
 */
export function* crossHouse(
  spot: SpotState,
  venue: Venue,
  id: ListingId,
  now: number,
  budget: Budget,
): Generator<{ events: SpotEvent[]; more: boolean }> {
  const listing = venue.listings[id]
  const mark = venue.marks.of(id)
  // what rests here yet is about to end
  if (!listing.spot) return
  const lost = lostMakers(venue, listing)
  for (const realm of realms) {
    if (!spot.books[realm][id] || !takesRisk(venue, listing, realm, now)) continue
    for (const side of sides) {
      const depth = houseDepth(venue, listing, realm, side, now)
      if (depth.price.length === 0) continue
      const events = houseTakes(spot, listing, realm, mark, side, depth, budget.fills, lost)
      budget.fills -= events.length
      if (events.length > 0) yield { events, more: budget.fills === 0 }
      if (budget.fills === 0) return
    }
  }
}

/** Takes what a trade with the house ate off its levels. Live only. */
export function absorb(venue: Venue, trade: SpotTraded): void {
  const maker = houseOf(trade.makerHolder)
  const taker = houseOf(trade.takerHolder)
  const house = maker ?? taker
  if (!house) return
  const side = maker ? opposite(trade.takerSide) : trade.takerSide
  const ladder = venue.ladders[house.realm][trade.listing]
  eatLevels(ladder, side, trade.quantity, (price) => !maker || price === trade.price)
}
