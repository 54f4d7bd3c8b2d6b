import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bracketOf, initialOf, isLiquidatable, makeBrackets, type Bracket } from './brackets.ts'
import { liquidationPrice, maintenanceShare, type PriceFraction } from './exposure.ts'
import { fundingPayment, fundingRate } from './funding.ts'
import { bankruptcyQuote, costOfClosing, realisedOf, unrealisedOf, type PositionSide } from './position.ts'

/** Cases of public suites and venues' help pages, restated: amounts in millionths, quantities in thousandths. */
const unit = 1_000_000n

function bracket(mmr: number, cumulative = 0n): Bracket {
  return { floor: 0n, maintenanceRate: mmr * 1e9, cumulative, multipleMax: 125 }
}

/** A price of quote units per thousandth, as a number for comparing with a published figure. */
function price(fraction: PriceFraction | null): number {
  if (!fraction) return Number.NaN
  return Number((fraction.numerator * 1_000_000_000_000n) / fraction.denominator) / 1e12 / 1e3
}

/** The only position of its holder in the symbol, on its own margin or on what its cross account has besides. */
function alone(
  side: PositionSide,
  quantity: number,
  cost: bigint,
  behind: bigint,
  scale: Bracket,
): PriceFraction | null {
  return liquidationPrice({ side, quantity, cost, whole: quantity }, behind, [scale])
}

/** What a notional must keep. */
function maintenanceOf(scale: Bracket, notional: bigint): bigint {
  return maintenanceShare([scale], 1, 1, notional)
}

describe('an isolated liquidation price', () => {
  // side, quantity in thousandths, margin, published price (Binance's formula: entry 10, mmr 1 %, cum 0.01)
  it.each<[string, PositionSide, number, bigint, number]>([
    ['LIQ-01', 'short', 1_000, 2_000_000n, 11.891_089_108_910_89],
    ['LIQ-02', 'short', 1_000, 3_333_333n, 13.211_221_122_079_207],
    ['LIQ-04', 'short', 600, 1_200_000n, 11.897_689_768_976_898],
    ['LIQ-05', 'long', 1_000, 2_000_000n, 8.070_707_070_707_071],
    ['LIQ-07', 'long', 1_000, 3_333_333n, 6.723_905_723_905_723],
    ['LIQ-08', 'long', 600, 1_200_000n, 8.063_973_063_973_064],
  ])('is that of %s', (_, side, quantity, margin, expected) => {
    const cost = (10n * unit * BigInt(quantity)) / 1_000n
    expect(price(alone(side, quantity, cost, margin, bracket(0.01, 10_000n)))).toBeCloseTo(expected, 5)
  })

  it('is the house’s own check: q 0.1, E 60 000, 10×, mmr 0.4 %', () => {
    const [long, short] = (['long', 'short'] as const).map((side) =>
      price(alone(side, 100, 6_000n * unit, 600n * unit, bracket(0.004))),
    )
    expect(long).toBeCloseTo(54_216.867_5, 3)
    expect(short).toBeCloseTo(65_737.051_8, 3)
  })

  it('is none where no price above zero would liquidate (BKR-13)', () => {
    expect(alone('long', 1_000, 10n * unit, 10n * unit, bracket(0.01))).toBeNull()
  })

  it('is exactly where equity equals maintenance', () => {
    const figures = fc.record({
      side: fc.constantFrom<PositionSide>('long', 'short'),
      quantity: fc.integer({ min: 1, max: 10 ** 6 }),
      cost: fc.bigInt({ min: 1n, max: 10n ** 12n }),
      share: fc.integer({ min: 1, max: 99 }),
      mmr: fc.integer({ min: 1, max: 100_000_000 }),
    })
    fc.assert(
      fc.property(figures, ({ side, quantity, cost, share, mmr }) => {
        const margin = (cost * BigInt(share)) / 100n
        const scale = { floor: 0n, maintenanceRate: mmr, cumulative: 0n, multipleMax: 1 }
        const found = alone(side, quantity, cost, margin, scale)
        if (!found) return
        // equity·d·10⁹ = maintenance·d·10⁹ at the fraction, without any rounding
        const value = BigInt(quantity) * found.numerator
        const sign = side === 'long' ? 1n : -1n
        const equity = margin * found.denominator + sign * (value - cost * found.denominator)
        expect(equity * 1_000_000_000n).toBe(value * BigInt(mmr))
      }),
    )
  })
})

