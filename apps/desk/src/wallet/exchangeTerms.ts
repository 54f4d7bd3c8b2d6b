import { conversionBounds } from '@truemark/core/convert/terms'
import { parseDecimal } from '@truemark/core/money/decimal'
import { amountMax, rateScale, usdtScale } from '@truemark/core/money/units'
import type { deskExchangeTermsChange, DeskExchangeTerms } from '@truemark/protocol/routes/deskTreasury'
import type { BodyOf } from '@truemark/protocol/routes/route'
import { isMore, percentDecimals, shareOf, termsForm, type TermChange } from '../markets/door.ts'

const notations = {
  fee_rate: 'percent',
  spread_rate: 'percent',
  worth_max: 'usdt',
  debt_max: 'usdt',
  stock_max: 'usdt',
  refill_per_second: 'usdt',
} as const satisfies Record<keyof DeskExchangeTerms, 'percent' | 'usdt'>

export type ExchangeTerm = keyof typeof notations
/** The terms of exchanges as the form holds them: percentages, and worths in USDT. */
export type ExchangeDraft = Readonly<Record<ExchangeTerm, string>>

const form = termsForm(notations)
export const exchangeTermNames = form.names

export function isPercent(name: ExchangeTerm): boolean {
  return notations[name] === 'percent'
}

export function exchangeDecimals(name: ExchangeTerm): number {
  return isPercent(name) ? percentDecimals : usdtScale
}

/** The terms as the form starts with them. */
export function exchangeDraft(terms: DeskExchangeTerms): ExchangeDraft {
  return form.textsOf(terms)
}

export function exchangeChanges(terms: DeskExchangeTerms, draft: ExchangeDraft): readonly TermChange<ExchangeTerm>[] {
  return form.changesOf(terms, draft)
}

export type ExchangeFault = 'fault' | 'rateMax' | 'worthMin'

function faultOf(draft: ExchangeDraft, name: ExchangeTerm): ExchangeFault | null {
  if (isPercent(name)) {
    const share = shareOf(draft[name])
    const rate = share === null ? null : parseDecimal(share, rateScale)
    if (rate === null) return 'fault'
    return rate > BigInt(conversionBounds.feeRateMax) ? 'rateMax' : null
  }
  const worth = parseDecimal(draft[name], usdtScale)
  if (worth === null || worth > amountMax) return 'fault'
  return name === 'worth_max' && worth < conversionBounds.worthMaxMin ? 'worthMin' : null
}

/** The terms that can't stand, each with its fault. */
export function exchangeFaults(draft: ExchangeDraft): ReadonlyMap<ExchangeTerm, ExchangeFault> {
  return form.faultsOf((name) => faultOf(draft, name))
}

/** What follows from a draft, in the order in which it is told. */
export function exchangeConsequences(terms: DeskExchangeTerms, draft: ExchangeDraft): ('dearer' | 'off')[] {
  const before = exchangeDraft(terms)
  const isDearer = isMore(draft.fee_rate, before.fee_rate) || isMore(draft.spread_rate, before.spread_rate)
  const isOff = parseDecimal(draft.stock_max, usdtScale) === 0n
  return [...(isDearer ? (['dearer'] as const) : []), ...(isOff ? (['off'] as const) : [])]
}

/** The call's body for a draft without faults. */
export function exchangeBody(draft: ExchangeDraft, reason: string): BodyOf<typeof deskExchangeTermsChange> {
  return { ...form.bodyOf(draft), reason }
}
