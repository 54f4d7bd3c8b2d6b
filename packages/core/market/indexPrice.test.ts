import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type DollarRate, type IndexPrice, type SourceTop, indexPrice } from './indexPrice.ts'

const now = 1_000_000
const one = 10n ** 12n

function top(source: string, price: bigint | number, more: Partial<SourceTop> = {}): SourceTop {
  const mid = typeof price === 'bigint' ? price : BigInt(price) * one
  return { source, quote: 'USDT', bid: mid, ask: mid, heard: now, ...more }
}

function tenths(price: IndexPrice): number | string {
  return price.ok ? price.indexTenths : price.reason
}

describe('indexPrice', () => {
  it('is the mean of the mids at a tenth of a tick', () => {
    const tops = [
      top('a', 0, { bid: 99n * one, ask: 101n * one }),
      top('b', 100),
      top('c', 0, { bid: one * 100n, ask: one * 101n }),
    ]
    // (100 + 100 + 100.5) / 3 = 100.1666…
    expect(indexPrice(tops, null, now, 2)).toMatchObject({ indexTenths: 100_167, sources: 3, dispersionTenths: 500 })
  })

  it.each([
    [1n, 2n, 2],
    [2n, 3n, 2],
    [3n, 4n, 4],
  ])('rounds a tie to the even tenth: (%s + %s) / 2', (a, b, result) => {
    const tenth = 10n ** 11n
    const base = 10_000n
    const price = indexPrice([top('a', (base + a) * tenth), top('b', (base + b) * tenth)], null, now, 0)
    expect(tenths(price)).toBe(10_000 + result)
  })

  it('clamps each to ±0.5 % of the median', () => {
    // 100, 100, 102 → 102 counts as 100.5
    expect(tenths(indexPrice([top('a', 100), top('b', 102), top('c', 100)], null, now, 3))).toBe(1_001_667)
  })

  it('leaves out who was not heard for more than 3 s', () => {
    const tops = [top('a', 100, { heard: now - 3_000 }), top('b', 101, { heard: now - 3_001 })]
    expect(indexPrice(tops, null, now, 2)).toMatchObject({ indexTenths: 100_000, sources: 1, heard: now - 3_000 })
    expect(tenths(indexPrice([tops[1] ?? top('b', 1)], null, now, 2))).toBe('no_source')
    expect(tenths(indexPrice([], null, now, 2))).toBe('no_source')
  })

  it('converts dollars by the live rate, exactly, and leaves them out without one', () => {
    const rate: DollarRate = { bid: (9_995n * one) / 10_000n, ask: (9_997n * one) / 10_000n, heard: now }
    const dollars = top('coinbase', 100, { quote: 'USD' })
    // 100 / 0.9996 = 100.040016…
    expect(tenths(indexPrice([dollars], rate, now, 5))).toBe(100_040_016)
    expect(tenths(indexPrice([dollars], null, now, 5))).toBe('no_source')
    expect(tenths(indexPrice([dollars], { ...rate, heard: now - 3_001 }, now, 5))).toBe('no_source')
    expect(tenths(indexPrice([dollars], { ...rate, bid: 0n }, now, 5))).toBe('no_source')
    expect(indexPrice([dollars, top('b', 100)], null, now, 5)).toMatchObject({ sources: 1 })
  })

  it('leaves dollars out without a rate, whatever they would come to, and takes a rate of 3 s', () => {
    const dollars = top('coinbase', 100, { quote: 'USD' })
    expect(tenths(indexPrice([dollars], null, now, 0))).toBe('no_source')
    expect(indexPrice([dollars, top('b', 100)], null, now, 0)).toMatchObject({ sources: 1, indexTenths: 1_000 })
    const rate: DollarRate = { bid: one, ask: one, heard: now - 3_000 }
    expect(tenths(indexPrice([dollars], rate, now, 0))).toBe(1_000)
  })

  it('says when the newest was heard, whichever is told first, and how far they lie apart, rounded up', () => {
    const tops = [top('a', 100n * one, { heard: now - 1 }), top('b', 100n * one + 1n, { heard: now - 2 })]
    expect(indexPrice(tops, null, now, 2)).toMatchObject({ heard: now - 1, dispersionTenths: 1 })
    expect(indexPrice([top('a', 100, { heard: 0 })], null, 0, 2)).toMatchObject({ heard: 0, dispersionTenths: 0 })
  })

  it('is from one tenth of a tick to what a number holds exactly, of eleven decimals at most', () => {
    const most = BigInt(Number.MAX_SAFE_INTEGER)
    expect([1n, most, most + 1n].map((price) => tenths(indexPrice([top('a', price)], null, now, 11)))).toEqual([
      1,
      Number.MAX_SAFE_INTEGER,
      'no_source',
    ])
    expect(() => indexPrice([top('a', 100)], null, now, 12)).toThrow('no price at 12')
  })

  it('halts when two disagree by more than 1.5 %, and never averages them (T032)', () => {
    expect(tenths(indexPrice([top('a', 1_000), top('b', 1_015)], null, now, 1))).toBe(100_750)
    expect(tenths(indexPrice([top('a', 1_000), top('b', 1_015n * one + 1n)], null, now, 1))).toBe('sources_disagree')
    expect(
      tenths(
        indexPrice(
          [1_000, 1_001, 1_030, 1_031].map((price) => top('x', price)),
          null,
          now,
          1,
        ),
      ),
    ).toBe('sources_disagree')
  })

  it.each([
    ['×1000', 90_000_000n * one],
    ['÷1000', 90n * one],
    ['1e308', 10n ** 320n],
    ['one unit', 1n],
  ])('bounds one of three that sends %s to half a percent (T032)', (_name, wild) => {
    const price = indexPrice([top('a', 90_000), top('b', 90_009), top('c', wild)], null, now, 1)
    expect(price.ok && Math.abs(price.indexTenths - 9_000_450)).toBeLessThan(9_000_450 * 0.003)
    expect(price.ok && price.dispersionTenths).toBeLessThan(9_000_450 * 0.0052)
  })

  it.each([
    ['zero', 0n, 0n],
    ['negative', -one, -one],
    ['crossed', 91_000n * one, 90_000n * one],
    ['one-sided', 0n, 90_000n * one],
  ])('leaves out a book that is none: %s (T032)', (_name, bid, ask) => {
    const broken = top('c', 0, { bid, ask })
    expect(indexPrice([top('a', 90_000), top('b', 90_009), broken], null, now, 1)).toMatchObject({
      sources: 2,
      indexTenths: 9_000_450,
    })
    expect(tenths(indexPrice([broken], null, now, 1))).toBe('no_source')
  })

  it('never gives a price of zero', () => {
    expect(tenths(indexPrice([top('a', 1n)], null, now, 5))).toBe('no_source')
  })

  it('is what the rational oracle says', () => {
    const price = fc.bigInt({ min: 95n * 10n ** 13n, max: 105n * 10n ** 13n })
    const spread = fc.bigInt({ min: 0n, max: 10n ** 11n })
    const book = fc.record({
      bid: fc.oneof(price, fc.bigInt({ min: 998n * 10n ** 12n, max: 1_004n * 10n ** 12n })),
      spread,
      quote: fc.constantFrom('USDT' as const, 'USD' as const),
      age: fc.constantFrom(0, 10, 2_999, 3_000, 3_001),
    })
    const rates = fc.option(fc.record({ bid: fc.bigInt({ min: 99n * 10n ** 10n, max: 101n * 10n ** 10n }), spread }))
    fc.assert(
      fc.property(fc.array(book, { maxLength: 6 }), rates, fc.integer({ min: 0, max: 6 }), (books, rate, decimals) => {
        const tops = books.map(({ bid, spread: own, quote, age }, place) => ({
          source: String(place),
          quote,
          bid,
          ask: bid + own,
          heard: now - age,
        }))
        const dollar = rate === null ? null : { bid: rate.bid, ask: rate.bid + rate.spread, heard: now }
        expect(tenths(indexPrice(tops, dollar, now, decimals))).toBe(oracle(tops, dollar, decimals))
      }),
      { numRuns: 3_000 },
    )
  })

  it('does not depend on the order of the sources', () => {
    const prices = fc.array(fc.bigInt({ min: 99n * one, max: 101n * one }), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(prices, (all) => {
        const tops = all.map((price, place) => top(String(place), price))
        expect(indexPrice(tops.toReversed(), null, now, 4)).toEqual(indexPrice(tops, null, now, 4))
      }),
    )
  })
})

