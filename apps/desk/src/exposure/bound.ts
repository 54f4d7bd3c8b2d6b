import { formatDecimal, parseDecimal, parseSignedDecimal } from '@truemark/core/money/decimal'

const scale = 18

/** How much of its bound a position uses, in tenths of a percent, rounded up; the sign does not count. */
export function boundShare(position: string, positionMax: string): number {
  const units = parseSignedDecimal(position, scale) ?? 0n
  const most = parseDecimal(positionMax, scale) ?? 0n
  const size = units < 0n ? -units : units
  if (size === 0n) return 0
  if (most === 0n) return 1_000
  return Number((size * 1_000n + most - 1n) / most)
}

/** How near to its bound a share of it is. */
export function nearness(share: number): 'calm' | 'near' | 'full' {
  if (share >= 950) return 'full'
  return share >= 700 ? 'near' : 'calm'
}

/** The colours of figures by how near they are to their bounds. */
export const nearTones = { calm: 'text-text', near: 'text-warning', full: 'text-danger' } as const

/** Rows of positions by how much of their bounds they use, the most first. */
export function nearestFirst<Row extends { readonly position: string; readonly position_max: string }>(
  rows: readonly Row[],
): readonly Row[] {
  return rows.toSorted((a, b) => boundShare(b.position, b.position_max) - boundShare(a.position, a.position_max))
}

/** The sum of canonical decimal texts; what is none counts nothing. */
export function sumOf(texts: readonly string[]): string {
  return formatDecimal(
    texts.reduce((sum, text) => sum + (parseSignedDecimal(text, scale) ?? 0n), 0n),
    scale,
  )
}

/** The highest of canonical decimal texts; null of none. */
export function highestOf(texts: readonly string[]): string | null {
  const units = (text: string): bigint => parseSignedDecimal(text, scale) ?? 0n
  return texts.reduce<string | null>((most, text) => (most === null || units(text) > units(most) ? text : most), null)
}
