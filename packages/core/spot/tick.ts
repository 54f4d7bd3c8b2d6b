import { opposite, sides } from '../book/book.ts'
import type { Budget } from '../book/budget.ts'
import { ladderPrices, replaceLadder } from '../book/ladder.ts'
import type { ListingId } from '../book/listing.ts'
import type { Mark } from '../book/mark.ts'
import type { Venue } from '../book/venue.ts'
import { houseOf, realms } from '../ledger/holders.ts'
import type { SpotEvent, SpotTraded } from './event.ts'
import { houseTakes } from './fills.ts'
import { houseDepth } from './matching.ts'
import type { SpotState } from './state.ts'

/** What the market says of a listing. */
export interface Quote extends Omit<Mark, 'time'> {
  readonly listing: ListingId
  readonly time: number
}

/**
 * Writes what the market said: the mark and the house's new levels. Live only; nothing of it is durable. A quote that
 * is older than the one before it is left out.
 */
export function sense(venue: Venue, quote: Quote, now: number): void {
  const listing = venue.listings[quote.listing]
  const time = Math.min(quote.time, now)
  if (time < venue.marks[quote.listing].time) return
  const { indexTenths, dispersionTenths, sources, kind } = quote
  if (sources === 0 || indexTenths === 0) {
    // an index that no source stands behind halts the market; the last one stays to be seen, not to be traded on
    venue.marks[quote.listing] = { ...venue.marks[quote.listing], sources: 0, kind }
    return
  }
  venue.marks[quote.listing] = { time, indexTenths, dispersionTenths, sources, kind }
  const prices = ladderPrices(listing.ladder, indexTenths, dispersionTenths)
  for (const realm of realms) {
    replaceLadder(venue.ladders[realm][quote.listing], listing.ladder, prices, now)
  }
}

/**
 * Lets the freshly placed house levels trade with the resting orders that they cross, realm by realm and side by
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
  const mark = venue.marks[id]
  for (const realm of realms) {
    if (!spot.books[realm][id]) continue
    for (const side of sides) {
      const depth = houseDepth(venue, listing, realm, side, now)
      if (depth.price.length === 0) continue
      const events = houseTakes(spot, listing, realm, mark, side, depth, budget.fills)
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
  const levels = venue.ladders[house.realm][trade.listing][side]
  let left = trade.quantity
  for (let level = 0; level < levels.quantity.length && left > 0; level++) {
    if (maker && levels.price[level] !== trade.price) continue
    const eaten = Math.min(left, levels.quantity[level])
    levels.quantity[level] -= eaten
    left -= eaten
  }
}
