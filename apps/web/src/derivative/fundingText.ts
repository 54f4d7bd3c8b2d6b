import { formatDecimal, parseSignedDecimal } from '@truemark/core/money/decimal'

const scale = 18

/** A rate as a percentage: "0.0001" is "0.01". */
export function ratePercent(rate: string): string {
  const units = parseSignedDecimal(rate, scale)
  return units === null ? '0' : formatDecimal(units * 100n, scale)
}

/** Seconds as hours, minutes and seconds: 7:59:03. */
export function countdown(seconds: number): string {
  const two = (value: number) => value.toString().padStart(2, '0')
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}
