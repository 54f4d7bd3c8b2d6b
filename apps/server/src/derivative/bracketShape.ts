import { type BracketTerms, makeBrackets } from '@truemark/core/margin/brackets'
import { formatDecimal } from '@truemark/core/money/decimal'
import { rateScale } from '@truemark/core/money/units'
import type { BracketView } from '@truemark/protocol/routes/derivative'
import { usdtText } from '../account/door.ts'
import type { Catalogue } from '../engine/door.ts'

/** Brackets as everybody sees them, with the amounts that make them continuous. */
export function bracketsShape(catalogue: Catalogue, brackets: readonly BracketTerms[]): BracketView[] {
  return bracketViews(brackets, (units) => usdtText(catalogue, units))
}

/** The same, with amounts as `usdt` writes them. */
export function bracketViews(brackets: readonly BracketTerms[], usdt: (units: bigint) => string): BracketView[] {
  return (makeBrackets(brackets) ?? []).map(({ floor, maintenanceRate, cumulative, multipleMax }) => ({
    floor: usdt(floor),
    maintenance_rate: formatDecimal(maintenanceRate, rateScale),
    cumulative: usdt(cumulative),
    multiple_max: multipleMax,
  }))
}
