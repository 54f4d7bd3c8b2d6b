import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeBrackets } from './brackets.ts'
import { firstMarkBeyond, liquidationPrice, maintenanceShare } from './exposure.ts'
import { signOf, unrealisedOf, valueAt, type PositionSide } from './position.ts'

const unit = 1_000_000n
const scale =
  makeBrackets(
    [
      [0, 0.004],
      [50_000, 0.005],
      [250_000, 0.01],
      [1_000_000, 0.025],
    ].map(([floor, mmr]) => ({ floor: BigInt(floor) * unit, maintenanceRate: mmr * 1e9, multipleMax: 100 })),
  ) ?? []

const figures = fc.record({
  side: fc.constantFrom<PositionSide>('long', 'short'),
  quantity: fc.integer({ min: 1, max: 50_000 }),
  others: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 200_000 })),
  entryTenths: fc.integer({ min: 1_000, max: 10 ** 7 }),
  multiple: fc.integer({ min: 1, max: 100 }),
})
// 10 quote units for a hundredth of a lot at a tenth of a tick: a lot of 0.1 BTC at a tick of 0.1
const quotePerTenth = 10

describe('the first mark beyond the liquidation price', () => {
  it('is below maintenance, and the one before it is not', () => {
    fc.assert(
      fc.property(figures, ({ side, quantity, others, entryTenths, multiple }) => {
        const whole = quantity + others
        const cost = valueAt(quotePerTenth, quantity, entryTenths)
        const margin = cost / BigInt(multiple)
        const found = liquidationPrice({ side, quantity, cost, whole }, margin, scale)
        const mark = firstMarkBeyond(side, found, quotePerTenth)
        const isBelow = (tenths: number): boolean => {
          const value = valueAt(quotePerTenth, quantity, tenths)
          const unitValue = valueAt(quotePerTenth, 1, tenths)
          const equity = margin + unrealisedOf({ side, cost }, value)
          return equity < maintenanceShare(scale, quantity, whole, unitValue)
        }
        if (mark === 0) {
          expect(side).toBe('long')
          expect(isBelow(1)).toBe(false)
          return
        }
        expect(isBelow(mark)).toBe(true)
        expect(isBelow(mark + Number(signOf(side)))).toBe(false)
      }),
      { numRuns: 2_000 },
    )
  })

  it('is that of the formula for one bracket and one position', () => {
    const first = scale.slice(0, 1)
    fc.assert(
      fc.property(figures, ({ side, quantity, entryTenths, multiple }) => {
        const cost = valueAt(quotePerTenth, quantity, entryTenths)
        const margin = cost / BigInt(multiple)
        const ours = liquidationPrice({ side, quantity, cost, whole: quantity }, margin, first)
        // long (qE − m − cum)/(q(1 − mmr)), short (qE + m + cum)/(q(1 + mmr)), cum 0; at 10⁻⁹
        const sign = signOf(side)
        const numerator = (cost - sign * margin) * 1_000_000_000n
        const denominator = BigInt(quantity) * (1_000_000_000n - sign * BigInt(first[0].maintenanceRate))
        expect(ours === null).toBe(numerator <= 0n)
        if (ours) expect(ours.numerator * denominator).toBe(numerator * ours.denominator)
      }),
    )
  })
})

describe('a liquidation price', () => {
  it('is the only price at which equity is maintenance, whatever margin is left, and none where there is none', () => {
    const drawn = fc.tuple(figures, fc.integer({ min: -200, max: 200 }))
    fc.assert(
      fc.property(drawn, ([{ side, quantity, others, entryTenths }, percent]) => {
        const whole = quantity + others
        const cost = valueAt(quotePerTenth, quantity, entryTenths)
        const margin = (cost * BigInt(percent)) / 100n
        const sign = signOf(side)
        const found = liquidationPrice({ side, quantity, cost, whole }, margin, scale)
        // at a price of nothing there is no maintenance, and equity is this
        const last = margin - sign * cost
        expect(found === null).toBe(side === 'long' ? last >= 0n : last <= 0n)
        if (!found) return
        const { numerator, denominator } = found
        const [share, all, one] = [BigInt(quantity), BigInt(whole), 1_000_000_000n]
        // times the denominator, the whole quantity and 10⁹ nothing is rounded; maintenance is the highest of all lines
        const equity = (margin * denominator + sign * (share * numerator - cost * denominator)) * all * one
        const lines = scale.map(
          ({ maintenanceRate, cumulative }) =>
            BigInt(maintenanceRate) * share * numerator * all - cumulative * share * denominator * one,
        )
        expect(equity).toBe(lines.reduce((most, line) => (line > most ? line : most)))
      }),
      { numRuns: 500 },
    )
  })

  it('at the end of a bracket is that of the bracket below', () => {
    // a long whose notional is just 50 000 where equity is 200, the maintenance of either bracket: in the first it is
    // (cost − margin) / (1 − 0.4 %)
    const cost = 50_000n * unit
    const holding = { side: 'long', quantity: 1, cost, whole: 1 } as const
    expect(liquidationPrice(holding, 200n * unit, scale)).toEqual({
      numerator: (cost - 200n * unit) * 1_000_000_000n,
      denominator: 996_000_000n,
    })
  })

  it('is none without a scale', () => {
    expect(liquidationPrice({ side: 'long', quantity: 1, cost: 10n, whole: 1 }, 1n, [])).toBeNull()
  })
})

describe('the first mark beyond a price', () => {
  it('is whole tenths of a tick to the safe side, and equal is safe', () => {
    const price = { numerator: 1_000n, denominator: 1n }
    expect(firstMarkBeyond('long', price, 10)).toBe(99)
    expect(firstMarkBeyond('short', price, 10)).toBe(101)
    const between = { numerator: 2_001n, denominator: 2n }
    expect(firstMarkBeyond('long', between, 10)).toBe(100)
    expect(firstMarkBeyond('short', between, 10)).toBe(101)
    expect(firstMarkBeyond('long', null, 10)).toBe(0)
  })

  it('is the largest number that is exact where the price lies beyond', () => {
    const most = Number.MAX_SAFE_INTEGER
    expect(firstMarkBeyond('short', { numerator: 2n ** 70n, denominator: 1n }, 1)).toBe(most)
    expect(firstMarkBeyond('short', { numerator: BigInt(most) - 2n, denominator: 1n }, 1)).toBe(most - 1)
  })
})

describe('a share of maintenance', () => {
  it('adds up to the whole: splitting gains nothing, and costs less than a unit a part', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 10_000 }), { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 1, max: 10 ** 7 }),
        (parts, tenths) => {
          const whole = parts.reduce((sum, part) => sum + part, 0)
          const value = valueAt(quotePerTenth, 1, tenths)
          const together = maintenanceShare(scale, whole, whole, value)
          const split = parts.reduce((sum, part) => sum + maintenanceShare(scale, part, whole, value), 0n)
          expect(split >= together).toBe(true)
          expect(split < together + BigInt(parts.length)).toBe(true)
        },
      ),
    )
  })
})
