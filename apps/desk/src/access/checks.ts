import { codeDigits } from '@truemark/ui/figures/codeDigits'
import type { ErrorEntry } from '@truemark/protocol/errorEntry'
import { errorOf } from '@truemark/protocol/errors'

/** What an access form holds, as typed. */
export interface AccessForm {
  readonly name: string
  readonly password: string
  readonly totp: string
}

export type AccessFault = 'required' | 'name' | 'password' | 'totp'

const operatorPassword: ErrorEntry = errorOf('operator_password_length')

/** Characters that an operator's password has at least. */
export const passwordLengthMin = Number(operatorPassword.params?.['min'])

/** What a form asks for: a `fresh` password has a least length, an existing one is the server's to judge. */
export interface AccessAsked {
  readonly fresh: boolean
  /** Whether the authenticator's code is part of it. */
  readonly code: boolean
}

/** What is wrong with the form, by field; nothing when it can be sent. */
export function accessFaults(
  form: AccessForm,
  { fresh, code }: AccessAsked,
): Partial<Record<keyof AccessForm, AccessFault>> {
  const { length } = form.name.trim()
  const short = fresh && form.password.length < passwordLengthMin
  return {
    ...(length < 2 || length > 40 ? { name: 'name' as const } : {}),
    ...(form.password === '' ? { password: 'required' as const } : short ? { password: 'password' as const } : {}),
    ...(!code || /^[0-9]{6}$/.test(codeDigits(form.totp)) ? {} : { totp: 'totp' as const }),
  }
}
