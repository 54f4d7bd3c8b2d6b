import { noSlot, opposite, type Book, type Side } from '../book/book.ts'
import type { Listing } from '../book/listing.ts'
import { houseStands, type Mark } from '../book/mark.ts'
import type { Venue } from '../book/venue.ts'
import { houseHolder, type HolderId, type Realm } from '../ledger/holders.ts'
import { bookOf, type SpotOrder, type SpotState } from './order.ts'

/** At this many fills the rest of an order is cancelled, so that one command's work is bounded. */
export const fillsMax = 1_000

/** A fill that would happen: against the resting order in `slot`, or against a level of the house. */
export interface PlannedFill {
  readonly price: number
  readonly quantity: number
  readonly slot: number
  readonly level: number
}

/** Why a plan ends: all of it is filled, or what came in the way. */
export type PlanEnd = 'filled' | 'book_empty' | 'self_trade' | 'fills_max' | 'budget_spent'

export interface Plan {
  readonly fills: readonly PlannedFill[]
  readonly filled: number
  readonly end: PlanEnd
}

/** What is to be filled: up to `quantity` steps no worse than `limit` ticks, for at most `budget` quote units. */
export interface Intent {
  readonly holder: HolderId
  readonly side: Side
  readonly limit: number
  readonly quantity: number
  readonly budget: number
}

/** The house's levels on one side as they can be traded now: none where the index is old or the position is full. */
export interface HouseDepth {
  readonly price: readonly number[]
  readonly quantity: readonly number[]
}

const noDepth: HouseDepth = { price: [], quantity: [] }
const noFills: readonly PlannedFill[] = []

/** How many steps of the base currency the house may still buy or sell before it stands at its position cap. */
export function houseRoom(venue: Venue, listing: Listing, realm: Realm, side: Side): number {
  const posted = venue.ledger.posted(houseHolder(realm, 'liquidity'), 'coin', listing.base)
  const position = Number(posted / BigInt(listing.basePerStep))
  const room = listing.ladder.positionMax + (side === 'sell' ? position : -position)
  return Math.max(0, room)
}

/** The house's tradable levels on a side, best first, cut at its position cap. */
export function houseDepth(venue: Venue, listing: Listing, realm: Realm, side: Side, now: number): HouseDepth {
  const mark: Mark = venue.marks[listing.id]
  const ladder = venue.ladders[realm][listing.id][side]
  if (ladder.price.length === 0 || !houseStands(listing, mark, realm, now)) return noDepth
  let room = houseRoom(venue, listing, realm, side)
  const quantity = ladder.quantity.map((level) => {
    const shown = Math.min(level, room)
    room -= shown
    return shown
  })
  return { price: ladder.price, quantity }
}

/** Lists the fills of an intent in price, then arrival order, users before the house at one price. Changes nothing. */
export function planFills(
  book: Book<SpotOrder>,
  house: HouseDepth,
  listing: Pick<Listing, 'quotePerTickStep'>,
  intent: Intent,
): Plan {
  const buys = intent.side === 'buy'
  const worse = (price: number): boolean => (buys ? price > intent.limit : price < intent.limit)
  let slot = book.best(opposite(intent.side))
  // most limits meet nothing
  if (house.price.length === 0 && (slot === noSlot || worse(book.price(slot)))) {
    return { fills: noFills, filled: 0, end: 'book_empty' }
  }
  const fills: PlannedFill[] = []
  let left = intent.quantity
  let budget = intent.budget
  let level = 0
  const end = (reason: PlanEnd): Plan => ({ fills, filled: intent.quantity - left, end: reason })
  while (left > 0) {
    while (level < house.price.length && house.quantity[level] === 0) level++
    const userPrice = slot === noSlot ? NaN : book.price(slot)
    const housePrice = level < house.price.length ? house.price[level] : NaN
    const byHouse = slot === noSlot || (buys ? housePrice < userPrice : housePrice > userPrice)
    const price = byHouse ? housePrice : userPrice
    if (Number.isNaN(price) || worse(price)) return end('book_empty')
    if (!byHouse && book.order(slot).holder === intent.holder) return end('self_trade')
    if (fills.length === fillsMax) return end('fills_max')
    const there = byHouse ? house.quantity[level] : book.quantity(slot)
    const affordable = Math.floor(budget / (price * listing.quotePerTickStep))
    const quantity = Math.min(left, there, affordable)
    if (quantity === 0) return end('budget_spent')
    fills.push({ price, quantity, slot: byHouse ? noSlot : slot, level: byHouse ? level : -1 })
    left -= quantity
    budget -= quantity * price * listing.quotePerTickStep
    if (quantity < there) continue
    if (byHouse) level++
    else slot = book.after(slot)
  }
  return end('filled')
}

/** Whether a limit at `price` would trade at once: against a user's order or a level of the house. */
export function wouldTrade(
  spot: SpotState,
  venue: Venue,
  listing: Listing,
  realm: Realm,
  side: Side,
  price: number,
  now: number,
): boolean {
  const book = bookOf(spot, realm, listing.id)
  const house = houseDepth(venue, listing, realm, opposite(side), now)
  const plan = planFills(book, house, listing, {
    holder: -1,
    side,
    limit: price,
    quantity: 1,
    budget: Number.POSITIVE_INFINITY,
  })
  return plan.fills.length > 0
}
