import type { Clock } from '../platform/clock.ts'
import type { Candle } from './candles.ts'
import { windowMax } from './candleWindows.ts'
import { type Driver, resumeMax } from './driver.ts'
import type { MarketEvent } from './events.ts'
import type { FeedSetting } from './feedSetting.ts'
import { type Interval, bucketStart, intervalMillis, intervals, minuteMillis } from './intervals.ts'
import type { Market } from './market.ts'
import { type PastTrade, evidenceAt } from './pastTrades.ts'
import type { MarketStore } from './store.ts'
import type { SymbolMarket } from './symbolMarket.ts'
import type { SymbolSpec } from './symbols.ts'

/** The live sources at work. */
export interface LiveSources {
  /**
   * The finished candles that open in [from, to), UTC ms, oldest first, in USDT; a source may give fewer than there
   * are, never others. Throws where it gives none.
   */
  fetchCandles(source: string, code: string, interval: Interval, span: Span): Promise<Candle[]>
  /** A source's public trades in USDT around a moment (UTC ms), oldest first; none where it gives none. */
  fetchTrades(source: string, code: string, moment: number): Promise<readonly PastTrade[]>
  /** Hears a new symbol too, or a known one as the venues are now said to name it. */
  setSymbol(spec: SymbolSpec): void
  stop(): void
}

export interface Span {
  readonly from: number
  readonly to: number
}

/** Connects the live sources; their events go to `sink` as they come. */
export type OpenLive = (sink: (event: MarketEvent) => void, heard: LiveSymbols, clock: Clock) => LiveSources

/** What the live sources are heard for. */
export interface LiveSymbols {
  readonly specs: readonly SymbolSpec[]
  /** The venues of the symbols that don't take all of them. */
  readonly sources: FeedSetting['sources']
}

/** The order in which sources serve as the reference market: by the depth of their USDT books. */
export const liveRanks: readonly string[] = ['binance', 'okx', 'kraken', 'coinbase']

/** A gap of more minutes is filled by each interval's own candles, not minute by minute. */
const missedMinutesMax = 1_000
/** The most fetched minutes sent to watchers; whoever missed more reads the history anew. */
const newsMinutesMax = 10

interface LiveOptions extends LiveSymbols {
  readonly clock: Clock
  readonly openLive: OpenLive
  readonly onError: (what: string, error: unknown) => void
}

/** Runs the market on live sources, from the candles that were kept; what was missed is fetched from a source's REST. */
export async function openLiveDriver(market: Market, store: MarketStore | null, options: LiveOptions): Promise<Driver> {
  if (store !== null) {
    for (const [code, windows] of await store.newest('live', market.codes, resumeMax)) {
      market.symbol(code)?.resume(windows)
    }
  }
  const live = options.openLive(
    (event) => {
      const now = options.clock.now()
      market.receive(event, now)
      market.react(now)
    },
    options,
    options.clock,
  )
  // One symbol after the other, so that no venue counts us as a flood.
  let queue = Promise.resolve()
  return {
    advance: () => undefined,
    setSymbol: (spec) => live.setSymbol(spec),
    kept: () => null,
    fetch: (code, source) => {
      queue = queue.then(() => fetchMissed(market, live, { code, source }, options))
    },
    tradesAt: (code, moment) => evidenceAt(liveRanks, moment, (source) => live.fetchTrades(source, code, moment)),
    close: async () => {
      live.stop()
      await queue
    },
  }
}

interface Missed {
  readonly code: string
  readonly source: string
}

/** Fetches what a symbol missed from its reference market, else from the next source that has it. */
async function fetchMissed(market: Market, live: LiveSources, missed: Missed, options: LiveOptions): Promise<void> {
  const { code, source } = missed
  const symbol = market.symbol(code)
  if (symbol === undefined) return
  let fetched: Candle[] | null = null
  for (const own of [source, ...liveRanks.filter((other) => other !== source)]) {
    try {
      fetched = await fetchFrom(market, symbol, live, { code, source: own }, options.clock)
      break
    } catch (error) {
      options.onError(`missed candles of ${code} could not be fetched from ${own}`, error)
    }
  }
  const take = (): void => symbol.backfill(fetched, options.clock.now())
  if (fetched !== null && fetched.length <= newsMinutesMax) take()
  else market.load(take)
}

/** Brings the symbol's history up to date where much is missing; gives the minutes that are then still missing. */
async function fetchFrom(
  market: Market,
  symbol: SymbolMarket,
  live: LiveSources,
  { code, source }: Missed,
  clock: Clock,
): Promise<Candle[]> {
  const missed = (bucketStart('1m', clock.now()) - symbol.openMinute) / minuteMillis
  if (missed > missedMinutesMax) {
    const windows = await fetchWindows(live, { code, source }, clock.now())
    market.load(() => symbol.restart(windows))
  }
  const span = { from: symbol.openMinute, to: bucketStart('1m', clock.now()) }
  return span.from === 0 || span.from >= span.to ? [] : live.fetchCandles(source, code, '1m', span)
}

/** The newest finished candles of every interval. */
async function fetchWindows(
  live: LiveSources,
  { code, source }: Missed,
  now: number,
): Promise<Map<Interval, Candle[]>> {
  const windows = new Map<Interval, Candle[]>()
  for (const interval of intervals) {
    const to = bucketStart(interval, now)
    const from = to - windowMax(interval) * intervalMillis[interval]
    windows.set(interval, await live.fetchCandles(source, code, interval, { from, to }))
  }
  return windows
}
