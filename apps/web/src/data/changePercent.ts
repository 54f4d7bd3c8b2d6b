import { formatFixed, parseDecimal } from '@truemark/core/money/decimal'
import { divide } from '@truemark/core/money/round'

const scale = 12

/**
 * (price − before) / before in percent as a signed decimal text of two decimals, half-even; null where a price is
 * missing or not above zero.
 */
export function changePercent(price: string | undefined, before: string | undefined): string | null {
  const now = parseDecimal(price, scale)
  const then = parseDecimal(before, scale)
  if (now === null || then === null || then === 0n) return null
  return formatFixed(divide((now - then) * 10_000n, then, 'half-even'), 2)
}
