import { type Candle, type PriceE8, flatCandle, priceScale } from './candles.ts'
import type { MarketEvent } from './events.ts'
import { bucketStart, dayMillis, minuteMillis, weekMillis } from './intervals.ts'

export const replaySource = 'replay'
export const replayTickMillis = 250
const ticksPerMinute = minuteMillis / replayTickMillis
/** At these ticks of a minute stand its open, its first and second extreme, and its close. */
const cornerTicks = [0, 80, 160, ticksPerMinute - 1] as const
/** Played history reaches back at least and at most so far (ms). */
const historyMin = 2 * dayMillis
const historyMax = 60 * dayMillis

export interface Recording {
  readonly code: string
  readonly priceDecimals: number
  /** Minutes, oldest first; those that are missing had no trades. */
  readonly minutes: readonly Candle[]
}

interface Tape {
  readonly recording: Recording
  readonly start: number
  /** The length of the tape, after which it plays again. */
  readonly period: number
  readonly byTime: ReadonlyMap<number, Candle>
}

/**
 * Plays recorded minutes as if they happened now: four ticks a second, the time shifted by whole weeks. A recording of
 * whole weeks comes back week after week; a shorter one is repeated from its start. Same recording and time, same tick.
 */
export class Replay {
  readonly #tapes: readonly Tape[]
  #time: number

  /** Plays from the tick after `time` (UTC ms). Throws a RangeError for a recording without minutes. */
  constructor(recordings: readonly Recording[], time: number) {
    this.#tapes = recordings.map(tapeOf)
    this.#time = Math.floor(time / replayTickMillis) * replayTickMillis
  }

  get time(): number {
    return this.#time
  }

  /** Tells every tick up to `now`. After a pause the old ticks are not made up: it goes on with the present minute. */
  advance(now: number, onEvent: (event: MarketEvent) => void): void {
    const from = bucketStart('1m', now) - minuteMillis
    if (this.#time < from) this.#time = from
    while (this.#time + replayTickMillis <= now) {
      this.#time += replayTickMillis
      for (const tape of this.#tapes) playTick(tape, this.#time, onEvent)
    }
  }

  /** The finished minutes before `until` (a full minute), as they would have been played, oldest first. */
  *history(code: string, until: number): Generator<Candle> {
    const tape = this.#tapes.find((own) => own.recording.code === code)
    if (tape === undefined) return
    const length = Math.min(historyMax, Math.max(historyMin, tape.period))
    let close = 0
    for (let time = bucketStart('1D', until - length); time < until; time += minuteMillis) {
      const candle = tape.byTime.get(recordedTime(tape, time))
      if (candle !== undefined) yield { ...candle, openTime: time, source: replaySource }
      else if (close !== 0) yield flatCandle(time, close, replaySource)
      close = candle?.close ?? close
    }
  }
}

function tapeOf(recording: Recording): Tape {
  const first = recording.minutes[0]
  const last = recording.minutes.at(-1)
  if (first === undefined || last === undefined) throw new RangeError(`the recording of ${recording.code} is empty`)
  const span = last.openTime + minuteMillis - first.openTime
  const period = span >= weekMillis ? Math.floor(span / weekMillis) * weekMillis : span
  const byTime = new Map(recording.minutes.map((minute) => [minute.openTime, minute]))
  return { recording, start: first.openTime, period, byTime }
}

/** When what plays at `time` was recorded. */
function recordedTime({ start, period }: Tape, time: number): number {
  const since = time - start
  const offset = period >= weekMillis ? modulo(since, period) : modulo(since, weekMillis) % period
  return start + offset
}

function modulo(value: number, period: number): number {
  return ((value % period) + period) % period
}

function playTick(tape: Tape, time: number, onEvent: (event: MarketEvent) => void): void {
  const minute = bucketStart('1m', time)
  const place = (time - minute) / replayTickMillis
  const recorded = recordedTime(tape, minute)
  const candle = tape.byTime.get(recorded)
  const price =
    candle === undefined ? priceBefore(tape, recorded) : pathPrice(candle, place, tape.recording.priceDecimals)
  const common = { source: replaySource, symbol: tape.recording.code, quote: 'USDT', time, received: time } as const
  const exact = BigInt(price) * 10n ** BigInt(12 - priceScale)
  onEvent({ type: 'top', ...common, bid: exact, ask: exact })
  const quantity = candle === undefined ? 0n : tickVolume(candle.volume, place)
  if (quantity > 0n) {
    const side = candle !== undefined && candle.close < candle.open ? 'sell' : 'buy'
    const id = String(time / replayTickMillis)
    onEvent({ type: 'trade', ...common, price: exact, quantity: quantity * 10_000n, side, id })
  }
}

/** The close of the last recorded minute before `time`; there is one, since the first minute is recorded. */
function priceBefore(tape: Tape, time: number): PriceE8 {
  for (let minute = time; minute >= tape.start; minute -= minuteMillis) {
    const candle = tape.byTime.get(minute)
    if (candle !== undefined) return candle.close
  }
  throw new RangeError(`no price at ${time}`)
}

/**
 * Where the price stands at a tick of a minute: open, low, high, close where it rose, else open, high, low, close, with
 * straight lines on the tick between them, never outside the minute's own low and high.
 */
function pathPrice(candle: Candle, place: number, priceDecimals: number): PriceE8 {
  const { open, high, low, close } = candle
  const corners = close > open ? [open, low, high, close] : [open, high, low, close]
  const corner = cornerTicks.findLastIndex((tick) => tick <= place)
  const fromTick = cornerTicks[corner] ?? 0
  const from = corners[corner] ?? open
  const toTick = cornerTicks[corner + 1]
  const to = corners[corner + 1]
  if (fromTick === place || toTick === undefined || to === undefined) return from
  const tick = 10 ** (priceScale - priceDecimals)
  const line = from + ((to - from) * (place - fromTick)) / (toTick - fromTick)
  return Math.min(high, Math.max(low, Math.round(line / tick) * tick))
}

/** What is traded at a tick: equal parts, the rest at the close; a volume too small for that goes to the corners. */
function tickVolume(volume: bigint, place: number): bigint {
  const last = place === ticksPerMinute - 1
  const part = volume / BigInt(ticksPerMinute)
  if (part > 0n) return last ? volume - part * BigInt(ticksPerMinute - 1) : part
  const corners = BigInt(cornerTicks.length)
  if (last) return volume >= corners ? volume - corners + 1n : volume
  return volume >= corners && cornerTicks.some((tick) => tick === place) ? 1n : 0n
}
