import { type WealthProduct, wealthProducts } from '@truemark/core/capability/products'
import type { RunningRow as Row } from '../wealth/door.ts'

/** Something that runs in a wealth product, whichever it is. */
export interface Running extends Row {
  readonly product: WealthProduct
}

/** What runs in all products, the soonest event first; what has none comes last. */
export function runningOf(parts: Readonly<Record<WealthProduct, readonly Row[]>>): Running[] {
  const all = wealthProducts.flatMap((product) => parts[product].map((row): Running => ({ ...row, product })))
  const at = ({ nextAt }: Running): number => nextAt ?? Number.POSITIVE_INFINITY
  return all.toSorted((a, b) => (at(a) === at(b) ? 0 : at(a) - at(b)))
}
