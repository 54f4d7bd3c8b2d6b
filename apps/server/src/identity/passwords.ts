import { client } from '@truemark/protocol/client'
import type { Reason } from '@truemark/protocol/errors'

/** The heads of the passwords that lists of breaches hold most often; compared without case. */
const breached = new Set(
  (
    '123456 12345678 123456789 1234567890 12345 1234567 111111 000000 123123 654321 666666 888888 121212 112233 ' +
    '123321 696969 555555 7777777 987654321 password password1 password123 passw0rd p@ssw0rd qwerty qwerty123 ' +
    'qwertyuiop 1q2w3e4r 1q2w3e4r5t 1qaz2wsx qazwsx asdfgh asdfghjkl zxcvbn zxcvbnm abc123 abcd1234 abcdef a123456 ' +
    'aa123456 iloveyou admin admin123 administrator welcome welcome1 login letmein monkey dragon sunshine princess ' +
    'football baseball master shadow superman batman michael jordan23 trustno1 hello123 freedom whatever starwars ' +
    'charlie donald ninja mustang access flower secret secret123 changeme default guest test123 test1234 testtest ' +
    'bitcoin crypto ethereum trading binance coinbase truemark money123 lovely samsung google pokemon naruto ' +
    'computer internet killer hunter ginger pepper cookie summer winter spring autumn azerty motdepasse contrasena ' +
    'hola123 123qwe qwe123 zaq12wsx 159753 147258369 159357 131313 101010 202020 11111111 00000000 88888888 5201314'
  ).split(' '),
)

/** A password of one repeated letter, or of neighbours in a row, protects nothing. */
function isTrivial(password: string): boolean {
  const steps = new Set<number>()
  for (let at = 1; at < password.length; at++) steps.add(password.charCodeAt(at) - password.charCodeAt(at - 1))
  const [step = 9] = steps
  return steps.size === 1 && Math.abs(step) <= 1
}

/**
 * Why a password is not taken, or null. `tooShort` is the reason for one under the minimum: registering has another
 * one than changing.
 */
export function passwordFault(
  password: string,
  tooShort: Reason,
  lengthMin: number,
  lengthMax: number = Math.max(client.passwordLengthMax, lengthMin),
): Reason | null {
  const length = [...password].length
  if (length < lengthMin) return tooShort
  if (length > lengthMax) return 'password_length'
  return breached.has(password.toLowerCase()) || isTrivial(password) ? 'password_breached' : null
}

/** Why a user's password is not taken, with the figures of the text; null where it is. */
export function userPasswordRefusal(
  password: string,
  tooShort: Reason,
  lengthMin: number,
): { readonly reason: Reason; readonly params: Readonly<Record<string, string>> } | null {
  const fault = passwordFault(password, tooShort, lengthMin)
  if (fault === null) return null
  // the short text names the specification's minimum, which an operator may have raised
  const raised = fault === tooShort && [...password].length >= client.passwordLengthMin
  const reason = raised ? 'password_length' : fault
  const params = { min: String(lengthMin), max: String(client.passwordLengthMax) }
  return { reason, params: reason === 'password_length' ? params : {} }
}
