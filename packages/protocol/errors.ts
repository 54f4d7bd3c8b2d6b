import type { CoreReason } from '@truemark/core/result/reason'
import { errorCatalogue } from './errorCatalogue.ts'
import type { ErrorEntry } from './errorEntry.ts'

export type Reason = (typeof errorCatalogue)[number]['reason']
export type ErrorCode = (typeof errorCatalogue)[number]['code']

/** Fails to compile where the exchange can refuse for a reason that the catalogue lacks. */
export type EveryCoreReasonIsListed = CoreReason extends Reason ? true : never
export const everyCoreReasonIsListed: EveryCoreReasonIsListed = true

/** What only a client meets, and so without a code: an unknown code, no answer, no connection. Texts are with ours. */
export const clientReasons = ['unknown', 'network', 'not_sent'] as const

/**
 * Texts of success, which come as code 200 with the text as `message`; `code` is the specification's number of the
 * text. The texts stand in the locales' `successes.json` under the name.
 */
export const successCatalogue = [
  { name: 'deposit_submitted', code: 11812 },
  { name: 'withdrawal_submitted', code: 11919 },
  { name: 'order_placed', code: 12210 },
  { name: 'password_changed', code: 12242 },
  { name: 'password_reset', code: 12243 },
] as const

export type SuccessName = (typeof successCatalogue)[number]['name']

const byReason: ReadonlyMap<string, ErrorEntry> = new Map(errorCatalogue.map((entry) => [entry.reason, entry]))
const byCode: ReadonlyMap<number, Reason> = new Map(errorCatalogue.map((entry) => [entry.code, entry.reason]))

/** Whether a text is one of the catalogue's reasons. */
export function isReason(text: string): text is Reason {
  return byReason.has(text)
}

/** The entry of a reason. */
export function errorOf(reason: Reason): ErrorEntry {
  const entry = byReason.get(reason)
  if (entry === undefined) throw new Error(`the catalogue has no reason ${reason}`)
  return entry
}

/** The code that the envelope carries for a reason. */
export function codeOf(reason: Reason): number {
  return errorOf(reason).code
}

/** The reason of a code, or null where the catalogue has none: then the text is "Unknown error". */
export function reasonOf(code: number): Reason | null {
  return byCode.get(code) ?? null
}

/** The HTTP status under which a reason is answered: 200 unless HTTP itself has a word for it. */
export function httpStatusOf(reason: Reason): number {
  return errorOf(reason).http ?? 200
}

/** The figures of a reason's text: those of the refusal over the catalogue's own, so that none is ever missing. */
export function paramsOf(reason: Reason, detail?: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return { ...errorOf(reason).params, ...detail }
}
