import { client } from '@truemark/protocol/client'

/** What the form of a new password holds, as typed. */
export interface Change {
  readonly code: string
  readonly old: string
  readonly password: string
  readonly confirm: string
  /** Whether a passkey signs in place of the code. */
  readonly byPasskey: boolean
}

export type ChangeField = Exclude<keyof Change, 'byPasskey'>
export type ChangeFault = 'required' | 'code' | 'length' | 'unchanged' | 'mismatch'

/** What is wrong with a change of the password, by field; nothing where it can be sent. */
export function changeFaults(form: Change): Partial<Record<ChangeField, ChangeFault>> {
  const faults: Partial<Record<ChangeField, ChangeFault>> = {}
  if (!form.byPasskey && form.code.length !== client.codeLength) faults.code = 'code'
  if (form.old === '') faults.old = 'required'
  const length = [...form.password].length
  if (length < client.passwordLengthMin || length > client.passwordLengthMax) faults.password = 'length'
  else if (form.password === form.old) faults.password = 'unchanged'
  if (form.confirm !== form.password) faults.confirm = 'mismatch'
  return faults
}

/** At which field the server's refusals stand; others are about the whole form. */
export const placesOfRefusals: Readonly<Partial<Record<string, ChangeField>>> = {
  code_invalid: 'code',
  old_password_wrong: 'old',
  password_length: 'password',
  password_breached: 'password',
  password_unchanged: 'password',
}
