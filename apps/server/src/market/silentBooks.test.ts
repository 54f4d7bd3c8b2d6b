import type { Command } from '@truemark/core/vocabulary'
import { describe, expect, it } from 'vitest'
import { minuteMillis } from './intervals.ts'
import { Market } from './market.ts'
import { firstSymbols } from './symbols.ts'
import { quotesIn } from './testing/quotesIn.ts'
import { live, running, sampled, start } from './testing/liveMarket.ts'

const one = 10n ** 12n

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
    expect(commands.flatMap(quotesIn).filter(({ listing }) => listing === 0)).toEqual([])
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
