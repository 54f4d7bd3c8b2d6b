import { formatDecimal } from '@truemark/core/money/decimal'
import { bracketOf } from '@truemark/core/margin/brackets'
import { divide } from '@truemark/core/money/round'
import { rateOne } from '@truemark/core/money/units'
import type { Reason } from '@truemark/protocol/errors'
import type { Side } from '@truemark/protocol/routes/spot'
import type { LotContext } from './lotContext.ts'
import type { LotForm } from './lotForm.ts'
import { entryOf, type LotSummary } from './lotSummary.ts'
import { integerOf, lotDecimals, type LotTerms } from './lotTerms.ts'
import { liesAbove, targetTicks, type Target, type TargetKind } from './target.ts'

/** Why the form can't be sent as it stands, at which field. The reasons are the server's own. */
export interface LotError {
  readonly field: 'lots' | 'price' | 'multiple' | TargetKind
  readonly reason: Extract<
    Reason,
    | 'lots_invalid'
    | 'price_invalid'
    | 'price_too_far'
    | 'post_only_would_trade'
    | 'nothing_to_reduce'
    | 'multiple_invalid'
    | 'stop_zero'
    | 'buy_stop_loss_side'
    | 'buy_take_profit_side'
    | 'sell_stop_loss_side'
    | 'sell_take_profit_side'
    | 'balance_insufficient_order'
  >
  readonly params: Readonly<Record<string, string>>
}

/** The first reason, in the engine's order, for which the form would be refused; null for none or while it is unfinished. */
export function lotError(form: LotForm, summary: LotSummary | null, context: LotContext): LotError | null {
  const { terms, usable, position } = context
  const lots = integerOf(form.lots, lotDecimals)
  if (form.lots !== '' && (lots === null || lots < terms.lotsMin || lots > terms.lotsMax)) {
    return error('lots', 'lots_invalid', lotsRange(terms))
  }
  const price = priceError(form, context)
  if (price) return price
  const reducible = position !== null && position.side !== form.side
  if (form.reduceOnly && !reducible) return error('lots', 'nothing_to_reduce')
  if (form.type === 'limit' && form.timeInForce === 'POST_ONLY' && summary !== null && summary.filledNow > 0) {
    return error('price', 'post_only_would_trade')
  }
  const ground = { side: form.side, entry: entryOf(form, context), mark: context.mark, terms }
  const target = form.protects
    ? (targetError('stopLoss', form.stopLoss, ground) ?? targetError('takeProfit', form.takeProfit, ground))
    : null
  if (target) return target
  if (summary === null) return null
  if (summary.after && context.multiple > bracketOf(terms.brackets, summary.after.cost).multipleMax) {
    const { multipleMax } = bracketOf(terms.brackets, summary.after.cost)
    return error('multiple', 'multiple_invalid', { max: multipleMax.toString() })
  }
  if (usable !== null && summary.need > usable) return error('lots', 'balance_insufficient_order')
  return null
}

/** The smallest and largest order, as the texts want them. */
export function lotsRange({ lotsMin, lotsMax }: LotTerms): { readonly min: string; readonly max: string } {
  return { min: formatDecimal(lotsMin, lotDecimals), max: formatDecimal(lotsMax, lotDecimals) }
}

function priceError(form: LotForm, { terms, mark }: LotContext): LotError | null {
  if (form.type !== 'limit' || form.price === '') return null
  const price = integerOf(form.price, terms.priceDecimals)
  if (price === null || price === 0 || price > terms.priceMax) return error('price', 'price_invalid')
  if (mark === null) return null
  const one = BigInt(rateOne)
  const bound = (rate: bigint, rounding: 'up' | 'down') => divide(BigInt(mark) * rate, one * 10n, rounding)
  const min = bound(one - BigInt(terms.limitRateMax), 'up')
  const max = bound(one + BigInt(terms.limitRateMax), 'down')
  if (BigInt(price) >= min && BigInt(price) <= max) return null
  const text = (ticks: bigint) => formatDecimal(ticks, terms.priceDecimals)
  return error('price', 'price_too_far', { min: text(min), max: text(max) })
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

function error(field: LotError['field'], reason: LotError['reason'], params: LotError['params'] = {}): LotError {
  return { field, reason, params }
}
