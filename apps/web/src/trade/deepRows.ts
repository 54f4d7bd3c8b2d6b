import { formatDecimal, parseDecimal } from '@truemark/core/money/decimal'
import type { Level } from '@truemark/protocol/routes/market'
import { bookRows, type BookRow } from './bookRows.ts'

/** A row of a deep book, and what an order would come to that takes all up to and with it. */
export interface DeepRow extends BookRow {
  /** Price by amount, added up along the side: in the quote currency where amounts are in the base currency. */
  readonly worth: string
  /** What one unit of it costs on average, rounded down to 10⁻¹⁸. */
  readonly average: string
}

const scale = 18
const unit = 10n ** 18n

/** Both sides of a book, best first, with what adds up along them. */
export function deepRows(
  asks: readonly Level[],
  bids: readonly Level[],
): { readonly asks: readonly DeepRow[]; readonly bids: readonly DeepRow[] } {
  const rows = bookRows(asks, bids)
  return { asks: withWorth(rows.asks), bids: withWorth(rows.bids) }
}

function withWorth(rows: readonly BookRow[]): DeepRow[] {
  let worth = 0n
  return rows.map((row) => {
    worth += ((parseDecimal(row.price, scale) ?? 0n) * (parseDecimal(row.amount, scale) ?? 0n)) / unit
    const total = parseDecimal(row.total, scale) ?? 0n
    const average = total === 0n ? 0n : (worth * unit) / total
    return { ...row, worth: formatDecimal(worth, scale), average: formatDecimal(average, scale) }
  })
}
