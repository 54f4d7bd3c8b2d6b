import { realms, type HolderId, type Realm } from '../ledger/holders.ts'
import { Ledger } from '../ledger/ledger.ts'
import { Holders } from '../ledger/standing.ts'
import { SelfLimits } from '../selfLimit/selfLimit.ts'
import { Suspensions } from '../suspension/suspension.ts'
import { emptyLadder, type HouseLadder } from './ladder.ts'
import type { Currency, Listing, ListingId } from './listing.ts'
import { Marks } from './marks.ts'
import type { ToldCondition } from './realMoney.ts'
import { Round } from './round.ts'
import { Told } from './told.ts'

/** An index in tenths of a tick that enough live sources stood behind, and when. */
export interface LiveSample {
  readonly indexTenths: number
  readonly stamp: number
}

/** What every capability stands on: who is there, what is owned, what is listed, and what the market last said. */
export interface Venue {
  readonly currencies: Currency[]
  readonly listings: Listing[]
  readonly listingByCode: Map<string, ListingId>
  readonly holders: Holders
  readonly ledger: Ledger
  readonly selfLimits: SelfLimits
  readonly suspensions: Suspensions
  /** `country:product` pairs that an operator has switched on for real accounts. */
  readonly productsOn: Set<string>
  /** The last index sample of each listing in tenths of a tick, from which the next is delta-coded. */
  readonly lastSamples: number[]
  /** The stamp of the last sample, UTC milliseconds: samples only ever go on in time. */
  lastStamp: number
  /** The last sample of each listing that was a price of real money; index 0 where there was none. */
  readonly lastLive: LiveSample[]
  /** Ambient: which conditions of real money the server says are not met. */
  readonly told: Told
  /** The same, read: all, until it has spoken. */
  readonly unmetTold: readonly ToldCondition[]
  /** Ambient: who is still to be asked whether what rests of them may. */
  readonly round: Round
  /** What counts a holder's open orders, product by product; each reads the state of its own. */
  readonly openOrders: ((holder: HolderId) => number)[]
  /** Ambient: the last index heard, by listing. */
  readonly marks: Marks
  /** Ambient: the house's levels in the spot books, by realm and listing. */
  readonly ladders: Record<Realm, HouseLadder[]>
}

export function createVenue(): Venue {
  const ledger = new Ledger()
  ledger.openHolder(31)
  const told = new Told()
  return {
    currencies: [],
    listings: [],
    listingByCode: new Map(),
    holders: new Holders(),
    ledger,
    selfLimits: new SelfLimits(),
    suspensions: new Suspensions(),
    productsOn: new Set(),
    lastSamples: [],
    lastStamp: 0,
    lastLive: [],
    told,
    get unmetTold() {
      return told.read()
    },
    round: new Round(),
    openOrders: [],
    marks: new Marks(),
    ladders: { real: [], demo: [] },
  }
}

/** Makes a new listing's ambient places. */
export function openListing(venue: Venue, listing: Listing): void {
  venue.listings[listing.id] = listing
  venue.listingByCode.set(listing.code, listing.id)
  venue.lastSamples[listing.id] ??= 0
  venue.lastLive[listing.id] ??= { indexTenths: 0, stamp: 0 }
  venue.marks.open(listing.id)
  for (const realm of realms) venue.ladders[realm][listing.id] ??= emptyLadder()
}

/** The realm of a holder that is open. */
export function realmOf(venue: Venue, holder: HolderId): Realm {
  return venue.holders.realm(holder)
}
