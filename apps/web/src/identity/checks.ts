import { client } from '@truemark/protocol/client'
import { readEmail } from '@truemark/protocol/email'
import type { Messages } from '../i18n/door.ts'
import { internationalPhone } from './countries.ts'

export type Complaint = keyof Messages['identity']['check'] | 'required' | 'mismatch'

/** What the register form holds, as typed. */
export interface Registration {
  country: string
  email: string
  phone: string
  password: string
  confirm: string
  invite: string
  method: 'email' | 'phone'
}

const phoneShape = /^\+?[0-9]{6,15}$/

/** Whether a text is a phone, as written or by the numbering plan of a country ('' for any). */
export type PhoneJudge = (text: string, country: string) => boolean

/** Whether a text looks like a phone number: all that is asked until the numbering plans are there. */
export const looksLikePhone: PhoneJudge = (text) => phoneShape.test(text.replace(/[\s().\p{Pd}\p{Cf}]/gu, ''))

/** Whether a text can name an account: an email or a phone. */
export function isAccount(text: string, isPhone: PhoneJudge = looksLikePhone): boolean {
  return readEmail(text) !== null || isPhone(text, '')
}

/** What is wrong with a login's account and password, by field. */
export function loginComplaints(account: string, password: string): Partial<Record<'account' | 'password', Complaint>> {
  return {
    ...(isAccount(account) ? {} : { account: 'account' as const }),
    ...(password === '' ? { password: 'required' as const } : {}),
  }
}

/** What is wrong with a new password and its repetition. */
export function passwordComplaints(
  password: string,
  confirm: string,
): Partial<Record<'password' | 'confirm', Complaint>> {
  const { length } = [...password.normalize('NFKC')]
  const fits = length >= client.passwordLengthMin && length <= client.passwordLengthMax
  return {
    ...(fits ? {} : { password: 'passwordLength' as const }),
    ...(password === confirm ? {} : { confirm: 'mismatch' as const }),
  }
}

/** What is wrong with a registration, by field; nothing when it can be sent. */
export function registrationComplaints(
  form: Registration,
  isPhone: PhoneJudge = looksLikePhone,
): Partial<Record<keyof Registration, Complaint>> {
  const phone = internationalPhone(form.phone, form.country)
  return {
    ...(form.country === '' ? { country: 'country' as const } : {}),
    ...(readEmail(form.email) !== null ? {} : { email: 'email' as const }),
    ...(isPhone(phone, form.country) ? {} : { phone: 'phone' as const }),
    ...passwordComplaints(form.password, form.confirm),
  }
}
