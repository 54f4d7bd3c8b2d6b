import { noSlot, opposite, type Side } from '../book/book.ts'
import type { HouseSide } from '../book/ladder.ts'
import type { ListingId } from '../book/listing.ts'
import { closingRefusal, houseAgeMaxMs } from '../book/mark.ts'
import { takesRisk } from '../book/realMoney.ts'
import type { Venue } from '../book/venue.ts'
import { houseHolder, type Realm } from '../ledger/holders.ts'
import { usdt } from '../money/units.ts'
import { closersOf, derivativeBook, type DerivativeOrder, type DerivativeState } from './state.ts'
import type { Derivative } from './terms.ts'

/** At this many fills the rest of an order is cancelled, so that one command's work is bounded. */
export const fillsMax = 1_000

/** The best that an order can meet now: a resting order, or a level of the house. */
export interface Counter {
  readonly price: number
  readonly lots: number
  /** Null for the house. */
  readonly maker: DerivativeOrder | null
}

/** The house's position in a listing as signed lots: a long is positive. */
export function houseLots(state: DerivativeState, realm: Realm, listing: number): number {
  const held = state.house[realm][listing]
  if (!held) return 0
  return held.side === 'long' ? held.lots : -held.lots
}

/** How many lots the house may still trade on a side: up to its cap, or only to reduce where it owes too much. */
export function houseRoom(
  state: DerivativeState,
  venue: Venue,
  derivative: Derivative,
  realm: Realm,
  side: Side,
): number {
  const lots = houseLots(state, realm, derivative.listing)
  const reduces = side === 'sell' ? lots : -lots
  const debt = -venue.ledger.posted(houseHolder(realm, 'liquidity'), 'coin', usdt)
  const most = debt > derivative.houseDebtMax ? 0 : derivative.ladder.positionMax
  return Math.max(0, most + reduces)
}

const noLevels: HouseSide = { price: [], quantity: [] }

/** The house's tradable levels on a side, best first, cut at its position cap; none where the index is old. */
export function houseLevels(
  state: DerivativeState,
  venue: Venue,
  derivative: Derivative,
  realm: Realm,
  side: Side,
  now: number,
): HouseSide {
  const listing = venue.listings[derivative.listing]
  const mark = venue.marks.of(listing.id)
  const ladder = state.ladders[realm][listing.id]?.[side]
  if (!ladder || ladder.price.length === 0) return noLevels
  // under a halt of new risk only closings come in, and the house stands for them
  if (now - mark.time > houseAgeMaxMs || closingRefusal(listing, mark, realm, now)) return noLevels
  let room = houseRoom(state, venue, derivative, realm, side)
  const quantity = ladder.quantity.map((lots) => {
    const shown = Math.min(lots, room)
    room -= shown
    return shown
  })
  return { price: ladder.price, quantity }
}

/**
 * The user's order on a side that trades first: of all where new risk is taken (`isOpen`), else of those that reduce. What
 * would open waits then in its place, and nobody goes through it.
 */
export function firstResting(
  state: DerivativeState,
  realm: Realm,
  listing: ListingId,
  side: Side,
  isOpen: boolean,
): DerivativeOrder | null {
  if (!isOpen) return closersOf(state, realm, listing)[side].first
  const book = derivativeBook(state, realm, listing)
  const slot = book.best(side)
  return slot === noSlot ? null : book.order(slot)
}

function counterOf(maker: DerivativeOrder): Counter {
  return { price: maker.price, lots: maker.lots - maker.filled, maker }
}

/**
 * What an order of `side` meets first: the better price, and at one price users before the house. Where no new risk is taken
 * (`isOpen` false) only those of users that reduce.
 */
export function bestCounter(
  state: DerivativeState,
  venue: Venue,
  derivative: Derivative,
  realm: Realm,
  side: Side,
  now: number,
  isOpen = true,
): Counter | null {
  const maker = firstResting(state, realm, derivative.listing, opposite(side), isOpen)
  const house = houseLevels(state, venue, derivative, realm, opposite(side), now)
  const level = house.quantity.findIndex((lots) => lots > 0)
  const user = maker && counterOf(maker)
  if (level < 0) return user
  const price = house.price[level]
  if (user && (side === 'buy' ? user.price <= price : user.price >= price)) return user
  return { price, lots: house.quantity[level], maker: null }
}

/**
 * All that an order of `side` would meet, in order, users before the house at one price: of users only what reduces where no
 * new risk is taken. Changes nothing.
 */
export function* counters(
  state: DerivativeState,
  venue: Venue,
  derivative: Derivative,
  realm: Realm,
  side: Side,
  now: number,
): Generator<Counter> {
  const { listing } = derivative
  const isOpen = takesRisk(venue, venue.listings[listing], realm, now)
  const users = isOpen
    ? derivativeBook(state, realm, listing).queue(opposite(side))
    : closersOf(state, realm, listing)[opposite(side)].queue()
  const house = houseLevels(state, venue, derivative, realm, opposite(side), now)
  let user = users.next()
  let level = 0
  for (;;) {
    while (level < house.price.length && house.quantity[level] === 0) level++
    const byHouse = level < house.price.length ? house.price[level] : null
    const maker = user.done ? null : user.value
    if (maker && (byHouse === null || (side === 'buy' ? maker.price <= byHouse : maker.price >= byHouse))) {
      yield counterOf(maker)
      user = users.next()
    } else if (byHouse !== null) {
      yield { price: byHouse, lots: house.quantity[level], maker: null }
      level++
    } else return
  }
}
