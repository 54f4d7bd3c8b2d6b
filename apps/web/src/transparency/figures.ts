import { formatDecimal, parseSignedDecimal } from '@truemark/core/money/decimal'
import { divide } from '@truemark/core/money/round'
import { rateScale } from '@truemark/core/money/units'

/** A share as a percentage with one decimal, rounded up: what one needs is never shown as less. */
export function percentNeeded(share: string): string {
  return formatDecimal(divide(parseSignedDecimal(share, rateScale) ?? 0n, 1_000_000n, 'up'), 1)
}

/** Rows that say the same of several markets, as one row for all of them. */
export function grouped<Row extends { readonly symbol: string }>(
  rows: readonly Row[],
  saidOf: (row: Row) => readonly string[],
): readonly { readonly row: Row; readonly symbols: readonly string[] }[] {
  const groups = new Map<string, { readonly row: Row; readonly symbols: string[] }>()
  for (const row of rows) {
    const said = saidOf(row).join(' ')
    const group = groups.get(said)
    if (group === undefined) groups.set(said, { row, symbols: [row.symbol] })
    else group.symbols.push(row.symbol)
  }
  return [...groups.values()]
}

const minute = 60_000
const hour = 60 * minute

export type SpanUnit = 'millisecond' | 'second' | 'minute' | 'hour'

/** A time in its largest fitting unit: how many, and of what. */
export function spanOf(ms: number): { readonly count: number; readonly unit: SpanUnit } {
  if (ms >= hour && ms % hour === 0) return { count: ms / hour, unit: 'hour' }
  if (ms >= minute && ms % minute === 0) return { count: ms / minute, unit: 'minute' }
  if (ms >= 1_000 && ms % 1_000 === 0) return { count: ms / 1_000, unit: 'second' }
  return { count: ms, unit: 'millisecond' }
}

/** A measured time in whole units: hours from ten of them on, else minutes, else seconds. */
export function roughSpanOf(ms: number): ReturnType<typeof spanOf> {
  if (ms >= 10 * hour) return { count: Math.round(ms / hour), unit: 'hour' }
  if (ms >= 2 * minute) return { count: Math.round(ms / minute), unit: 'minute' }
  return { count: Math.round(ms / 1_000), unit: 'second' }
}
