import { stressed } from '@truemark/core/derivative/preview'
import type { PreviewPosition } from '@truemark/core/derivative/previewTerms'
import { divide } from '@truemark/core/money/round'
import { ownMarket, type LotContext } from './lotContext.ts'
import type { LotSummary, PositionAfter } from './lotSummary.ts'

/** A position as it would stand at another price. */
export interface StressedPosition {
  /** Tenths of a tick. */
  readonly price: number
  readonly profit: bigint
  readonly liquidated: boolean
}

/** The steps of the slider to either side. */
export const stressSteps = 50
const percentMax = 50

/** How far the slider reaches, in percent: a little beyond where the margin is gone. */
export function stressReach(multiple: number): number {
  return Math.min(percentMax, Math.max(2, Math.ceil(150 / multiple)))
}

// what only reduces keeps the brackets of its position; anything else takes those in force
function keptAfter(after: PositionAfter, { position }: LotContext): PreviewPosition['brackets'] {
  const isSame = position?.side === (after.side === 'buy' ? 'long' : 'short')
  return isSame && after.lots <= position.lots ? position.brackets : null
}

/**
 * The form's position with the price moved from the mark by `step` of `stressSteps` of the reach, by the functions that
 * the engine liquidates with. Null without a mark or an account.
 */
export function stressAt(
  after: PositionAfter,
  summary: Pick<LotSummary, 'fee'>,
  context: LotContext,
  step: number,
): StressedPosition | null {
  const { mark, markets, holder, mode, product, multiple } = context
  if (mark === null || holder === null) return null
  const reach = BigInt(stressReach(multiple))
  const scale = BigInt(stressSteps * 100)
  const price = Number(divide(BigInt(mark) * (scale + reach * BigInt(step)), scale, 'half-even'))
  const own: PreviewPosition = {
    market: ownMarket,
    kind: product === 'contract' ? 'ticket' : mode,
    side: after.side === 'buy' ? 'long' : 'short',
    lots: after.lots,
    cost: after.cost,
    margin: after.margin,
    multiple,
    brackets: keptAfter(after, context),
  }
  // A perpetual order changes the one position of its market, a contract order makes one more.
  const others = holder.positions.filter(
    (each) => each.market !== ownMarket || each.kind === 'ticket' || product === 'contract',
  )
  const spent = holder.available - after.margin - summary.fee
  const available = spent > 0n ? spent : 0n
  const moved = markets.map((each, place) => (place === ownMarket ? { ...each, markTenths: price } : each))
  const outcome = stressed(moved, { ...holder, available, positions: [...others, own] }).positions.at(-1)
  return outcome ? { price, profit: outcome.profit, liquidated: outcome.liquidated } : null
}
