import { type Interval, bucketStart, intervalMillis, intervals, minuteMillis } from './intervals.ts'

/**
 * A price of the reference market: a safe integer at 10⁻⁸ of the quote currency, finer than any source's tick, so
 * that a candle shows the source's own figures to the digit.
 */
export type PriceE8 = number

/** One candle. `volume` is in 10⁻⁸ base units, `turnover` in 10⁻¹⁶ quote units, both exact sums. */
export interface Candle {
  /** UTC ms. */
  readonly openTime: number
  readonly open: PriceE8
  readonly high: PriceE8
  readonly low: PriceE8
  readonly close: PriceE8
  readonly volume: bigint
  readonly turnover: bigint
  /** The market that it comes from. */
  readonly source: string
}

/** A trade of the reference market; `time` in UTC ms, `quantity` in 10⁻⁸ base units. */
export interface ReferenceTrade {
  readonly time: number
  readonly price: PriceE8
  readonly quantity: bigint
  readonly source: string
}

export const priceScale = 8
export const volumeScale = 8
export const turnoverScale = 16

/** A candle of no trades: the price stands where it closed, nothing changed hands. */
export function flatCandle(openTime: number, close: PriceE8, source: string): Candle {
  return { openTime, open: close, high: close, low: close, close, volume: 0n, turnover: 0n, source }
}

/** Two candles that follow one another in the bucket that opens at `openTime`, as one. */
export function joinCandles(openTime: number, first: Candle | null, then: Candle): Candle {
  // What is left from an older bucket (a gap too long to fill) is no part of this one.
  if (first === null || first.openTime < openTime) return { ...then, openTime }
  return {
    openTime,
    open: first.open,
    high: Math.max(first.high, then.high),
    low: Math.min(first.low, then.low),
    close: then.close,
    volume: first.volume + then.volume,
    turnover: first.turnover + then.turnover,
    source: then.source,
  }
}

/** Refuses what can't be a candle: a price of zero, a body outside its shadows, a bucket off its boundary. */
export function assertCandle(interval: Interval, candle: Candle): void {
  const { openTime, open, high, low, close, volume, turnover } = candle
  const prices = [open, high, low, close]
  if (!prices.every((price) => Number.isSafeInteger(price) && price > 0)) {
    throw new RangeError(`a candle at ${openTime} has a price that is none`)
  }
  if (high < Math.max(open, close) || low > Math.min(open, close)) {
    throw new RangeError(`a candle at ${openTime} closes or opens outside its high and low`)
  }
  if (volume < 0n || turnover < 0n) throw new RangeError(`a candle at ${openTime} has a negative volume`)
  if (bucketStart(interval, openTime) !== openTime) throw new RangeError(`${openTime} opens no ${interval} candle`)
}

/** Candles of one interval, oldest first, with a flat one for each that is missing between two. */
export function* withoutGaps(interval: Interval, candles: Iterable<Candle>): Generator<Candle> {
  let before: Candle | null = null
  for (const candle of candles) {
    let next: number = before === null ? candle.openTime : before.openTime + intervalMillis[interval]
    for (; before !== null && next < candle.openTime; next += intervalMillis[interval]) {
      yield flatCandle(next, before.close, before.source)
    }
    yield candle
    before = candle
  }
}

/** Called once for each candle when it is finished; it is never rewritten after that. */
export type OnFinished = (interval: Interval, candle: Candle) => void

/** The highest number of minutes that one call fills; a longer gap is cut off, so that no call takes without bound. */
export const fillMinutesMax = 45 * 24 * 60

interface Level {
  readonly interval: Interval
  /** What is finished of the open bucket, made of the candles of the level below. */
  base: Candle | null
}

/**
 * The candles of one symbol, built from its trades minute by minute, each longer interval rolled up from the one below
 * it. Trades of a minute that is finished are counted and left out. Minutes without trades become flat candles at the
 * prior close; before the first trade there is nothing, since there is no price.
 */
export class CandleBuilder {
  #minute: Candle | null = null
  #late = 0
  /** The start of the first minute that is not finished; 0 before the first candle. */
  #openMinute = 0
  #close: PriceE8 = 0
  #source = ''
  readonly #levels: Level[] = intervals.slice(1).map((interval) => ({ interval, base: null }))
  readonly #onFinished: OnFinished

  constructor(onFinished: OnFinished) {
    this.#onFinished = onFinished
  }

  /** How many trades came after their minute was finished. */
  get lateTrades(): number {
    return this.#late
  }

  /** The start of the first minute that is not finished, 0 before there is any. */
  get openMinute(): number {
    return this.#openMinute
  }

  /** The last price, 0 before there is any. */
  get lastPrice(): PriceE8 {
    return this.#minute?.close ?? this.#close
  }

