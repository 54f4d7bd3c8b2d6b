import { BinanceFeed } from './binance.ts'
import { CoinbaseFeed } from './coinbase.ts'
import { SourceConnection } from './connection.ts'
import { KrakenFeed } from './kraken.ts'
import { OkxFeed } from './okx.ts'
import { SourceRest } from './rest.ts'
import { systemClock, type Feed, type FeedClock, type SourceSink } from './source.ts'

export interface LiveFeedsOptions {
  /** Where the events of all venues go, in order of receipt. */
  emit: SourceSink
  clock?: FeedClock
  random?: () => number
  /** The venues' feeds; all four on their public sockets if left out. */
  feeds?: readonly Feed[]
}

/** The public sockets of all venues, and their history by REST, as one thing to start and stop. */
export class LiveFeeds {
  /** History calls; they share each venue's call limit with the books' snapshots. */
  readonly rest: SourceRest
  readonly #connections: readonly SourceConnection[]

  constructor({ emit, clock = systemClock, random = Math.random, feeds }: LiveFeedsOptions) {
    this.rest = new SourceRest({ clock, random })
    const venues = feeds ?? [new BinanceFeed(), new CoinbaseFeed(), new KrakenFeed(), new OkxFeed()]
    this.#connections = venues.map(
      (feed) => new SourceConnection({ feed, emit, rest: this.rest.gate(feed.source), clock, random }),
    )
  }

  start(): void {
    for (const connection of this.#connections) connection.start()
  }

  /** Closes all sockets and ends all calls; nothing is told after it. */
  stop(): void {
    for (const connection of this.#connections) connection.stop()
    this.rest.stop()
  }
}
