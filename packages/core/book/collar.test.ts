import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { collarPrice, pricesWithin } from './collar.ts'

const one = 1_000_000_000n

describe('the prices within a rate of an index', () => {
  it('reach as far as the rate, to the tick', () => {
    // 100 000.0 and five per cent
    expect(pricesWithin(10_000_000, 50_000_000)).toEqual({ lowest: 950_000, highest: 1_050_000 })
    expect(pricesWithin(10_000_001, 50_000_000)).toEqual({ lowest: 950_001, highest: 1_050_000 })
    expect(pricesWithin(10_000_010, 0)).toEqual({ lowest: 1_000_001, highest: 1_000_001 })
    // a tenth of a tick and 10⁻¹⁰ of it
    expect(pricesWithin(10_000_000_001, 999_999_999).lowest).toBe(2)
  })

  it('hold their bounds, and none a tick beyond', () => {
    const index = fc.oneof(fc.integer({ min: 1, max: 1_000 }), fc.integer({ min: 1, max: 2 ** 50 }))
    fc.assert(
      fc.property(index, fc.integer({ min: 0, max: 999_999_999 }), (indexTenths, rate) => {
        const { lowest, highest } = pricesWithin(indexTenths, rate)
        const away = (price: number) => BigInt(price) * 10n * one - BigInt(indexTenths) * one
        const most = BigInt(indexTenths) * BigInt(rate)
        expect(away(highest) <= most && away(highest + 1) > most).toBe(true)
        expect(away(lowest) >= -most && away(lowest - 1) < -most).toBe(true)
        expect(collarPrice({ collarRate: rate }, indexTenths, 'buy')).toBe(highest)
        expect(collarPrice({ collarRate: rate }, indexTenths, 'sell')).toBe(lowest)
      }),
      { numRuns: 500 },
    )
  })
})
