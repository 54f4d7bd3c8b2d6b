import { parseDecimal } from '@truemark/core/money/decimal'
import type { deskDerivativeChange, DeskDerivative } from '@truemark/protocol/routes/deskDerivative'
import type { BodyOf } from '@truemark/protocol/routes/route'
import { isMore, percentDecimals, termsForm, type TermChange } from '../markets/door.ts'

type Notation = 'percent' | 'usdt' | 'lots' | 'count'

export const termNotations = {
  fee_rate: 'percent',
  fee_rate_maker: 'percent',
  fee_rate_taker: 'percent',
  limit_rate: 'percent',
  funding_interest_rate: 'percent',
  funding_clamp_rate: 'percent',
  funding_impact_amount: 'usdt',
  open_interest_user_max: 'usdt',
  open_interest_max: 'usdt',
  insurance_floor: 'usdt',
  half_spread_rate: 'percent',
  gap_rate: 'percent',
  ladder_levels: 'count',
  level_lots: 'lots',
  refill_per_second: 'lots',
  position_max: 'lots',
  house_debt_max: 'usdt',
} as const satisfies Partial<Record<keyof DeskDerivative, Notation>>

export type TermName = keyof typeof termNotations

const form = termsForm(termNotations)

/** The terms in the order in which they are shown. */
export const termNames = form.names

/** Fees, caps, the house's ladder and the switches as the form holds them: texts are percent, USDT or lots. */
export interface Draft {
  readonly texts: Readonly<Record<TermName, string>>
  readonly contract: boolean
  readonly perpetual: boolean
}

const decimals: Record<Notation, number> = { percent: percentDecimals, usdt: 6, lots: 2, count: 0 }
const levelsMax = 50n
const percentOne = 10n ** BigInt(percentDecimals)
/** The upper bound of a fee, in percent (exclusive). */
const feeMax = 10n * percentOne

export function decimalsOf(name: TermName): number {
  return decimals[termNotations[name]]
}

/** A market's terms as they were asked for last: what is announced is among them. */
function askedOf(terms: DeskDerivative): DeskDerivative {
  return { ...terms, ...terms.charges }
}

/** A market's terms as the form starts with them. */
export function draftOf(terms: DeskDerivative): Draft {
  return { texts: form.textsOf(askedOf(terms)), contract: terms.contract, perpetual: terms.perpetual }
}

export type TermFault = 'fee' | 'maker' | 'limit' | 'rate' | 'levels' | 'figure'

/** What is wrong with a term; null where it can stand. */
function faultOf(texts: Draft['texts'], name: TermName): TermFault | null {
  const units = parseDecimal(texts[name], decimalsOf(name))
  switch (name) {
    case 'fee_rate':
    case 'fee_rate_maker':
    case 'fee_rate_taker':
    case 'funding_interest_rate':
    case 'funding_clamp_rate': {
      if (units === null || units >= feeMax) return 'fee'
      const taker = parseDecimal(texts.fee_rate_taker, percentDecimals)
      return name === 'fee_rate_maker' && taker !== null && units > taker ? 'maker' : null
    }
    case 'funding_impact_amount':
      return units === null || units === 0n ? 'figure' : null
    case 'limit_rate':
      return units === null || units === 0n || units >= 100n * percentOne ? 'limit' : null
    case 'half_spread_rate':
    case 'gap_rate':
      return units === null || units > 100n * percentOne ? 'rate' : null
    case 'ladder_levels':
      return units === null || units < 1n || units > levelsMax ? 'levels' : null
    default:
      return units === null ? 'figure' : null
  }
}

/** The terms that can't stand, each with its fault. */
export function faultsOf({ texts }: Pick<Draft, 'texts'>): ReadonlyMap<TermName, TermFault> {
  return form.faultsOf((name) => faultOf(texts, name))
}

/** What a draft changes of a market's terms. */
export function changesOf(terms: DeskDerivative, { texts }: Draft): readonly TermChange<TermName>[] {
  return form.changesOf(askedOf(terms), texts)
}

/** What is announced of a market's terms beside those in force. */
export function announcedOf(terms: DeskDerivative): readonly TermChange<TermName>[] {
  return form.changesOf(terms, form.textsOf(askedOf(terms)))
}

/** All terms as the call bears them. */
export const termsBody = (texts: Draft['texts']) => form.bodyOf(texts)

/** What follows from a change, beyond the change itself. */
export type Consequence =
  | 'fees'
  | 'chargesLater'
  | 'ladder'
  | 'capped'
  | 'userCapped'
  | 'floorReal'
  | 'floorDemo'
  | 'contractOff'
  | 'perpetualOff'

const feeNames = ['fee_rate', 'fee_rate_maker', 'fee_rate_taker'] as const satisfies readonly TermName[]

const fundingNames = [
  'funding_interest_rate',
  'funding_clamp_rate',
  'funding_impact_amount',
] as const satisfies readonly TermName[]

const chargeNames = [...feeNames, ...fundingNames] as const

// fees below those in force hold at once, what is above them and any other funding a day later
function chargesOf(terms: DeskDerivative, { texts }: Draft, changed: ReadonlySet<TermName>): Consequence[] {
  if (!chargeNames.some((name) => changed.has(name))) return []
  const now = new Map(form.changesOf(terms, texts).map(({ name, from, to }) => [name, { from, to }]))
  const isUp = (name: TermName): boolean => {
    const change = now.get(name)
    return change !== undefined && isMore(change.to, change.from)
  }
  const isDown = (name: TermName): boolean => now.has(name) && !isUp(name)
  const later = feeNames.some(isUp) || fundingNames.some((name) => now.has(name))
  return [...(feeNames.some(isDown) ? (['fees'] as const) : []), ...(later ? (['chargesLater'] as const) : [])]
}

const ladderNames: ReadonlySet<TermName> = new Set<TermName>([
  'half_spread_rate',
  'gap_rate',
  'ladder_levels',
  'level_lots',
  'refill_per_second',
  'position_max',
  'house_debt_max',
])

/** What follows from a draft, in the order in which it is told. */
export function consequencesOf(terms: DeskDerivative, draft: Draft): Consequence[] {
  const changed = new Set(changesOf(terms, draft).map(({ name }) => name))
  const found: Consequence[] = []
  if (terms.contract && !draft.contract) found.push('contractOff')
  if (terms.perpetual && !draft.perpetual) found.push('perpetualOff')
  found.push(...chargesOf(terms, draft, changed))
  const { open_interest_max: cap, insurance_floor: floor } = draft.texts
  const { real, demo } = terms.open_interest
  if (changed.has('open_interest_max') && (isMore(real, cap) || isMore(demo, cap))) found.push('capped')
  if (changed.has('open_interest_user_max')) found.push('userCapped')
  if (changed.has('insurance_floor')) {
    if (isMore(floor, terms.insurance.real)) found.push('floorReal')
    if (isMore(floor, terms.insurance.demo)) found.push('floorDemo')
  }
  if ([...changed].some((name) => ladderNames.has(name))) found.push('ladder')
  return found
}

type Body = BodyOf<typeof deskDerivativeChange>

/** The call's body for a draft without faults: what is changed and nothing else. */
export function bodyOf(terms: DeskDerivative, draft: Draft, reason: string): Body {
  return {
    ...form.changedOf(askedOf(terms), draft.texts),
    ...(draft.contract === terms.contract ? {} : { contract: draft.contract }),
    ...(draft.perpetual === terms.perpetual ? {} : { perpetual: draft.perpetual }),
    reason,
  }
}
