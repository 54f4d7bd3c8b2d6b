import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { WebSocketServer } from 'ws'
import { BinanceFeed } from './binance.ts'
import { CoinbaseFeed } from './coinbase.ts'
import { SourceConnection } from './connection.ts'
import { KrakenFeed } from './kraken.ts'
import { OkxFeed } from './okx.ts'
import { hasRecordings, readRecordedText, recordedListing } from './recordedFrames.ts'
import { SourceRest } from './rest.ts'
import { sourceIds, machineClock, type Feed, type SourceEvent } from './source.ts'

const cleanups: (() => void)[] = []
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup()
})

/** A server that sends a recording to whoever subscribes, and answers each call with `body`. */
async function replayServer(recording: string, body = ''): Promise<string> {
  const lines = readRecordedText(recording).trimEnd().split('\n')
  // The frame's own text, as it came: parsing and writing it again would lose what its numbers show.
  const frames = lines.map((line) => line.slice(line.indexOf('"frame":') + '"frame":'.length, -1))
  const http = createServer((_request, response) => response.end(body))
  const sockets = new WebSocketServer({ server: http })
  sockets.on('connection', (socket) => {
    socket.once('message', () => frames.forEach((frame) => socket.send(frame)))
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  cleanups.push(() => {
    for (const socket of sockets.clients) socket.terminate()
    http.close()
    http.closeAllConnections()
  })
  const address = http.address()
  if (address === null || typeof address === 'string') throw new Error('not listening')
  return `127.0.0.1:${address.port}`
}

describe.skipIf(!hasRecordings)('The recorded venues (skipped without ../shared/data)', () => {
  it('tell tops and trades of all four over real sockets, refuse nothing, and stop', async () => {
    const depth = readRecordedText('binance_NKNUSDT_depth_rest.json').trim()
    const body = depth.slice(depth.indexOf('"body":') + '"body":'.length, -1)
    const binance = await replayServer('binance_NKNUSDT_depth_bookTicker_kline_aggTrade.jsonl', body)
    const coinbase = await replayServer('coinbase_SKL-USD_level2_matches_ticker.jsonl')
    const kraken = await replayServer('kraken_XBT-CHF_book1000.jsonl')
    const okx = await replayServer('okx_BTC-USDT_books_trades_tickers.jsonl')
    const listing = recordedListing
    const events: SourceEvent[] = []
    const feeds: Feed[] = [
      new BinanceFeed({
        listings: [listing('binance', 'NKNUSDT', 'NKNUSDT', 'USDT')],
        url: `ws://${binance}`,
        restUrl: `http://${binance}`,
      }),
      new CoinbaseFeed({ listings: [listing('coinbase', 'SKLUSDT', 'SKL-USD', 'USD')], url: `ws://${coinbase}` }),
      new KrakenFeed({
        listings: [listing('kraken', 'BTCCHF', 'XBT/CHF', 'USD')],
        url: `ws://${kraken}`,
        dialect: 1,
      }),
      new OkxFeed({ listings: [listing('okx', 'BTCUSDT', 'BTC-USDT', 'USDT')], url: `ws://${okx}` }),
    ]
    const rest = new SourceRest({ clock: machineClock, random: Math.random })
    const connections = feeds.map((feed) => {
      const emit = (event: SourceEvent) => void events.push(event)
      return new SourceConnection({
        feed,
        emit,
        rest: rest.gate(feed.source),
        clock: machineClock,
        random: Math.random,
      })
    })
    const stop = () => {
      for (const connection of connections) connection.stop()
      rest.stop()
    }
    cleanups.push(stop)
    for (const connection of connections) connection.start()
    const from = (source: string, type: string) =>
      events.filter((event) => event.source === source && event.type === type)
    await vi.waitFor(
      () => {
        for (const source of sourceIds) expect(from(source, 'top').length, source).toBeGreaterThan(0)
        expect(from('okx', 'trade')).toHaveLength(69)
        expect(from('coinbase', 'trade')).toHaveLength(7)
      },
      { timeout: 10_000, interval: 20 },
    )
    expect(events.filter(({ type }) => type === 'refused')).toEqual([])
    stop()
    const count = events.length
    expect(events.slice(-4).map(({ type }) => type)).toEqual(['down', 'down', 'down', 'down'])
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(events).toHaveLength(count)
  })
})
