import { type Candle, priceScale, volumeScale } from './candles.ts'
import { type Interval, bucketStart, dayMillis, intervalMillis } from './intervals.ts'
import type { Random } from './random.ts'
import type { SimulatedPath } from './simulatedPath.ts'
import type { SymbolSpec } from './symbols.ts'

/** The source that every simulated candle names. */
export const simulatedSource = 'simulated'

/**
 * How far back from its end the generated history is made of bars of each length; beyond the last, of four hours. So
 * each interval of the chart has its thousand candles (days and weeks: their year), and the first start stays short.
 */
const barAges: readonly (readonly [interval: Interval, ageMax: number])[] = [
  ['1m', 1.25 * dayMillis],
  ['5m', 5 * dayMillis],
  ['15m', 21 * dayMillis],
  ['1h', 90 * dayMillis],
  ['4h', Number.POSITIVE_INFINITY],
]

/** The bars that fill [from, to), coarse where they are old; both ends on a minute. */
export function* barsBetween(from: number, to: number): Generator<Interval> {
  for (let time = from; time < to;) {
    let chosen: Interval = '1m'
    for (const [interval] of barAges) {
      const ageMin = ageAbove(interval)
      const length = intervalMillis[interval]
      if (to - time > ageMin && bucketStart(interval, time) === time && time + length <= to) chosen = interval
    }
    yield chosen
    time += intervalMillis[chosen]
  }
}

function ageAbove(interval: Interval): number {
  const place = barAges.findIndex(([own]) => own === interval)
  return barAges[place - 1]?.[1] ?? 0
}

/** The start of the generated year before `time`: a Monday, so that its weeks are whole. */
export function historyStart(time: number): number {
  return bucketStart('1W', time - 365 * dayMillis)
}

/**
 * Moves the path on by one bar and tells each symbol's candle of it. Highs and lows are those of a Brownian bridge
 * between open and close: M = (r + √(r² − 2σ² ln u)) / 2, the minimum likewise.
 */
export function stepBar(
  path: SimulatedPath,
  specs: readonly SymbolSpec[],
  shape: Random,
  interval: Interval,
  onBar: (spec: SymbolSpec, candle: Candle) => void,
): void {
  const openTime = path.time
  const length = intervalMillis[interval]
  path.step(length)
  for (let at = 0; at < specs.length; at++) {
    const spec = specs[at]
    const end = path.logPrices[at]
    const move = path.moves[at]
    const deviation = path.deviations[at]
    if (spec === undefined || end === undefined || move === undefined || deviation === undefined) continue
    const up = (move + Math.sqrt(move * move - 2 * deviation * deviation * Math.log(shape.uniform()))) / 2
    const down = (move - Math.sqrt(move * move - 2 * deviation * deviation * Math.log(shape.uniform()))) / 2
    const start = end - move
    const open = onTick(Math.exp(start), spec.priceDecimals)
    const close = onTick(Math.exp(end), spec.priceDecimals)
    const high = Math.max(open, close, onTick(Math.exp(start + up), spec.priceDecimals))
    const low = Math.min(open, close, onTick(Math.exp(start + down), spec.priceDecimals))
    const excitement = 0.6 + (0.5 * Math.abs(move)) / deviation
    const notional = (spec.simulation.tradesPerSecond * spec.simulation.tradeNotional * length) / 1_000
    const noise = Math.exp(0.4 * shape.normal() - 0.08 + 0.8 * path.regime)
    const volume = onStep((notional * noise * excitement) / Math.exp(end), spec.quantityDecimals)
    // The mean of the four prices; exact, since every step is a multiple of four units.
    const turnover = (volume * BigInt(open + high + low + close)) / 4n
    onBar(spec, { openTime, open, high, low, close, volume, turnover, source: simulatedSource })
  }
}

/** A made-up price as a price of the reference market that lies on the symbol's tick, at least one tick. */
export function onTick(price: number, priceDecimals: number): number {
  return Math.max(1, Math.round(price * 10 ** priceDecimals)) * 10 ** (priceScale - priceDecimals)
}

/** A made-up quantity in 10⁻⁸ base units on the symbol's step, at least one step. */
export function onStep(quantity: number, quantityDecimals: number): bigint {
  const steps = Math.max(1, Math.round(quantity * 10 ** quantityDecimals))
  return BigInt(steps) * 10n ** BigInt(volumeScale - quantityDecimals)
}
