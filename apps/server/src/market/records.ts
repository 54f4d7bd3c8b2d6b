import { formatDecimal } from '@truemark/core/money/decimal'
import { divide } from '@truemark/core/money/round'
import { type Candle, priceScale, turnoverScale, volumeScale } from './candles.ts'
import type { Interval } from './intervals.ts'
import type { KlineRecord } from './messages.ts'

/** A price of the reference market as a decimal text. */
export function priceText(price: number): string {
  return formatDecimal(price, priceScale)
}

/** A quantity at 10⁻⁸ as a decimal text. */
export function volumeText(volume: bigint): string {
  return formatDecimal(volume, volumeScale)
}

/** A turnover at 10⁻¹⁶ as a decimal text, cut to 10⁻⁸, below which no currency has units. */
export function turnoverText(turnover: bigint): string {
  return formatDecimal(turnover / 10n ** BigInt(turnoverScale - volumeScale), volumeScale)
}

/** A candle in the wire's words. */
export function klineRecord(
  code: string,
  interval: Interval,
  candle: Candle,
  state: { readonly complete: boolean; readonly simulated: boolean },
): KlineRecord {
  return {
    code,
    time: candle.openTime,
    open: priceText(candle.open),
    close: priceText(candle.close),
    high: priceText(candle.high),
    low: priceText(candle.low),
    volume: volumeText(candle.volume),
    turnover: turnoverText(candle.turnover),
    id: `${code}_${interval}_${candle.openTime}`,
    interval,
    data_complete: state.complete,
    source: candle.source,
    simulated: state.simulated,
  }
}

/**
 * The change from one price to another in percent with two decimals, rounded to even, such as "-1.25%"; "0.00%" where there
 * is no price to start from.
 */
export function changeText(from: number, to: number): string {
  if (from <= 0) return '0.00%'
  const hundredths = divide(BigInt(to - from) * 10_000n, BigInt(from), 'half-even')
  const magnitude = hundredths < 0n ? -hundredths : hundredths
  const digits = magnitude.toString().padStart(3, '0')
  return `${hundredths < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}%`
}
