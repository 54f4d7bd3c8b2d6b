import { describe, expect, it } from 'vitest'
import { createVenue, openListing } from '../book/venue.ts'
import { makeListing } from '../book/listing.ts'
import { btcTerms } from '../testing/exchangeFixture.ts'
import { averageFine, ceil, feeOf, lastMark, markFresh, quoteAt, worthOf } from './worth.ts'

describe('what lots come to', () => {
  it('is exact where a number no longer is', () => {
    // both products are odd and above 2⁵³: a number would be even
    const price = 94_906_267
    const lots = 31_635_423
    const exact = BigInt(price) * BigInt(lots) * 3n
    expect(exact).toBe(9_007_199_705_687_823n)
    expect(quoteAt({ quotePerTickLot: 3 }, price, lots)).toBe(exact)
    expect(worthOf({ quotePerTenthLot: 3 }, lots, price)).toBe(exact)
    expect(quoteAt({ quotePerTickLot: 10 }, 7, 3)).toBe(210n)
    expect(worthOf({ quotePerTenthLot: 10 }, 3, 7)).toBe(210n)
  })

  it('is rounded up where it is a fee, and never further', () => {
    expect([9n, 10n, 11n, 12n, 13n].map((n) => ceil(n, 3n))).toEqual([3n, 4n, 4n, 4n, 5n])
    expect([0n, 1n, 10n ** 9n, 10n ** 9n + 1n].map(feeOf)).toEqual([0n, 1n, 1n, 2n])
  })

  it('is on average its cost by its lots, at a ten-thousandth of a tick, half-even; nothing for none', () => {
    const of = { quotePerTickLot: 2 }
    expect(averageFine(of, 3, 7n)).toBe(11_667)
    expect([averageFine({ quotePerTickLot: 20_000 }, 1, 1n), averageFine({ quotePerTickLot: 20_000 }, 1, 3n)]).toEqual([
      0, 2,
    ])
    expect(averageFine(of, 0, 7n)).toBe(0)
  })
})

describe('a mark', () => {
  const now = 1_700_000_000_000
  function venueAt(indexTenths: number) {
    const venue = createVenue()
    for (const [id, scale] of [6, 8].entries()) venue.currencies.push({ id, code: `C${id}`, scale })
    const listing = makeListing(0, btcTerms, venue.currencies)
    if (listing) openListing(venue, listing)
    venue.marks.set(0, { time: now, indexTenths, dispersionTenths: 0, sources: 3, kind: 'live' })
    return venue
  }

  it('is young for five seconds, to the millisecond, where there is one', () => {
    expect([5_000, 5_001].map((age) => markFresh(venueAt(1), 0, now + age))).toEqual([true, false])
    expect(markFresh(venueAt(0), 0, now)).toBe(false)
  })

  it('is the last that was heard, or the last sample where none was', () => {
    const venue = venueAt(0)
    venue.lastSamples[0] = 7
    expect([lastMark(venue, 0), lastMark(venueAt(3), 0), lastMark(venueAt(0), 0)]).toEqual([7, 3, 0])
  })
})
