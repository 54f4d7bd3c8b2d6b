import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestDatabase, createTestDatabase } from '../platform/postgres/testDatabase.ts'
import type { Candle } from './candles.ts'
import { dayMillis, minuteMillis } from './intervals.ts'
import { MarketStore } from './store.ts'

const start = Date.UTC(2026, 10, 23)
let test: TestDatabase
let store: MarketStore
beforeAll(async () => {
  test = await createTestDatabase()
  store = new MarketStore(test.database)
}, 120_000)
afterAll(() => test.drop())
beforeEach(() => test.database.query('TRUNCATE candle, market_kept'))

function candle(openTime: number, close = 11_645_21000000): Candle {
  const volume = 201_842_732_300n
  return {
    openTime,
    open: close,
    high: close + 1,
    low: 1,
    close,
    volume,
    turnover: volume * BigInt(close),
    source: 'binance',
  }
}

function minutes(count: number) {
  return Array.from({ length: count }, (_, place) => {
    return { symbol: 'BTCUSDT', interval: '1m', candle: candle(start + place * minuteMillis) } as const
  })
}

describe('MarketStore', () => {
  it('gives back what it keeps, to the digit', async () => {
    await store.keep('live', minutes(3))
    const found = await store.newest('live', ['BTCUSDT', 'ETHUSDT'], () => 2)
    expect(found.get('BTCUSDT')?.get('1m')).toEqual(
      minutes(3)
        .slice(1)
        .map((row) => row.candle),
    )
    expect(found.get('ETHUSDT')?.size).toBe(0)
  })

  it('never rewrites a finished candle (T033)', async () => {
    await store.keep('live', minutes(1))
    await store.keep('live', [{ symbol: 'BTCUSDT', interval: '1m', candle: candle(start, 5) }])
    expect(await store.range('live', 'BTCUSDT', '1m', { from: start, before: start + 1, count: 5 })).toEqual([
      candle(start),
    ])
  })

  it('keeps kinds, symbols and intervals apart', async () => {
    await store.keep('simulated', minutes(1))
    const span = { from: null, before: start + dayMillis, count: 5 }
    expect(await store.range('live', 'BTCUSDT', '1m', span)).toEqual([])
    expect(await store.range('simulated', 'BTCUSDT', '5m', span)).toEqual([])
    expect(await store.range('simulated', 'ETHUSDT', '1m', span)).toEqual([])
    expect(await store.range('simulated', 'BTCUSDT', '1m', span)).toHaveLength(1)
  })

  it('gives a range from its start, or the last of it', async () => {
    await store.keep('live', minutes(10))
    const places = async (from: number | null) => {
      const found = await store.range('live', 'BTCUSDT', '1m', { from, before: start + 8 * minuteMillis, count: 3 })
      return found.map(({ openTime }) => (openTime - start) / minuteMillis)
    }
    expect(await places(start + 2 * minuteMillis)).toEqual([2, 3, 4])
    expect(await places(start + 7 * minuteMillis)).toEqual([7])
    expect(await places(null)).toEqual([5, 6, 7])
  })

  it('keeps a value in the transaction of its candles, or neither', async () => {
    await store.keep('live', minutes(1), { name: 'simulation', value: { at: 0.1 + 0.2, none: null } })
    expect(await store.kept('simulation')).toEqual({ at: 0.1 + 0.2, none: null })
    const broken = [{ symbol: 'BTCUSDT', interval: '1m', candle: { ...candle(start + minuteMillis), low: 0 } } as const]
    await expect(store.keep('live', broken, { name: 'simulation', value: 'newer' })).rejects.toThrow('candle')
    expect(await store.kept('simulation')).toEqual({ at: 0.1 + 0.2, none: null })
    expect(await store.kept('other')).toBeNull()
  })

  it('discards what ends after a moment', async () => {
    await store.keep('simulated', minutes(4))
    await store.keep('simulated', [{ symbol: 'BTCUSDT', interval: '1h', candle: candle(start) }])
    await store.discardAfter('simulated', start + 2 * minuteMillis)
    const found = await store.newest('simulated', ['BTCUSDT'], () => 9)
    expect(found.get('BTCUSDT')?.get('1m')).toHaveLength(2)
    expect(found.get('BTCUSDT')?.get('1h')).toBeUndefined()
    await store.discardAfter('simulated', null)
    expect((await store.newest('simulated', ['BTCUSDT'], () => 9)).get('BTCUSDT')?.size).toBe(0)
  })

  it('removes minutes after 90 days and keeps days for ever', async () => {
    await store.keep('live', minutes(2))
    await store.keep('live', [{ symbol: 'BTCUSDT', interval: '1D', candle: candle(start) }])
    expect(await store.prune(start + 90 * dayMillis + 1)).toBe(1)
    expect(await store.prune(start + 4_000 * dayMillis)).toBe(1)
    expect((await store.newest('live', ['BTCUSDT'], () => 9)).get('BTCUSDT')?.get('1D')).toHaveLength(1)
  })
})
