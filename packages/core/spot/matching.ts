import { noSlot, opposite, type Book, type Side } from '../book/book.ts'
import { whyEnded, type RiskEndReason } from '../book/checks.ts'
import type { Listing } from '../book/listing.ts'
import { houseStands, type Mark } from '../book/mark.ts'
import type { Venue } from '../book/venue.ts'
import { houseHolder, type HolderId, type Realm } from '../ledger/holders.ts'
import { bookOf, type SpotState } from './state.ts'

/** At this many fills the rest of an order is cancelled, so that one command's work is bounded. */
export const fillsMax = 1_000

/** A fill that would happen: against the resting order in `slot`, or against the house where that is `noSlot`. */
export interface PlannedFill {
  readonly price: number
  readonly quantity: number
  readonly slot: number
}

/** Why a plan ends: all of it is filled, or what came in the way. */
export type PlanEnd = 'filled' | 'book_empty' | 'self_trade' | 'fills_max' | 'budget_spent'

export interface Plan {
  readonly fills: readonly PlannedFill[]
  readonly filled: number
  readonly end: PlanEnd
  /** Resting orders in the way that end instead of trading: the holder's own, and those that may rest no longer. */
  readonly expired: readonly Expired[]
}

export interface Expired {
  readonly slot: number
  readonly reason: RiskEndReason | 'self_trade'
}

/** Why what rests of a holder has to end, or null where it may stay. */
export type LostMakers = (holder: HolderId) => RiskEndReason | null

/** Who of a market's makers may no longer rest there; null where all that rests has been asked. */
export function lostMakers(venue: Venue, listing: Pick<Listing, 'spot'>): LostMakers | null {
  if (venue.round.isOver) return null
  return (holder) => whyEnded(venue, holder, 'spot') ?? (listing.spot ? null : 'product_off')
}

/**
 * What is to be filled: up to `quantity` steps no worse than `limit` ticks, for at most `budget` quote units in all.
 */
export interface Intent {
  readonly holder: HolderId
  readonly side: Side
  readonly limit: number
  readonly quantity: number
  readonly budget: number
  /** Whether an own resting order in the way ends instead of this: a trigger is never blocked by its owner. */
  readonly passesOwn: boolean
}

/** The house's levels on one side as they can be traded now: none where the index is old or the position is full. */
export interface HouseDepth {
  readonly price: readonly number[]
  readonly quantity: readonly number[]
}

const noDepth: HouseDepth = { price: [], quantity: [] }
const none: readonly Expired[] = []
/** What most limits come to: nothing that they could trade with. */
export const nothing: Plan = { fills: [], filled: 0, end: 'book_empty', expired: none }

/** How many steps of the base currency the house may still buy or sell before it stands at its position cap. */
export function houseRoom(venue: Venue, listing: Listing, realm: Realm, side: Side): number {
  const posted = venue.ledger.posted(houseHolder(realm, 'liquidity'), 'coin', listing.base)
  const position = Number(posted / BigInt(listing.basePerStep))
  const room = listing.ladder.positionMax + (side === 'sell' ? position : -position)
  return Math.max(0, room)
}

/** The house's tradable levels on a side, best first, cut at its position cap. */
export function houseDepth(venue: Venue, listing: Listing, realm: Realm, side: Side, now: number): HouseDepth {
  const mark: Mark = venue.marks.of(listing.id)
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

/**
 * Lists the fills of an intent in price, then arrival order, users before the house at one price. Changes nothing.
 * Whose orders rest in the book is what the book was told when they were added. What ends on the way counts as a fill.
 */
export function planFills<T>(
  book: Book<T>,
  house: HouseDepth,
  listing: Pick<Listing, 'quotePerTickStep'>,
  intent: Intent,
  lost: LostMakers | null = null,
): Plan {
  const { holder, limit, quantity: wanted } = intent
  const buys = intent.side === 'buy'
  let slot = book.best(opposite(intent.side))
  const fills: PlannedFill[] = []
  const expired: Expired[] = []
  let left = wanted
  let budget = intent.budget
  let level = 0
  let end: PlanEnd = 'filled'
  while (left > 0) {
    while (level < house.price.length && house.quantity[level] === 0) level++
    const isHouseLeft = level < house.price.length
    if (slot === noSlot && !isHouseLeft) {
      end = 'book_empty'
      break
    }
    const byHouse = slot === noSlot || (isHouseLeft && isWorse(book.price(slot), house.price[level], buys))
    const price = byHouse ? house.price[level] : book.price(slot)
    const there = byHouse ? house.quantity[level] : book.quantity(slot)
    const isOwn = !byHouse && book.holder(slot) === holder
    if (isWorse(price, limit, buys)) end = 'book_empty'
    else if (isOwn && !intent.passesOwn) end = 'self_trade'
    else if (fills.length + expired.length === fillsMax) end = 'fills_max'
    if (end !== 'filled') break
    const quantity = Math.min(left, there, Math.floor(budget / (price * listing.quotePerTickStep)))
    const reason = isOwn ? 'self_trade' : byHouse || lost === null ? null : lost(book.holder(slot))
    if (reason !== null && (quantity > 0 || !isOwn)) {
      expired.push({ slot, reason })
      slot = book.after(slot)
      continue
    }
    if (quantity === 0) {
      end = 'budget_spent'
      break
    }
    fills.push({ price, quantity, slot: byHouse ? noSlot : slot })
    left -= quantity
    budget -= quantity * price * listing.quotePerTickStep
    if (quantity < there) continue
    if (byHouse) level++
    else slot = book.after(slot)
  }
  return { fills, filled: wanted - left, end, expired }
}

/** Whether nothing stands in the way of a limit at `price`: the short answer to most plans. */
export function meetsNothing<T>(book: Book<T>, house: HouseDepth, side: Side, price: number): boolean {
  if (house.price.length > 0) return false
  const slot = book.best(opposite(side))
  return slot === noSlot || isWorse(book.price(slot), price, side === 'buy')
}

// whether a price is worse than another for one who buys or sells
function isWorse(price: number, than: number, buys: boolean): boolean {
  return buys ? price > than : price < than
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
  const buys = side === 'buy'
  const book = bookOf(spot, realm, listing.id)
  const slot = book.best(opposite(side))
  if (slot !== noSlot && !isWorse(book.price(slot), price, buys)) return true
  const house = houseDepth(venue, listing, realm, opposite(side), now)
  const level = house.quantity.findIndex((quantity) => quantity > 0)
  return level >= 0 && !isWorse(house.price[level], price, buys)
}
