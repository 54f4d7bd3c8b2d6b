import { bracketOf } from '@truemark/core/margin/brackets'
import { maintenanceShare } from '@truemark/core/margin/exposure'
import { maintenanceOf } from '@truemark/core/margin/brackets'
import { unrealisedOf } from '@truemark/core/margin/position'
import { isLiquidatable } from '@truemark/core/margin/brackets'
import { divide } from '@truemark/core/money/round'
import type { LotContext } from './lotContext.ts'
import type { PositionAfter } from './lotSummary.ts'
import { worthOf } from './lotTerms.ts'

/** A position as it would stand at another price. */
export interface Stress {
  /** Tenths of a tick. */
  readonly price: number
  readonly profit: bigint
  readonly equity: bigint
  readonly maintenance: bigint
  readonly liquidated: boolean
}

/** The steps of the slider to either side. */
export const stressSteps = 50
const percentMax = 50

/** How far the slider reaches, in percent: a little beyond where the margin is gone. */
export function stressReach(multiple: number): number {
  return Math.min(percentMax, Math.max(2, Math.ceil(150 / multiple)))
}

/**
 * The position with the price moved from the mark by `step` of `stressSteps` of the reach, by the functions that the
 * engine liquidates with. Null without a mark, and for a cross position while the rest of the account is unknown.
 */
export function stressAt(after: PositionAfter, context: LotContext, step: number): Stress | null {
  const { mark, terms, mode, cushion, wholeLots, position } = context
  if (mark === null || (mode === 'cross' && cushion === null)) return null
  const reach = BigInt(stressReach(context.multiple))
  const scale = BigInt(stressSteps * 100)
  const price = Number(divide(BigInt(mark) * (scale + reach * BigInt(step)), scale, 'half-even'))
  const side = after.side === 'buy' ? 'long' : 'short'
  const worth = worthOf(terms, after.lots, price)
  const profit = unrealisedOf({ side, cost: after.cost }, worth)
  const whole = wholeLots - (position?.lots ?? 0) + after.lots
  const maintenance =
    mode === 'isolated'
      ? maintenanceShare(terms.brackets, after.lots, whole, worthOf(terms, 1, price))
      : maintenanceOf(bracketOf(terms.brackets, worth), worth)
  const equity = (mode === 'isolated' ? after.margin : (cushion ?? 0n)) + profit
  return { price, profit, equity, maintenance, liquidated: isLiquidatable(equity, maintenance) }
}
