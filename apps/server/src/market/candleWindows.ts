import type { Candle } from './candles.ts'
import { type Interval, intervalMillis, intervals } from './intervals.ts'

/** How many finished candles of an interval are kept in memory: a whole answer, and for minutes more than a day. */
export function windowMax(interval: Interval): number {
  return interval === '1m' ? 1_500 : 1_000
}

/** One symbol's newest finished candles of every interval, oldest first. */
export class CandleWindows {
  readonly #windows = new Map<Interval, Candle[]>(intervals.map((interval) => [interval, []]))

  of(interval: Interval): readonly Candle[] {
    return this.#windows.get(interval) ?? []
  }

  all(): ReadonlyMap<Interval, readonly Candle[]> {
    return this.#windows
  }

  /** Takes the next finished candle; one that is not newer than the last is refused. */
  push(interval: Interval, candle: Candle): void {
    const window = this.#windows.get(interval)
    const last = window?.at(-1)
    if (window === undefined || (last !== undefined && candle.openTime <= last.openTime)) {
      throw new RangeError(`a finished ${interval} candle at ${candle.openTime} would be rewritten`)
    }
    window.push(candle)
    // Cut rarely: shifting one by one would copy the window each time.
    if (window.length > windowMax(interval) * 1.25) window.splice(0, window.length - windowMax(interval))
  }

  /** Puts older candles in front, such as the store's; those that overlap are left out. */
  load(interval: Interval, candles: readonly Candle[]): void {
    const window = this.#windows.get(interval)
    if (window === undefined) return
    const first = window[0]?.openTime ?? Number.POSITIVE_INFINITY
    window.unshift(...candles.filter((candle) => candle.openTime < first).slice(-windowMax(interval)))
  }

  /**
   * Up to `count` candles that open at or after `from`; null where that begins before the window does, so that only
   * the store can tell. The forming candle, if any, comes last.
   */
  range(interval: Interval, from: number, count: number, forming: Candle | null): readonly Candle[] | null {
    const window = this.of(interval)
    const first = window[0]?.openTime ?? forming?.openTime
    if (first === undefined || from < first) return null
    const start = lowerBound(window, from)
    const found = window.slice(start, start + count)
    if (found.length < count && forming !== null && forming.openTime >= from) found.push(forming)
    return found
  }

  /** The last `count` candles, the forming one included; null where the window may hold too few. */
  last(interval: Interval, count: number, forming: Candle | null): readonly Candle[] | null {
    const window = this.of(interval)
    const finished = forming === null ? count : count - 1
    if (window.length < finished) return null
    const found = finished === 0 ? [] : window.slice(-finished)
    return forming === null ? found : [...found, forming]
  }
}

/** The first place in `window` whose candle opens at or after `from`. */
function lowerBound(window: readonly Candle[], from: number): number {
  let low = 0
  let high = window.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((window[middle]?.openTime ?? 0) < from) low = middle + 1
    else high = middle
  }
  return low
}

/** The figures of the last 24 hours: the minutes that opened after the one of 24 hours ago, the forming one included. */
export interface DayFigures {
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: bigint
  readonly turnover: bigint
}

/**
 * The 24 hours that end with the forming minute. The finished part changes once a minute and is kept until then.
 */
export class DayWindow {
  #until = -1
  #finished: DayFigures | null = null

  /** Null before there is any price. */
  figures(minutes: readonly Candle[], forming: Candle | null): DayFigures | null {
    const newest = forming ?? minutes.at(-1)
    if (newest === undefined) return null
    if (this.#until !== newest.openTime) {
      this.#until = newest.openTime
      const start = lowerBound(minutes, newest.openTime - 1_439 * intervalMillis['1m'])
      this.#finished = sum(minutes, start)
    }
    if (forming === null) return this.#finished
    return this.#finished === null ? forming : join(this.#finished, forming)
  }
}

function sum(minutes: readonly Candle[], start: number): DayFigures | null {
  let figures: DayFigures | null = null
  for (let at = start; at < minutes.length; at++) {
    const minute = minutes[at]
    if (minute !== undefined) figures = figures === null ? minute : join(figures, minute)
  }
  return figures
}

function join(first: DayFigures, then: DayFigures): DayFigures {
  return {
    open: first.open,
    high: Math.max(first.high, then.high),
    low: Math.min(first.low, then.low),
    close: then.close,
    volume: first.volume + then.volume,
    turnover: first.turnover + then.turnover,
  }
}
