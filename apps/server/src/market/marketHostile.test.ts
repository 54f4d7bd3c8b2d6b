import type { Command } from '@truemark/core/vocabulary'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assertCandle } from './candles.ts'
import type { MarketEvent } from './events.ts'
import type { Interval } from './intervals.ts'
import { Market } from './market.ts'
import type { MarketMessage } from './messages.ts'
import { firstSymbols } from './symbols.ts'
import { quotesIn } from './testing/quotesIn.ts'

const start = Date.UTC(2026, 10, 27, 12)
const sources = ['binance', 'okx', 'coinbase'] as const

/** What a source may come to say: sound books and trades, and all that hazards T032 and T033 name. */
const one = 10n ** 12n
const sound = fc.bigInt({ min: 89_800n * one, max: 90_200n * one })
const wild = fc.constantFrom(0n, -1n, 1n, -90_000n * one, 90n * one, 90_000_000n * one, 10n ** 320n)
const price = fc.oneof({ weight: 25, arbitrary: sound }, { weight: 1, arbitrary: wild })
const source = fc.constantFrom(...sources)
const symbol = fc.constantFrom('BTCUSDT', 'BTCUSDT', 'BTCUSDT', 'NOPE')
const quote = fc.constantFrom('USDT' as const, 'USDT' as const, 'USD' as const)
/** How long after the event before, and how far its own time is off. */
const wait = fc.oneof(
  { weight: 20, arbitrary: fc.integer({ min: 0, max: 400 }) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 90_000 }) },
)
const skew = fc.oneof(
  { weight: 10, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.integer({ min: -200_000, max: 200_000_000 }) },
)
const dollar = fc.constantFrom(one, one - one / 1_000n, one + one / 1_000n, 2n * one, 0n)
const spread = fc.oneof({ weight: 15, arbitrary: fc.constantFrom(0n, one, 20n * one) }, { weight: 1, arbitrary: wild })
const top = fc
  .record({ type: fc.constant('top' as const), source, symbol, quote, bid: price, spread })
  .map(({ spread: apart, ...event }) => ({ ...event, ask: event.bid + apart }))
const told = fc.oneof(
  {
    weight: 10,
    arbitrary: top,
  },
  {
    weight: 6,
    arbitrary: fc.record({ type: fc.constant('trade' as const), source, symbol, quote, price, quantity: price }),
  },
  { weight: 4, arbitrary: fc.record({ type: fc.constantFrom('heard' as const, 'up' as const), source }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('down' as const), source }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('rate' as const), source, bid: dollar, ask: dollar }) },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant('refused' as const), source, symbol, withdrawn: fc.boolean() }),
  },
)

describe('a market among hostile sources', () => {
  it('never throws, never quotes a price of zero or an old one, and never rewrites a candle (T032, T033)', () => {
    const reached = { quotes: 0, candles: 0 }
    fc.assert(
      fc.property(fc.array(fc.tuple(told, wait, skew), { minLength: 80, maxLength: 300 }), (steps) => {
        const commands: Command[] = []
        const finished: { interval: Interval; openTime: number }[] = []
        const messages: MarketMessage[] = []
        const market = new Market({
          specs: firstSymbols.slice(0, 1),
          kind: 'live',
          ranks: sources,
          sink: {
            command: (command) => {
              commands.push(command)
              if (command.type !== 'sourcedQuote') return
              // what the exchange finds from the sources is what the market found
              expect(market.symbol('BTCUSDT')?.lastTick).toMatchObject(foundBy(command))
            },
            messages: (more) => messages.push(...more),
            finished: (_code, interval, candle) => {
              assertCandle(interval, candle)
              finished.push({ interval, openTime: candle.openTime })
            },
            fetch: (code) => market.symbol(code)?.backfill(null, now),
          },
        })
        let now = start
        for (const [event, pause, off] of steps) {
          now += pause
          const more = { id: '1', side: 'buy', time: now + off, received: now } as const
          const whole: MarketEvent = { ...event, ...more }
          market.receive(whole, now)
          market.react(now)
          market.poll(now)
        }
        check(commands, finished, messages)
        reached.quotes += commands.flatMap(quotesIn).length
        reached.candles += finished.length
      }),
      { numRuns: 150, seed: 20_261_128 },
    )
    expect(reached.quotes).toBeGreaterThan(500)
    expect(reached.candles).toBeGreaterThan(50)
  })
})

function foundBy(command: Command): object {
  const [quote] = quotesIn(command)
  if (quote === undefined) throw new Error('no quote')
  const { time, indexTenths, dispersionTenths, sources } = quote
  return { time, indexTenths, dispersionTenths, sources }
}

function check(
  commands: Command[],
  finished: { interval: Interval; openTime: number }[],
  messages: MarketMessage[],
): void {
  let last = 0
  for (const command of commands) {
    const [quote] = quotesIn(command)
    if (quote === undefined || quote.sources === 0) continue
    expect(quote.indexTenths).toBeGreaterThan(0)
    expect(quote.time).toBeGreaterThan(last)
    expect(quote.dispersionTenths).toBeLessThanOrEqual(quote.indexTenths / 90 + 1)
    last = quote.time
  }
  const seen = new Set(finished.map(({ interval, openTime }) => `${interval} ${openTime}`))
  expect(seen.size).toBe(finished.length)
  for (const message of messages) {
    if (message.type === 'kline') expect(Number(message.record.low)).toBeGreaterThan(0)
    if (message.type === 'day') expect(Number(message.record.open)).toBeGreaterThan(0)
  }
}
