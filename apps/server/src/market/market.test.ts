import type { Command } from '@truemark/core/vocabulary'
import { describe, expect, it } from 'vitest'
import type { Candle } from './candles.ts'
import type { MarketEvent } from './events.ts'
import { minuteMillis } from './intervals.ts'
import { Market } from './market.ts'
import type { MarketMessage } from './messages.ts'
import { firstSymbols } from './symbols.ts'

const one = 10n ** 12n
const start = Date.UTC(2026, 10, 27, 12)

/** A live market with its own time. */
function live() {
  const commands: Command[] = []
  const messages: MarketMessage[] = []
  const finished: { interval: string; candle: Candle }[] = []
  const fetches: string[] = []
  const market = new Market({
    specs: firstSymbols.slice(0, 1),
    kind: 'live',
    ranks: ['binance', 'okx', 'coinbase'],
    sink: {
      command: (command) => commands.push(command),
      messages: (more) => messages.push(...more),
      finished: (_code, interval, candle) => finished.push({ interval, candle }),
      fetch: (code, source) => fetches.push(`${code} ${source}`),
    },
  })
  let now = start - 2 * minuteMillis
  /** What each source said last of its book, and of the dollar. */
  const books = new Map<string, MarketEvent>()
  const self = {
    market,
    commands,
    messages,
    finished,
    fetches,
    now: () => now,
    receive: (event: MarketEvent, at: number) => {
      if (event.type === 'top' || event.type === 'rate') books.set(`${event.source} ${event.type}`, event)
      if (event.type === 'refused' || event.type === 'down') books.delete(`${event.source} top`)
      market.receive(event, at)
    },
    /** A source is heard, and says of its books what it said before. */
    speak: (source: string) => {
      market.receive({ type: 'heard', source, received: now }, now)
      for (const [name, event] of books) {
        if (name.startsWith(source)) market.receive({ ...event, received: now }, now)
      }
    },
    /** Says that `sources` spoke each 100 ms for so long, and polls. */
    wait: (millis: number, ...sources: string[]) => {
      const until = now + millis
      while (now < until) {
        now += 50
        if (now % 100 === 0) for (const source of sources) self.speak(source)
        market.poll(now)
      }
    },
    top: (source: string, price: number, more: Partial<MarketEvent & { type: 'top' }> = {}) => {
      const bid = BigInt(Math.round(price * 10)) * (one / 10n)
      const event = {
        type: 'top',
        source,
        symbol: 'BTCUSDT',
        quote: 'USDT',
        bid,
        ask: bid,
        time: now,
        received: now,
      } as const
      self.receive({ ...event, ...more }, now)
    },
    trade: (source: string, price: number, more: Partial<MarketEvent & { type: 'trade' }> = {}) => {
      const event = {
        type: 'trade',
        source,
        symbol: 'BTCUSDT',
        quote: 'USDT',
        price: BigInt(price) * one,
        quantity: one,
        side: 'buy',
        id: '1',
        time: now,
        received: now,
      } as const
      market.receive({ ...event, ...more }, now)
    },
    status: () => market.statuses(now)[0],
    quotes: () => commands.filter((command) => command.type === 'quote'),
    minutes: () => finished.filter(({ interval }) => interval === '1m').map(({ candle }) => candle),
  }
  return self
}

/** A live market 100 ms into a minute of which it has heard all; what it fetched was empty. */
function running() {
  const own = live()
  own.top('binance', 90_000)
  own.top('okx', 90_001)
  own.wait(100, 'binance', 'okx')
  own.market.symbol('BTCUSDT')?.backfill([], own.now())
  own.wait(minuteMillis + 5_000, 'binance', 'okx')
  own.market.symbol('BTCUSDT')?.backfill([], own.now())
  own.wait(start + 100 - own.now(), 'binance', 'okx')
  own.fetches.length = 0
  return own
}

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

describe('FC-63 books that fall silent', () => {
  const two = firstSymbols.slice(0, 2)

  it('one market says nothing while another of the same source goes on: it is halted and not sampled within seconds', () => {
    const commands: Command[] = []
    const sink = {
      command: (one: Command) => commands.push(one),
      messages: () => {},
      finished: () => {},
      fetch: () => {},
    }
    const market = new Market({ specs: two, kind: 'live', ranks: ['binance'], sink })
    let now = start
    const top = (symbol: string, price: bigint): void => {
      const event = { type: 'top', source: 'binance', symbol, quote: 'USDT', bid: price, ask: price + one } as const
      market.receive({ ...event, time: now, received: now }, now)
    }
    const run = (ms: number, ...symbols: string[]): void => {
      for (const end = now + ms; now < end; now += 50) {
        market.receive({ type: 'heard', source: 'binance', received: now }, now)
        for (const symbol of symbols) top(symbol, 90_000n * one)
        market.poll(now)
      }
    }
    run(5_000, 'BTCUSDT', 'ETHUSDT')
    run(3_500, 'ETHUSDT')
    expect(market.statuses(now)).toMatchObject([
      { code: 'BTCUSDT', status: 'halted', reason: 'no_source' },
      { code: 'ETHUSDT', status: 'open' },
    ])
    commands.length = 0
    run(10_000, 'ETHUSDT')
    expect(commands.filter((one) => one.type === 'quote' && one.listing === 0)).toEqual([])
    expect(new Set(sampled(commands).map(({ listing }) => listing))).toEqual(new Set([1]))
  })

  it('two of four that stand still fall out, and the index follows the living', () => {
    const own = live()
    const all = ['binance', 'okx', 'coinbase', 'kraken']
    for (const source of all) own.top(source, 100_000)
    own.wait(3_000, ...all)
    for (let at = 1; at <= 14; at += 1) {
      own.top('coinbase', 100_000 - at * 100)
      own.top('kraken', 100_000 - at * 100)
      for (const source of ['binance', 'okx'])
        own.market.receive({ type: 'heard', source, received: own.now() }, own.now())
      own.wait(300, 'coinbase', 'kraken')
    }
    expect(own.quotes().at(-1)).toMatchObject({ sources: 2, indexTenths: 9_860_000 })
  })

  it('a source whose stamp once lay ahead is heard all the same', () => {
    const own = running()
    own.top('okx', 90_002, { time: own.now() + 5 * minuteMillis })
    own.wait(200, 'binance', 'okx')
    own.top('binance', 90_100)
    own.top('okx', 90_100)
    own.wait(300, 'binance', 'okx')
    expect(own.quotes().at(-1)).toMatchObject({ indexTenths: 9_010_000, sources: 2 })
  })
})

function sampled(commands: readonly Command[]) {
  return commands.flatMap((command) => (command.type === 'sampleIndex' ? command.samples : []))
}

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
