import type { Command } from '@truemark/core/vocabulary'
import type { Candle } from '../candles.ts'
import type { MarketEvent } from '../events.ts'
import { minuteMillis } from '../intervals.ts'
import { Market } from '../market.ts'
import type { MarketMessage } from '../messages.ts'
import { firstSymbols } from '../symbols.ts'
import { quotesIn } from './quotesIn.ts'

const one = 10n ** 12n
export const start = Date.UTC(2026, 10, 27, 12)

/** A live market with its own time. */
export function live() {
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
    /** Says that `sources` spoke every 100 ms for a while, and polls. */
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
    quotes: () => commands.flatMap((command) => quotesIn(command)),
    minutes: () => finished.filter(({ interval }) => interval === '1m').map(({ candle }) => candle),
  }
  return self
}

/** A live market 100 ms into a minute of which it has heard all; what it fetched was empty. */
export function running() {
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

/** What was sampled of all markets, in order. */
export function sampled(commands: readonly Command[]) {
  return commands.flatMap((command) => (command.type === 'sampleIndex' ? command.samples : []))
}
