import { bracketOf } from '@truemark/core/margin/brackets'
import { crossLiquidation } from '@truemark/core/margin/liquidation'
import { cushionFor, type LiveAccount } from './liveAccount.ts'
import type { LotTerms } from './lotTerms.ts'
import type { OpenPosition } from './openPosition.ts'
import { fractionText } from './wording.ts'

/**
 * A position whose liquidation price follows the account: that of a cross position moves with every profit of the
 * others. One with its own margin is given back as it is.
 */
export function withLiveLiquidation(
  position: OpenPosition,
  account: LiveAccount | null,
  terms: LotTerms | undefined,
): OpenPosition {
  if (position.mode !== 'cross' || account === null || account.stale || terms === undefined) return position
  const side = position.side === 'buy' ? 'long' : 'short'
  const bracket = bracketOf(terms.brackets, position.cost)
  const found = crossLiquidation(side, position.lots, position.cost, cushionFor(account, position.symbol), bracket)
  return { ...position, liquidationPrice: found && fractionText(found, terms) }
}
