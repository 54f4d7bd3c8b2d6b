import { describe, expect, it } from 'vitest'
import type { Candle } from './candles.ts'
import { minuteMillis } from './intervals.ts'
import { running, sampled, start } from './testing/liveMarket.ts'

const one = 10n ** 12n

function minute(openTime: number, close: number): Candle {
  const price = close * 10 ** 8
  return { openTime, open: price, high: price, low: price, close: price, volume: 5n, turnover: 5n, source: 'binance' }
}

describe('quotes', () => {
  it('go on while the sources are heard, though no book moves', () => {
    const own = running()
    own.commands.length = 0
    own.wait(10_000, 'binance', 'okx')
    expect(own.quotes().length).toBeGreaterThan(30)
    expect(own.quotes().at(-1)).toMatchObject({ indexTenths: 9_000_050, sources: 2, kind: 'live' })
    expect(own.now() - (own.quotes().at(-1)?.time ?? 0)).toBeLessThanOrEqual(250)
    expect(own.status()).toMatchObject({ status: 'open', simulated: false, source: 'binance', sources: 2 })
  })

  it('stop, and halt the market, when no source is heard; three good ticks resume it (T030)', () => {
    const own = running()
    own.wait(3_400)
    const halt = own.quotes().at(-1)
    expect(halt).toMatchObject({ sources: 0 })
    expect(own.status()).toMatchObject({ status: 'halted', reason: 'no_source' })
    own.wait(10_000)
    expect(own.quotes().filter((quote) => quote === halt || quote.sources === 0)).toHaveLength(1)
    own.commands.length = 0
    own.top('binance', 90_010)
    own.wait(50)
    own.top('binance', 90_020)
    own.wait(50)
    expect(own.quotes()).toEqual([])
    own.top('binance', 90_030)
    own.wait(50)
    expect(own.quotes()).toHaveLength(1)
    expect(own.status()).toMatchObject({ status: 'open' })
  })

  it('close the market after 60 s of silence', () => {
    const own = running()
    own.wait(61_000)
    expect(own.status()).toMatchObject({ status: 'closed', reason: 'no_prices' })
  })

  it('halt at once when two sources disagree, and never average them (T032)', () => {
    const own = running()
    own.commands.length = 0
    own.top('okx', 92_000)
    own.wait(100, 'binance', 'okx')
    expect(own.quotes()).toMatchObject([{ sources: 0, indexTenths: 9_000_050 }])
    expect(own.status()).toMatchObject({ status: 'halted', reason: 'sources_disagree' })
    expect(sampled(own.commands)).toEqual([])
  })

  it('leave out a source that is down or whose book was withdrawn', () => {
    const own = running()
    own.receive({ type: 'down', source: 'okx', received: own.now() }, own.now())
    own.wait(100, 'binance')
    expect(own.quotes().at(-1)).toMatchObject({ sources: 1, indexTenths: 9_000_000 })
    const refused = {
      type: 'refused',
      source: 'binance',
      symbol: 'BTCUSDT',
      withdrawn: true,
      received: own.now(),
    } as const
    own.receive(refused, own.now())
    own.wait(100, 'binance')
    expect(own.quotes().at(-1)).toMatchObject({ sources: 0 })
  })

  it('ignore a book that is older than the one before (T033)', () => {
    const own = running()
    own.top('okx', 95_000, { time: start - 3 * minuteMillis })
    own.wait(100, 'binance', 'okx')
    expect(own.quotes().at(-1)).toMatchObject({ indexTenths: 9_000_050 })
  })

  it('count a dollar book only with a dollar rate', () => {
    const own = running()
    own.top('coinbase', 90_000, { quote: 'USD' })
    own.wait(100, 'binance', 'okx', 'coinbase')
    expect(own.quotes().at(-1)).toMatchObject({ sources: 2 })
    const rate = { type: 'rate', source: 'coinbase', bid: one, ask: one, time: own.now(), received: own.now() } as const
    own.receive(rate, own.now())
    own.wait(300, 'binance', 'okx', 'coinbase')
    expect(own.quotes().at(-1)).toMatchObject({ sources: 3 })
    own.receive({ ...rate, bid: 2n * one, ask: 2n * one, time: own.now(), received: own.now() }, own.now())
    own.wait(300, 'binance', 'okx', 'coinbase')
    expect(own.quotes().at(-1)).toMatchObject({ sources: 2, indexTenths: 9_000_050 })
  })

  it('are sampled each second, also while the operator halts trading, but not when they are old', () => {
    const own = running()
    own.market.setTerms('BTCUSDT', { sessions: [], halt: 'halted', haltReason: 'upkeep' })
    own.commands.length = 0
    own.wait(3_000, 'binance', 'okx')
    expect(sampled(own.commands)).toHaveLength(3)
    own.wait(2_000)
    own.commands.length = 0
    own.wait(3_000)
    expect(sampled(own.commands)).toEqual([])
    expect(own.commands.filter((command) => command.type === 'sampleIndex')).toHaveLength(3)
  })

  it('are fresh while every live source was heard within a second, one that is out aside', () => {
    const own = running()
    own.commands.length = 0
    own.wait(1_000, 'binance', 'okx')
    expect(sampled(own.commands).at(-1)).toMatchObject({ fresh: true, sources: 2 })
    own.wait(2_000, 'binance')
    expect(sampled(own.commands).at(-1)).toMatchObject({ fresh: false, sources: 2 })
    own.wait(2_000, 'binance')
    expect(sampled(own.commands).at(-1)).toMatchObject({ fresh: true, sources: 1 })
  })
})

