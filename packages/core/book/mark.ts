import type { Realm } from '../ledger/holders.ts'
import type { CoreReason } from '../result/reason.ts'
import type { Listing, ListingId } from './listing.ts'

export const priceKinds = ['live', 'replay', 'simulated'] as const
export type PriceKind = (typeof priceKinds)[number]

/** The last index of a listing as the market told it; `time` is the engine's when it heard it. Ambient. */
export interface Mark {
  readonly time: number
  readonly indexTenths: number
  readonly dispersionTenths: number
  /** How many independent sources stood behind it; 0 says that the market halts. */
  readonly sources: number
  readonly kind: PriceKind
}

/** What the market says of a listing. */
export interface Quote extends Omit<Mark, 'time'> {
  readonly listing: ListingId
  readonly time: number
}

/** What became of a quote: taken whole, as a halt of the market that keeps the last index, or not at all. */
export type Sensed = 'taken' | 'halted' | 'late'

export const unheard: Mark = { time: 0, indexTenths: 0, dispersionTenths: 0, sources: 0, kind: 'live' }

/** Older than this, the house's levels leave the book. */
export const houseAgeMaxMs = 1_000
/** Older than this, a market is cancel-only. */
export const tradeAgeMaxMs = 5_000
/** Older than this, a market is closed. */
export const openAgeMaxMs = 60_000
/** Real trading halts below this many sources; the demo goes on with one. */
export const sourcesMin: Readonly<Record<Realm, number>> = { real: 2, demo: 1 }

const minutesPerDay = 1_440
const msPerMinute = 60_000
const epochWeekday = 4

/** Whether the listing's session is on at a time (UTC milliseconds). */
export function inSession(listing: Pick<Listing, 'sessions'>, now: number): boolean {
  if (listing.sessions.length === 0) return true
  const minutes = Math.floor(now / msPerMinute)
  const weekday = (Math.floor(minutes / minutesPerDay) + epochWeekday) % 7
  const minute = minutes % minutesPerDay
  return listing.sessions.some(
    (session) => session.weekday === weekday && minute >= session.fromMinute && minute < session.toMinute,
  )
}

/** Why no new order may be taken now, or null where trading is on. */
export function marketRefusal(listing: Listing, mark: Mark, realm: Realm, now: number): CoreReason | null {
  const age = now - mark.time
  if (!inSession(listing, now) || age > openAgeMaxMs) return 'market_closed'
  if (listing.halt !== 'trading') return 'market_halted'
  if (realm === 'real' && mark.kind !== 'live') return 'prices_simulated'
  if (age > tradeAgeMaxMs) return 'market_stale'
  return mark.sources < sourcesMin[realm] ? 'market_halted' : null
}

/**
 * Why no position may be closed now, or null where closing is on: as {@link marketRefusal}, but a symbol that is halted
 * for new risk alone (`cancel_only`) goes on closing.
 */
export function closingRefusal(listing: Listing, mark: Mark, realm: Realm, now: number): CoreReason | null {
  const asked = listing.halt === 'cancel_only' ? { ...listing, halt: 'trading' as const } : listing
  return marketRefusal(asked, mark, realm, now)
}

/** Whether the house's levels stand in the book now. */
export function houseStands(listing: Listing, mark: Mark, realm: Realm, now: number): boolean {
  return now - mark.time <= houseAgeMaxMs && marketRefusal(listing, mark, realm, now) === null
}

/**
 * Whether a mark decides about what is open: whether it may close positions now. Never on an index older than 5 s, behind
 * which too few sources stand, or that is not live where the money is real; and not outside the session or where the
 * symbol is halted. A symbol that an operator halts for new risk alone (`cancel_only`) goes on closing. While the mark of
 * a cross position does not decide, its holder takes no new risk and moves nothing out.
 */
export function markDecides(listing: Listing, mark: Mark, realm: Realm, now: number): boolean {
  if (now - mark.time > tradeAgeMaxMs || mark.sources < sourcesMin[realm] || listing.halt === 'halted') return false
  return (realm === 'demo' || mark.kind === 'live') && inSession(listing, now)
}
