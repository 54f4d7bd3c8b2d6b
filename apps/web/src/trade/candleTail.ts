import type { Kline } from '@truemark/protocol/routes/market'

export interface CandleTailParts {
  /** The candles from an opening time on, oldest first, as many as one call gives; rejects where there is no answer. */
  readonly from: (time: number) => Promise<readonly Kline[]>
  /** Draws a candle that is the last one's newer version, or comes behind it. */
  readonly draw: (candle: Kline) => void
  /** A candle before the last one has another version than the one that is drawn: all is to be read anew. */
  readonly reload: () => void
  /** Runs something later; gives what cancels it. */
  readonly later: (run: () => void) => () => void
}

export interface CandleTail {
  /** Takes candles that stream in, in order. */
  take(candles: readonly Kline[]): void
  /** Something may have been missed: asks for all from the last sure candle on, before anything newer is drawn. */
  catchUp(): void
  stop(): void
}

/** A candle of which no newer version is to come counts as sure; the last drawn one never does. */
export function candleTail(drawn: readonly Kline[], { from, draw, reload, later }: CandleTailParts): CandleTail {
  const known = new Map(drawn.map((candle) => [candle.time, candle]))
  let last = drawn.at(-1)?.time ?? null
  let held: Kline[] = []
  let turn = 0
  let isAsking = false
  let isStopped = false
  let cancel: (() => void) | null = null

  const put = (candle: Kline) => {
    if (last === null || candle.time >= last) {
      last = candle.time
      known.set(candle.time, candle)
      draw(candle)
    } else if (!isSame(known.get(candle.time), candle)) {
      known.set(candle.time, candle)
      reload()
    }
  }

  async function ask(mine: number): Promise<void> {
    isAsking = true
    try {
      // One more call as long as each brings candles that were not there.
      for (let before: number | null = null; last !== null && last !== before;) {
        before = last
        // What was held before the call is in its answer, in that version or a newer one, but for older candles.
        const start = last
        held = held.filter((candle) => candle.time < start)
        const list = await from(start)
        if (mine !== turn || isStopped) return
        list.forEach(put)
      }
      isAsking = false
      const waiting = held
      held = []
      waiting.forEach(put)
    } catch {
      // What is held stays so: a hole must never be drawn over.
      if (mine === turn && !isStopped) cancel = later(() => void ask(mine))
    }
  }

  return {
    take(candles) {
      if (isStopped) return
      if (isAsking) held = latestOfEach([...held, ...candles])
      else candles.forEach(put)
    },
    catchUp() {
      if (isStopped || last === null) return
      cancel?.()
      turn += 1
      void ask(turn)
    },
    stop() {
      isStopped = true
      cancel?.()
    },
  }
}

function isSame(one: Kline | undefined, other: Kline): boolean {
  if (one === undefined) return false
  return (['open', 'high', 'low', 'close', 'volume'] as const).every((name) => one[name] === other[name])
}

/** Of each candle among versions of several, in order, the last. */
export function latestOfEach(candles: readonly Kline[]): Kline[] {
  return [...new Map(candles.map((candle) => [candle.time, candle])).values()]
}
