import type { AddressForm } from './addressForm.ts'
import { compactLine } from './pasted.ts'

/** The most signs of a memo, of any network. */
export const memoLengthMax = 64

const tagMax = 4_294_967_295n
const idMax = 18_446_744_073_709_551_615n
const stellarBytesMax = 28

const isNumber = (text: string, max: bigint): boolean => /^(0|[1-9][0-9]{0,19})$/.test(text) && BigInt(text) <= max
const isText = (text: string, max: number): boolean => text.length <= max && /^[\x21-\x7e]+$/.test(text)

// the destination tag of XRP is a number of 32 bits; a memo of Stellar a number of 64 or a text of 28 bytes; the others'
// are texts
const checks: Partial<Record<AddressForm, (memo: string) => boolean>> = {
  XRP: (memo) => isNumber(memo, tagMax),
  Stellar: (memo) => (/^[0-9]+$/.test(memo) ? isNumber(memo, idMax) : isText(memo, stellarBytesMax)),
  Cosmos: (memo) => isText(memo, memoLengthMax),
  TON: (memo) => isText(memo, memoLengthMax),
}

/** Whether payments of such networks can bear a memo or tag beside the address. */
export function hasMemo(form: AddressForm): boolean {
  return checks[form] !== undefined
}

/** The one form in which a memo is kept and compared: nothing invisible, no blanks, digits in ASCII. */
export function canonicalMemo(text: string): string {
  return compactLine(text)
}

/** Whether a canonical memo can be one of a network. */
export function isMemo(form: AddressForm, memo: string): boolean {
  return checks[form]?.(memo) ?? false
}

// the quasigroup of Damm: its last digit finds each single wrong digit and each swap of two beside each other
const damm = [
  [0, 3, 1, 7, 5, 9, 8, 6, 4, 2],
  [7, 0, 9, 2, 1, 5, 4, 8, 6, 3],
  [4, 2, 0, 6, 8, 7, 1, 3, 5, 9],
  [1, 7, 5, 0, 9, 8, 3, 4, 2, 6],
  [6, 1, 2, 3, 0, 4, 5, 9, 7, 8],
  [3, 6, 7, 4, 2, 0, 9, 5, 8, 1],
  [5, 8, 6, 9, 7, 2, 0, 1, 3, 4],
  [8, 9, 4, 5, 3, 6, 2, 0, 1, 7],
  [9, 4, 3, 8, 6, 1, 7, 2, 0, 5],
  [2, 5, 8, 1, 4, 3, 6, 7, 9, 0],
] as const

/**
 * The memo of a person's deposits: a drawn number of eight digits and the digit that guards it, so that whoever mistypes one
 * digit or swaps two never names somebody else. It is a memo of every network that has them.
 */
export function depositMemo(drawn: number): string {
  const digits = String(drawn)
  const last = [...digits].reduce((row, digit) => damm[row]?.[Number(digit)] ?? 0, 0)
  return `${digits}${last}`
}

/** Between which numbers {@link depositMemo} takes one: at least the first, below the second. */
export const depositMemoRange = [10_000_000, 100_000_000] as const
