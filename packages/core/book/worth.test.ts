import { describe, expect, it } from 'vitest'
import { btcTerms } from '../testing/exchangeFixture.ts'
import { makeListing } from './listing.ts'
import type { Mark } from './mark.ts'
import { createVenue, openListing, type Venue } from './venue.ts'
import { keptPrice, livePrice, pricedBy, tradablePrice, unitPrice, worthAt } from './worth.ts'

const now = 1_700_000_000_000
const live: Mark = { time: now, indexTenths: 1_000_000, dispersionTenths: 0, sources: 3, kind: 'live' }

/** A coin against another before the same against USDT, so that the first of a base is not the one by which it is priced. */
function venueWith(mark: Partial<Mark> = {}): Venue {
  const venue = createVenue()
  for (const [id, scale] of [6, 8, 8].entries()) venue.currencies.push({ id, code: `C${id}`, scale })
  const terms = [
    { ...btcTerms, base: 1, quote: 2, priceDecimals: 1 },
    { ...btcTerms, base: 1, quote: 0 },
  ]
  for (const [id, each] of terms.entries()) {
    const listing = makeListing(id, each, venue.currencies)
    if (listing) openListing(venue, listing)
  }
  venue.marks.set(1, { ...live, ...mark })
  return venue
}

const btc = { price: { numerator: 1_000_000n, denominator: 10_000n }, indexTenths: 1_000_000 }

describe('what a currency is worth', () => {
  it('is what its smallest unit comes to at the index, exactly, and is rounded once', () => {
    const [, listing] = venueWith().listings
    // 100 000.0 USDT a coin: a unit of 10⁻⁸ is a thousandth of one, a thousand units of USDT
    expect(unitPrice(listing, 10_000_000)).toEqual({ numerator: 10_000_000n, denominator: 10_000n })
    expect(unitPrice({ ...listing, quotePerTickStep: 7 }, 3)).toEqual({ numerator: 21n, denominator: 10_000n })
    expect(worthAt(5n, { numerator: 7n, denominator: 1n }, 'down')).toBe(35n)
    const third = { numerator: 1n, denominator: 3n }
    expect((['down', 'up', 'half-even'] as const).map((way) => worthAt(5n, third, way))).toEqual([1n, 2n, 2n])
  })

  it('is said by its listing against USDT alone', () => {
    const venue = venueWith()
    expect(pricedBy(venue, 1)?.id).toBe(1)
    expect(pricedBy(venue, 2)).toBeUndefined()
    expect(pricedBy(venue, 0)).toBeUndefined()
  })

  it('is itself of USDT, and nothing of what has no listing', () => {
    const venue = venueWith()
    const one = { price: { numerator: 1n, denominator: 1n }, indexTenths: 0 }
    expect([livePrice(venue, 0, now), keptPrice(venue, 0, now), tradablePrice(venue, 0, 'real', now)]).toEqual([
      one,
      one,
      one,
    ])
    expect([livePrice(venue, 2, now), keptPrice(venue, 2, now)]).toEqual([null, null])
    expect(tradablePrice(venue, 2, 'real', now)).toBe('exchange_pair_invalid')
  })

  it('is said by live sources alone, and by no index of nothing', () => {
    expect(livePrice(venueWith(), 1, now)).toEqual(btc)
    for (const wrong of [{ kind: 'simulated' }, { sources: 2 }, { time: now - 60_001 }, { indexTenths: 0 }] as const) {
      expect(livePrice(venueWith(wrong), 1, now)).toBeNull()
    }
    expect(livePrice(venueWith({ indexTenths: 1 }), 1, now)?.indexTenths).toBe(1)
  })

  it('is kept for a day where no source speaks, to the millisecond', () => {
    const venue = venueWith({ kind: 'simulated' })
    const day = 86_400_000
    venue.lastLive[1] = { indexTenths: 1, stamp: now }
    const kept = { price: { numerator: 1n, denominator: 10_000n }, indexTenths: 1 }
    expect([now, now + day].map((time) => keptPrice(venue, 1, time))).toEqual([kept, kept])
    expect(keptPrice(venue, 1, now + day + 1)).toBeNull()
    venue.lastLive[1] = { indexTenths: 0, stamp: now }
    expect(keptPrice(venue, 1, now)).toBeNull()
    venue.marks.set(1, live)
    expect(keptPrice(venue, 1, now)).toEqual(btc)
  })

  it('is traded on where new risk may be taken', () => {
    expect(tradablePrice(venueWith(), 1, 'real', now)).toEqual(btc)
    expect(tradablePrice(venueWith({ sources: 2 }), 1, 'real', now)).toBe('live_sources_few')
    expect(tradablePrice(venueWith({ sources: 2 }), 1, 'demo', now)).toEqual(btc)
    expect(tradablePrice(venueWith({ kind: 'simulated' }), 1, 'real', now)).toBe('prices_simulated')
    expect(tradablePrice(venueWith(), 1, 'real', now + 5_001)).toBe('market_stale')
  })
})
