import { formatDecimal, parseDecimal } from '@truemark/core/money/decimal'

/** Decimals of a share on the wire, and of the same share in percent. */
const shareScale = 9
export const percentDecimals = shareScale - 2

/** A share ("0.001") as percent ("0.1"); '' for what is no share. */
export function percentOf(share: string): string {
  const units = parseDecimal(share, shareScale)
  return units === null ? '' : formatDecimal(units, percentDecimals)
}

/** A percentage ("0.1") as a share ("0.001"); null for what is none or finer than a share can be. */
export function shareOf(percent: string): string | null {
  const units = parseDecimal(percent, percentDecimals)
  return units === null ? null : formatDecimal(units, shareScale)
}
