import { noSlot, opposite, type Side } from '../book/book.ts'
import type { HouseSide } from '../book/ladder.ts'
import { closingRefusal, houseAgeMaxMs } from '../book/mark.ts'
import type { Venue } from '../book/venue.ts'
import { houseHolder, type Realm } from '../ledger/holders.ts'
import { usdt } from '../money/units.ts'
import { derivativeBook, type DerivativeOrder, type DerivativeState } from './state.ts'
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
 * What an order of `side` meets first: the better price, and at one price users before the house. Users' orders up to the
 * one at the slot `passed` are not looked at.
 */
export function bestCounter(
  state: DerivativeState,
  venue: Venue,
  derivative: Derivative,
  realm: Realm,
  side: Side,
  now: number,
  passed: number = noSlot,
): Counter | null {
  const book = derivativeBook(state, realm, derivative.listing)
  const slot = passed === noSlot ? book.best(opposite(side)) : book.after(passed)
  const house = houseLevels(state, venue, derivative, realm, opposite(side), now)
  const level = house.quantity.findIndex((lots) => lots > 0)
  const user = slot === noSlot ? null : { price: book.price(slot), lots: book.quantity(slot), maker: book.order(slot) }
  if (level < 0) return user
  const price = house.price[level]
  if (user && (side === 'buy' ? user.price <= price : user.price >= price)) return user
  return { price, lots: house.quantity[level], maker: null }
}

/** All that an order of `side` would meet, in order, users before the house at one price. Changes nothing. */
export function* counters(
  state: DerivativeState,
  venue: Venue,
  derivative: Derivative,
  realm: Realm,
  side: Side,
  now: number,
): Generator<Counter> {
  const book = derivativeBook(state, realm, derivative.listing)
  const house = houseLevels(state, venue, derivative, realm, opposite(side), now)
  let slot = book.best(opposite(side))
  let level = 0
  for (;;) {
    while (level < house.price.length && house.quantity[level] === 0) level++
    const byHouse = level < house.price.length ? house.price[level] : null
    const byUser = slot === noSlot ? null : book.price(slot)
    if (byUser !== null && (byHouse === null || (side === 'buy' ? byUser <= byHouse : byUser >= byHouse))) {
      yield { price: byUser, lots: book.quantity(slot), maker: book.order(slot) }
      slot = book.after(slot)
    } else if (byHouse !== null) {
      yield { price: byHouse, lots: house.quantity[level], maker: null }
      level++
    } else return
  }
}
