import { decode } from '@truemark/core/codec/codec'
import { type Command, envelopeCodec } from '@truemark/core/vocabulary'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type TestDatabase, createTestDatabase } from '../platform/postgres/testDatabase.ts'
import type { MarketEvent } from './events.ts'
import { type MarketRoom, type MarketRoomOptions, openMarketRoom } from './marketRoom.ts'
import { type MarketMessage, marketMessagesCodec } from './messages.ts'
import { type SymbolSource, type SymbolSpec, firstSymbols } from './symbols.ts'
import { quotesIn } from './testing/quotesIn.ts'

vi.setConfig({ testTimeout: 90_000 })

const specs = firstSymbols.slice(0, 2)
const start = Date.UTC(2026, 10, 27, 14, 23, 31, 700)

/** The time of all rooms, one after the other. */
const time = { now: start }

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
}, 120_000)
afterAll(() => test.drop())

function third(): SymbolSpec {
  const [, , spec] = firstSymbols
  if (spec === undefined) throw new Error('no third symbol')
  return { ...spec, listing: 7 }
}

/** A room with its own time, what it told, and which symbols its venues were told of. */
function bench(more: Partial<MarketRoomOptions> = {}) {
  const heard = { commands: [] as Command[], messages: [] as MarketMessage[], symbols: [] as SymbolSpec[] }
  const options: MarketRoomOptions = {
    database: test.database,
    specs,
    feed: 'simulated',
    sources: {},
    replayFile: null,
    clock: { now: () => time.now },
    openLive: () => ({
      fetchCandles: async () => [],
      fetchTrades: async () => [],
      setSymbol: (spec) => heard.symbols.push(spec),
      stop: () => undefined,
    }),
    toEngine: (bytes) => heard.commands.push(decode(envelopeCodec, bytes).command),
    toHub: (bytes) => heard.messages.push(...decode(marketMessagesCodec, bytes)),
    onError: (what) => {
      throw new Error(what)
    },
    seed: 7,
    ...more,
  }
  const run = (room: MarketRoom, millis: number): void => {
    const until = time.now + millis
    while (time.now < until) {
      time.now = Math.min(until, time.now + 50)
      room.poll()
    }
  }
  return { options, heard, run }
}

function traded(messages: readonly MarketMessage[]): boolean {
  return messages.some((one) => one.type === 'trade' && one.record.symbol === third().code)
}

describe('a symbol that is listed while the market runs', () => {
  it('has a simulated price at once, and goes on with it after a stop', async () => {
    const own = bench()
    const room = await openMarketRoom(own.options)
    own.run(room, 70_000)
    own.heard.commands.length = 0
    own.heard.messages.length = 0
    room.setSymbol(third())
    own.run(room, 5_000)
    const quotes = own.heard.commands.flatMap(quotesIn).filter(({ listing }) => listing === 7)
    expect(quotes[0]).toMatchObject({ sources: 4, kind: 'simulated' })
    const codes = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT']
    expect(own.heard.messages[0]).toEqual({ type: 'ready', kind: 'simulated', symbols: codes })
    const status = own.heard.messages.findLast((one) => one.type === 'status' && one.record.code === third().code)
    expect(status).toMatchObject({ record: { status: 'open', simulated: true } })
    expect(traded(own.heard.messages)).toBe(true)
    // a market that has no price yet is closed, and never told to be one whose sources disagree
    const told = own.heard.messages.flatMap((one) =>
      one.type === 'status' && one.record.code === third().code ? [one.record.status] : [],
    )
    expect(told.filter((state) => state === 'halted')).toEqual([])
    own.run(room, 120_000)
    await room.close()
    const again = await openMarketRoom({ ...own.options, specs: [...specs, third()] })
    own.heard.messages.length = 0
    own.run(again, 3_000)
    expect(again.market.codes).toEqual(codes)
    expect(traded(own.heard.messages)).toBe(true)
    await again.close()
  })

  it('begins at a start, where a crash came before its price was kept', async () => {
    const own = bench({ specs: [...specs, third()] })
    const [, , , fourth] = firstSymbols
    if (fourth === undefined) throw new Error('no fourth symbol')
    const room = await openMarketRoom({ ...own.options, specs: [...specs, third(), fourth] })
    own.run(room, 1_000)
    expect(own.heard.messages.some((one) => one.type === 'status' && one.record.code === fourth.code)).toBe(true)
    expect(room.market.symbol(fourth.code)?.lastTick).not.toBeNull()
    // the others have their past
    expect(room.market.symbol('BTCUSDT')?.windows.of('1h').length).toBeGreaterThan(100)
    await room.close()
  })

  it('is heard at the venues where prices are live, and has no price where they are a recording', async () => {
    const own = bench({ database: null, feed: 'live' })
    const room = await openMarketRoom(own.options)
    room.setSymbol(third())
    room.setSymbol({ ...third(), jumpPermille: 20, sources: third().sources.slice(0, 1) })
    expect(own.heard.symbols.map(({ jumpPermille, sources }) => [jumpPermille, sources.length])).toEqual([
      [100, third().sources.length],
      [20, 1],
    ])
    expect(room.market.symbol(third().code)?.spec.jumpPermille).toBe(20)
    own.run(room, 500)
    expect(room.market.statuses(start).find(({ code }) => code === third().code)?.status).toBe('closed')
    await room.close()
  })

  it('has no book any more of a venue that is heard by another name', async () => {
    const told: ((event: MarketEvent) => void)[] = []
    const own = bench({
      database: null,
      feed: 'live',
      openLive: (sink) => {
        told.push(sink)
        const none = async () => []
        return { fetchCandles: none, fetchTrades: none, setSymbol: () => undefined, stop: () => undefined }
      },
    })
    const room = await openMarketRoom(own.options)
    const [btc] = specs
    if (btc === undefined) throw new Error('no first symbol')
    const at = { source: 'okx', received: time.now } as const
    const figures = { bid: 10n ** 17n, ask: 10n ** 17n + 1n, bidSize: 1n, askSize: 1n, time: time.now }
    told[0]?.({ type: 'up', ...at })
    told[0]?.({ type: 'heard', ...at })
    told[0]?.({ type: 'top', symbol: btc.code, quote: 'USDT', ...figures, ...at })
    const reference = () => room.market.symbol(btc.code)?.reference(time.now)
    expect(reference()).toBe('okx')
    room.setSymbol({ ...btc, jumpPermille: 50 })
    expect(reference()).toBe('okx')
    const named = (one: SymbolSource) => (one.source === 'okx' ? { ...one, code: 'XBT-USDT' } : one)
    room.setSymbol({ ...btc, sources: btc.sources.map(named) })
    expect(reference()).toBeNull()
    await room.close()
  })
})
