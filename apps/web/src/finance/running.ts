import type { RunningRow as Row } from '../wealth/door.ts'

/** Something that runs in a wealth product, whichever it is. */
export interface Running extends Row {
  readonly product: 'mining' | 'invest' | 'ieo'
}

/** What runs in all products, the soonest event first; what has none comes last. */
export function runningOf(parts: {
  readonly mining: readonly Row[]
  readonly invest: readonly Row[]
  readonly ieo: readonly Row[]
}): Running[] {
  const all = [
    ...parts.mining.map((row): Running => ({ ...row, product: 'mining' })),
    ...parts.invest.map((row): Running => ({ ...row, product: 'invest' })),
    ...parts.ieo.map((row): Running => ({ ...row, product: 'ieo' })),
  ]
  const at = ({ nextAt }: Running): number => nextAt ?? Number.POSITIVE_INFINITY
  return all.toSorted((a, b) => (at(a) === at(b) ? 0 : at(a) - at(b)))
}