describe('a cross liquidation price', () => {
  it('is the house’s own check: others’ profit and maintenance count', () => {
    // W 1000; a short of 1 @3000 at mark 3100, mmr 1 %: U −100, T 31; the long 0.1 @60 000, mmr 0.5 %
    const cushion = (1_000n - 100n - 31n) * unit
    const found = alone('long', 100, 6_000n * unit, cushion, bracket(0.005))
    expect(price(found)).toBeCloseTo(51_567.839_2, 3)
  })

  it('is that of LIQ-24 but for that page’s rounding of the price', () => {
    expect(price(alone('long', 20, 1_000n * unit, 500n * unit, bracket(0.004)))).toBeCloseTo(25_100.4, 1)
  })

  it('is none where the cushion outlasts any fall', () => {
    expect(alone('long', 100, 10n * unit, 100n * unit, bracket(0.005))).toBeNull()
  })
})

describe('brackets', () => {
  // TIER-01: floors and rates as recorded
  const scale = makeBrackets(
    [
      [0, 0.004],
      [50_000, 0.005],
      [250_000, 0.01],
      [3_000_000, 0.025],
    ].map(([floor, mmr], at) => ({ floor: BigInt(floor) * unit, maintenanceRate: mmr * 1e9, multipleMax: 125 - at })),
  )

  it.each([
    ['10000', 0.004, '40'],
    ['50000', 0.004, '200'],
    ['250000', 0.005, '1200'],
    ['300000', 0.01, '1700'],
  ])('give %s its rate and its maintenance', (notional, mmr, maintenance) => {
    if (!scale) throw new Error('no scale')
    const found = bracketOf(scale, BigInt(notional) * unit)
    expect(found.maintenanceRate).toBe(mmr * 1e9)
    expect(maintenanceOf(found, BigInt(notional) * unit)).toBe(BigInt(maintenance) * unit)
  })

  it('are continuous at every floor, and rise', () => {
    if (!scale) throw new Error('no scale')
    for (const { floor } of scale.slice(1)) {
      expect(maintenanceOf(bracketOf(scale, floor), floor)).toBe(maintenanceOf(bracketOf(scale, floor + 1n), floor))
    }
  })

  it.each([
    ['an empty scale', []],
    ['one that does not begin at 0', [{ floor: 1n, maintenanceRate: 1, multipleMax: 1 }]],
    [
      'a falling rate',
      [
        { floor: 0n, maintenanceRate: 2, multipleMax: 1 },
        { floor: 10n ** 9n, maintenanceRate: 1, multipleMax: 1 },
      ],
    ],
    [
      'a rising multiple',
      [
        { floor: 0n, maintenanceRate: 1, multipleMax: 1 },
        { floor: 10n ** 9n, maintenanceRate: 2, multipleMax: 2 },
      ],
    ],
    [
      'a cumulative amount that is not whole',
      [
        { floor: 0n, maintenanceRate: 1, multipleMax: 1 },
        { floor: 1n, maintenanceRate: 2, multipleMax: 1 },
      ],
    ],
  ])('refuse %s', (_, terms) => {
    expect(makeBrackets(terms)).toBeNull()
  })
})

