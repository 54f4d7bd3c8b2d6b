import type { Venue } from '../book/venue.ts'
import { houseStands } from '../book/mark.ts'
import { counters } from '../derivative/matching.ts'
import type { DerivativeState } from '../derivative/state.ts'
import { realms } from '../ledger/holders.ts'
import type { FundingEvent } from './event.ts'
import { impactRate, premiumRate } from './premium.ts'

/**
 * The premiums of a second: for each listing and realm what trading the terms' impact notional at once into either side of the
 * derivative book, the house's levels among it, would cost against the index. Where the book does not hold as much, or
 * where the index is older than the house stands on, there is none.
 */
export function samplePremiums(derivative: DerivativeState, venue: Venue, stamp: number, now: number): FundingEvent[] {
  const premiums: (FundingEvent & { type: 'premiumSampled' })['premiums'][number][] = []
  for (const realm of realms) {
    for (const terms of derivative.terms) {
      if (!terms?.perpetualOn) continue
      const { listing, quotePerTenthLot, fundingImpactNotional } = terms
      const mark = venue.marks.of(listing)
      if (!houseStands(venue.listings[listing], mark, realm, now)) continue
      const rateOf = (side: 'buy' | 'sell'): number | null =>
        impactRate(
          counters(derivative, venue, terms, realm, side, now),
          quotePerTenthLot,
          mark.indexTenths,
          fundingImpactNotional,
        )
      const bid = rateOf('sell')
      const ask = bid === null ? null : rateOf('buy')
      if (bid !== null && ask !== null) premiums.push({ realm, listing, rate: premiumRate(bid, ask) })
    }
  }
  return premiums.length === 0 ? [] : [{ type: 'premiumSampled', stamp, premiums }]
}
