import type { Clock } from '../platform/clock.ts'
import type { Candle } from './candles.ts'
import { type Driver, resumeMax } from './driver.ts'
import type { MarketEvent } from './events.ts'
import { type Interval, bucketStart, intervalMillis, intervals, minuteMillis } from './intervals.ts'
import type { Market } from './market.ts'
import type { MarketStore } from './store.ts'
import type { FetchedMinutes, SymbolMarket } from './symbolMarket.ts'

/** The live sources at work. */
export interface LiveSources {
  /**
   * Up to `count` candles that open at or after `from` (UTC ms), oldest first, the one that still forms included.
   * Throws where the source can't give them.
   */
  fetchCandles(source: string, code: string, interval: Interval, from: number, count: number): Promise<Candle[]>
  stop(): Promise<void>
}

/** Connects the live sources; their events go to `sink` as they come. */
export type OpenLive = (sink: (event: MarketEvent) => void) => LiveSources

/** The order in which sources serve as the reference market: by the depth of their USDT books. */
export const liveRanks: readonly string[] = ['binance', 'okx', 'kraken', 'coinbase']

/** What a source gives at once; a longer gap is filled by intervals, not by minutes. */
const fetchCountMax = 1_000

interface LiveOptions {
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
  const live = options.openLive((event) => {
    const now = options.clock.now()
    market.receive(event, now)
    market.react(now)
  })
  // One symbol after the other, so that no venue counts us as a flood.
  let queue = Promise.resolve()
  return {
    advance: () => undefined,
    kept: () => null,
    fetch: (code, source) => {
      queue = queue.then(() => fetchMissed(market, live, { code, source }, options))
    },
    close: async () => {
      await live.stop()
      await queue
    },
  }
}

interface Missed {
  readonly code: string
  readonly source: string
}

/** Fetches what a symbol missed from its reference market, else from the next source that has it. */
async function fetchMissed(
  market: Market,
  live: LiveSources,
  { code, source }: Missed,
  options: LiveOptions,
): Promise<void> {
  const symbol = market.symbol(code)
  if (symbol === undefined) return
  let fetched: FetchedMinutes | null = null
  for (const own of [source, ...liveRanks.filter((other) => other !== source)]) {
    try {
      fetched = await fetchFrom(market, symbol, live, { code, source: own }, options.clock)
      break
    } catch (error) {
      options.onError(`missed candles of ${code} could not be fetched from ${own}`, error)
    }
  }
  market.load(() => symbol.backfill(fetched, options.clock.now()))
}

async function fetchFrom(
  market: Market,
  symbol: SymbolMarket,
  live: LiveSources,
  { code, source }: Missed,
  clock: Clock,
): Promise<FetchedMinutes> {
  const missed = (bucketStart('1m', clock.now()) - symbol.openMinute) / minuteMillis
  if (missed > fetchCountMax - 2) {
    const windows = await fetchWindows(live, { code, source }, clock.now())
    market.load(() => symbol.restart(windows))
  }
  const from = symbol.openMinute === 0 ? bucketStart('1m', clock.now()) : symbol.openMinute
  const minutes = await live.fetchCandles(source, code, '1m', from, fetchCountMax)
  const at = clock.now()
  const present = bucketStart('1m', at)
  return {
    finished: minutes.filter((minute) => minute.openTime < present),
    forming: minutes.find((minute) => minute.openTime === present) ?? null,
    at,
  }
}

/** The newest finished candles of every interval. */
async function fetchWindows(
  live: LiveSources,
  { code, source }: Missed,
  now: number,
): Promise<Map<Interval, Candle[]>> {
  const windows = new Map<Interval, Candle[]>()
  for (const interval of intervals) {
    const open = bucketStart(interval, now)
    const from = bucketStart(interval, open - (fetchCountMax - 1) * intervalMillis[interval])
    const candles = await live.fetchCandles(source, code, interval, from, fetchCountMax)
    const finished = candles.filter((candle) => candle.openTime < open)
    windows.set(interval, finished)
  }
  return windows
}