describe('margin and liquidation', () => {
  it.each([
    ['LQB-01', 100n, 0n, false],
    ['LQB-02', 0n, 100n, true],
    ['LQB-04', -100n, 100n, true],
    ['LQB-05', -100n, 0n, false],
    ['LQB-07', 100n, 100n, false],
    ['LQB-08', 125n, 100n, false],
  ])('%s', (_, equity, maintenance, expected) => {
    expect(isLiquidatable(equity, maintenance)).toBe(expected)
  })

  it.each([
    ['MRG-01', 3_888_500_000n, 38_885_000n, 19_442_500n],
    ['MRG-02', 2_100_000_000n, 21_000_000n, 10_500_000n],
    ['MRG-04', 38_885_000n, 388_850n, 194_425n],
    ['MRG-05', 0n, 0n, 0n],
  ])('%s', (_, notional, initial, maintenance) => {
    expect(initialOf(notional, 100)).toBe(initial)
    expect(maintenanceOf(bracket(0.005), notional)).toBe(maintenance)
  })

  // dYdX's cases: what the closing of a part must bring at least, for the account to end no worse than empty
  it.each<[string, PositionSide, bigint, number, number, bigint, bigint]>([
    ['BKR-01', 'long', 5_000n, 100, 100, 499n, 4_501n],
    ['BKR-02', 'short', 5_000n, 100, 100, 499n, 5_499n],
    ['BKR-04', 'long', 5_000n, 100, 50, 0n, 2_500n],
    ['BKR-05', 'short', 5_000n, 100, 50, 0n, 2_500n],
    ['BKR-07', 'short', 5_000n, 100, 100, -100n, 4_900n],
  ])('%s', (_, side, value, quantity, closed, equity, expected) => {
    expect(bankruptcyQuote(side, value, quantity, closed, equity)).toBe(expected)
  })
})

describe('profit', () => {
  it('is on the average cost (PNL-01, PNL-02, PNL-05)', () => {
    expect(unrealisedOf({ side: 'long', cost: 1_400n }, 1_500n)).toBe(100n)
    expect(realisedOf({ side: 'short', cost: 2_400n }, 2_000n)).toBe(400n)
    expect(costOfClosing({ side: 'long', quantity: 800, cost: 4_300n }, 400)).toBe(2_150n)
  })

  it('never gains by being taken in parts, and the last part leaves no cost behind', () => {
    const figures = fc.record({
      side: fc.constantFrom<PositionSide>('long', 'short'),
      quantity: fc.integer({ min: 2, max: 1_000 }),
      cost: fc.bigInt({ min: 1n, max: 10n ** 9n }),
      value: fc.bigInt({ min: 1n, max: 10n ** 6n }),
    })
    fc.assert(
      fc.property(figures, fc.integer({ min: 1, max: 999 }), ({ side, quantity, cost, value }, part) => {
        const closed = Math.min(part, quantity - 1)
        const first = costOfClosing({ side, quantity, cost }, closed)
        const rest = { side, quantity: quantity - closed, cost: cost - first }
        const proceeds = (count: number): bigint => value * BigInt(count)
        const parts = realisedOf({ side, cost: first }, proceeds(closed)) + realisedOf(rest, proceeds(rest.quantity))
        expect(parts).toBe(realisedOf({ side, cost }, proceeds(quantity)))
      }),
    )
  })
})

describe('funding', () => {
  it('is paid by the long and received by the short at a positive rate (FND-01, FND-02)', () => {
    expect(fundingPayment('short', 20n * unit, 100_000)).toBe(2_000n)
    expect(fundingPayment('long', 20n * unit, 100_000)).toBe(-2_000n)
    expect(fundingPayment('short', 20n * unit, 200_000)).toBe(4_000n)
    expect(fundingPayment('long', 20n * unit, -100_000)).toBe(2_000n)
    expect(fundingPayment('long', 0n, 200_000)).toBe(0n)
  })

  it('rounds against the holder, so that the two sides never get more than was paid', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 15n }),
        fc.integer({ min: -1_000_000, max: 1_000_000 }),
        (value, rate) => {
          const sum = fundingPayment('long', value, rate) + fundingPayment('short', value, rate)
          expect(sum === 0n || sum === -1n).toBe(true)
        },
      ),
    )
  })

  const usual = { fundingInterestRate: 100_000, fundingDampRateMax: 500_000, feeRatePerpetualTaker: 500_000 }

  it('leans to 0.01 %, follows a large premium, and is bounded by twice the taker fee', () => {
    expect(fundingRate(0, usual)).toBe(100_000)
    expect(fundingRate(300_000, usual)).toBe(100_000)
    expect(fundingRate(900_000, usual)).toBe(400_000)
    expect(fundingRate(-700_000, usual)).toBe(-200_000)
    expect(fundingRate(5_000_000, usual)).toBe(1_000_000)
    expect(fundingRate(-5_000_000, usual)).toBe(-1_000_000)
    expect(fundingRate(300_000, { ...usual, fundingInterestRate: 0, fundingDampRateMax: 100_000 })).toBe(200_000)
  })
})
