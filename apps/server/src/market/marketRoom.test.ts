import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { decode, encode } from '@truemark/core/codec/codec'
import { type Command, envelopeCodec } from '@truemark/core/vocabulary'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type TestDatabase, createTestDatabase } from '../platform/postgres/testDatabase.ts'
import type { Candle } from './candles.ts'
import type { MarketEvent } from './events.ts'
import { type Interval, bucketStart, dayMillis, intervalMillis, intervals, minuteMillis } from './intervals.ts'
import { keptKind } from './kept.ts'
import type { OpenLive } from './liveDriver.ts'
import { type MarketRoom, type MarketRoomOptions, openMarketRoom } from './marketRoom.ts'
import { type KlineRecord, type MarketMessage, marketMessagesCodec, marketRequestCodec } from './messages.ts'
import { MarketStore } from './store.ts'
import { firstSymbols } from './symbols.ts'
import { quotesIn } from './testing/quotesIn.ts'

// A year of history is written here again and again, and the machine may be busy.
vi.setConfig({ testTimeout: 90_000 })

const specs = firstSymbols.slice(0, 2)
const start = Date.UTC(2026, 10, 27, 14, 23, 31, 700)

let test: TestDatabase
let store: MarketStore
beforeAll(async () => {
  test = await createTestDatabase()
  store = new MarketStore(test.database)
}, 120_000)
afterAll(() => test.drop())
beforeEach(() => test.database.query('TRUNCATE candle, market_kept'))

/** A room with its own time, and what it told. */
function bench(more: Partial<MarketRoomOptions> = {}) {
  const heard = { commands: [] as Command[], messages: [] as MarketMessage[], errors: [] as unknown[] }
  const time = { now: start }
  const options: MarketRoomOptions = {
    database: test.database,
    specs,
    feed: 'simulated',
    sources: {},
    replayFile: null,
    clock: { now: () => time.now },
    openLive: () => ({
      fetchCandles: () => Promise.reject(new Error('no net')),
      fetchTrades: async () => [],
      setSymbol: () => undefined,
      stop: () => undefined,
    }),
    toEngine: (bytes) => heard.commands.push(decode(envelopeCodec, bytes).command),
    toHub: (bytes) => heard.messages.push(...decode(marketMessagesCodec, bytes)),
    onError: (what, error) => heard.errors.push(what, error),
    seed: 7,
    ...more,
  }
  return { options, heard, time, run: (room: MarketRoom, millis: number) => run(room, time, millis) }
}

function run(room: MarketRoom, time: { now: number }, millis: number): void {
  const until = time.now + millis
  while (time.now < until) {
    time.now = Math.min(until, time.now + 50)
    room.poll()
  }
}

async function historyOf(
  own: ReturnType<typeof bench>,
  room: MarketRoom,
  interval: Interval,
  count: number,
  from: number | null = null,
): Promise<readonly KlineRecord[]> {
  const request = { type: 'history', request: 9, symbols: ['BTCUSDT'], interval, count, from } as const
  await room.request(encode(marketRequestCodec, request))
  const last = own.heard.messages.at(-1)
  expect(last).toMatchObject({ type: 'history', request: 9 })
  return last?.type === 'history' ? (last.found?.[0]?.list ?? []) : []
}

