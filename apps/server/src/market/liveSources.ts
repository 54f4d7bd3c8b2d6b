import { BinanceFeed } from './feeds/binance.ts'
import { CoinbaseFeed } from './feeds/coinbase.ts'
import { SourceConnection } from './feeds/connection.ts'
import { KrakenFeed } from './feeds/kraken.ts'
import { OkxFeed } from './feeds/okx.ts'
import type { FeedOptions } from './feeds/productTable.ts'
import { SourceRest } from './feeds/rest.ts'
import {
  type Listing,
  type Feed,
  type FeedClock,
  type SourceEvent,
  type SourceId,
  type SourceSink,
  feedClockOf,
  sourceIds,
} from './feeds/source.ts'
import { type FeedSetting, venueListings } from './feedSetting.ts'
import { fetchLiveCandles } from './liveCandles.ts'
import type { OpenLive } from './liveDriver.ts'
import { fetchPastTrades } from './pastTrades.ts'
import { type SymbolSpec, isSameSource } from './symbols.ts'

/** How long (ms) a venue has to be heard again before the next one is connected anew: never are two away at once. */
const renewalMillis = 10_000

const feedOf: Readonly<Record<SourceId, (options: FeedOptions) => Feed>> = {
  binance: (options) => new BinanceFeed(options),
  okx: (options) => new OkxFeed(options),
  kraken: (options) => new KrakenFeed(options),
  coinbase: (options) => new CoinbaseFeed(options),
}

/** Connects to the public market data of Binance, OKX, Kraken and Coinbase. */
export const openLiveSources: OpenLive = (sink, { specs, sources }, time) => {
  const venues = new LiveVenues({ sink, specs, sources, clock: feedClockOf(time) })
  const { rest } = venues
  return {
    fetchCandles: async (source, code, interval, span) => {
      if (!venues.hears(source, code)) throw new RangeError(`${source} is not heard for ${code}`)
      return fetchLiveCandles(rest, source, code, interval, span)
    },
    fetchTrades: async (source, code, moment) =>
      venues.hears(source, code) ? fetchPastTrades(rest, source, code, moment) : [],
    setSymbol: (spec) => venues.setSymbol(spec),
    stop: () => venues.stop(),
  }
}

export interface LiveVenuesOptions {
  readonly sink: SourceSink
  readonly specs: readonly SymbolSpec[]
  /** The venues of the symbols that don't take all of them. */
  readonly sources: FeedSetting['sources']
  readonly clock: FeedClock
  /** Another address for a venue's socket: for tests. */
  readonly urls?: Partial<Record<SourceId, string>>
}

/** The venues' connections, each with the products that it is heard for. */
export class LiveVenues {
  readonly rest: SourceRest
  readonly #options: LiveVenuesOptions
  readonly #connections = new Map<SourceId, SourceConnection>()
  /** What each venue is heard for now. */
  readonly #listings = new Map<SourceId, readonly Listing[]>()
  #specs: readonly SymbolSpec[]
  /** The venues whose names have changed, and when the next of them may be connected anew. */
  readonly #renewals = new Set<SourceId>()
  #cancelRenewal: (() => void) | null = null
  /** Of venues that wait for that, the symbols which they are still heard for by a name that is not theirs any more. */
  readonly #former = new Map<SourceId, ReadonlySet<string>>()

  constructor(options: LiveVenuesOptions) {
    const { clock, specs } = options
    this.#options = options
    this.#specs = specs
    this.rest = new SourceRest({ clock, random: Math.random, find: (source, symbol) => this.#find(source, symbol) })
    for (const source of sourceIds) this.#connect(source)
  }

  /** Whether a venue is heard for a symbol. */
  hears(name: string, symbol: string): boolean {
    return sourceIds.some((source) => source === name && this.#find(source, symbol) !== undefined)
  }

  /**
   * Hears a new symbol, or one whose names have changed. A venue that gets one more product goes on with its socket; one
   * of whose products another name is heard, or none any more, is connected anew, one after the other.
   */
  setSymbol(spec: SymbolSpec): void {
    const known = this.#specs.some(({ code }) => code === spec.code)
    this.#specs = known ? this.#specs.map((one) => (one.code === spec.code ? spec : one)) : [...this.#specs, spec]
    for (const source of sourceIds) this.#adjust(source)
  }

  stop(): void {
    this.#cancelRenewal?.()
    this.#cancelRenewal = null
    this.#renewals.clear()
    for (const connection of this.#connections.values()) connection.stop()
    this.#connections.clear()
    this.rest.stop()
  }

  #wanted(source: SourceId): Listing[] {
    return venueListings(this.#specs, this.#options.sources, source)
  }

  #find(source: SourceId, symbol: string): Listing | undefined {
    return this.#wanted(source).find((listing) => listing.symbol === symbol)
  }

  #connect(source: SourceId): void {
    const listings = this.#wanted(source)
    this.#listings.set(source, listings)
    this.#former.delete(source)
    if (listings.length === 0) return
    const { clock, urls } = this.#options
    const url = urls?.[source]
    const feed = feedOf[source](url === undefined ? { listings } : { listings, url })
    const rest = this.rest.gate(source)
    const connection = new SourceConnection({
      feed,
      emit: (event) => this.#tell(event),
      rest,
      clock,
      random: Math.random,
    })
    this.#connections.set(source, connection)
    connection.start()
  }

  // until a venue is connected anew it goes on saying what the name that was stood for
  #tell(event: SourceEvent): void {
    const isFormer =
      (event.type === 'top' || event.type === 'trade') && this.#former.get(event.source)?.has(event.symbol) === true
    if (!isFormer) this.#options.sink(event)
  }

  #adjust(source: SourceId): void {
    const heard = this.#listings.get(source) ?? []
    const wanted = this.#wanted(source)
    const added = wanted.filter((one) => !heard.some((other) => isSame(one, other)))
    const kept = wanted.length - added.length
    if (added.length === 0 && kept === heard.length) return
    const connection = this.#connections.get(source)
    if (connection === undefined) return this.#connect(source)
    if (kept < heard.length || this.#renewals.has(source)) {
      const former = heard.filter((one) => !wanted.some((other) => isSame(one, other)))
      this.#former.set(source, new Set(former.map(({ symbol }) => symbol)))
      return this.#renewSoon(source)
    }
    this.#listings.set(source, wanted)
    for (const listing of added) connection.list(listing)
  }

  #renewSoon(source: SourceId): void {
    this.#renewals.add(source)
    if (this.#cancelRenewal === null) this.#renewNext()
  }

  #renewNext(): void {
    this.#cancelRenewal = null
    const [source] = this.#renewals
    if (source === undefined) return
    this.#renewals.delete(source)
    this.#connections.get(source)?.stop()
    this.#connections.delete(source)
    this.#connect(source)
    this.#cancelRenewal = this.#options.clock.after(renewalMillis, () => this.#renewNext())
  }
}

function isSame(one: Listing, other: Listing): boolean {
  return one.symbol === other.symbol && isSameSource(one, other)
}
