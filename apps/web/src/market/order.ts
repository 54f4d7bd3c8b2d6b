import { parseDecimal, parseSignedDecimal } from '@truemark/core/money/decimal'
import type { SymbolView } from '@truemark/protocol/routes/market'

export type SortColumn = 'turnover' | 'price' | 'change'

/** By what a list of markets is sorted. */
export interface Sort {
  readonly column: SortColumn
  readonly descending: boolean
}

/** A market with the figures that it is sorted by, as canonical decimal texts. */
export interface SortedMarket {
  readonly market: SymbolView
  readonly price: string | undefined
  readonly change: string | undefined
  readonly turnover: string
}

const scale = 18

/** The markets whose symbol or name holds `text`; all for an empty one. Case and the slash of a pair don't matter. */
export function searched(markets: readonly SymbolView[], text: string): readonly SymbolView[] {
  const wanted = text.replace(/[\s/]/g, '').toLowerCase()
  return markets.filter(
    ({ symbol, name }) => symbol.toLowerCase().includes(wanted) || name.toLowerCase().includes(wanted),
  )
}

/** A sorted copy; what has no figure goes last either way, equals stay in the order they came. */
export function sorted(rows: readonly SortedMarket[], { column, descending }: Sort): readonly SortedMarket[] {
  const valueOf = (row: SortedMarket): bigint | null =>
    column === 'change' ? parseSignedDecimal(row.change, scale) : parseDecimal(row[column], scale)
  return rows.toSorted((a, b) => {
    const left = valueOf(a)
    const right = valueOf(b)
    if (left === null || right === null) return Number(left === null) - Number(right === null)
    if (left === right) return 0
    return left < right === descending ? 1 : -1
  })
}

/** The sort after a press on a column: a new one starts with the largest, the same one turns around. */
export function pressed(sort: Sort, column: SortColumn): Sort {
  return { column, descending: sort.column === column ? !sort.descending : true }
}
