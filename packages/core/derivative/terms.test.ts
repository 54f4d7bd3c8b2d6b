import { describe, expect, it } from 'vitest'
import type { Currency, Listing } from '../book/listing.ts'
import { btcDerivative, MarginFixture } from '../testing/marginFixture.ts'
import { lotsMax, makeDerivative, type DerivativeTerms } from './terms.ts'

const { venue } = new MarginFixture().state
const [listing] = venue.listings
const { currencies } = venue
const bracket = { floor: 0n, maintenanceRate: 1, multipleMax: 1_000 } as const

function made(terms: Partial<DerivativeTerms>, of: Partial<Listing> = {}, known: readonly Currency[] = currencies) {
  return makeDerivative({ ...listing, ...of }, { ...btcDerivative, ...terms }, known)
}

/** A scale of so many steps, each a thousand USDT above the one before. */
function scaleOf(steps: number): DerivativeTerms['brackets'] {
  return Array.from({ length: steps }, (_, at) => ({
    floor: BigInt(at) * 1_000_000_000n,
    maintenanceRate: at + 1,
    multipleMax: 100 - at,
  }))
}

const rising = (count: number) => Array.from({ length: count }, (_, at) => at + 1)

describe('terms hold', () => {
  it.each<[string, Partial<DerivativeTerms>, Partial<DerivativeTerms>]>([
    ['up to twenty multiples', { multiples: rising(20) }, { multiples: rising(21) }],
    ['with one multiple at least', { multiples: [1] }, { multiples: [] }],
    ['with rising multiples', { multiples: [2, 3, 5] }, { multiples: [2, 3, 3] }],
    ['with multiples of one at least', { multiples: [1, 2] }, { multiples: [0, 2] }],
    ['with multiples of a thousand at most', { multiples: [1, 1_000] }, { multiples: [1, 1_001] }],
    ['up to twenty brackets', { brackets: scaleOf(20) }, { brackets: scaleOf(21) }],
    ['with brackets from nothing on', { brackets: scaleOf(2) }, { brackets: scaleOf(2).toReversed() }],
    ['below a tenth of a contract’s fee', { feeRateContract: 99_999_999 }, { feeRateContract: 100_000_000 }],
    ['below a tenth of a taker’s fee', { feeRatePerpetualTaker: 99_999_999 }, { feeRatePerpetualTaker: 100_000_000 }],
    [
      'below a tenth of funding',
      { fundingInterestRate: 99_999_999, fundingDampRateMax: 99_999_999 },
      { fundingInterestRate: 99_999_999, fundingDampRateMax: 100_000_000 },
    ],
    ['below a tenth of interest', { fundingInterestRate: 0 }, { fundingInterestRate: 100_000_000 }],
    [
      'where a maker pays no more than a taker',
      { feeRatePerpetualMaker: 500_000, feeRatePerpetualTaker: 500_000 },
      { feeRatePerpetualMaker: 500_001, feeRatePerpetualTaker: 500_000 },
    ],
    ['where something is asked what it would move', { fundingImpactNotional: 1n }, { fundingImpactNotional: 0n }],
    ['where limits may lie somewhere', { limitRateMax: 1 }, { limitRateMax: 0 }],
    ['where no limit is below nothing', { limitRateMax: 999_999_999 }, { limitRateMax: 1_000_000_000 }],
    [
      'with fifty levels of the house',
      { ladder: { ...btcDerivative.ladder, levels: 50 } },
      { ladder: { ...btcDerivative.ladder, levels: 51 } },
    ],
    ['with a holder’s cap of nothing', { openInterestUserMax: 0n }, { openInterestUserMax: -1n }],
    ['with a cap of nothing', { openInterestMax: 0n }, { openInterestMax: -1n }],
    ['with no floor of the fund', { insuranceFloor: 0n }, { insuranceFloor: -1n }],
    ['where the house may owe nothing', { houseDebtMax: 0n }, { houseDebtMax: -1n }],
    [
      'where no position is born to be liquidated',
      { brackets: [{ floor: 0n, maintenanceRate: 9_999_999, multipleMax: 100 }] },
      { brackets: [{ floor: 0n, maintenanceRate: 10_000_000, multipleMax: 100 }] },
    ],
    [
      'where none of the brackets lets one be',
      { brackets: [bracket, { floor: 1_000_000_000n, maintenanceRate: 1_001_001, multipleMax: 999 }] },
      { brackets: [bracket, { floor: 1_000_000_000n, maintenanceRate: 1_001_002, multipleMax: 999 }] },
    ],
    ['where a hundredth of a lot is worth whole units', { contractSize: 11_000_000 }, { contractSize: 11_000_001 }],
    ['where it is so of whole hundredths', { contractSize: 12_000_000 }, { contractSize: 11_000_100 }],
    ['where a lot is something', { contractSize: 1_000_000 }, { contractSize: 0 }],
  ])('%s', (_, held, refused) => {
    expect(made(held)).not.toBeNull()
    expect(made(refused)).toBeNull()
  })

  it('of markets in USDT alone, and where the largest order is an exact number of 64 bits', () => {
    expect(made({}, { quote: 1 })).toBeNull()
    // ten units a hundredth of a lot and tenth of a tick
    const priceMax = Number(2n ** 60n / (100n * BigInt(lotsMax)))
    expect(made({}, { priceMax })).not.toBeNull()
    expect(made({}, { priceMax: priceMax + 1 })).toBeNull()
  })
})

describe('what follows from terms', () => {
  it('is what a hundredth of a lot is worth at a tick and at a tenth of one, and what it is of the coin', () => {
    // a tenth of a bitcoin, at a tick of 0.1: a hundredth of it is 0.001
    expect(made({})).toMatchObject({ listing: 0, quotePerTenthLot: 10, quotePerTickLot: 100, basePerLot: 100_000 })
    expect(made({ contractSize: 100_000_000 })).toMatchObject({ quotePerTickLot: 1_000, basePerLot: 1_000_000 })
  })

  it('is as exact of a coin of few decimals, whose lots are of whole hundredths', () => {
    const of = (scale: number): readonly Currency[] => currencies.map((one) => (one.id === 1 ? { ...one, scale } : one))
    expect(made({ contractSize: 200 }, {}, of(2))).toMatchObject({ quotePerTenthLot: 200, basePerLot: 2 })
    expect(made({ contractSize: 200 }, {}, of(1))).toMatchObject({ quotePerTenthLot: 2_000, basePerLot: 2 })
    expect(made({ contractSize: 250 }, {}, of(2))).toBeNull()
  })
})
