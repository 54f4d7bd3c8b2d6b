import type { PriceKind } from '@truemark/core/book/mark'
import { type SourcedSample, packSources } from '@truemark/core/market/sources'
import type { Command } from '@truemark/core/vocabulary'
import type { TradingTerms } from './calendar.ts'
import type { Candle } from './candles.ts'
import { type MarketEvent, rateSymbol } from './events.ts'
import { indexRulesDefault } from '@truemark/core/market/indexPrice'
import { agedAfter } from './indexTicks.ts'
import type { Interval } from './intervals.ts'
import type { MarketMessage, StatusRecord } from './messages.ts'
import { Publisher } from './publisher.ts'
import { SourceBoard } from './sourceBoard.ts'
import { SymbolMarket } from './symbolMarket.ts'
import type { SymbolSpec } from './symbols.ts'

/** Where the market tells what it knows. None of these may throw. */
export interface MarketSink {
  /** A quote or the index samples, for the engine. */
  command(command: Command): void
  /** All that is due for the hub, in order. */
  messages(messages: readonly MarketMessage[]): void
  /** A candle that will never change again, to be kept. */
  finished(code: string, interval: Interval, candle: Candle): void
  /** Minutes of a symbol were missed: they are wanted from this source, from its open minute on. */
  fetch(code: string, source: string): void
}

export interface MarketOptions {
  readonly specs: readonly SymbolSpec[]
  readonly kind: PriceKind
  /** The sources that can be the reference market, best first. */
  readonly ranks: readonly string[]
  readonly sink: MarketSink
}

/** An index is evaluated at most so often, and at least so often while its sources are heard (ms). */
const evaluateMin = 50
const evaluateMax = 250
const flushMillis = 100
const sampleMillis = 1_000
/** How long trades may come after their minute has ended: the way from a venue takes its time. */
const liveLateness = 1_000

interface Entry {
  readonly market: SymbolMarket
  readonly publisher: Publisher
  evaluatedAt: number
  dirty: boolean
}

/**
 * The market room's heart: takes the feeds' events, keeps index, candles and 24-hour figures of every symbol, and
 * tells the engine and the hub. It has no clock and does no I/O: whoever runs it passes the time, and calls
 * {@link poll} every 50 ms or so.
 */
export class Market {
  readonly kind: PriceKind
  readonly board: SourceBoard
  readonly #entries = new Map<string, Entry>()
  readonly #sink: MarketSink
  #lastFlush = 0
  #lastStamp = 0
  /** While history is taken in, what is finished is no news. */
  #loading = false

  constructor({ specs, kind, ranks, sink }: MarketOptions) {
    this.kind = kind
    this.#sink = sink
    this.board = new SourceBoard(ranks, indexRulesDefault.heardMax)
    for (const spec of specs) this.#entries.set(spec.code, this.#entry(spec))
  }

