import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decode, encode } from '../codec/codec.ts'
import { indexPrice, type SourceTop } from './indexPrice.ts'
import { isFreshSecond, namedSourcesCodec, packSources, recomputeIndex, unpackSources } from './sources.ts'

const one = 10n ** 12n
const stamp = 1_764_000_000_000

describe('the sources behind a sample', () => {
  it('come back as they were said, and give the index anew to the last digit', () => {
    const price = fc.bigInt({ min: 89_000n * 10_000n, max: 90_000n * 10_000n }).map((units) => units * (one / 10_000n))
    const top = fc.record({
      source: fc.constantFrom('binance', 'okx', 'kraken', 'coinbase'),
      quote: fc.constantFrom('USDT' as const, 'USD' as const),
      bid: price,
      spread: fc.bigInt({ min: 0n, max: one }),
      heard: fc.integer({ min: stamp - 3_000, max: stamp + 999 }),
    })
    const rate = fc.option(fc.bigInt({ min: (one * 99n) / 100n, max: (one * 101n) / 100n }))
    fc.assert(
      fc.property(fc.array(top, { maxLength: 4 }), rate, (said, bid) => {
        const tops: SourceTop[] = said.map(({ spread, ...book }) => ({ ...book, ask: book.bid + spread }))
        const dollar = bid === null ? null : { source: 'kraken', bid, ask: bid + 100_000n, heard: stamp - 20 }
        const venues: string[] = []
        const sample = packSources(3, { tops, rate: dollar }, stamp, venues)
        const bytes = encode(namedSourcesCodec, { venues, sample })
        const read = unpackSources(decode(namedSourcesCodec, bytes), stamp)
        expect(read.tops.map(({ source, quote, heard, bid: b, ask }) => [source, quote, heard, b + ask])).toEqual(
          tops.map(({ source, quote, heard, bid: b, ask }) => [source, quote, heard, b + ask]),
        )
        const now = stamp
        const fresh = tops.map((book) => ({ ...book, heard: now }))
        const index = indexPrice(fresh, dollar === null ? null : { ...dollar, heard: now }, now, 1)
        expect(recomputeIndex(read, 1)).toBe(index.ok ? index.indexTenths : null)
      }),
    )
  })

  it('are packed by the fewest decimals, each by what it differs from the one before, and each venue by its name once', () => {
    const book = (source: string, sum: bigint, heard: number, quote: 'USDT' | 'USD' = 'USDT'): SourceTop => {
      return { source, quote, bid: sum / 2n, ask: sum - sum / 2n, heard }
    }
    const tops = [
      book('okx', 20n * one, stamp - 5),
      book('kraken', (205n * one) / 10n, stamp + 3, 'USD'),
      book('okx', 19n * one, stamp),
    ]
    const rate = { source: 'okx', bid: one, ask: one + 10n ** 10n, heard: stamp - 7 }
    const venues = ['bybit']
    const sample = packSources(3, { tops, rate }, stamp, venues)
    expect(venues).toEqual(['bybit', 'okx', 'kraken'])
    expect(sample).toEqual({
      listing: 3,
      decimals: 1,
      rate: { venue: 1, decimals: 2, sum: 201n, age: 7 },
      parts: [
        { venue: 1, dollar: false, sum: 200n, age: 5 },
        { venue: 2, dollar: true, sum: 5n, age: -3 },
        { venue: 1, dollar: false, sum: -15n, age: 0 },
      ],
    })
    const read = unpackSources({ venues, sample }, stamp)
    expect(read.rate).toEqual({ source: 'okx', bid: 1_005_000_000_000n, ask: 1_005_000_000_000n, heard: stamp - 7 })
    expect(read.tops.map(({ source, heard }) => [source, heard])).toEqual([
      ['okx', stamp - 5],
      ['kraken', stamp + 3],
      ['okx', stamp],
    ])
    const decimalsOf = (sum: bigint) =>
      packSources(0, { tops: [book('a', sum, stamp)], rate: null }, stamp, []).decimals
    expect([7n * one, one / 100n, 1n].map(decimalsOf)).toEqual([0, 2, 12])
    expect(packSources(0, { tops: [], rate }, stamp, []).rate).toBeNull()
    const first: string[] = ['a']
    packSources(0, { tops: [book('a', one, stamp)], rate: null }, stamp, first)
    expect(first).toEqual(['a'])
  })

  it('take few bytes', () => {
    const tops = [90_000_123_400_000_000n, 90_000_450_000_000_000n, 89_999_900_000_000_000n, 90_001_000_000_000_000n]
    const said = tops.map((bid, at) => ({
      source: `venue${at}`,
      quote: 'USDT' as const,
      bid,
      ask: bid,
      heard: stamp - 90,
    }))
    const sample = packSources(0, { tops: said, rate: null }, stamp, [])
    expect(encode(namedSourcesCodec, { venues: [], sample }).length).toBeLessThan(40)
  })
})

describe('a second', () => {
  it('is fresh where each of its sources was heard within a second of it, and never without any', () => {
    const of = (...ages: (number | undefined)[]) =>
      isFreshSecond(
        ages.map((_, at) => ({ source: String(at) })),
        (source) => ages[Number(source)],
      )
    expect(of(1_000, -400)).toBe(true)
    expect(of(1_001, 0)).toBe(false)
    expect(of(0, undefined)).toBe(false)
    expect(of()).toBe(false)
  })
})
