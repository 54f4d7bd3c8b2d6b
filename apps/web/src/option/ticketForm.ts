import { parseDecimal } from '@truemark/core/money/decimal'
import { usdtScale } from '@truemark/core/money/units'
import type { Reason } from '@truemark/protocol/errors'
import {
  optionType,
  type OptionOrderBody,
  type OptionTermsView,
  type OptionType,
} from '@truemark/protocol/routes/option'
import * as z from 'zod/mini'

/** What stands in the form. */
export interface OptionForm {
  readonly type: OptionType
  readonly tradeMode: number
  /** A canonical decimal text, or '' for nothing yet. */
  readonly amount: string
}

const formSchema = z.object({ type: optionType, tradeMode: z.int(), amount: z.string() })

/** Whether what was kept of a form is one. */
export function isOptionForm(kept: unknown): kept is OptionForm {
  return formSchema.safeParse(kept).success
}

export type TradeMode = OptionTermsView['trade_modes'][number]

/** The duration that is chosen, else the first one that is offered. */
export function modeOf(terms: OptionTermsView, form: OptionForm): TradeMode | undefined {
  return terms.trade_modes.find((mode) => mode.trade_mode === form.tradeMode) ?? terms.trade_modes[0]
}

/** Why an amount can't be taken. */
export interface AmountError {
  readonly reason: Reason
  readonly params: Readonly<Record<string, string>>
  /** It is less than the least. */
  readonly isBelow: boolean
}

/** Why the amount can't be taken; null where it can, or nothing is typed yet. */
export function amountError(terms: OptionTermsView, amount: string, available: string | null): AmountError | null {
  if (amount === '') return null
  const units = parseDecimal(amount, usdtScale)
  const bound = (text: string): bigint => parseDecimal(text, usdtScale) ?? 0n
  if (units === null || units < bound(terms.amount_min) || units > bound(terms.amount_max)) {
    const isBelow = units !== null && units < bound(terms.amount_min)
    return { reason: 'stake_out_of_range', params: { min: terms.amount_min, max: terms.amount_max }, isBelow }
  }
  if (available !== null && units > bound(available)) {
    return { reason: 'balance_insufficient_order', params: {}, isBelow: false }
  }
  return null
}

/** The order that the form makes, or null where it makes none: with the payout that is shown, so that no other is agreed to. */
export function bodyOf(
  symbol: string,
  terms: OptionTermsView,
  form: OptionForm,
  available: string | null,
): OptionOrderBody | null {
  const mode = modeOf(terms, form)
  if (mode === undefined || form.amount === '' || amountError(terms, form.amount, available) !== null) return null
  const { type, amount } = form
  return { symbol, type, trade_mode: mode.trade_mode, amount, payout_rate: mode.payout_rate }
}

/** The amounts that are offered as chips: those that lie within the bounds. */
export function chipsOf({ amount_min: min, amount_max: max }: OptionTermsView): string[] {
  const units = (text: string): bigint => parseDecimal(text, usdtScale) ?? 0n
  return ['10', '50', '100', '500'].filter((chip) => units(chip) >= units(min) && units(chip) <= units(max))
}

/** The most that may be staked of what is available. */
export function mostOf({ amount_max: max }: OptionTermsView, available: string): string {
  const all = parseDecimal(available, usdtScale) ?? 0n
  return all > (parseDecimal(max, usdtScale) ?? 0n) ? max : available
}
