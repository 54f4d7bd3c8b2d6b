import { formatDecimal, parseSignedDecimal } from '@truemark/core/money/decimal'
import { rateScale } from '@truemark/core/money/units'

/** A rate or share of the wire as a percentage, without zeros at its end: "0.0005" is "0.05". */
export function percentOf(rate: string): string {
  return formatDecimal(parseSignedDecimal(rate, rateScale) ?? 0n, rateScale - 2)
}
