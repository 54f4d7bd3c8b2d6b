import { BinanceFeed } from './feeds/binance.ts'
import { CoinbaseFeed } from './feeds/coinbase.ts'
import { SourceConnection } from './feeds/connection.ts'
import { KrakenFeed } from './feeds/kraken.ts'
import { OkxFeed } from './feeds/okx.ts'
import { listingsBySource } from './feeds/listings.ts'
import { SourceRest } from './feeds/rest.ts'
import { type Feed, type SourceId, feedClockOf, sourceIds } from './feeds/source.ts'
import { isUsed } from './feedSetting.ts'
import { fetchLiveCandles } from './liveCandles.ts'
import type { OpenLive } from './liveDriver.ts'
import { fetchPastTrades } from './pastTrades.ts'

/** Connects to the public market data of Binance, OKX, Kraken and Coinbase. */
export const openLiveSources: OpenLive = (sink, sources, time) => {
  const random = Math.random
  const clock = feedClockOf(time)
  const rest = new SourceRest({ clock, random })
  const listed = (source: SourceId) => ({
    listings: listingsBySource[source].filter(({ symbol }) => isUsed(sources, source, symbol)),
  })
  const feeds: Feed[] = [
    new BinanceFeed(listed('binance')),
    new OkxFeed(listed('okx')),
    new KrakenFeed(listed('kraken')),
    new CoinbaseFeed(listed('coinbase')),
  ].filter(({ source }) => listed(source).listings.length > 0)
  const isHeard = (name: string, code: string): boolean =>
    sourceIds.some((source) => source === name && isUsed(sources, source, code))
  const connections = feeds.map(
    (feed) => new SourceConnection({ feed, emit: sink, rest: rest.gate(feed.source), clock, random }),
  )
  for (const connection of connections) connection.start()
  return {
    fetchCandles: async (source, code, interval, span) => {
      if (!isHeard(source, code)) throw new RangeError(`${source} is not heard for ${code}`)
      return fetchLiveCandles(rest, source, code, interval, span)
    },
    fetchTrades: async (source, code, moment) =>
      isHeard(source, code) ? fetchPastTrades(rest, source, code, moment) : [],
    stop: () => {
      for (const connection of connections) connection.stop()
      rest.stop()
    },
  }
}
