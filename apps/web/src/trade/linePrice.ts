import { formatDecimal, parseDecimal } from '@truemark/core/money/decimal'

/** A price that somebody points at, as a decimal text on the market's ticks; null where there is none above zero. */
export function pointedPrice(value: number | undefined, decimals: number): string | null {
  // where a pointer stands is no amount: the tick nearest to it is
  const ticks = value === undefined || !Number.isFinite(value) ? null : parseDecimal(value.toFixed(decimals), decimals)
  return ticks === null || ticks === 0n ? null : formatDecimal(ticks, decimals)
}
