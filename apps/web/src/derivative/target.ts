import { divide } from '@truemark/core/money/round'
import { formatDecimal } from '@truemark/core/money/decimal'
import type { Side } from '@truemark/protocol/routes/spot'
import { integerOf, priceText, type LotTerms } from './lotTerms.ts'

/** A stop-loss or take-profit as it is typed: a price, or how far from the entry in percent. */
export interface Target {
  readonly by: 'price' | 'percent'
  readonly text: string
}

export const noTarget: Target = { by: 'percent', text: '' }

export type TargetKind = 'stopLoss' | 'takeProfit'

const percentDecimals = 2
/** A hundredth of a percent is a ten-thousandth. */
const percentOne = 10_000n

/** Whether a target lies above the entry: a long's take-profit, a short's stop-loss. */
export function liesAbove(kind: TargetKind, side: Side): boolean {
  return (kind === 'takeProfit') === (side === 'buy')
}

/**
 * The price of a target in ticks; null while nothing is typed or it is no number. A percentage counts from the entry (in
 * tenths of a tick) to the side where the target belongs, to the nearest tick. At zero it is 0, which no order takes.
 */
export function targetTicks(
  target: Target,
  kind: TargetKind,
  side: Side,
  entry: number | null,
  terms: Pick<LotTerms, 'priceDecimals'>,
): number | null {
  if (target.text === '') return null
  if (target.by === 'price') return integerOf(target.text, terms.priceDecimals)
  const percent = integerOf(target.text, percentDecimals)
  if (percent === null || entry === null) return null
  if (percent === 0) return 0
  const factor = percentOne + (liesAbove(kind, side) ? BigInt(percent) : -BigInt(percent))
  if (factor <= 0n) return 0
  return Number(divide(BigInt(entry) * factor, percentOne * 10n, 'half-even'))
}

/** How far a price in ticks lies from the entry in tenths of a tick, in percent without a sign, at two decimals. */
export function percentFrom(ticks: number, entry: number): string {
  const away = BigInt(Math.abs(ticks * 10 - entry))
  return entry === 0 ? '0' : formatDecimal(divide(away * percentOne, BigInt(entry), 'half-even'), percentDecimals)
}

/** The same target said the other way: its price as a percentage, its percentage as a price. */
export function turned(
  target: Target,
  kind: TargetKind,
  side: Side,
  entry: number | null,
  terms: Pick<LotTerms, 'priceDecimals'>,
): Target {
  const by = target.by === 'price' ? 'percent' : 'price'
  const ticks = targetTicks(target, kind, side, entry, terms)
  if (ticks === null || ticks === 0 || entry === null) return { by, text: '' }
  return { by, text: by === 'price' ? priceText(ticks * 10, terms) : percentFrom(ticks, entry) }
}
