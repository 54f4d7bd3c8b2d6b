import { history, type Interval, type Kline } from '@truemark/protocol/routes/market'
import type { DataLoader } from 'klinecharts'
import { call } from '../data/api.ts'
import { browserSchedule, createBatch } from '../data/batch.ts'
import { follow, onResync } from '../data/live.ts'
import { candleKey, marketStore } from '../data/marketStore.ts'
import { candleTail, latestOfEach, type CandleTail } from './candleTail.ts'
import { periods, plotCandle } from './plot.ts'

const pageCandles = 500
/** The whole chart is drawn anew for each change of its last candle: four times a second is what an eye can use. */
const redrawMs = 250
/** The pause before a history that could not be had is asked for again. */
const againMs = 5_000

export interface FeedListener {
  /** Whether the history could not be had. */
  readonly failed: (lost: boolean) => void
  /** A candle in the midst has changed: all is to be read anew. */
  readonly reload: () => void
}

/**
 * Feeds a chart with the candles of a symbol and interval: history when it is asked for, then what streams in. A feed
 * that was stopped answers nothing more, so that candles of another interval never mix in. After anything that may have been
 * missed (the page was hidden, the connection lost) it asks from the last sure candle on before it draws a newer one.
 */
export function candleFeed(symbol: string, interval: Interval, told: FeedListener) {
  let stopped = false
  let unfollow: (() => void) | null = null
  const { lengthMs } = periods[interval]

  const query = { symbol, resolution: interval, count: String(pageCandles) }
  let drawn: readonly Kline[] = []

  async function page(before: number | null): Promise<Kline[]> {
    if (before === null) return call(history, { query })
    const from = String(Math.max(0, before - pageCandles * lengthMs))
    const list = await call(history, { query: { ...query, from } })
    return list.filter((candle) => candle.time < before)
  }

  const loader: DataLoader = {
    async getBars({ type, timestamp, callback }) {
      if (type === 'backward' || type === 'update') return callback([], false)
      try {
        const list = await page(type === 'forward' ? timestamp : null)
        if (stopped) return
        told.failed(false)
        if (type === 'init') drawn = list
        callback(list.map(plotCandle), { forward: list.length > 0, backward: false })
      } catch {
        if (stopped) return
        told.failed(true)
        callback([], false)
      }
    },
    subscribeBar({ callback }) {
      const tail = candleTail(drawn, {
        from: (time) => call(history, { query: { ...query, from: String(time) } }),
        draw: (candle) => stopped || callback(plotCandle(candle)),
        reload: told.reload,
        later: (run) => browserSchedule(run, againMs),
      })
      unfollow?.()
      unfollow = followTail(symbol, interval, tail)
    },
    unsubscribeBar: () => unsubscribe(),
  }

  function unsubscribe() {
    unfollow?.()
    unfollow = null
  }

  return {
    loader,
    stop() {
      stopped = true
      unsubscribe()
    },
  }
}

/** Feeds a tail with what streams in, and has it catch up after whatever may have been missed; gives what ends that. */
function followTail(symbol: string, interval: Interval, tail: CandleTail): () => void {
  const key = candleKey(symbol, interval)
  const batch = createBatch<Kline>(redrawMs, (candles) => tail.take(latestOfEach(candles)), browserSchedule)
  const stopListening = marketStore.subscribe((state, previous) => {
    const list = state.candles.get(key)
    const before = previous.candles.get(key)
    if (list === before) return
    // All that changed: the final version of one may come together with the first of the next.
    const known = new Set(before)
    for (const candle of list ?? []) if (!known.has(candle)) batch.push(candle)
  })
  const stopFollowing = follow({ kind: 'kline', symbol, interval })
  const stopResync = onResync(() => tail.catchUp())
  // What came between the history's answer and this moment.
  tail.catchUp()
  return () => {
    stopFollowing()
    stopListening()
    stopResync()
    batch.stop()
    tail.stop()
  }
}
