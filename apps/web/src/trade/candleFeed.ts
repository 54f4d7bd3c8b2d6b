import { history, type Interval, type Kline } from '@truemark/protocol/routes/market'
import type { DataLoader } from 'klinecharts'
import { call } from '../data/api.ts'
import { browserSchedule, createBatch } from '../data/batch.ts'
import { follow } from '../data/live.ts'
import { candleKey, marketStore } from '../data/marketStore.ts'
import { periods, plotCandle } from './plot.ts'

const pageCandles = 500
/** The whole chart is drawn anew for each change of its last candle: four times a second is what an eye can use. */
const redrawMs = 250
/**
 * Feeds a chart with the candles of a symbol and interval: history when it is asked for, then what streams in. A feed
 * that was stopped answers nothing more, so that candles of another interval never mix in. `failed` hears of a history
 * that could not be fetched.
 */
export function candleFeed(symbol: string, interval: Interval, failed: (lost: boolean) => void) {
  let stopped = false
  let unfollow: (() => void) | null = null
  const { lengthMs } = periods[interval]

  async function page(before: number | null): Promise<Kline[]> {
    const common = { symbol, resolution: interval, count: String(pageCandles) }
    if (before === null) return call(history, { query: common })
    const from = String(Math.max(0, before - pageCandles * lengthMs))
    const list = await call(history, { query: { ...common, from } })
    return list.filter((candle) => candle.time < before)
  }

  const loader: DataLoader = {
    async getBars({ type, timestamp, callback }) {
      if (type === 'backward' || type === 'update') return callback([], false)
      try {
        const list = await page(type === 'forward' ? timestamp : null)
        if (stopped) return
        failed(false)
        callback(list.map(plotCandle), { forward: list.length > 0, backward: false })
      } catch {
        if (stopped) return
        failed(true)
        callback([], false)
      }
    },
    subscribeBar({ callback }) {
      const key = candleKey(symbol, interval)
      const stopFollowing = follow({ kind: 'kline', symbol, interval })
      const batch = createBatch<Kline>(redrawMs, (candles) => latestOfEach(candles).forEach(draw), browserSchedule)
      const draw = (candle: Kline) => stopped || callback(plotCandle(candle))
      const stopListening = marketStore.subscribe((state, previous) => {
        const list = state.candles.get(key)
        const candle = list?.at(-1)
        if (candle && list !== previous.candles.get(key)) batch.push(candle)
      })
      unfollow?.()
      unfollow = () => {
        stopFollowing()
        stopListening()
        batch.stop()
      }
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

/** Of each candle among versions of several, in order, the last. */
export function latestOfEach(candles: readonly Kline[]): Kline[] {
  return [...new Map(candles.map((candle) => [candle.time, candle])).values()]
}
