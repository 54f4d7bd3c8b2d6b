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

  it('has every level a tick behind the last where the gap is less', () => {
    const narrow = { ...terms, levels: 3, halfSpreadRate: 0, gapRate: 0 }
    expect(ladderPrices(narrow, 1_005, 0)).toEqual({ buy: [100, 99, 98], sell: [101, 102, 103] })
    // on a whole tick the two sides would meet
    expect(ladderPrices(narrow, 1_000, 0)).toEqual({ buy: [100, 99, 98], sell: [101, 102, 103] })
    // there is no price below a tick
    expect(ladderPrices(narrow, 25, 0)).toEqual({ buy: [2, 1], sell: [3, 4, 5] })
    expect(ladderPrices(narrow, 5, 0)).toEqual({ buy: [], sell: [1, 2, 3] })
  })

  it('stands as near as the spread and the gaps allow, to the tick', () => {
    const rate = fc.integer({ min: 0, max: 30_000_000 })
    const index = fc.oneof(fc.integer({ min: 1, max: 10_000 }), fc.integer({ min: 10 ** 9, max: 10 ** 13 }))
    fc.assert(
      fc.property(index, fc.nat(1_000), rate, rate, (indexTenths, dispersion, halfSpreadRate, gapRate) => {
        const { buy, sell } = ladderPrices({ ...terms, halfSpreadRate, gapRate }, indexTenths, dispersion)
        const scaled = (part: number) => (BigInt(indexTenths) * BigInt(part) + 999_999_999n) / 1_000_000_000n
        const half = scaled(halfSpreadRate) > BigInt(dispersion) ? scaled(halfSpreadRate) : BigInt(dispersion)
        const away = (level: number) => half + scaled(gapRate * level)
        const shift = half === 0n && indexTenths % 10 === 0 && buy.length > 0 ? 1 : 0
        sell.forEach((price, level) => {
          const least = BigInt(indexTenths) + away(level)
          const nearest = BigInt(price - shift) * 10n
          const isNearest = nearest >= least && nearest - 10n < least
          expect(isNearest || (nearest > least && price === sell[level - 1] + 1)).toBe(true)
        })
        buy.forEach((price, level) => {
          const most = BigInt(indexTenths) - away(level)
          const nearest = BigInt(price) * 10n
          const isNearest = nearest <= most && nearest + 10n > most
          expect(isNearest || (nearest < most && price === buy[level - 1] - 1)).toBe(true)
        })
      }),
      { numRuns: 300 },
    )
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

  it('keeps the part of a step that came back, over what is eaten meanwhile, until all of it is there', () => {
    const slow = { ...terms, levels: 2, refillPerSecond: 1 }
    const prices = { buy: [10], sell: [11, 12] }
    const eaten = (first: number, second: number) => {
      const ladder = emptyLadder()
      replaceLadder(ladder, slow, prices, 0)
      eatLevels(ladder, 'sell', first, (price) => price === 11)
      eatLevels(ladder, 'sell', second, (price) => price === 12)
      // a step and a half
      replaceLadder(ladder, slow, prices, 1_500)
      return ladder
    }
    const after = (ladder: ReturnType<typeof emptyLadder>, now: number) => {
      replaceLadder(ladder, slow, prices, now)
      return ladder.sell.quantity
    }
    const parted = eaten(1, 5)
    expect(parted.sell.quantity).toEqual([1_000, 995])
    eatLevels(parted, 'sell', 1, () => true)
    expect(after(parted, 1_999)).toEqual([999, 995])
    expect(after(parted, 2_000)).toEqual([1_000, 995])
    const whole = eaten(1, 0)
    eatLevels(whole, 'sell', 1, () => true)
    expect(after(whole, 2_499)).toEqual([999, 1_000])
    expect(after(whole, 2_500)).toEqual([1_000, 1_000])
  })

  it('brings nothing back before its time', () => {
    const ladder = emptyLadder()
    const prices = { buy: [10], sell: [11] }
    replaceLadder(ladder, { ...terms, refillPerSecond: 1_000 }, prices, 1_000)
    eatLevels(ladder, 'sell', 10, () => true)
    replaceLadder(ladder, { ...terms, refillPerSecond: 1_000 }, prices, 900)
    expect(ladder.sell.quantity).toEqual([990])
    replaceLadder(ladder, { ...terms, refillPerSecond: 1_000 }, prices, 1_001)
    expect(ladder.sell.quantity).toEqual([991])
  })
})

describe('eatLevels', () => {
  const placed = () => {
    const ladder = emptyLadder()
    replaceLadder(ladder, { ...terms, levels: 3 }, { buy: [10, 9], sell: [11, 12, 13] }, 1_000)
    return ladder
  }

  it('takes from the levels at which was traded, and no more than is there', () => {
    const ladder = placed()
    eatLevels(ladder, 'sell', 1, (price) => price === 12)
    expect(ladder.sell.quantity).toEqual([1_000, 999, 1_000])
    eatLevels(ladder, 'sell', 1_001, () => true)
    expect(ladder.sell.quantity).toEqual([0, 998, 1_000])
    eatLevels(ladder, 'buy', 5_000, () => true)
    expect(ladder.buy.quantity).toEqual([0, 0])
    // the level that has no price was not eaten of
    expect(ladder.worn.buy?.left).toEqual([0, 0, 1_000])
  })

  it('takes nothing of a ladder that was never placed', () => {
    const ladder = emptyLadder()
    eatLevels(ladder, 'buy', 1, () => true)
    expect(ladder).toEqual(emptyLadder())
  })
})
