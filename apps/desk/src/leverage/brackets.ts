import { makeBrackets, type Bracket } from '@truemark/core/margin/brackets'
import { maintenanceShare } from '@truemark/core/margin/exposure'
import { parseDecimal } from '@truemark/core/money/decimal'
import { rateOne, rateScale, usdtScale } from '@truemark/core/money/units'
import type { DeskDerivative } from '@truemark/protocol/routes/deskDerivative'
import { percentOf, shareOf } from '../markets/door.ts'

/** A bracket as the form holds it: the floor in USDT, the rate in percent. `key` tells it from its neighbours. */
export interface BracketDraft {
  readonly key: number
  readonly floor: string
  readonly rate: string
  readonly multiple: string
}

/** What is wrong with a bracket's field. */
export type BracketFault = 'first' | 'floor' | 'rate' | 'multiple' | 'margin' | 'whole'
export type BracketField = 'floor' | 'rate' | 'multiple'
export type BracketFaults = ReadonlyMap<string, BracketFault>

export const bracketsMax = 20
export const multipleMax = 1_000
const multiplesMax = 20

/** The brackets of a market as the form starts with them. */
export function bracketDrafts({ brackets }: Pick<DeskDerivative, 'brackets'>): readonly BracketDraft[] {
  return brackets.map(({ floor, maintenance_rate: rate, multiple_max: multiple }, key) => ({
    key,
    floor,
    rate: percentOf(rate),
    multiple: String(multiple),
  }))
}

/** One more bracket, still empty, after the last. */
export function nextBracket(drafts: readonly BracketDraft[]): BracketDraft {
  const key = 1 + Math.max(-1, ...drafts.map((draft) => draft.key))
  return { key, floor: '', rate: '', multiple: '' }
}

/** The key under which a field's fault stands. */
export function faultKey(key: number, field: BracketField): string {
  return `${key} ${field}`
}

interface Read {
  readonly floor: bigint | null
  readonly maintenanceRate: number
  readonly multipleMax: number
}

function readOf({ floor, rate, multiple }: BracketDraft): Read {
  const share = shareOf(rate)
  const units = share === null ? null : parseDecimal(share, rateScale)
  const whole = parseDecimal(multiple, 0)
  return {
    floor: parseDecimal(floor, usdtScale),
    maintenanceRate: units === null || units >= BigInt(rateOne) ? 0 : Number(units),
    multipleMax: whole === null || whole > BigInt(multipleMax) ? 0 : Number(whole),
  }
}

function faultsOfOne(read: Read, before: Read | undefined): [BracketField, BracketFault][] {
  const found: [BracketField, BracketFault][] = []
  const { floor, maintenanceRate, multipleMax: multiple } = read
  if (before === undefined) {
    if (floor !== 0n) found.push(['floor', 'first'])
  } else if (floor === null || (before.floor !== null && floor <= before.floor)) found.push(['floor', 'floor'])
  const rises = before === undefined || maintenanceRate > before.maintenanceRate
  if (maintenanceRate <= 0 || !rises) found.push(['rate', 'rate'])
  const falls = before === undefined || multiple <= before.multipleMax
  if (multiple < 1 || !falls) found.push(['multiple', 'multiple'])
  // a position's first margin must exceed its maintenance
  else if (multiple * maintenanceRate >= rateOne) found.push(['multiple', 'margin'])
  return found
}

/** What is wrong with the brackets, by bracket and field; empty where they can stand. */
export function bracketFaults(drafts: readonly BracketDraft[]): BracketFaults {
  const reads = drafts.map(readOf)
  const faults = new Map<string, BracketFault>()
  for (const [at, draft] of drafts.entries()) {
    const read = reads[at]
    if (read === undefined) continue
    for (const [field, fault] of faultsOfOne(read, reads[at - 1])) faults.set(faultKey(draft.key, field), fault)
  }
  const last = drafts.at(-1)
  if (faults.size === 0 && last !== undefined && scaleOf(drafts) === null) {
    faults.set(faultKey(last.key, 'floor'), 'whole')
  }
  return faults
}

/** The brackets that drafts come to; null where they are none. */
function scaleOf(drafts: readonly BracketDraft[]): Bracket[] | null {
  return makeBrackets(drafts.map(readOf).map(({ floor, ...rest }) => ({ ...rest, floor: floor ?? -1n })))
}

/**
 * Whether some position would have to keep more than before, so that its liquidation price moves nearer; null where the
 * drafts are no brackets yet.
 */
export function isStricter(before: readonly BracketDraft[], after: readonly BracketDraft[]): boolean | null {
  const [old, next] = [scaleOf(before), scaleOf(after)]
  if (old === null || next === null) return null
  const floors = [...old, ...next].map(({ floor }) => floor)
  const beyond = floors.reduce((most, floor) => (floor > most ? floor : most), 1n) * 1_000n
  // both are straight between their floors, so that they differ at one of them or behind the last
  return [...floors, beyond].some(
    (notional) => maintenanceShare(next, 1, 1, notional) > maintenanceShare(old, 1, 1, notional),
  )
}

/** Whether two tables of brackets say the same. */
export function sameBrackets(a: readonly BracketDraft[], b: readonly BracketDraft[]): boolean {
  const plain = (drafts: readonly BracketDraft[]) =>
    drafts.map(readOf).map((read) => `${read.floor} ${read.maintenanceRate} ${read.multipleMax}`)
  return plain(a).join() === plain(b).join()
}

/** The brackets as the call carries them. */
export function bracketsOf(drafts: readonly BracketDraft[]) {
  return drafts.map(({ floor, rate, multiple }) => ({
    floor,
    maintenance_rate: shareOf(rate) ?? '',
    multiple_max: Number(multiple),
  }))
}

/** The multiples of a text such as "1, 2, 5"; null where they are not whole, rising and at most twenty. */
export function multiplesOf(text: string): number[] | null {
  const words = text.split(/[\s,;、，]+/).filter((word) => word !== '')
  if (words.length === 0 || words.length > multiplesMax || words.some((word) => !/^[1-9][0-9]{0,3}$/.test(word))) {
    return null
  }
  const read = words.map(Number)
  const rising = read.every((one, at) => one <= multipleMax && one > (read[at - 1] ?? 0))
  return rising ? read : null
}
