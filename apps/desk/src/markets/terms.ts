import { parseDecimal } from '@truemark/core/money/decimal'
import type { deskSymbolChange, DeskSymbol } from '@truemark/protocol/routes/deskSettings'
import type { BodyOf } from '@truemark/protocol/routes/route'
import { percentDecimals, percentOf, shareOf } from './rate.ts'

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

/** The terms in the order in which they are shown. */
export const termNames = Object.keys(termNotations).filter((name): name is TermName => name in termNotations)

/** The terms as the form holds them: percentages and amounts as canonical decimal texts. */
export type Draft = Readonly<Record<TermName, string>> & { readonly spot: boolean }

export const levelsMax = 50
const quoteDecimals = 8

/** Decimals that can be typed for a term. */
export function decimalsOf(market: DeskSymbol, name: TermName): number {
  const notation = termNotations[name]
  if (notation === 'percent') return percentDecimals
  if (notation === 'count') return 0
  return notation === 'quote' ? quoteDecimals : market.quantity_decimals
}

function textOf(market: DeskSymbol, name: TermName): string {
  const value = market[name]
  if (typeof value === 'number') return String(value)
  return termNotations[name] === 'percent' ? percentOf(value) : value
}

/** A market's terms as the form starts with them. */
export function draftOf(market: DeskSymbol): Draft {
  const text = (name: TermName) => textOf(market, name)
  return {
    fee_rate_maker: text('fee_rate_maker'),
    fee_rate_taker: text('fee_rate_taker'),
    amount_min: text('amount_min'),
    collar_rate: text('collar_rate'),
    half_spread_rate: text('half_spread_rate'),
    gap_rate: text('gap_rate'),
    ladder_levels: text('ladder_levels'),
    level_quantity: text('level_quantity'),
    refill_per_second: text('refill_per_second'),
    position_max: text('position_max'),
    spot: market.spot,
  }
}

const comparedScale = 18

function same(a: string, b: string): boolean {
  const left = parseDecimal(a, comparedScale)
  return left !== null && left === parseDecimal(b, comparedScale)
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

/** One term that a draft changes, in the form's notation. */
export interface TermChange {
  readonly name: TermName
  readonly from: string
  readonly to: string
}

/** What a draft changes of a market's terms. */
export function changesOf(market: DeskSymbol, draft: Draft): readonly TermChange[] {
  return termNames
    .map((name) => ({ name, from: textOf(market, name), to: draft[name] }))
    .filter(({ from, to }) => !same(from, to))
}

type Body = BodyOf<typeof deskSymbolChange>

/** The call's body for a draft without faults: the changed terms and nothing else. */
export function bodyOf(market: DeskSymbol, draft: Draft, reason: string): Body {
  const fields = changesOf(market, draft).map(({ name, to }): [string, string | number] => {
    if (name === 'ladder_levels') return [name, Number(to)]
    return [name, termNotations[name] === 'percent' ? (shareOf(to) ?? '') : to]
  })
  return {
    ...Object.fromEntries(fields),
    ...(draft.spot === market.spot ? {} : { spot: draft.spot }),
    reason,
  }
}
