import { formatDecimal, parseDecimal } from '@truemark/core/money/decimal'
import { hourMs, termsAmountMax } from '@truemark/core/money/units'
import { levels, walletBounds } from '@truemark/core/wallet/terms'
import type { deskWalletTermsChange, DeskWalletTerms } from '@truemark/protocol/routes/deskTreasury'
import type { BodyOf } from '@truemark/protocol/routes/route'
import { changesBetween, percentDecimals, percentOf, shareOf, type TermChange } from '../markets/door.ts'

/** How a term is written: a share in percent, an amount of USDT, or whole hours. */
type Notation = 'percent' | 'usdt' | 'hours'
type LevelName = (typeof levels)[number]
type LimitName = `deposit_${LevelName}` | `withdrawal_${LevelName}`

const plainNotations = {
  fee_rate: 'percent',
  fee_min: 'usdt',
  deposit_min: 'usdt',
  withdrawal_min: 'usdt',
  four_eyes_min: 'usdt',
  review_hours: 'hours',
} as const satisfies Partial<Record<keyof DeskWalletTerms, Notation>>

type PlainName = keyof typeof plainNotations
export type TermName = PlainName | LimitName

export const plainNames = Object.keys(plainNotations).filter((name): name is PlainName => name in plainNotations)
export const depositLimits = levels.map((level): LimitName => `deposit_${level}`)
export const withdrawalLimits = levels.map((level): LimitName => `withdrawal_${level}`)
/** The terms in the order in which they are shown. */
export const termNames: readonly TermName[] = [...plainNames, ...depositLimits, ...withdrawalLimits]

/** The terms as the form holds them: percentages, USDT and hours as canonical decimal texts; an empty limit is none. */
export type Draft = Readonly<Record<TermName, string>>

export function notationOf(name: TermName): Notation {
  return isPlain(name) ? plainNotations[name] : 'usdt'
}

const decimals: Record<Notation, number> = { percent: percentDecimals, usdt: 6, hours: 0 }

export function decimalsOf(name: TermName): number {
  return decimals[notationOf(name)]
}

function isPlain(name: TermName): name is PlainName {
  return name in plainNotations
}

/** The terms as the form starts with them. */
export function draftOf(terms: DeskWalletTerms): Draft {
  const { deposit_day_max: deposits, withdrawal_day_max: withdrawals } = terms
  return {
    fee_rate: percentOf(terms.fee_rate),
    fee_min: terms.fee_min,
    deposit_min: terms.deposit_min,
    withdrawal_min: terms.withdrawal_min,
    four_eyes_min: terms.four_eyes_min,
    review_hours: String(terms.review_hours),
    deposit_none: deposits.none ?? '',
    deposit_primary: deposits.primary ?? '',
    deposit_advanced: deposits.advanced ?? '',
    withdrawal_none: withdrawals.none ?? '',
    withdrawal_primary: withdrawals.primary ?? '',
    withdrawal_advanced: withdrawals.advanced ?? '',
  }
}

/** `figure` where it is none, `bounds` where it lies beyond {@link boundsOf}. */
export type TermFault = 'figure' | 'bounds'

/** Between what a term must lie, in the form's notation; null where nothing bounds it. */
export interface TermBounds {
  readonly min: string
  readonly max: string | null
}

/** A share of 10⁻⁹ in percent. */
const ratePercentScale = 7

const usdtText = (amount: bigint): string => formatDecimal(amount, decimals.usdt)

/** The bounds of the exchange, which no operator can pass. */
const plainBounds: Record<PlainName, TermBounds> = {
  fee_rate: { min: '0', max: formatDecimal(walletBounds.feeRateMax, ratePercentScale) },
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
  const found = new Map<TermName, TermFault>()
  for (const name of termNames) {
    const fault = faultOf(name, draft[name])
    if (fault !== null) found.set(name, fault)
  }
  return found
}

const comparedScale = 18

/** What a draft changes, in the form's notation; an empty text is no limit. */
export function changesOf(terms: DeskWalletTerms, draft: Draft): readonly TermChange<TermName>[] {
  return changesBetween(termNames, draftOf(terms), draft)
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
  const limit = (text: string): string | null => (text === '' ? null : text)
  return {
    fee_rate: shareOf(draft.fee_rate) ?? '',
    fee_min: draft.fee_min,
    deposit_min: draft.deposit_min,
    withdrawal_min: draft.withdrawal_min,
    four_eyes_min: draft.four_eyes_min,
    review_hours: Number(draft.review_hours),
    deposit_day_max: {
      none: limit(draft.deposit_none),
      primary: limit(draft.deposit_primary),
      advanced: limit(draft.deposit_advanced),
    },
    withdrawal_day_max: {
      none: limit(draft.withdrawal_none),
      primary: limit(draft.withdrawal_primary),
      advanced: limit(draft.withdrawal_advanced),
    },
    reason,
  }
}
