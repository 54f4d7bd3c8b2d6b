import { formatDecimal, parseDecimal } from '@truemark/core/money/decimal'
import { hourMs, termsAmountMax, usdtScale } from '@truemark/core/money/units'
import { levels, walletBounds } from '@truemark/core/wallet/terms'
import type { deskWalletTermsChange, DeskWalletTerms } from '@truemark/protocol/routes/deskTreasury'
import type { BodyOf } from '@truemark/protocol/routes/route'
import { percentDecimals, termsForm, type TermChange } from '../markets/door.ts'

const notations = {
  fee_rate: 'percent',
  fee_min: 'usdt',
  deposit_min: 'usdt',
  withdrawal_min: 'usdt',
  four_eyes_min: 'usdt',
  review_hours: 'count',
  deposit_none: 'usdt',
  deposit_primary: 'usdt',
  deposit_advanced: 'usdt',
  withdrawal_none: 'usdt',
  withdrawal_primary: 'usdt',
  withdrawal_advanced: 'usdt',
} as const

export type TermName = keyof typeof notations
type LevelName = (typeof levels)[number]
type LimitName = `deposit_${LevelName}` | `withdrawal_${LevelName}`
type PlainName = Exclude<TermName, LimitName>

const form = termsForm(notations)

/** The terms in the order in which they are shown. */
export const termNames = form.names
export const depositLimits = levels.map((level): LimitName => `deposit_${level}`)
export const withdrawalLimits = levels.map((level): LimitName => `withdrawal_${level}`)
const isPlain = (name: TermName): name is PlainName =>
  ![...depositLimits, ...withdrawalLimits].some((one) => one === name)
export const plainNames = termNames.filter(isPlain)

/** The terms as the form holds them: percentages, USDT and whole hours as canonical decimal texts; an empty limit is none. */
export type Draft = Readonly<Record<TermName, string>>

/** How a term is written: a share in percent, an amount of USDT, or whole hours. */
export function notationOf(name: TermName): 'percent' | 'usdt' | 'count' {
  return notations[name]
}

const decimals = { percent: percentDecimals, usdt: usdtScale, count: 0 }

export function decimalsOf(name: TermName): number {
  return decimals[notations[name]]
}

function flat({ deposit_day_max: deposits, withdrawal_day_max: withdrawals, ...plain }: DeskWalletTerms) {
  return {
    ...plain,
    deposit_none: deposits.none ?? '',
    deposit_primary: deposits.primary ?? '',
    deposit_advanced: deposits.advanced ?? '',
    withdrawal_none: withdrawals.none ?? '',
    withdrawal_primary: withdrawals.primary ?? '',
    withdrawal_advanced: withdrawals.advanced ?? '',
  }
}

/** The terms as the form starts with them. */
export function draftOf(terms: DeskWalletTerms): Draft {
  return form.textsOf(flat(terms))
}

/** `figure` where it is none, `bounds` where it lies beyond {@link boundsOf}. */
export type TermFault = 'figure' | 'bounds'

/** Between what a term must lie, in the form's notation; null where nothing bounds it. */
export interface TermBounds {
  readonly min: string
  readonly max: string | null
}

const usdtText = (amount: bigint): string => formatDecimal(amount, usdtScale)

/** The bounds of the exchange, which no operator can pass. */
const plainBounds: Record<PlainName, TermBounds> = {
  fee_rate: { min: '0', max: formatDecimal(walletBounds.feeRateMax, percentDecimals) },
  fee_min: { min: '0', max: usdtText(walletBounds.feeMinMax) },
  deposit_min: { min: '0', max: usdtText(walletBounds.depositMinMax) },
  withdrawal_min: { min: '0', max: usdtText(walletBounds.withdrawalMinMax) },
  four_eyes_min: { min: '0', max: usdtText(walletBounds.fourEyesMax) },
  // whole hours: what is less than one is not written here
  review_hours: { min: '1', max: String(walletBounds.reviewMsMax / hourMs) },
}

/** Between what a term must lie; a limit may also be none. */
export function boundsOf(name: TermName): TermBounds {
  if (isPlain(name)) return plainBounds[name]
  return { min: name.startsWith('withdrawal_') ? usdtText(walletBounds.withdrawalDayMin) : '0', max: null }
}

function faultOf(name: TermName, text: string): TermFault | null {
  // an empty limit is none
  if (!isPlain(name) && text === '') return null
  const scale = decimalsOf(name)
  const units = parseDecimal(text, scale)
  if (units === null || units > termsAmountMax) return 'figure'
  const { min, max } = boundsOf(name)
  const [least, most] = [parseDecimal(min, scale), max === null ? null : parseDecimal(max, scale)]
  return (least !== null && units < least) || (most !== null && units > most) ? 'bounds' : null
}

/** The terms that can't stand, each with its fault. */
export function faultsOf(draft: Draft): ReadonlyMap<TermName, TermFault> {
  return form.faultsOf((name) => faultOf(name, draft[name]))
}

const comparedScale = 18

/** What a draft changes, in the form's notation; an empty text is no limit. */
export function changesOf(terms: DeskWalletTerms, draft: Draft): readonly TermChange<TermName>[] {
  return form.changesOf(flat(terms), draft)
}

export type Consequence = 'held' | 'dearer' | 'slower' | 'lower' | 'alone'

/** What follows from a draft, in the order in which it is told. */
export function consequencesOf(terms: DeskWalletTerms, draft: Draft): Consequence[] {
  const changes = changesOf(terms, draft)
  const rises = (name: TermName) => {
    const change = changes.find((one) => one.name === name)
    return change !== undefined && worthOf(change.to) > worthOf(change.from)
  }
  const falls = changes.some(({ name, from, to }) => !isPlain(name) && worthOf(to) < worthOf(from))
  const found: Consequence[] = []
  if (changes.length > 0) found.push('held')
  if (rises('fee_rate') || rises('fee_min')) found.push('dearer')
  if (rises('review_hours')) found.push('slower')
  if (falls) found.push('lower')
  if (rises('four_eyes_min')) found.push('alone')
  return found
}

// no limit is above every limit
function worthOf(text: string): bigint {
  return parseDecimal(text, comparedScale) ?? 2n ** 200n
}

type Body = BodyOf<typeof deskWalletTermsChange>

/** The call's body for a draft without faults. */
export function bodyOf(draft: Draft, reason: string): Body {
  const { deposit_none, deposit_primary, deposit_advanced, ...others } = form.bodyOf(draft)
  const { withdrawal_none, withdrawal_primary, withdrawal_advanced, ...plain } = others
  return {
    ...plain,
    deposit_day_max: limits(deposit_none, deposit_primary, deposit_advanced),
    withdrawal_day_max: limits(withdrawal_none, withdrawal_primary, withdrawal_advanced),
    reason,
  }
}

// an empty limit is none
function limits(none: string, primary: string, advanced: string) {
  return { none: none || null, primary: primary || null, advanced: advanced || null }
}
