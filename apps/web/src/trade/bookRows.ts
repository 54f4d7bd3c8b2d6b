import { formatDecimal, parseDecimal } from '@truemark/core/money/decimal'
import type { Level } from '@truemark/protocol/routes/market'

/** A level of the book as it is drawn: `depth` is what lies up to here, in whole percent of the deeper side. */
export interface BookRow {
  readonly price: string
  readonly amount: string
  /** What lies up to and with this level, in the base currency. */
  readonly total: string
  readonly depth: number
}

const scale = 18

/** Both sides of a book, best first, with what adds up along them. */
export function bookRows(
  asks: readonly Level[],
  bids: readonly Level[],
): { readonly asks: readonly BookRow[]; readonly bids: readonly BookRow[] } {
  const above = sums(asks)
  const below = sums(bids)
  const deepest = [...above, ...below].reduce((most, sum) => (sum > most ? sum : most), 1n)
  return { asks: rows(asks, above, deepest), bids: rows(bids, below, deepest) }
}

function sums(levels: readonly Level[]): bigint[] {
  let total = 0n
  return levels.map((level) => (total += parseDecimal(level.amount, scale) ?? 0n))
}

function rows(levels: readonly Level[], totals: readonly bigint[], deepest: bigint): BookRow[] {
  return levels.map((level, index) => {
    const total = totals[index] ?? 0n
    return { ...level, total: formatDecimal(total, scale), depth: Number((total * 100n) / deepest) }
  })
}

/** The best ask less the best bid, as a decimal text; null where a side is empty. */
export function spreadOf(asks: readonly Level[], bids: readonly Level[]): string | null {
  const ask = parseDecimal(asks[0]?.price, scale)
  const bid = parseDecimal(bids[0]?.price, scale)
  return ask === null || bid === null || ask < bid ? null : formatDecimal(ask - bid, scale)
}
