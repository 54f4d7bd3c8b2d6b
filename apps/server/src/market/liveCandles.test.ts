import { describe, expect, it } from 'vitest'
import { SourceRest } from './feeds/rest.ts'
import { machineClock } from './feeds/source.ts'
import { intervalMillis } from './intervals.ts'
import { fetchLiveCandles } from './liveCandles.ts'

const hour = intervalMillis['1h']
const to = Math.floor(Date.now() / hour) * hour
const from = to - 2 * hour

/** The venues, as far as one answer. */
function venues(answer: (url: URL) => unknown) {
  const asked: URL[] = []
  const fetch = (input: string | URL | Request): Promise<Response> => {
    const url = new URL(input instanceof Request ? input.url : input)
    asked.push(url)
    return Promise.resolve(new Response(JSON.stringify(answer(url))))
  }
  return { rest: new SourceRest({ clock: machineClock, random: () => 0, fetch }), asked }
}

describe('fetchLiveCandles', () => {
  it("reads Binance's hours, finished ones of the span only", async () => {
    const row = (time: number) => [time, '100.5', '101', '99.25', '100', '12.5', time + hour - 1, '1250.125', 9]
    const { rest, asked } = venues(() => [row(from - hour), row(from), row(from + hour), row(to)])
    const candles = await fetchLiveCandles(rest, 'binance', 'BTCUSDT', '1h', { from, to })
    expect(asked[0]?.searchParams.get('interval')).toBe('1h')
    expect(candles.map((candle) => candle.openTime)).toEqual([from, from + hour])
    expect(candles[0]).toEqual({
      openTime: from,
      open: 10_050_000_000,
      high: 10_100_000_000,
      low: 9_925_000_000,
      close: 10_000_000_000,
      volume: 1_250_000_000n,
      turnover: 12_501_250_000_000_000_000n,
      source: 'binance',
    })
  })

  it("reads OKX's hours and leaves the running one out", async () => {
    const row = (time: number, confirmed: string) => [
      String(time),
      '100',
      '101',
      '99',
      '100',
      '3',
      '3',
      '300',
      confirmed,
    ]
    const { rest, asked } = venues(() => ({ code: '0', data: [row(to, '0'), row(from + hour, '1'), row(from, '1')] }))
    const candles = await fetchLiveCandles(rest, 'okx', 'BTCUSDT', '1h', { from, to: to + hour })
    expect(asked[0]?.searchParams.get('bar')).toBe('1H')
    expect(candles.map((candle) => candle.openTime)).toEqual([from, from + hour])
  })

  it("reads Kraken's hours", async () => {
    const row = (time: number) => [time / 1_000, '100', '101', '99', '100', '100.2', '3', 5]
    const body = { error: [], result: { XBTUSDT: [row(from), row(from + hour), row(to)], last: 1 } }
    const { rest, asked } = venues(() => body)
    const candles = await fetchLiveCandles(rest, 'kraken', 'BTCUSDT', '1h', { from, to })
    expect(asked[0]?.searchParams.get('interval')).toBe('60')
    expect(candles.map((candle) => candle.openTime)).toEqual([from, from + hour])
  })

  it.each([
    ['coinbase', 'BTCUSDT', 'coinbase does not quote BTCUSDT in USDT'],
    ['kraken', 'TRXUSDT', 'kraken does not quote TRXUSDT in USDT'],
    ['binance', 'NOPE', 'binance does not list NOPE'],
    ['nobody', 'BTCUSDT', 'nobody does not list BTCUSDT'],
  ])('refuses what %s can not give: %s', async (source, code, message) => {
    const { rest, asked } = venues(() => [])
    await expect(fetchLiveCandles(rest, source, code, '1h', { from, to })).rejects.toThrow(message)
    expect(asked).toEqual([])
  })

  it('throws where the venue answers with something else', async () => {
    const { rest } = venues(() => ({ sorry: true }))
    await expect(fetchLiveCandles(rest, 'binance', 'BTCUSDT', '4h', { from, to })).rejects.toThrow('malformed')
  })
})
