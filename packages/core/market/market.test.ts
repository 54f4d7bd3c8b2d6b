import { describe, expect, it } from 'vitest'
import type { Command } from '../vocabulary.ts'
import { dayMs } from '../money/units.ts'
import { btcTerms, Fixture } from '../testing/exchangeFixture.ts'
import { btcDerivative, MarginFixture } from '../testing/marginFixture.ts'

function sample(stamp: number, indexTenths: number, listing = 0): Command {
  return { type: 'sampleIndex', stamp, kind: 'simulated', samples: [{ listing, indexTenths, sources: 4, fresh: true }] }
}

describe('index samples', () => {
  it('stand as differences that add up, and only ever go on in time', () => {
    const fixture = new Fixture()
    const first = fixture.must(sample(1_000, 1_000_000))
    const second = fixture.must(sample(2_000, 999_990))
    expect(first).toMatchObject([{ samples: [{ change: 1_000_000 }] }])
    expect(second).toMatchObject([{ samples: [{ change: -10 }] }])
    expect(fixture.must(sample(2_000, 5))).toEqual([])
    expect(fixture.must(sample(1_500, 5))).toEqual([])
    expect(fixture.state.venue.lastSamples[0]).toBe(999_990)
  })

  it('leave out what is not listed, and are none where nothing is left', () => {
    expect(new Fixture().must(sample(1_000, 5, 7))).toEqual([])
  })
})

describe('a listing', () => {
  it('keeps what open orders and candles were reckoned by', () => {
    const fixture = new Fixture()
    const configure = (terms: object): Command => ({
      type: 'configureListing',
      listing: 0,
      terms: { ...btcTerms, ...terms },
    })
    fixture.must(configure({ feeRateTaker: 2_000_000 }))
    for (const terms of [{ code: 'X' }, { base: 0 }, { priceDecimals: 2 }, { quantityDecimals: 4 }]) {
      expect(fixture.refused(configure(terms))).toBe('listing_invalid')
    }
    expect(fixture.refused({ type: 'configureListing', listing: 9, terms: btcTerms })).toBe('symbol_unknown')
  })

  it('takes no terms by which what is traded there with more than one has would not be exact any more', () => {
    const fixture = new MarginFixture()
    // at that price a lot of BTC comes to what one order of 500 may be worth
    const priceMax = 230_584_300_921
    for (const type of ['configureListing', 'setListingTerms'] as const) {
      const set = (most: number): Command => ({ type, listing: 0, terms: { ...btcTerms, priceMax: most } })
      expect(fixture.refused(set(priceMax + 1))).toBe('listing_invalid')
      fixture.must(set(priceMax))
    }
    // what was announced before comes into force by them, and the state can be read again
    const terms = { ...btcDerivative, feeRateContract: 600_000 }
    fixture.must({ type: 'configureDerivative', listing: 0, terms })
    fixture.reload()
    fixture.now += dayMs
    const stamp = Math.floor(fixture.now / 1_000) * 1_000
    expect(fixture.must(sample(stamp, 1_000_000)).map(({ type }) => type)).toContain('chargesEnforced')
    fixture.reload()
  })

  it('is refused where it could not be exact, or is there already', () => {
    const fixture = new Fixture()
    const list = (terms: object): Command => ({ type: 'listSymbol', terms: { ...btcTerms, code: 'NEW', ...terms } })
    for (const terms of [
      { code: 'BTCUSDT' },
      { quote: 1 },
      { base: 9 },
      { priceDecimals: 2 },
      { quantityMax: 0 },
      { quantityMax: 2 ** 53 },
      { feeRateTaker: 100_000_000 },
      { collarRate: 1_000_000_000 },
    ]) {
      expect(fixture.refused(list(terms))).toBe('listing_invalid')
    }
    expect(fixture.must(list({}))).toMatchObject([{ type: 'symbolListed', listing: 1 }])
    expect(fixture.refused({ type: 'listCurrency', code: 'BTC', scale: 8 })).toBe('listing_invalid')
  })
})