describe('the simulated room', () => {
  it('is full at the first start: every interval, 24 hours, a status, all of it labelled', async () => {
    const own = bench()
    const room = await openMarketRoom(own.options)
    own.run(room, 3_000)
    for (const interval of intervals) {
      const list = await historyOf(own, room, interval, 1_000)
      expect(list.length).toBe(interval === '1D' ? list.length : interval === '1W' ? list.length : 1_000)
      expect(list.length).toBeGreaterThan(52)
      expect(list.every((record) => record.simulated && record.source.startsWith('simulated'))).toBe(true)
      expect(list.filter((record) => !record.data_complete)).toEqual([list.at(-1)])
    }
    const kinds = new Set(own.heard.messages.map((message) => message.type))
    expect([...kinds].toSorted()).toEqual(['day', 'history', 'index', 'kline', 'ready', 'status', 'trade'])
    expect(own.heard.messages[0]).toEqual({ type: 'ready', kind: 'simulated', symbols: ['BTCUSDT', 'ETHUSDT'] })
    const day = own.heard.messages.findLast((message) => message.type === 'day')
    expect(day).toMatchObject({ record: { simulated: true } })
    const status = own.heard.messages.findLast((message) => message.type === 'status')
    expect(status).toMatchObject({ record: { status: 'open', sources: 4, kind: 'simulated', simulated: true } })
    expect(own.heard.errors).toEqual([])
    await room.close()
  })

  it('quotes four times a second and samples every second', async () => {
    const own = bench({ database: null })
    const room = await openMarketRoom(own.options)
    own.run(room, 1_000)
    own.heard.commands.length = 0
    own.run(room, 10_000)
    const quotes = own.heard.commands.flatMap(quotesIn)
    expect(quotes.length).toBe(2 * 4 * 10)
    expect(quotes[0]).toMatchObject({ listing: 0, sources: 4, kind: 'simulated' })
    const samples = own.heard.commands.filter((command) => command.type === 'sampleIndex')
    expect(samples).toHaveLength(10)
    expect(samples.every((command) => command.stamp % 1_000 === 0 && command.samples.length === 2)).toBe(true)
    await room.close()
  })

  it('joins its history to the live path without a leap or a gap', async () => {
    const own = bench({ database: null })
    const room = await openMarketRoom(own.options)
    own.run(room, 3 * minuteMillis)
    const list = await historyOf(own, room, '1m', 20)
    list.forEach((record, place) => {
      const before = list[place - 1]
      if (before === undefined) return
      expect(record.time).toBe(before.time + minuteMillis)
      expect(Math.abs(Math.log(Number(record.open) / Number(before.close)))).toBeLessThan(0.002)
    })
    await room.close()
  })

  it.each([
    ['a clean stop', true],
    ['a kill', false],
  ])('goes on from where it was after %s, and finished candles stay as they were', async (_name, clean) => {
    const own = bench()
    const room = await openMarketRoom(own.options)
    own.run(room, 95_000)
    const before = await historyOf(own, room, '1m', 10)
    const hour = await historyOf(own, room, '1h', 3)
    if (clean) await room.close()
    else await waitForWrites(own.time.now)
    own.time.now += 20_000
    const again = await openMarketRoom(own.options)
    const after = await historyOf(own, again, '1m', 11)
    const finished = before.filter((record) => record.data_complete)
    expect(after.filter((record) => finished.some(({ id }) => id === record.id))).toEqual(finished)
    // The forming minute came again, tick by tick.
    const forming = after.find((record) => record.id === before.at(-1)?.id)
    expect(forming?.open).toBe(before.at(-1)?.open)
    expect((await historyOf(own, again, '1h', 3))[0]).toEqual(hour[0])
    own.run(again, 1_000)
    expect(own.heard.errors).toEqual([])
    await again.close()
  })

  it('fills a long down time by the same process', async () => {
    const own = bench()
    const room = await openMarketRoom(own.options)
    own.run(room, 30_000)
    await room.close()
    own.time.now += 3 * dayMillis
    const again = await openMarketRoom(own.options)
    own.run(again, 500)
    const list = await historyOf(own, again, '1m', 1_000)
    expect(list).toHaveLength(1_000)
    expect(list.every((record, place) => record.time === (list[0]?.time ?? 0) + place * minuteMillis)).toBe(true)
    const days = await historyOf(own, again, '1D', 6)
    expect(days.map((record) => record.time)).toEqual(
      [5, 4, 3, 2, 1, 0].map((ago) => bucketStart('1D', own.time.now) - ago * dayMillis),
    )
    await again.close()
  })

  it('reads what memory no longer holds from the store, by time', async () => {
    const own = bench()
    const room = await openMarketRoom(own.options)
    await room.close()
    const again = await openMarketRoom(own.options)
    const from = own.time.now - 1.2 * dayMillis
    const list = await historyOf(own, again, '1m', 50, from)
    expect(list).toHaveLength(50)
    expect(list[0]?.time).toBe(bucketStart('1m', from))
    expect(await historyOf(own, again, '1h', 1_000)).toHaveLength(1_000)
    const dayAgo = await historyOf(own, again, '1m', 1, own.time.now - dayMillis)
    expect(dayAgo[0]?.time).toBe(bucketStart('1m', own.time.now - dayMillis))
    await again.close()
  })

  it('answers null for an unknown symbol, and takes an operator’s halt', async () => {
    const own = bench({ database: null })
    const room = await openMarketRoom(own.options)
    const unknown = { type: 'history', request: 1, symbols: ['NOPE'], interval: '1m', count: 1, from: null } as const
    await room.request(encode(marketRequestCodec, unknown))
    expect(own.heard.messages.at(-1)).toEqual({ type: 'history', request: 1, found: null })
    const terms = { type: 'terms', symbol: 'ETHUSDT', sessions: [], halt: 'halted', reason: 'upkeep' } as const
    await room.request(encode(marketRequestCodec, terms))
    own.run(room, 500)
    expect(room.market.statuses(own.time.now).map(({ status }) => status)).toEqual(['open', 'halted'])
    await room.close()
  })

  async function waitForWrites(now: number): Promise<void> {
    const until = performance.now() + 10_000
    while (performance.now() < until) {
      const newest = await store.newest('simulated', ['BTCUSDT', 'ETHUSDT'], () => 1)
      const times = [...newest.values()].map((windows) => windows.get('1m')?.[0]?.openTime)
      if (times.every((time) => time === bucketStart('1m', now) - minuteMillis)) return
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error('the candles were not written')
  }
})

describe('the kind of prices', () => {
  it('is simulated at the first start when no live source answers, and stays so', async () => {
    let opened = 0
    const silent = () => {
      opened++
      return {
        fetchCandles: () => Promise.reject(new Error('no net')),
        fetchTrades: async () => [],
        setSymbol: () => undefined,
        stop: () => undefined,
      }
    }
    const own = bench({ feed: 'auto', openLive: silent })
    const room = await openMarketRoom(own.options)
    expect(room.kind).toBe('simulated')
    await room.close()
    const again = await openMarketRoom(own.options)
    expect(again.kind).toBe('simulated')
    expect(opened).toBe(1)
    expect(await store.kept(keptKind)).toBe('simulated')
    await again.close()
  })
})

describe('the live room', () => {
  const one = 10n ** 12n

  /** A venue: every candle of it is known from the time alone. */
  function venue(own: { time: { now: number } }) {
    const state = { sink: (_event: MarketEvent): void => undefined, asked: [] as string[], failing: '' }
    const openLive: OpenLive = (sink) => {
      state.sink = sink
      return {
        stop: () => undefined,
        setSymbol: () => undefined,
        fetchTrades: async () => [],
        fetchCandles: (source, code, interval, { from, to }) => {
          state.asked.push(`${source} ${code} ${interval}`)
          if (source === state.failing) return Promise.reject(new Error('unavailable'))
          const length = intervalMillis[interval]
          const places = Array.from(
            { length: Math.max(0, Math.ceil((to - from) / length)) },
            (_, place) => from + place * length,
          )
          return Promise.resolve(places.map((openTime) => candleAt(openTime, source)))
        },
      }
    }
    const tell = (): void => {
      for (const source of ['binance', 'okx']) {
        for (const { code } of specs) {
          const common = { source, symbol: code, quote: 'USDT', time: own.time.now, received: own.time.now } as const
          state.sink({ type: 'top', ...common, bid: 100n * one, ask: 101n * one })
          const id = String(own.time.now)
          state.sink({ type: 'trade', ...common, price: 100n * one, quantity: one, side: 'buy', id })
        }
      }
    }
    return { state, openLive, tell }
  }

  function candleAt(openTime: number, source: string): Candle {
    const close = (1_000 + ((openTime / minuteMillis) % 97)) * 1e8
    return { openTime, open: close, high: close, low: close, close, volume: 7n, turnover: 7n, source }
  }

  async function play(
    own: ReturnType<typeof bench>,
    room: MarketRoom,
    tell: () => void,
    millis: number,
  ): Promise<void> {
    const until = own.time.now + millis
    while (own.time.now < until) {
      own.time.now += 250
      tell()
      room.poll()
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  it('fetches every interval at the first start, keeps it, and only the missed minutes at the next', async () => {
    const own = bench({ feed: 'live' })
    const { state, openLive, tell } = venue(own)
    const room = await openMarketRoom({ ...own.options, openLive })
    await play(own, room, tell, 2_000)
    expect(
      state.asked.filter((asked) => asked.startsWith('binance BTCUSDT')).map((asked) => asked.split(' ')[2]),
    ).toEqual(intervals)
    for (const interval of intervals) expect((await historyOf(own, room, interval, 1_000)).length).toBe(1_000)
    const list = await historyOf(own, room, '1m', 10)
    expect(list.every((record) => !record.simulated && record.source === 'binance')).toBe(true)
    await room.close()

    own.time.now += 10 * minuteMillis
    state.asked.length = 0
    const again = await openMarketRoom({ ...own.options, openLive })
    await play(own, again, tell, 1_000)
    expect(state.asked).toEqual(['binance BTCUSDT 1m', 'binance ETHUSDT 1m'])
    const minutes = await historyOf(own, again, '1m', 30)
    minutes.forEach((record, place) => expect(record.time).toBe((minutes[0]?.time ?? 0) + place * minuteMillis))
    // The minute in which it came back is fetched once it has ended.
    await play(own, again, tell, minuteMillis + 5_000)
    expect(state.asked).toHaveLength(4)
    expect((await historyOf(own, again, '1m', 2))[0]?.volume).toBe('0.00000007')
    const told = own.heard.messages.findLast((message) => message.type === 'kline' && message.record.data_complete)
    expect(told).toMatchObject({ record: { volume: '0.00000007' } })
    expect(own.heard.errors).toEqual([])
    await again.close()
  })

  it('asks the next source where the reference market gives no history', async () => {
    const own = bench({ feed: 'live', database: null })
    const { state, openLive, tell } = venue(own)
    state.failing = 'binance'
    const room = await openMarketRoom({ ...own.options, openLive })
    await play(own, room, tell, 2_000)
    const list = await historyOf(own, room, '1h', 5)
    expect(list.map((record) => record.source)).toEqual(['okx', 'okx', 'okx', 'okx', 'binance'])
    expect(own.heard.errors).toContain('missed candles of BTCUSDT could not be fetched from binance')
    await room.close()
  })
})

describe('the replay room', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'truemark-replay-'))
    const rows = Array.from(
      { length: 600 },
      (_, place) => `${start - 86_400_000 + place * minuteMillis},100,101,99,100.5,2`,
    )
    writeFileSync(join(folder, 'BTCUSDT_1m_test.csv'), rows.join('\n'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('plays a file, labelled, with its history, and keeps nothing', async () => {
    const own = bench({ feed: 'replay', replayFile: join(folder, 'BTCUSDT_1m_test.csv') })
    const room = await openMarketRoom(own.options)
    own.run(room, 61_000)
    const list = await historyOf(own, room, '1m', 500)
    expect(list).toHaveLength(500)
    const finished = list.filter((record) => record.data_complete)
    expect(finished.at(-1)).toMatchObject({
      open: '100',
      high: '101',
      low: '99',
      close: '100.5',
      volume: '2',
      source: 'replay',
      simulated: true,
    })
    expect(room.market.statuses(own.time.now).map(({ status }) => status)).toEqual(['open', 'closed'])
    await room.close()
    expect((await test.database.query('SELECT 1 FROM candle')).rows).toEqual([])
  })

  const hour = new URL('../../../../../shared/data/market/BTCUSDT_1m_2020-08-23_1h.csv', import.meta.url)
  it.skipIf(!existsSync(hour))(
    "shows the exchange's own hour, to the digit (skipped without ../shared/data)",
    async () => {
      const own = bench({ feed: 'replay', replayFile: fileURLToPath(hour) })
      const room = await openMarketRoom(own.options)
      const [whole] = await historyOf(own, room, '1h', 2)
      expect(whole).toMatchObject({
        open: '11663.51',
        high: '11688.81',
        low: '11606.72',
        close: '11645.21',
        volume: '2018.427323',
      })
      await room.close()
    },
  )

  it('refuses a file that is not there, or holds no known symbol, in a sentence', async () => {
    for (const replayFile of [join(folder, 'none.csv'), tmpdir()]) {
      await expect(openMarketRoom(bench({ feed: 'replay', replayFile }).options)).rejects.toThrow(
        /^(The recorded file|\/).*\.$/,
      )
    }
  })
})
