import { parseDecimal } from '@truemark/core/money/decimal'
import { type Candle, assertCandle, priceScale } from './candles.ts'
import { bucketStart } from './intervals.ts'

/** The most rows that are read of one recorded file: two years of minutes. */
export const recordedRowsMax = 1_100_000

/**
 * Reads recorded candles: lines `open_time_ms,open,high,low,close,volume`, oldest first, a heading allowed. The
 * turnover, which such files lack, is the volume at the mean of the four prices. Throws a RangeError that names the
 * first line that can't be read.
 */
export function parseRecorded(text: string, source: string): Candle[] {
  const candles: Candle[] = []
  const lines = text.split(/\r?\n/)
  if (lines.length > recordedRowsMax) throw new RangeError(`more than ${recordedRowsMax} lines`)
  for (const [place, line] of lines.entries()) {
    if (line === '' || (place === 0 && /^[a-z]/i.test(line))) continue
    const candle = parseLine(line, source)
    const last = candles.at(-1)
    if (candle === null) throw new RangeError(`line ${place + 1} is no candle`)
    if (last !== undefined && candle.openTime <= last.openTime)
      throw new RangeError(`line ${place + 1} is out of order`)
    assertCandle('1m', candle)
    candles.push(candle)
  }
  return candles
}

function parseLine(line: string, source: string): Candle | null {
  const [time, ...figures] = line.split(',')
  if (time === undefined || !/^[0-9]{1,15}$/.test(time)) return null
  const [open, high, low, close, volume] = figures.map((figure) => parseDecimal(figure, priceScale) ?? -1n)
  if (open === undefined || high === undefined || low === undefined || close === undefined) return null
  if (volume === undefined || volume < 0n) return null
  return {
    openTime: bucketStart('1m', Number(time)),
    open: Number(open),
    high: Number(high),
    low: Number(low),
    close: Number(close),
    volume,
    turnover: turnoverAt(volume, open + high + low + close),
    source,
  }
}

/** A turnover (10⁻¹⁶) of `volume` (10⁻⁸) at the mean of four prices whose sum (10⁻⁸) is given, rounded down. */
export function turnoverAt(volume: bigint, pricesSum: bigint): bigint {
  return (volume * pricesSum) / 4n
}
