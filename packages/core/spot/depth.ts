import type { Level, Side } from '../book/book.ts'
import type { Listing } from '../book/listing.ts'
import type { Venue } from '../book/venue.ts'
import type { Realm } from '../ledger/holders.ts'
import { houseDepth } from './matching.ts'
import { bookOf, type SpotState } from './state.ts'

/** The best `count` levels of a side as they can be executed now: users' orders and the house's levels, merged. */
export function bookLevels(
  spot: SpotState,
  venue: Venue,
  listing: Listing,
  realm: Realm,
  side: Side,
  count: number,
  now: number,
): Level[] {
  const merged = new Map<number, Level>()
  for (const level of bookOf(spot, realm, listing.id).levels(side, count)) {
    merged.set(level.price, level)
  }
  const house = houseDepth(venue, listing, realm, side, now)
  for (let at = 0; at < house.price.length; at++) {
    if (house.quantity[at] === 0) continue
    const price = house.price[at] as Level['price']
    const users = merged.get(price)?.quantity ?? 0
    merged.set(price, { price, quantity: users + house.quantity[at] })
  }
  const best = (a: Level, b: Level): number => (side === 'buy' ? b.price - a.price : a.price - b.price)
  return [...merged.values()].sort(best).slice(0, count)
}
