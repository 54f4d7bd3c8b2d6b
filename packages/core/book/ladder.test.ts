import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { eatLevels, emptyLadder, ladderPrices, replaceLadder } from './ladder.ts'

const terms = {
  levels: 5,
  halfSpreadRate: 200_000,
  gapRate: 100_000,
  levelQuantity: 1_000,
  refillPerSecond: 100,
  positionMax: 10_000,
}

describe('ladderPrices', () => {
  it('stands a half-spread away from the index, each level a gap further, rounded away from it', () => {
    const { buy, sell } = ladderPrices({ ...terms, levels: 2 }, 600_000_000, 0)
    expect(sell).toEqual([60_012_000, 60_018_000])
    expect(buy).toEqual([59_988_000, 59_982_000])
    expect(ladderPrices({ ...terms, levels: 1 }, 1_001, 0)).toEqual({ buy: [100], sell: [101] })
  })

  it('widens to the dispersion of the sources', () => {
    expect(ladderPrices({ ...terms, levels: 1 }, 1_000_000, 5_000)).toEqual({ buy: [99_500], sell: [100_500] })
  })

  it('never crosses itself, and every level is worse than the one before', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10 ** 10 }),
        fc.nat(1_000),
        fc.nat(10_000_000),
        (index, dispersion, rate) => {
          const { buy, sell } = ladderPrices(
            { ...terms, levels: 20, halfSpreadRate: rate, gapRate: rate },
            index,
            dispersion,
          )
          expect(sell).toHaveLength(20)
          for (let at = 1; at < sell.length; at++) expect(sell[at]).toBeGreaterThan(sell[at - 1])
          for (let at = 1; at < buy.length; at++) expect(buy[at]).toBeLessThan(buy[at - 1])
          if (buy.length > 0) expect(buy[0]).toBeLessThan(sell[0])
          for (const price of buy) expect(price).toBeGreaterThan(0)
        },
      ),
    )
  })
})

describe('replaceLadder', () => {
  it('brings what was eaten back at the refill rate, best level first', () => {
    const ladder = emptyLadder()
    const prices = { buy: [10, 9], sell: [11, 12] }
    replaceLadder(ladder, terms, prices, 1_000)
    eatLevels(ladder, 'sell', 1_100, () => true)
    replaceLadder(ladder, terms, prices, 1_005)
    expect(ladder.sell.quantity).toEqual([0, 900])
    replaceLadder(ladder, terms, prices, 2_000)
    expect(ladder.sell.quantity).toEqual([100, 900])
    replaceLadder(ladder, terms, prices, 60_000)
    expect(ladder.sell.quantity).toEqual([1_000, 1_000])
    expect(ladder.buy.quantity).toEqual([1_000, 1_000])
  })

  it('loses nothing of the refill to many small ticks', () => {
    const ladder = emptyLadder()
    const prices = { buy: [10], sell: [11] }
    replaceLadder(ladder, { ...terms, refillPerSecond: 3 }, prices, 1_000)
    eatLevels(ladder, 'sell', 1_000, () => true)
    for (let now = 1_000; now <= 11_000; now += 7) replaceLadder(ladder, { ...terms, refillPerSecond: 3 }, prices, now)
    expect(ladder.sell.quantity[0]).toBe(29)
  })
})