  /** Adds a trade; those before it in time are finished first. Returns false for one that came too late. */
  trade(trade: ReferenceTrade): boolean {
    const minute = bucketStart('1m', trade.time)
    if (minute < this.#openMinute) {
      this.#late++
      return false
    }
    if (trade.price <= 0 || trade.quantity <= 0n) throw new RangeError('a trade without price or quantity')
    if (this.#openMinute === 0) this.#openMinute = minute
    if (minute > this.#openMinute) this.advance(trade.time)
    const { price, quantity, source } = trade
    const turnover = BigInt(price) * quantity
    const open = this.#minute
    this.#minute =
      open === null
        ? { openTime: minute, open: price, high: price, low: price, close: price, volume: quantity, turnover, source }
        : {
            openTime: minute,
            open: open.open,
            high: price > open.high ? price : open.high,
            low: price < open.low ? price : open.low,
            close: price,
            volume: open.volume + quantity,
            turnover: open.turnover + turnover,
            source,
          }
    return true
  }

  /** Finishes every minute that ends at or before `time`; those without trades become flat. */
  advance(time: number): void {
    if (this.#openMinute === 0) return
    const until = bucketStart('1m', time)
    const from = Math.max(this.#openMinute, until - fillMinutesMax * minuteMillis)
    for (let minute = from; minute < until; minute += minuteMillis) {
      const candle = this.#minute?.openTime === minute ? this.#minute : this.#flat(minute)
      if (candle !== null) this.#finish(candle)
    }
    if (until > this.#openMinute) this.#openMinute = until
  }

  /**
   * Takes finished minutes from elsewhere (a source's REST, a recorded file, the store), in order; those before the
   * open minute, and what was traded in a minute that is given here, are left out. Gaps become flat.
   */
  fill(minutes: Iterable<Candle>): void {
    for (const candle of minutes) {
      if (candle.openTime < this.#openMinute) continue
      assertCandle('1m', candle)
      if (this.#openMinute === 0) this.#openMinute = candle.openTime
      this.advance(candle.openTime)
      this.#minute = null
      this.#finish(candle)
      this.#openMinute = candle.openTime + minuteMillis
    }
  }

  /** Leaves a hole up to `time`: for minutes of which nobody knows what was traded in them. */
  leaveHole(time: number): void {
    const minute = bucketStart('1m', time)
    if (this.#openMinute === 0 || minute <= this.#openMinute) return
    this.#minute = null
    this.#openMinute = minute
  }

  /**
   * Takes one finished candle of any interval that follows the last one without a gap (generated history, coarse at
   * first and finer towards its end); the shorter intervals have nothing for that time.
   */
  enter(interval: Interval, candle: Candle): void {
    assertCandle(interval, candle)
    if (this.#openMinute !== 0 && candle.openTime !== this.#openMinute) {
      throw new RangeError(`a candle at ${candle.openTime} does not follow ${this.#openMinute}`)
    }
    this.#finish(candle, interval)
    this.#openMinute = candle.openTime + intervalMillis[interval]
  }

  /**
   * Starts from finished candles of each interval, newest last (what the store or the generated history holds), so
   * that the open buckets of the longer intervals have all that is finished of them.
   */
  resume(windows: ReadonlyMap<Interval, readonly Candle[]>): void {
    const last = windows.get('1m')?.at(-1)
    if (last === undefined) return
    this.#openMinute = last.openTime + minuteMillis
    this.#close = last.close
    this.#source = last.source
    let below: Interval = '1m'
    for (const level of this.#levels) {
      const start = bucketStart(level.interval, this.#openMinute)
      const parts = windows.get(below) ?? []
      level.base = null
      for (const part of parts.slice(-intervalMillis[level.interval] / intervalMillis[below])) {
        if (part.openTime >= start) level.base = joinCandles(start, level.base, part)
      }
      below = level.interval
    }
  }

  /** The candle that is still open, or null before the first trade. Without trades in it, it is flat so far. */
  forming(interval: Interval): Candle | null {
    let candle = this.#minute ?? this.#flat(this.#openMinute)
    if (candle === null) return null
    for (const level of this.#levels) {
      if (interval === '1m') break
      candle = joinCandles(bucketStart(level.interval, this.#openMinute), level.base, candle)
      if (level.interval === interval) break
    }
    return candle
  }

  #flat(minute: number): Candle | null {
    return this.#close === 0 ? null : flatCandle(minute, this.#close, this.#source)
  }

  #finish(finished: Candle, interval: Interval = '1m'): void {
    this.#minute = null
    this.#close = finished.close
    this.#source = finished.source
    this.#onFinished(interval, finished)
    let candle = finished
    const end = finished.openTime + intervalMillis[interval]
    for (let at = intervals.indexOf(interval); at < this.#levels.length; at++) {
      const level = this.#levels[at]
      if (level === undefined) return
      const start = bucketStart(level.interval, candle.openTime)
      candle = joinCandles(start, level.base, candle)
      if (end < start + intervalMillis[level.interval]) {
        level.base = candle
        return
      }
      level.base = null
      this.#onFinished(level.interval, candle)
    }
  }
}
