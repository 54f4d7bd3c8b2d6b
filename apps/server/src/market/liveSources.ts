import type { OpenLive } from './liveDriver.ts'
import { BinanceFeed } from './feeds/binance.ts'
import { CoinbaseFeed } from './feeds/coinbase.ts'
import { SourceConnection } from './feeds/connection.ts'
import { KrakenFeed } from './feeds/kraken.ts'
import { OkxFeed } from './feeds/okx.ts'
import { RestGate, restSpacing } from './feeds/restGate.ts'
import { type Feed, systemClock } from './feeds/source.ts'

/** Connects to the public market data of Binance, Coinbase, Kraken and OKX. */
export const openLiveSources: OpenLive = (sink) => {
  const feeds: Feed[] = [new BinanceFeed(), new OkxFeed(), new KrakenFeed(), new CoinbaseFeed()]
  const gates = feeds.map(
    ({ source }) => new RestGate({ spacing: restSpacing[source], clock: systemClock, random: Math.random }),
  )
  const connections = feeds.flatMap((feed, place) => {
    const rest = gates[place]
    return rest === undefined
      ? []
      : [new SourceConnection({ feed, emit: sink, rest, clock: systemClock, random: Math.random })]
  })
  for (const connection of connections) connection.start()
  return {
    fetchCandles: () => Promise.reject(new Error('not yet')),
    stop: async () => {
      for (const connection of connections) connection.stop()
      for (const gate of gates) gate.stop()
    },
  }
}