describe('candles', () => {
  it('come from the best-ranked source that is heard, and name it', () => {
    const own = running()
    own.trade('okx', 1)
    own.trade('binance', 90_000)
    own.wait(3_200, 'okx')
    own.trade('okx', 90_500)
    own.wait(2 * minuteMillis, 'okx')
    expect(own.minutes()[0]).toMatchObject({ open: 90_000e8, close: 90_500e8, source: 'okx' })
  })

  it('take trades that come up to a second after their minute', () => {
    const own = running()
    own.trade('binance', 90_000)
    own.wait(minuteMillis - 50, 'binance', 'okx')
    own.trade('binance', 91_000, { time: start + minuteMillis - 1 })
    own.wait(1_500, 'binance', 'okx')
    expect(own.minutes()).toMatchObject([{ openTime: start, close: 91_000e8 }])
    own.trade('binance', 99_000, { time: start + minuteMillis - 1 })
    own.wait(minuteMillis, 'binance', 'okx')
    expect(own.minutes().map(({ high }) => high)).toEqual([91_000e8, 91_000e8])
  })

  it('refuse a trade from the future and one of a dollar book without a rate', () => {
    const own = running()
    own.trade('binance', 90_000)
    own.trade('binance', 95_000, { time: own.now() + 60_000 })
    own.trade('binance', 95_000, { quote: 'USD' })
    expect(own.market.symbol('BTCUSDT')?.forming('1m')).toMatchObject({ high: 90_000e8 })
  })

  it('wait for the minutes that were missed, and then for the trades that came meanwhile', () => {
    const own = running()
    own.trade('binance', 90_000)
    own.wait(minuteMillis + 2_000, 'binance', 'okx')
    expect(own.minutes()).toHaveLength(1)
    // Three minutes of silence, then binance is back.
    own.receive({ type: 'down', source: 'binance', received: own.now() }, own.now())
    own.receive({ type: 'down', source: 'okx', received: own.now() }, own.now())
    own.wait(3 * minuteMillis)
    expect(own.minutes()).toHaveLength(1)
    own.fetches.length = 0
    own.top('binance', 90_400)
    own.wait(500, 'binance')
    expect(own.fetches).toEqual(['BTCUSDT binance'])
    own.trade('binance', 90_450)
    const rows = [1, 2, 3].map((place) => minute(start + place * minuteMillis, 90_000 + place))
    own.market.symbol('BTCUSDT')?.backfill(rows, own.now())
    expect(own.minutes().slice(1)).toEqual(rows)
    expect(own.market.symbol('BTCUSDT')?.forming('1m')).toMatchObject({ close: 90_450e8, volume: 10n ** 8n })
    // Of the minute in which binance came back some trades are missing: it is fetched when it has ended.
    own.wait(minuteMillis, 'binance')
    own.trade('binance', 90_500)
    expect(own.minutes()).toHaveLength(4)
    own.wait(5_000, 'binance')
    expect(own.fetches).toEqual(['BTCUSDT binance', 'BTCUSDT binance'])
    const whole = { ...minute(start + 4 * minuteMillis, 90_004), volume: 9n }
    own.market.symbol('BTCUSDT')?.backfill([whole], own.now())
    expect(own.minutes().at(-1)).toEqual(whole)
    own.wait(minuteMillis, 'binance')
    expect(own.minutes().at(-1)).toMatchObject({
      openTime: start + 5 * minuteMillis,
      close: 90_500e8,
      volume: 10n ** 8n,
    })
    expect(own.fetches).toHaveLength(2)
  })

  it('leave a hole where nobody has the missed minutes', () => {
    const own = running()
    own.trade('binance', 90_000)
    own.wait(minuteMillis + 2_000, 'binance')
    own.wait(3 * minuteMillis)
    own.wait(500, 'binance')
    own.market.symbol('BTCUSDT')?.backfill(null, own.now())
    own.trade('binance', 90_100)
    own.wait(minuteMillis + 5_000, 'binance')
    // Nor its own minute: what was heard of it stands.
    own.market.symbol('BTCUSDT')?.backfill(null, own.now())
    own.wait(100, 'binance')
    expect(own.minutes().map(({ openTime }) => (openTime - start) / minuteMillis)).toEqual([0, 4])
  })

  it('are told to the hub as they form, whole when finished', () => {
    const own = running()
    own.trade('binance', 90_000)
    own.wait(minuteMillis + 2_000, 'binance', 'okx')
    const records = own.messages.flatMap((message) => (message.type === 'kline' ? [message.record] : []))
    const minutes = records.filter(({ interval }) => interval === '1m')
    expect(minutes.find((record) => record.data_complete)).toEqual({
      code: 'BTCUSDT',
      time: start,
      open: '90000',
      close: '90000',
      high: '90000',
      low: '90000',
      volume: '1',
      turnover: '90000',
      id: `BTCUSDT_1m_${start}`,
      interval: '1m',
      data_complete: true,
      source: 'binance',
      simulated: false,
    })
    expect(minutes.at(-1)).toMatchObject({ time: start + minuteMillis, volume: '0', data_complete: false })
    expect(new Set(records.map(({ interval }) => interval)).size).toBe(8)
  })
})

describe('the last 24 hours', () => {
  it('are those of the last 1440 minutes', () => {
    const own = running()
    const symbol = own.market.symbol('BTCUSDT')
    const from = own.now() - 100
    const rows = Array.from({ length: 2_000 }, (_, place) => minute(from + place * minuteMillis, 1_000 + place))
    symbol?.restart(new Map([['1m', rows]]))
    expect(symbol?.forming('1m')).toMatchObject({ volume: 0n, close: 2_999e8 })
    expect(symbol?.day()).toEqual({
      open: (1_000 + 2_000 - 1_439) * 1e8,
      high: 2_999e8,
      low: (1_000 + 2_000 - 1_439) * 1e8,
      close: 2_999e8,
      volume: 5n * 1_439n,
      turnover: 5n * 1_439n,
    })
  })
})
