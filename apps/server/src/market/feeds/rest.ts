import { candleSources, minuteMs, type CandleRow } from './candlePages.ts'
import { findListing } from './listings.ts'
import { RestGate, restSpacing, type RestFailure } from './restGate.ts'
import { type Listing, sourceIds, type FeedClock, type QuoteCurrency, type SourceId } from './source.ts'
import { tradeSources, type TradeRow } from './tradePages.ts'

/** The longest span of one `fetchCandles`, in minutes: 31 days. */
export const candleMinutesMax = 44_640

/** The longest reach of one `fetchTrades` to either side, in ms. */
export const tradeReachMax = 10 * 60_000

const tradePagesMax = 30

/** Why a fetch gave nothing: a call's failure, a product that the venue doesn't list, or a span beyond the limit. */
export type FetchFailure = RestFailure | 'unlisted' | 'too-long' | 'incomplete'

export type CandleAnswer =
  | { ok: true; quote: QuoteCurrency; rows: CandleRow[]; refusedCount: number }
  | { ok: false; failure: FetchFailure }

export type TradeAnswer = { ok: true; quote: QuoteCurrency; rows: TradeRow[] } | { ok: false; failure: FetchFailure }

export interface RestOptions {
  clock: FeedClock
  random: () => number
  fetch?: typeof fetch
  /** The venue's listing of a product; those of a fresh install where nothing else is said. */
  find?: (source: SourceId, symbol: string) => Listing | undefined
}

/** History over the venues' public REST calls. Errors are data; nothing here throws. */
export class SourceRest {
  readonly #clock: FeedClock
  readonly #find: typeof findListing
  readonly #gates: Readonly<Record<SourceId, RestGate>>

  constructor({ clock, random, find = findListing, ...options }: RestOptions) {
    this.#find = find
    this.#clock = clock
    const gate = (source: SourceId) => new RestGate({ spacing: restSpacing[source], clock, random, ...options })
    this.#gates = { binance: gate('binance'), coinbase: gate('coinbase'), kraken: gate('kraken'), okx: gate('okx') }
  }

  /** The venue's listing of a product, or undefined where it has none. */
  listing(source: SourceId, symbol: string): Listing | undefined {
    return this.#find(source, symbol)
  }

  /** The gate of a venue, for its connection's snapshots: the venue counts all calls together. */
  gate(source: SourceId): RestGate {
    return this.#gates[source]
  }

  /** Ends all calls. */
  stop(): void {
    for (const source of sourceIds) this.#gates[source].stop()
  }

  /**
   * The finished 1m candles of `symbol` that open in [from, to), UTC ms, oldest first, once each, in the listing's
   * quote. Minutes that the venue doesn't give are left out, never invented; a venue that doesn't go back to `from`
   * (Kraken: 720 minutes) gives what it has.
   */
  async fetchCandles(source: SourceId, symbol: string, from: number, to: number): Promise<CandleAnswer> {
    const listing = this.#find(source, symbol)
    if (!listing) return { ok: false, failure: 'unlisted' }
    const { minutesMax, pageMinutes } = candleSources[source]
    const current = floorMinute(this.#clock.now())
    const end = Math.min(floorMinute(to + minuteMs - 1), current)
    const start = Math.max(
      floorMinute(from + minuteMs - 1),
      current - Math.min(minutesMax, current / minuteMs) * minuteMs,
    )
    if (end - start > candleMinutesMax * minuteMs) return { ok: false, failure: 'too-long' }
    const byTime = new Map<number, CandleRow>()
    let refusedCount = 0
    for (let at = start; at < end; at += pageMinutes * minuteMs) {
      const page = await this.#candlePage(listing, at, Math.min(end, at + pageMinutes * minuteMs))
      if (!page.ok) return page
      refusedCount += page.refusedCount
      for (const row of page.rows) if (row.time >= start && row.time < end) byTime.set(row.time, row)
    }
    const rows = [...byTime.values()].sort((one, other) => one.time - other.time)
    return { ok: true, quote: listing.quote, rows, refusedCount }
  }

  /**
   * The public trades of `symbol` within `reach` ms of `around` (UTC ms), both ends included, oldest first, once
   * each; all of them or a failure, never a part, since a price may be rebuilt from them.
   */
  async fetchTrades(source: SourceId, symbol: string, around: number, reach: number): Promise<TradeAnswer> {
    const listing = this.#find(source, symbol)
    if (!listing) return { ok: false, failure: 'unlisted' }
    if (reach > tradeReachMax) return { ok: false, failure: 'too-long' }
    const trades = tradeSources[source]
    const [from, to] = [around - reach, around + reach]
    const byId = new Map<string, TradeRow>()
    let url = trades.firstUrl(listing.restCode, from, to)
    for (let page = 0; page < tradePagesMax; page += 1) {
      const answer = await this.#gates[source].get(url)
      if (!answer.ok) return answer
      const rows = trades.read(answer.body)
      if (!rows) return { ok: false, failure: 'malformed' }
      const knownCount = byId.size
      for (const row of rows) if (row.time >= from && row.time <= to) byId.set(row.id, row)
      const edge = rows.at(-1)
      const passed = edge && (trades.forward ? edge.time > to : edge.time < from)
      if (!edge || passed || rows.length < trades.pageRows) {
        return { ok: true, quote: listing.quote, rows: [...byId.values()].sort(byTimeAndId) }
      }
      const next = trades.nextUrl(listing.restCode, edge)
      // A page that leads to itself: more trades in one ms than a page holds.
      if (next === url && byId.size === knownCount) break
      url = next
    }
    return { ok: false, failure: 'incomplete' }
  }

  async #candlePage(listing: Listing, from: number, to: number): Promise<CandleAnswer> {
    const candles = candleSources[listing.source]
    const answer = await this.#gates[listing.source].get(candles.url(listing.restCode, from, to))
    if (!answer.ok) return answer
    const page = candles.read(answer.body)
    return page ? { ok: true, quote: listing.quote, ...page } : { ok: false, failure: 'malformed' }
  }
}

function floorMinute(time: number): number {
  return Math.floor(time / minuteMs) * minuteMs
}

function byTimeAndId(one: TradeRow, other: TradeRow): number {
  return one.time - other.time || Number(BigInt(one.id) - BigInt(other.id))
}