/** Fractions of bigints, as one would write the rule down without a thought of speed. */
type Fraction = readonly [n: bigint, d: bigint]
const less = ([a, b]: Fraction, [c, d]: Fraction) => a * d < c * b
const plus = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * d + c * b, b * d]
const times = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * c, b * d]

function oracle(tops: readonly SourceTop[], rate: DollarRate | null, decimals: number): number | string {
  const prices: Fraction[] = []
  for (const { bid, ask, quote, heard } of tops) {
    if (now - heard > 3_000) continue
    const mid: Fraction = [bid + ask, 2n * one]
    if (quote === 'USDT') prices.push(mid)
    else if (rate !== null) prices.push(times(mid, [2n * one, rate.bid + rate.ask]))
  }
  if (prices.length === 0) return 'no_source'
  prices.sort((a, b) => (less(a, b) ? -1 : less(b, a) ? 1 : 0))
  const pick = (place: number): Fraction => prices[place] ?? [0n, 1n]
  const upper = pick(Math.floor(prices.length / 2))
  const lower = pick(Math.ceil(prices.length / 2) - 1)
  if (less(times(lower, [1_015n, 1_000n]), upper)) return 'sources_disagree'
  const median = times(plus(lower, upper), [1n, 2n])
  const floor = times(median, [995n, 1_000n])
  const ceiling = times(median, [1_005n, 1_000n])
  let sum: Fraction = [0n, 1n]
  for (const price of prices) sum = plus(sum, less(price, floor) ? floor : less(ceiling, price) ? ceiling : price)
  const [n, d] = times(sum, [10n ** BigInt(decimals + 1), BigInt(prices.length)])
  const whole = n / d
  const twice = 2n * (n - whole * d)
  const up = twice > d || (twice === d && whole % 2n === 1n)
  return Number(up ? whole + 1n : whole)
}
