import { BinanceFeed } from './feeds/binance.ts'
import { CoinbaseFeed } from './feeds/coinbase.ts'
import { SourceConnection } from './feeds/connection.ts'
import { KrakenFeed } from './feeds/kraken.ts'
import { OkxFeed } from './feeds/okx.ts'
import { SourceRest } from './feeds/rest.ts'
import { type Feed, systemClock } from './feeds/source.ts'
import { fetchLiveCandles } from './liveCandles.ts'
import type { OpenLive } from './liveDriver.ts'
import { fetchPastTrades } from './pastTrades.ts'

/** Connects to the public market data of Binance, OKX, Kraken and Coinbase. */
export const openLiveSources: OpenLive = (sink) => {
  const random = Math.random
  const rest = new SourceRest({ clock: systemClock, random })
  const feeds: Feed[] = [new BinanceFeed(), new OkxFeed(), new KrakenFeed(), new CoinbaseFeed()]
  const connections = feeds.map(
    (feed) => new SourceConnection({ feed, emit: sink, rest: rest.gate(feed.source), clock: systemClock, random }),
  )
  for (const connection of connections) connection.start()
  return {
    fetchCandles: (source, code, interval, span) => fetchLiveCandles(rest, source, code, interval, span),
    fetchTrades: (source, code, moment) => fetchPastTrades(rest, source, code, moment),
    stop: () => {
      for (const connection of connections) connection.stop()
      rest.stop()
    },
  }
}
