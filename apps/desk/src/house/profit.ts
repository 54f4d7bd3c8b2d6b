import { signOf } from '@truemark/ui/figures/format'
import type { HouseOption, HouseProfit, HouseStake } from '@truemark/protocol/routes/deskDerivative'
import { sumOf } from '../exposure/door.ts'

/** The profit of all products together; null while one of them is not known. */
export function totalOf(rows: readonly HouseProfit[]): string | null {
  const known = rows.flatMap(({ profit }) => (profit === null ? [] : [profit]))
  return known.length === rows.length ? sumOf(known) : null
}

/** Whether anybody has something open in a market's derivatives. */
export function isAtStake({ position, open_interest: interest }: HouseStake): boolean {
  return signOf(position) !== 0 || signOf(interest) !== 0
}

/** Whether an option on a market is open. */
export function isOpen({ up, down }: HouseOption): boolean {
  return signOf(up) !== 0 || signOf(down) !== 0
}
