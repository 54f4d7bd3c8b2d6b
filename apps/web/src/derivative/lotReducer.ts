import type { Side, TimeInForce } from '@truemark/protocol/routes/spot'
import type { LotContext } from './lotContext.ts'
import type { LotForm } from './lotForm.ts'
import { entryOf, lotsFor } from './lotSummary.ts'
import { noTarget, turned, type Target, type TargetKind } from './target.ts'

export type LotAction =
  | { readonly type: 'side'; readonly side: Side }
  | { readonly type: 'type'; readonly to: LotForm['type'] }
  | { readonly type: 'timeInForce'; readonly to: TimeInForce }
  | { readonly type: 'price' | 'lots'; readonly text: string }
  | { readonly type: 'share'; readonly percent: number }
  | { readonly type: 'multiple'; readonly to: number }
  | { readonly type: 'reduceOnly' | 'protects'; readonly on: boolean }
  | { readonly type: 'target'; readonly kind: TargetKind; readonly text: string }
  | { readonly type: 'turnTarget'; readonly kind: TargetKind }
  | { readonly type: 'tapPrice'; readonly price: string }
  | { readonly type: 'placed' }

/** The form after an action. A chosen share follows what it is reckoned from; typed lots end it. */
export function reduceLotForm(form: LotForm, action: LotAction, context: LotContext): LotForm {
  switch (action.type) {
    case 'side':
      return withShare({ ...form, side: action.side, stopLoss: noTarget, takeProfit: noTarget }, context)
    case 'type':
      return withShare({ ...form, type: action.to }, context)
    case 'timeInForce':
      return { ...form, timeInForce: action.to }
    case 'price':
      return withShare({ ...form, price: action.text }, context)
    case 'lots':
      return { ...form, lots: action.text, share: null }
    case 'share':
      return withShare({ ...form, share: action.percent }, context)
    case 'multiple':
      return withShare({ ...form, multiple: action.to }, { ...context, multiple: action.to })
    case 'reduceOnly':
      return withShare({ ...form, reduceOnly: action.on, protects: form.protects && !action.on }, context)
    case 'protects':
      return { ...form, protects: action.on }
    case 'target':
      return { ...form, [action.kind]: { ...form[action.kind], text: action.text } }
    case 'turnTarget':
      return { ...form, [action.kind]: turnTarget(form, action.kind, context) }
    case 'tapPrice':
      return withShare({ ...form, type: 'limit', price: action.price }, context)
    case 'placed':
      return { ...form, lots: '', share: null, protects: false, stopLoss: noTarget, takeProfit: noTarget }
  }
}

function turnTarget(form: LotForm, kind: TargetKind, context: LotContext): Target {
  return turned(form[kind], kind, form.side, entryOf(form, context), context.terms)
}

function withShare(form: LotForm, context: LotContext): LotForm {
  return form.share === null ? form : { ...form, lots: lotsFor(form, form.share, context) }
}
