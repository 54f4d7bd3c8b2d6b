import type { Side, TimeInForce } from '@truemark/protocol/routes/spot'
import type { LotContext } from './lotContext.ts'
import type { LotForm } from './lotForm.ts'
import { entryOf } from './lotSummary.ts'
import { priceText } from './lotTerms.ts'
import { plainText } from './plainText.ts'
import { targetTicks, type TargetKind } from './target.ts'

/** What both products' orders bear. */
export interface LotBody {
  readonly symbol: string
  readonly side: Side
  readonly type: 'limit' | 'market'
  readonly time_in_force?: TimeInForce
  readonly price?: string
  readonly lots: string
  readonly stop_loss?: string
  readonly take_profit?: string
}

/** The order that a form stands for, as the wire takes it. */
export function lotBody(form: LotForm, context: LotContext): LotBody {
  const { terms } = context
  const limit = form.type === 'limit' ? { time_in_force: form.timeInForce, price: plainText(form.price) } : {}
  const target = (kind: TargetKind) => {
    const ticks = targetTicks(form[kind], kind, form.side, entryOf(form, context), terms)
    return ticks === null ? null : priceText(ticks * 10, terms)
  }
  const protects = form.protects && !form.reduceOnly
  const stopLoss = protects ? target('stopLoss') : null
  const takeProfit = protects ? target('takeProfit') : null
  return {
    symbol: terms.symbol,
    side: form.side,
    type: form.type,
    lots: plainText(form.lots),
    ...limit,
    ...(stopLoss === null ? {} : { stop_loss: stopLoss }),
    ...(takeProfit === null ? {} : { take_profit: takeProfit }),
  }
}
