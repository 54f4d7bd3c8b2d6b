import { compareFigures } from '@truemark/ui/figures/compare'
import { percentOf } from '../parts/percentOf.ts'

/** Something that runs in a wealth product, as an overview shows it, with its next event. */
export interface RunningRow {
  readonly key: string
  readonly title: string
  readonly to: string
  /** UTC milliseconds; null where it is not known. */
  readonly nextAt: number | null
  readonly amount: string
  readonly currency: string
}

/** The lowest and the highest of rates in percent; null of none. */
export function rangeOf(rates: readonly string[]): { readonly min: string | null; readonly max: string | null } {
  const [least, ...rest] = rates.toSorted((a, b) => compareFigures(a, b) ?? 0).map(percentOf)
  return { min: least ?? null, max: rest.at(-1) ?? least ?? null }
}
