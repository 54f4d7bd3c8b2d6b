import { client } from '@truemark/protocol/client'
import type { Messages } from '../reader/door.ts'
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

const emailShape = /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/
const phoneShape = /^\+?[0-9]{6,15}$/

/** Whether a text looks like an email; the server judges it in the end. */
export function looksLikeEmail(text: string): boolean {
  return text.length <= 254 && emailShape.test(text.trim())
}

/** Whether a text looks like a phone number, with or without its country. */
export function looksLikePhone(text: string): boolean {
  return phoneShape.test(text.replace(/[\s().-]/g, ''))
}

/** What is wrong with a login's account and password, by field. */
export function loginComplaints(account: string, password: string): Partial<Record<'account' | 'password', Complaint>> {
  return {
    ...(looksLikeEmail(account) || looksLikePhone(account) ? {} : { account: 'account' as const }),
    ...(password === '' ? { password: 'required' as const } : {}),
  }
}

/** What is wrong with a new password and its repetition. */
export function passwordComplaints(
  password: string,
  confirm: string,
): Partial<Record<'password' | 'confirm', Complaint>> {
  const { length } = password
  const fits = length >= client.passwordLengthMin && length <= client.passwordLengthMax
  return {
    ...(fits ? {} : { password: 'passwordLength' as const }),
    ...(password === confirm ? {} : { confirm: 'mismatch' as const }),
  }
}

/** What is wrong with a registration, by field; nothing when it can be sent. */
export function registrationComplaints(form: Registration): Partial<Record<keyof Registration, Complaint>> {
  return {
    ...(form.country === '' ? { country: 'country' as const } : {}),
    ...(looksLikeEmail(form.email) ? {} : { email: 'email' as const }),
    ...(looksLikePhone(internationalPhone(form.phone, form.country)) ? {} : { phone: 'phone' as const }),
    ...passwordComplaints(form.password, form.confirm),
  }
}
