import type { CoreReason } from '@truemark/core/result/reason'
import { formatDecimal } from '@truemark/core/money/decimal'
import type { Side } from '@truemark/protocol/routes/spot'
import type { LotContext } from './lotContext.ts'
import type { LotForm } from './lotForm.ts'
import { entryOf, type LotSummary } from './lotSummary.ts'
import { integerOf, lotDecimals, type LotTerms } from './lotTerms.ts'
import { liesAbove, targetTicks, type Target, type TargetKind } from './target.ts'

export type LotField = 'lots' | 'price' | TargetKind

/** Why the form can't be sent as it stands, at which field. The reasons are the engine's own. */
export interface LotError {
  readonly field: LotField
  readonly reason: CoreReason
  readonly params: Readonly<Record<string, string>>
}

/**
 * Why the form would be refused: a price of zero and lots out of range at once, then what the engine itself says of the whole; null for
 * nothing or while it is unfinished.
 */
export function lotError(form: LotForm, summary: LotSummary | null, context: LotContext): LotError | null {
  const { terms, position } = context
  if (form.type === 'limit' && integerOf(form.price, terms.priceDecimals) === 0) return error('price', 'price_invalid')
  const lots = integerOf(form.lots, lotDecimals)
  if (form.lots !== '' && (lots === null || lots < terms.lotsMin || lots > terms.lotsMax)) {
    return error('lots', 'lots_invalid', lotsRange(terms))
  }
  if (form.reduceOnly && (position === null || position.side === (form.side === 'buy' ? 'long' : 'short'))) {
    return error('lots', 'nothing_to_reduce')
  }
  if (summary?.refusal)
    return error(fieldOf(summary.refusal.reason, form, context), summary.refusal.reason, summary.refusal.detail)
  if (!form.protects) return null
  const ground = { side: form.side, entry: entryOf(form, context), mark: context.mark, terms }
  return targetError('stopLoss', form.stopLoss, ground) ?? targetError('takeProfit', form.takeProfit, ground)
}

/** The smallest and largest order, as the texts want them. */
export function lotsRange({ lotsMin, lotsMax }: LotTerms): { readonly min: string; readonly max: string } {
  return { min: formatDecimal(lotsMin, lotDecimals), max: formatDecimal(lotsMax, lotDecimals) }
}

const atPrice: ReadonlySet<CoreReason> = new Set([
  'price_invalid',
  'price_off_tick',
  'price_too_far',
  'post_only_would_trade',
])
const atStopLoss: ReadonlySet<CoreReason> = new Set(['buy_stop_loss_side', 'sell_stop_loss_side'])
const atTakeProfit: ReadonlySet<CoreReason> = new Set(['buy_take_profit_side', 'sell_take_profit_side'])

function fieldOf(reason: CoreReason, form: LotForm, context: LotContext): LotField {
  if (atPrice.has(reason)) return 'price'
  if (atStopLoss.has(reason)) return 'stopLoss'
  if (atTakeProfit.has(reason)) return 'takeProfit'
  if (reason !== 'stop_zero') return 'lots'
  const zero = targetTicks(form.stopLoss, 'stopLoss', form.side, entryOf(form, context), context.terms) === 0
  return zero ? 'stopLoss' : 'takeProfit'
}

const sideReasons = {
  buy: { stopLoss: 'buy_stop_loss_side', takeProfit: 'buy_take_profit_side' },
  sell: { stopLoss: 'sell_stop_loss_side', takeProfit: 'sell_take_profit_side' },
} as const

/** What a stop-loss or take-profit is held against: the opening price and the current one, in tenths of a tick. */
export interface TargetGround {
  readonly side: Side
  readonly entry: number | null
  readonly mark: number | null
  readonly terms: Pick<LotTerms, 'priceDecimals'>
}

/** Why a stop-loss or take-profit would be refused: it must lie on its side of both the opening and the current price. */
export function targetError(kind: TargetKind, target: Target, ground: TargetGround): LotError | null {
  const { side, entry, mark, terms } = ground
  const ticks = targetTicks(target, kind, side, entry, terms)
  if (ticks === null) return null
  if (ticks === 0) return error(kind, 'stop_zero')
  const above = liesAbove(kind, side)
  const wrong = [entry, mark].some((price) => price !== null && (above ? ticks * 10 <= price : ticks * 10 >= price))
  return wrong ? error(kind, sideReasons[side][kind]) : null
}

function error(field: LotField, reason: CoreReason, params: LotError['params'] = {}): LotError {
  return { field, reason, params }
}
