import { formatDecimal, parseDecimal } from '@truemark/core/money/decimal'
import type { WealthPool } from '@truemark/protocol/routes/deskMining'

const scale = 12

function units(text: string): bigint {
  const magnitude = parseDecimal(text.replace('-', ''), scale) ?? 0n
  return text.startsWith('-') ? -magnitude : magnitude
}

/** How much more the pool can promise: what stands in it and its bound, less what is promised; never below zero. */
export function roomOf({ stands, promised, debt_max }: WealthPool): string {
  const room = units(stands) + units(debt_max) - units(promised)
  return formatDecimal(room > 0n ? room : 0n, scale)
}
