import { parseDecimal, formatDecimal } from '@truemark/core/money/decimal'
import { rateOneBig, rateScale, termsAmountMax, usdtScale } from '@truemark/core/money/units'
import { breakEvenRate } from '@truemark/core/option/terms'
import type { deskOptionChange, deskOptionOpen, DeskOption } from '@truemark/protocol/routes/deskOption'
import type { BodyOf } from '@truemark/protocol/routes/route'
import { percentOf, shareOf, termsForm, type TermChange } from '../markets/door.ts'

/** A duration as the form holds it: seconds, and what a win pays on top, in percent. `key` tells it from the others. */
export interface ModeDraft {
  readonly key: number
  readonly seconds: string
  readonly payout: string
}

const notations = { amount_min: 'usdt', amount_max: 'usdt', exposure_max: 'usdt', pool_debt_max: 'usdt' } as const
const form = termsForm(notations)
export const amountNames = form.names
export type AmountName = keyof typeof notations

/** The terms of options as the form holds them; amounts in USDT. */
export interface Draft {
  readonly on: boolean
  readonly modes: readonly ModeDraft[]
  readonly amounts: Readonly<Record<AmountName, string>>
}

export const modesMax = 12
const secondsMax = 86_400n

/** A market's terms as the form starts with them. */
export function draftOf(terms: DeskOption): Draft {
  return {
    on: terms.on,
    modes: terms.trade_modes.map(({ trade_mode: seconds, payout_rate: rate }, key) => ({
      key,
      seconds: String(seconds),
      payout: percentOf(rate),
    })),
    amounts: form.textsOf(terms),
  }
}

/** One more duration, still empty. */
export function nextMode(modes: readonly ModeDraft[]): ModeDraft {
  return { key: 1 + Math.max(-1, ...modes.map(({ key }) => key)), seconds: '', payout: '' }
}

function payoutUnits({ payout }: ModeDraft): bigint | null {
  const share = shareOf(payout)
  const units = share === null ? null : parseDecimal(share, rateScale)
  return units === null || units <= 0n || units > rateOneBig ? null : units
}

/** The share of wins, in percent, at which a duration comes to nothing in the long run; null without a payout. */
export function breakEvenOf(mode: ModeDraft): string | null {
  const units = payoutUnits(mode)
  return units === null ? null : percentOf(formatDecimal(breakEvenRate(Number(units)), rateScale))
}

export type OptionFault = 'seconds' | 'twice' | 'payout' | 'amountMin' | 'amountMax' | 'amount'

/** The key under which a duration's fault stands. */
export function modeKey(key: number, field: 'seconds' | 'payout'): string {
  return `${key} ${field}`
}

/** What is wrong with a draft, by field; empty where it can stand. */
export function faultsOf({ modes, amounts }: Draft): ReadonlyMap<string, OptionFault> {
  const faults = new Map<string, OptionFault>()
  const seen = new Set<bigint>()
  for (const mode of modes) {
    const seconds = parseDecimal(mode.seconds, 0)
    if (seconds === null || seconds < 1n || seconds > secondsMax) faults.set(modeKey(mode.key, 'seconds'), 'seconds')
    else if (seen.has(seconds)) faults.set(modeKey(mode.key, 'seconds'), 'twice')
    else seen.add(seconds)
    if (payoutUnits(mode) === null) faults.set(modeKey(mode.key, 'payout'), 'payout')
  }
  const units = (name: AmountName) => parseDecimal(amounts[name], usdtScale)
  for (const name of amountNames) {
    const amount = units(name)
    if (amount === null || amount > termsAmountMax) faults.set(name, 'amount')
  }
  const [min, max] = [units('amount_min'), units('amount_max')]
  if (min === 0n) faults.set('amount_min', 'amountMin')
  if (min !== null && max !== null && max < min) faults.set('amount_max', 'amountMax')
  return faults
}

/** Whether two lists of durations say the same. */
export function sameModes(a: readonly ModeDraft[], b: readonly ModeDraft[]): boolean {
  const plain = (modes: readonly ModeDraft[]) => modes.map((mode) => `${mode.seconds} ${payoutUnits(mode)}`)
  return plain(a).join() === plain(b).join()
}

/** The amounts that a draft changes. */
export function changedAmounts(terms: DeskOption, draft: Draft): readonly TermChange<AmountName>[] {
  return form.changesOf(terms, draft.amounts)
}

/** The most that the open options of one direction in one realm could win now, in USDT. */
export function widestExposure({ exposure }: DeskOption): string {
  const all = exposure.flatMap(({ up, down }) => [up, down]).map((text) => parseDecimal(text, usdtScale) ?? 0n)
  return formatDecimal(
    all.reduce((most, one) => (one > most ? one : most), 0n),
    usdtScale,
  )
}

export type Consequence = 'off' | 'open' | 'capped'

/** What follows from a draft, in the order in which it is told. */
export function consequencesOf(terms: DeskOption, draft: Draft): Consequence[] {
  const found: Consequence[] = []
  if (terms.on && !draft.on) found.push('off')
  const changed = changedAmounts(terms, draft)
  if (changed.length > 0 || !sameModes(draftOf(terms).modes, draft.modes)) found.push('open')
  const cap = parseDecimal(draft.amounts.exposure_max, usdtScale)
  const used = parseDecimal(widestExposure(terms), usdtScale)
  if (changed.some(({ name }) => name === 'exposure_max') && cap !== null && used !== null && used > cap)
    found.push('capped')
  return found
}

type Body = BodyOf<typeof deskOptionChange>

function writtenModes(modes: readonly ModeDraft[]) {
  return modes.map(({ seconds, payout }) => ({ trade_mode: Number(seconds), payout_rate: shareOf(payout) ?? '' }))
}

/** The call's body of first terms for a draft without faults. */
export function openingBody({ modes, amounts }: Draft, reason: string): BodyOf<typeof deskOptionOpen> {
  return { trade_modes: writtenModes(modes), ...amounts, reason }
}

/** The call's body for a draft without faults: what is changed and nothing else. */
export function bodyOf(terms: DeskOption, draft: Draft, reason: string): Body {
  return {
    ...form.changedOf(terms, draft.amounts),
    ...(sameModes(draftOf(terms).modes, draft.modes) ? {} : { trade_modes: writtenModes(draft.modes) }),
    ...(draft.on === terms.on ? {} : { on: draft.on }),
    reason,
  }
}
