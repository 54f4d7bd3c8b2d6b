import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { impactRate, meanRate, premiumRate, stampAfter } from './premium.ts'

// a hundredth of a lot of 0.1 BTC at a tick of 0.1: 10 units of USDT at a tenth of a tick
const quotePerTenth = 10
const notional = 10_000_000_000n

describe('the impact price', () => {
  it('is the level’s own where one level holds the notional', () => {
    // 10 000 USDT at 50 500.0 against an index of 50 000.00: 1 % above
    expect(impactRate([{ price: 505_000, lots: 50_000 }], quotePerTenth, 5_000_000, notional)).toBe(10_000_000)
  })

  it('is the average over what is taken of each level', () => {
    // 0.1 BTC at 50 000 (5 000 USDT), the other 5 000 USDT at 51 000
    const levels = [
      { price: 500_000, lots: 100 },
      { price: 510_000, lots: 50_000 },
    ]
    const base = 5_000 / 50_000 + 5_000 / 51_000
    const found = impactRate(levels, quotePerTenth, 5_000_000, notional)
    expect(found).toBeCloseTo((10_000 / base / 50_000 - 1) * 1e9, 0)
  })

  it('is none where the book does not hold as much', () => {
    expect(impactRate([{ price: 500_000, lots: 100 }], quotePerTenth, 5_000_000, notional)).toBeNull()
    expect(impactRate([], quotePerTenth, 5_000_000, notional)).toBeNull()
  })

  it('is exact where a level holds the notional to the unit, and where the notional is a thousandth of a lot', () => {
    // a lot is worth 1 000 units at the index
    expect(impactRate([{ price: 100, lots: 1 }], 1, 1_000, 1_000n)).toBe(0)
    expect(impactRate([{ price: 100, lots: 1 }], 1, 1_000, 1_001n)).toBeNull()
    expect(impactRate([{ price: 100, lots: 1 }], 1, 1_000, 1n)).toBe(0)
    expect(impactRate([{ price: 101, lots: 1 }], 1, 1_000, 1_010n)).toBe(10_000_000)
  })

  it('is none where there is no index, and else however far away it is', () => {
    expect(impactRate([{ price: 100, lots: 1 }], 1, 0, 1n)).toBeNull()
    expect(impactRate([{ price: 100_000_000, lots: 1 }], 1, 1, 1n)).toBe(1e18 - 1e9)
  })

  it('lies between the best and the worst price taken', () => {
    const level = fc.record({
      price: fc.integer({ min: 490_000, max: 510_000 }),
      lots: fc.integer({ min: 1, max: 5_000 }),
    })
    fc.assert(
      fc.property(fc.array(level, { minLength: 1, maxLength: 10 }), (unsorted) => {
        const levels = unsorted.toSorted((a, b) => a.price - b.price)
        const found = impactRate(levels, quotePerTenth, 5_000_000, notional)
        const value = levels.reduce((sum, { price, lots }) => sum + price * lots * 100, 0)
        expect(found === null).toBe(BigInt(value) < notional)
        if (found === null) return
        const rate = (price: number): number => (price / 500_000 - 1) * 1e9
        expect(found).toBeGreaterThanOrEqual(rate(levels[0].price) - 2)
        expect(found).toBeLessThanOrEqual(rate(levels[levels.length - 1].price) + 2)
      }),
    )
  })
})

describe('the premium', () => {
  it('is nothing while the index lies between the impact prices, else how far it lies outside', () => {
    expect(premiumRate(-100_000, 200_000)).toBe(0)
    expect(premiumRate(150_000, 300_000)).toBe(150_000)
    expect(premiumRate(-300_000, -150_000)).toBe(-150_000)
  })

  it('is averaged over what was sampled', () => {
    expect(meanRate(7, 2)).toBe(4)
    expect(meanRate(-7, 2)).toBe(-4)
    expect(meanRate(0, 0)).toBe(0)
  })
})

describe('the stamps', () => {
  it('are 00, 08 and 16 UTC', () => {
    const day = Date.UTC(2026, 0, 1)
    const hour = 3_600_000
    expect(stampAfter(day)).toBe(day + 8 * hour)
    expect(stampAfter(day + 8 * hour - 1)).toBe(day + 8 * hour)
    expect(stampAfter(day + 16 * hour + 1)).toBe(day + 24 * hour)
  })
})
