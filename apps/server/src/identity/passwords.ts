import { client } from '@truemark/protocol/client'
import type { Reason } from '@truemark/protocol/errors'
import { isBreached } from './breached.ts'

/**
 * A password in the one form that is judged, hashed and compared: what is typed as one letter here comes as a letter and
 * its accent from another system, and a full-width digit is the digit (NFKC).
 */
export function passwordText(password: string): string {
  return password.normalize('NFKC')
}

/** A password of one repeated letter, or of neighbours in a row, protects nothing. */
function isTrivial(password: string): boolean {
  const steps = new Set<number>()
  for (let at = 1; at < password.length; at++) steps.add(password.charCodeAt(at) - password.charCodeAt(at - 1))
  const [step = 9] = steps
  return steps.size === 1 && Math.abs(step) <= 1
}

/** A name as short as this one says little of who bears it. */
const ownLengthMin = 4

const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/**
 * Whether a password says nothing but what anybody knows of its owner: an address, its part before the @, one word of it,
 * a phone, a name or the app's own, whatever figures or signs stand around it.
 */
function isOwn(password: string, own: readonly string[]): boolean {
  const whole = lettersOf(password)
  const forms = new Set([whole, whole.replaceAll(/^\p{N}+|\p{N}+$/gu, ''), [...whole].toReversed().join('')])
  const digits = password.replaceAll(/[^0-9]/g, '')
  return own.some((text) => {
    const plain = passwordText(text.trim())
    const parts = plain.split(/[^\p{L}\p{N}]+/u)
    const words = [plain, plain.split('@', 1)[0] ?? '', ...parts]
      .map(lettersOf)
      .filter((word) => word.length >= ownLengthMin)
    const phone = plain.includes('@') ? '' : plain.replaceAll(/[^0-9]/g, '')
    const isPhone =
      phone.length >= 6 && digits.length >= 6 && digits === whole && phone.endsWith(digits.replace(/^0/, ''))
    return isPhone || words.some((word) => forms.has(word))
  })
}

/** What a password is held against. */
export interface PasswordRule {
  /** The reason for one under the minimum: registering has another one than changing. */
  readonly tooShort: Reason
  readonly lengthMin: number
  readonly lengthMax?: number
  /** What is known of its owner, and the app's name. */
  readonly own: readonly string[]
}

/** Why a password is not taken, or null. */
export function passwordFault(password: string, rule: PasswordRule): Reason | null {
  const text = passwordText(password)
  const { length } = [...text]
  if (length < rule.lengthMin) return rule.tooShort
  if (length > (rule.lengthMax ?? Math.max(client.passwordLengthMax, rule.lengthMin))) return 'password_length'
  return isTrivial(text) || isBreached(text) || isOwn(text, rule.own) ? 'password_breached' : null
}

/** Why a user's password is not taken, with the figures of the text; null where it is. */
export function userPasswordRefusal(
  password: string,
  rule: PasswordRule,
): { readonly reason: Reason; readonly params: Readonly<Record<string, string>> } | null {
  const fault = passwordFault(password, rule)
  if (fault === null) return null
  // the short text names the specification's minimum, which an operator may have raised
  const raised = fault === rule.tooShort && [...passwordText(password)].length >= client.passwordLengthMin
  const reason = raised ? 'password_length' : fault
  const params = { min: String(rule.lengthMin), max: String(client.passwordLengthMax) }
  return { reason, params: reason === 'password_length' ? params : {} }
}
