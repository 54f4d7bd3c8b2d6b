import type { HouseProfit } from '@truemark/protocol/routes/deskDerivative'
import { sumOf } from '../exposure/door.ts'

/** The profit of all products together; null while one of them is not known. */
export function totalOf(rows: readonly HouseProfit[]): string | null {
  const known = rows.flatMap(({ profit }) => (profit === null ? [] : [profit]))
  return known.length === rows.length ? sumOf(known) : null
}