  get codes(): string[] {
    return [...this.#entries.keys()]
  }

  symbol(code: string): SymbolMarket | undefined {
    return this.#entries.get(code)?.market
  }

  statuses(now: number): StatusRecord[] {
    return Array.from(this.#entries.values(), ({ publisher }) => publisher.status(now))
  }

  /** Takes in a new symbol, or what was decided anew of a known one. */
  setSymbol(spec: SymbolSpec): void {
    const entry = this.#entries.get(spec.code)
    if (entry === undefined) this.#entries.set(spec.code, this.#entry(spec))
    else {
      entry.market.spec = spec
      entry.dirty = true
    }
  }

  setTerms(code: string, terms: TradingTerms): void {
    const market = this.symbol(code)
    if (market !== undefined) market.terms = terms
  }

  /** Takes one event of a feed, as received at `now`. */
  receive(event: MarketEvent, now: number): void {
    if (event.type === 'down') return this.#down(event.source)
    this.board.hear(event.source, event.received)
    if (event.type === 'rate') this.board.setRate(event.source, event.bid, event.ask, event.received)
    if (event.type === 'refused' && event.withdrawn) this.#withdraw(event.source, event.symbol)
    if (event.type !== 'top' && event.type !== 'trade') return
    const entry = this.#entries.get(event.symbol)
    if (entry === undefined) return
    if (event.type === 'trade') {
      const trade = entry.market.trade(event, now)
      if (trade !== null && !this.#loading) entry.publisher.traded(trade, event.id, event.side)
      return
    }
    entry.market.top(event)
    entry.dirty = true
  }

  /** Evaluates the index of every symbol whose books moved, unless that was done within the last 50 ms. */
  react(now: number): void {
    for (const entry of this.#entries.values()) {
      const waited = now - entry.evaluatedAt
      if (waited >= (entry.dirty ? evaluateMin : evaluateMax)) this.#evaluate(entry, now)
    }
  }

  /** What is due by time: minutes that have ended, indexes, samples, and the hub's messages. */
  poll(now: number): void {
    for (const [code, { market }] of this.#entries) {
      const wanted = market.advance(now)
      if (wanted !== null) this.#sink.fetch(code, wanted.fetchFrom)
    }
    this.react(now)
    this.#sample(now)
    if (now - this.#lastFlush < flushMillis) return
    this.#lastFlush = now
    const messages: MarketMessage[] = []
    for (const { publisher } of this.#entries.values()) {
      for (const message of publisher.flush(now)) messages.push(message)
    }
    if (messages.length > 0) this.#sink.messages(messages)
  }

  /** Takes a finished candle that was made after the fact. */
  bar(code: string, interval: Interval, candle: Candle): void {
    this.symbol(code)?.bar(interval, candle)
  }

  /** Does work that finishes candles of the past: they are kept, but not told as news. */
  load<T>(work: () => T): T {
    this.#loading = true
    try {
      return work()
    } finally {
      this.#loading = false
    }
  }

  #entry(spec: SymbolSpec): Entry {
    const live = this.kind === 'live'
    const market = new SymbolMarket(spec, {
      board: this.board,
      lateness: live ? liveLateness : 0,
      canFetch: live,
      onFinished: (code, interval, candle) => {
        this.#sink.finished(code, interval, candle)
        if (!this.#loading) this.#entries.get(code)?.publisher.finished(interval, candle)
      },
    })
    return { market, publisher: new Publisher(market, this.kind), evaluatedAt: 0, dirty: false }
  }

  #down(source: string): void {
    this.board.down(source)
    for (const entry of this.#entries.values()) {
      entry.market.withdraw(source)
      entry.dirty = true
    }
  }

  #withdraw(source: string, symbol: string): void {
    if (symbol === rateSymbol) this.board.withdrawRate(source)
    const entry = this.#entries.get(symbol)
    entry?.market.withdraw(source)
    if (entry !== undefined) entry.dirty = true
  }

  #evaluate(entry: Entry, now: number): void {
    entry.evaluatedAt = now
    entry.dirty = false
    const result = entry.market.evaluate(now)
    if (result === null) return
    const { listing } = entry.market.spec
    if (result.type === 'tick') {
      // the exchange reckons the index anew from what the sources said, and that is what its rows bear
      const { time, said } = result.tick
      const venues: string[] = []
      const sample = packSources(listing, said, time, venues)
      this.#sink.command({ type: 'sourcedQuote', time, kind: this.kind, venues, sample })
      return
    }
    // No source stands behind an index any more: the engine halts the market at once, not when the last one is old.
    const indexTenths = entry.market.lastTick?.indexTenths ?? 0
    this.#sink.command({
      type: 'quote',
      listing,
      time: now,
      indexTenths,
      dispersionTenths: 0,
      sources: 0,
      kind: this.kind,
    })
  }

  #sample(now: number): void {
    const stamp = Math.floor(now / sampleMillis) * sampleMillis
    if (stamp <= this.#lastStamp) return
    this.#lastStamp = stamp
    const samples = []
    const venues: string[] = []
    const said: SourcedSample[] = []
    for (const { market } of this.#entries.values()) {
      const tick = market.lastTick
      if (tick === null || !market.sampleable(now, agedAfter)) continue
      const { indexTenths, sources } = tick
      samples.push({ listing: market.spec.listing, indexTenths, sources, fresh: market.isFresh(stamp) })
      said.push(packSources(market.spec.listing, tick.said, stamp, venues))
    }
    // Also where nothing can be sampled: what falls due by time must hear that it has passed.
    this.#sink.command({ type: 'sampleIndex', stamp, kind: this.kind, samples })
    if (said.length === 0) return
    this.#sink.command({ type: 'sampleSources', stamp, kind: this.kind, venues, samples: said })
    const sources = this.board.heard(now).map(({ source, heard }) => ({ venue: source, age: stamp - heard }))
    this.#sink.command({ type: 'sampleHeard', stamp, kind: this.kind, sources })
  }
}
