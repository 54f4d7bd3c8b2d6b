import { parseDecimal } from '@truemark/core/money/decimal'
import type { deskSymbolChange, DeskSymbol } from '@truemark/protocol/routes/deskSettings'
import type { BodyOf } from '@truemark/protocol/routes/route'
import { bodyOfHours, hoursDraft, type HourDraft } from './hours.ts'
import { percentDecimals } from './rate.ts'
import { termsForm, type TermChange } from './termsForm.ts'

/** How a term is written: a share in percent, an amount of the quote or of the base currency, or a count. */
type Notation = 'percent' | 'quote' | 'base' | 'count'

export const termNotations = {
  fee_rate_maker: 'percent',
  fee_rate_taker: 'percent',
  amount_min: 'quote',
  collar_rate: 'percent',
  half_spread_rate: 'percent',
  gap_rate: 'percent',
  ladder_levels: 'count',
  level_quantity: 'base',
  refill_per_second: 'base',
  position_max: 'base',
} as const satisfies Partial<Record<keyof DeskSymbol, Notation>>

export type TermName = keyof typeof termNotations

const form = termsForm(termNotations)

/** The terms in the order in which they are shown. */
export const termNames = form.names

/** The terms as the form holds them: percentages and amounts as canonical decimal texts. */
export type Draft = Readonly<Record<TermName, string>> & {
  readonly spot: boolean
  readonly hours: readonly HourDraft[]
}

export const levelsMax = 50
const quoteDecimals = 8

/** Decimals that can be typed for a term. */
export function decimalsOf(market: DeskSymbol, name: TermName): number {
  const notation = termNotations[name]
  if (notation === 'percent') return percentDecimals
  if (notation === 'count') return 0
  return notation === 'quote' ? quoteDecimals : market.quantity_decimals
}

/** A market's terms as the form starts with them. */
export function draftOf(market: DeskSymbol): Draft {
  return { ...form.textsOf(market), spot: market.spot, hours: hoursDraft(market.sessions) }
}

/** The terms whose text can't stand: none, or out of its range. */
export function faultsOf(market: DeskSymbol, draft: Draft): ReadonlySet<TermName> {
  return new Set(termNames.filter((name) => !stands(market, name, draft[name])))
}

function stands(market: DeskSymbol, name: TermName, text: string): boolean {
  const units = parseDecimal(text, decimalsOf(market, name))
  if (units === null) return false
  if (name === 'ladder_levels') return units >= 1n && units <= BigInt(levelsMax)
  return termNotations[name] !== 'percent' || units <= 100n * 10n ** BigInt(percentDecimals)
}

/** What a draft changes of a market's terms. */
export function changesOf(market: DeskSymbol, draft: Draft): readonly TermChange<TermName>[] {
  return form.changesOf(market, draft)
}

/** Whether a draft changes the hours in which a market trades. */
export function changesHours(market: DeskSymbol, { hours }: Draft): boolean {
  return JSON.stringify(bodyOfHours(hours)) !== JSON.stringify(market.sessions)
}

type Body = BodyOf<typeof deskSymbolChange>

/** The call's body for a draft without faults: the changed terms and nothing else. */
export function bodyOf(market: DeskSymbol, draft: Draft, reason: string): Body {
  return {
    ...form.changedOf(market, draft),
    ...(draft.spot === market.spot ? {} : { spot: draft.spot }),
    ...(changesHours(market, draft) ? { sessions: bodyOfHours(draft.hours) } : {}),
    reason,
  }
}
