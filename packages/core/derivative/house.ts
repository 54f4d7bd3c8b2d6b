import type { Level, Side } from '../book/book.ts'
import { marketRefusal } from '../book/mark.ts'
import type { Venue } from '../book/venue.ts'
import { houseHolder, realms, type HolderId, type Realm } from '../ledger/holders.ts'
import { signOf, unrealisedOf, type PositionSide } from '../margin/position.ts'
import type { Of } from '../codec/codec.ts'
import { usdt } from '../money/units.ts'
import { bracketsOfVersion, bracketVersionInForce, sameBrackets } from './bracketVersions.ts'
import { leveragePaused } from './checks.ts'
import { insuranceOf } from './effect.ts'
import { houseLevels } from './matching.ts'
import { derivativeBook, derivativeOf, type DerivativeState } from './state.ts'
import type { derivativeReplies } from './view.ts'
import { lastMark, worthOf } from './worth.ts'

type ReplyOf<K extends keyof typeof derivativeReplies> = Of<(typeof derivativeReplies)[K][1]>

/** The open interest of a listing at the last mark: the larger of all longs and all shorts of users, in USDT units. */
export function openInterestOf(state: DerivativeState, venue: Venue, realm: Realm, listing: number): bigint {
  const lots = Math.max(state.longLots[realm][listing] ?? 0, state.shortLots[realm][listing] ?? 0)
  return worthOf(derivativeOf(state, listing), lots, lastMark(venue, listing))
}

/** Which of a holder's open positions, and of the orders that may open more, bear other brackets than those in force. */
export function keptBracketsReply(state: DerivativeState, holder: HolderId): ReplyOf<'keptBrackets'> {
  const account = state.accounts.get(holder)
  if (!account) return { kept: [] }
  const { positions, orders } = account
  // a ticket has the number of the order that goes on filling it
  const resting = [...orders.values()].filter(({ id, reduceOnly }) => !reduceOnly && !positions.has(id))
  return {
    kept: [...positions.values(), ...resting].flatMap((bearer) => {
      const { id, listing, bracketVersion } = bearer
      const brackets = bracketsOfVersion(state, bearer)
      const inForce = derivativeOf(state, listing).brackets
      return sameBrackets(brackets, inForce) ? [] : [{ position: id, listing, bracketVersion, brackets }]
    }),
  }
}

/** The terms of all derivatives, with what is open and whether new leverage is taken. */
export function termsReply(state: DerivativeState, venue: Venue): ReplyOf<'derivativeTerms'> {
  return {
    listings: state.terms.flatMap((terms) => {
      if (!terms) return []
      const { listing } = terms
      const [real, demo] = realms.map((realm) => openInterestOf(state, venue, realm, listing))
      const [realPaused, demoPaused] = realms.map((realm) => leveragePaused(venue, terms, realm))
      const paused = { real: realPaused, demo: demoPaused }
      const [realReach, demoReach] = realms.map((realm) => state.reach[realm][listing] ?? { long: 0, short: 0 })
      const reach = { real: realReach, demo: demoReach }
      const bracketVersion = bracketVersionInForce(state, listing)
      const measure = state.brackets[listing]?.measure ?? null
      const charges = state.charges.get(listing) ?? null
      return [{ listing, terms, openInterest: { real, demo }, reach, paused, bracketVersion, measure, charges }]
    }),
    insurance: { real: insuranceOf(venue, 'real'), demo: insuranceOf(venue, 'demo') },
  }
}

/** The house's positions of a realm, what users have open against it, and its accounts. */
export function houseReply(state: DerivativeState, venue: Venue, realm: Realm): ReplyOf<'derivativeHouse'> {
  const posted = (account: 'liquidity' | 'clearing' | 'fees') =>
    venue.ledger.posted(houseHolder(realm, account), 'coin', usdt)
  return {
    positions: state.terms.flatMap((terms) => {
      if (!terms) return []
      const { listing } = terms
      const held = state.house[realm][listing] ?? { side: 'long', lots: 0, cost: 0n }
      const markTenths = lastMark(venue, listing)
      const value = worthOf(terms, held.lots, markTenths)
      return [
        {
          listing,
          side: held.side,
          lots: held.lots,
          cost: held.cost,
          positionMax: terms.ladder.positionMax,
          markTenths,
          value,
          profit: unrealisedOf(held, value),
          clearing: state.clearing[realm][listing] ?? 0n,
          longLots: state.longLots[realm][listing] ?? 0,
          shortLots: state.shortLots[realm][listing] ?? 0,
          openInterest: openInterestOf(state, venue, realm, listing),
        },
      ]
    }),
    liquidity: posted('liquidity'),
    clearing: posted('clearing'),
    insurance: insuranceOf(venue, realm),
    fees: posted('fees'),
  }
}

/** The best levels of a side as they can be traded now: users' orders and the house's levels, merged; in lots. */
export function derivativeLevels(
  state: DerivativeState,
  venue: Venue,
  listing: number,
  realm: Realm,
  side: Side,
  count: number,
  now: number,
): Level[] {
  const merged = new Map<number, Level>()
  for (const level of derivativeBook(state, realm, listing).levels(side, count)) merged.set(level.price, level)
  const house = houseLevels(state, venue, derivativeOf(state, listing), realm, side, now)
  for (let at = 0; at < house.price.length; at++) {
    if (house.quantity[at] === 0) continue
    const price = house.price[at] as Level['price']
    merged.set(price, { price, quantity: (merged.get(price)?.quantity ?? 0) + house.quantity[at] })
  }
  const best = (a: Level, b: Level): number => (side === 'buy' ? b.price - a.price : a.price - b.price)
  return [...merged.values()].toSorted(best).slice(0, count)
}

/** The derivative book of a listing, empty where it has none. */
export function derivativeBookReply(
  state: DerivativeState,
  venue: Venue,
  realm: Realm,
  listing: number,
  depth: number,
  now: number,
): ReplyOf<'derivativeBook'> {
  const { indexTenths, time, sources, kind } = venue.marks.of(listing)
  const has = state.terms[listing] !== undefined
  const levels = (side: Side): Level[] => (has ? derivativeLevels(state, venue, listing, realm, side, depth, now) : [])
  return {
    listing,
    bids: levels('buy'),
    asks: levels('sell'),
    indexTenths,
    markTime: time,
    sources,
    kind,
    refusal: has
      ? (marketRefusal(venue.listings[listing], venue.marks.of(listing), realm, now) ?? '')
      : 'symbol_unknown',
  }
}

/** What clearing stands at by realm and listing, against what it is due: −Σ s·cost of all positions, the house's too. */
export function clearingReport(
  state: DerivativeState,
): { realm: Realm; listing: number; stands: bigint; due: bigint }[] {
  const due: Record<Realm, bigint[]> = { real: [], demo: [] }
  const add = (realm: Realm, listing: number, side: PositionSide, cost: bigint): void => {
    due[realm][listing] = (due[realm][listing] ?? 0n) - signOf(side) * cost
  }
  for (const { listing, side, cost, holder } of state.positions.values()) {
    const realm = state.accounts.get(holder)?.realm
    if (realm) add(realm, listing, side, cost)
  }
  for (const realm of realms) state.house[realm].forEach((held, listing) => add(realm, listing, held.side, held.cost))
  return realms.flatMap((realm) =>
    state.terms.flatMap((terms) => {
      if (!terms) return []
      const { listing } = terms
      return [{ realm, listing, stands: state.clearing[realm][listing] ?? 0n, due: due[realm][listing] ?? 0n }]
    }),
  )
}
