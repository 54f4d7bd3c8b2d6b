import { describe, expect, it } from 'vitest'
import { btcTerms, noLadder } from '../testing/exchangeFixture.ts'
import { makeListing, notional, notionalMax, type ListingTerms } from './listing.ts'

const currencies = [
  { id: 0, code: 'USDT', scale: 6 },
  { id: 1, code: 'BTC', scale: 8 },
]
const made = (more: Partial<ListingTerms> = {}) => makeListing(3, { ...btcTerms, ...more }, currencies)
const isMade = (more: Partial<ListingTerms>) => made(more) !== null

describe('a listing', () => {
  it('has its terms, and what a tick of a step and a step come to in smallest units', () => {
    expect(made()).toEqual({ ...btcTerms, id: 3, quotePerTickStep: 1, basePerStep: 1_000 })
    expect(made({ priceDecimals: 0, quantityDecimals: 4 })).toMatchObject({
      quotePerTickStep: 100,
      basePerStep: 10_000,
    })
  })

  it('is of two currencies that there are', () => {
    expect([{ base: 2 }, { quote: 2 }, { base: 0 }, { quote: 1 }].map(isMade)).toEqual([false, false, false, false])
  })

  it('has a price and a quantity whose product is whole in the quote currency, and steps that are whole in the base', () => {
    expect(isMade({ priceDecimals: 2 })).toBe(false)
    expect(isMade({ priceDecimals: 0, quantityDecimals: 6 })).toBe(true)
    const base = [currencies[0], { id: 1, code: 'BTC', scale: 4 }]
    expect(makeListing(0, btcTerms, base)).toBeNull()
    expect(makeListing(0, { ...btcTerms, quantityDecimals: 4 }, base)).toMatchObject({ basePerStep: 1 })
  })

  it('has largest values above nothing that are safe integers, the largest quantity in units of the base too', () => {
    expect([{ priceMax: 0 }, { quantityMax: 0 }].map(isMade)).toEqual([false, false])
    expect([{ priceMax: 1 }, { quantityMax: 1 }].map(isMade)).toEqual([true, true])
    const most = Math.floor(Number.MAX_SAFE_INTEGER / 1_000)
    expect([{ quantityMax: most }, { quantityMax: most + 1 }].map(isMade)).toEqual([true, false])
    expect([{ priceMax: Number.MAX_SAFE_INTEGER }, { priceMax: 2 ** 53 }].map(isMade)).toEqual([true, false])
  })

  it('has fees below a tenth, at most fifty levels, and a collar below the whole', () => {
    const fees = (rate: number) => [isMade({ feeRateMaker: rate }), isMade({ feeRateTaker: rate })]
    expect([fees(99_999_999), fees(100_000_000)]).toEqual([
      [true, true],
      [false, false],
    ])
    expect([50, 51].map((levels) => isMade({ ladder: { ...noLadder, levels } }))).toEqual([true, false])
    expect([999_999_999, 1_000_000_000].map((collarRate) => isMade({ collarRate }))).toEqual([true, false])
  })

  it('says what steps cost, and that it is too much beyond 2⁵²', () => {
    const listing = made({ priceDecimals: 0 })
    if (!listing) throw new Error('no listing')
    expect(notional(listing, 7, 11)).toBe(770)
    expect(notional({ ...listing, quotePerTickStep: 1 }, 2 ** 26, 2 ** 26)).toBe(notionalMax)
    expect(notional({ ...listing, quotePerTickStep: 1 }, notionalMax + 1, 1)).toBe(Number.POSITIVE_INFINITY)
  })
})
