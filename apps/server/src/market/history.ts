import { historyCountMax, historySymbolsMax } from '@truemark/protocol/routes/market'
import type { Candle } from './candles.ts'
import { type Interval, bucketStart } from './intervals.ts'
import type { Market } from './market.ts'
import type { KlineRecord } from './messages.ts'
import { klineRecord } from './records.ts'
import type { MarketStore } from './store.ts'

export interface HistoryRequest {
  readonly symbols: readonly string[]
  readonly interval: Interval
  readonly count: number
  /** UTC ms; the candle that holds it comes first. Null asks for the last ones. */
  readonly from: number | null
}

export interface SymbolHistory {
  readonly symbol: string
  readonly list: readonly KlineRecord[]
}

/**
 * Candles of each symbol, oldest first, the forming one last where it is within reach. What memory no longer holds
 * comes from the store. Null where a symbol is unknown.
 */
export async function findHistory(
  market: Market,
  store: MarketStore | null,
  request: HistoryRequest,
): Promise<SymbolHistory[] | null> {
  const count = Math.min(Math.max(1, request.count), historyCountMax)
  const simulated = market.kind !== 'live'
  const found: SymbolHistory[] = []
  for (const symbol of request.symbols.slice(0, historySymbolsMax)) {
    const own = market.symbol(symbol)
    if (own === undefined) return null
    const forming = own.forming(request.interval)
    const candles = await candlesOf(market, store, symbol, { ...request, count })
    found.push({
      symbol,
      list: candles.map((candle) =>
        klineRecord(symbol, request.interval, candle, { complete: candle.openTime !== forming?.openTime, simulated }),
      ),
    })
  }
  return found
}

async function candlesOf(
  market: Market,
  store: MarketStore | null,
  symbol: string,
  { interval, count, from }: HistoryRequest,
): Promise<readonly Candle[]> {
  const own = market.symbol(symbol)
  if (own === undefined) return []
  const { windows } = own
  const forming = own.forming(interval)
  const start = from === null ? null : bucketStart(interval, from)
  const ready = start === null ? windows.last(interval, count, forming) : windows.range(interval, start, count, forming)
  if (ready !== null) return ready
  const inMemory = forming === null ? windows.of(interval) : [...windows.of(interval), forming]
  const before = inMemory[0]?.openTime ?? Number.MAX_SAFE_INTEGER
  const older = store === null ? [] : await store.range(market.kind, symbol, interval, { from: start, before, count })
  if (start === null) return [...older, ...inMemory].slice(-count)
  return [...older, ...inMemory.filter((candle) => candle.openTime >= start)].slice(0, count)
}
