import type { WealthProduct } from '@truemark/core/capability/products'
import { ieoFinance } from '../ieo/door.ts'
import { investFinance } from '../invest/door.ts'
import { miningFinance } from '../mining/door.ts'
import type { FinanceProduct, RunningRow } from '../wealth/door.ts'

/** The products that pay later. */
export const financeProducts: Readonly<Record<WealthProduct, FinanceProduct>> = {
  mining: miningFinance,
  invest: investFinance,
  ieo: ieoFinance,
}

/** What runs in each of them. */
export function useRunningRows(): Readonly<Record<WealthProduct, readonly RunningRow[]>> {
  return {
    mining: miningFinance.useRunning(),
    invest: investFinance.useRunning(),
    ieo: ieoFinance.useRunning(),
  }
}
