import { formatDecimal, parseDecimal } from '@truemark/core/money/decimal'
import { divide } from '@truemark/core/money/round'
import { unrealisedOf } from '@truemark/core/margin/position'
import type { OpenPosition } from './openPosition.ts'
import { worthOf, type LotTerms } from './lotTerms.ts'

/** What a position comes to at the mark. Percentages are signed decimal texts at two decimals. */
export interface LiveFigures {
  readonly worth: bigint
  readonly profit: bigint
  /** Profit over what the position was margined with at its entry. */
  readonly returnPercent: string
}

const percentOne = 10_000n
const percentDecimals = 2

/** The figures of a position at a mark in tenths of a tick. */
export function liveFigures(
  position: OpenPosition,
  mark: number,
  terms: Pick<LotTerms, 'quotePerTenthLot'>,
): LiveFigures {
  const worth = worthOf(terms, position.lots, mark)
  const profit = unrealisedOf({ side: position.side === 'buy' ? 'long' : 'short', cost: position.cost }, worth)
  return { worth, profit, returnPercent: returnOf(profit, position.cost, position.multiple) }
}

/** Profit over cost / multiple, in percent, cut toward zero. */
export function returnOf(profit: bigint, cost: bigint, multiple: number): string {
  if (cost === 0n) return '0'
  return formatDecimal((profit * BigInt(multiple) * percentOne) / cost, percentDecimals)
}

/** How far the mark may still move before it stands at the liquidation price, in percent of the mark; null for none. */
export function distancePercent(liquidation: string | null, mark: number, priceDecimals: number): string | null {
  const scale = 12
  const price = parseDecimal(liquidation, scale)
  if (price === null || mark === 0) return null
  const at = BigInt(mark) * 10n ** BigInt(scale - priceDecimals - 1)
  const away = price > at ? price - at : at - price
  return formatDecimal(divide(away * percentOne, at, 'down'), percentDecimals)
}
