import { products } from '@truemark/core/capability/products'
import * as z from 'zod/mini'
import { copied, country, id, line, localeId, millis, page, pageOf, realm, symbol } from '../values.ts'
import { defineRoute } from './route.ts'
import { assertion, stepUp, stepUpErrors, assertionErrors } from './stepUp.ts'

export const email = copied(1, 254)
const phone = copied(1, 32)
const code = copied(1, 16)

/** A password as a form sends it. Its length is judged by the rules, each with its own code, not by the shape. */
const password = z.string().check(z.maxLength(200))

/** Which of the two addresses an account is known by. */
export const accountType = z.enum(['email', 'phone'])
export type AccountType = z.infer<typeof accountType>

/** What a verification code is asked for; a code of one purpose serves no other. */
export const codePurpose = z.enum(['register', 'forgot', 'change_password', 'confirm', 'heads'])
export type CodePurpose = z.infer<typeof codePurpose>

/** Where a level of real-name verification stands. */
export const realNameState = z.enum(['none', 'pending', 'approved', 'rejected'])

export const userInfo = z.object({
  uid: id,
  account: z.string(),
  email: z.string(),
  phone: z.string(),
  nickname: z.string(),
  /** The id of the picture, which `/user/avatar/{id}` gives; empty where there is none. */
  avatar: z.string(),
  country: z.string(),
  lang: localeId,
  realm,
  /** A demo account without a person behind it: it ends after seven idle days. */
  guest: z.boolean(),
  real_name: z.object({ primary: realNameState, advanced: realNameState }),
  /** Which products this account may trade, as the operator has switched them for its country. */
  products: z.record(z.enum(products), z.boolean()),
  favourites: z.array(symbol),
  two_factor: z.boolean(),
  created: millis,
})
export type UserInfo = z.infer<typeof userInfo>

export const loginAnswer = z.object({ token: z.string(), userInfo })
export type LoginAnswer = z.infer<typeof loginAnswer>

/** What follows a sent code: how long it lives and when another may be asked for, both in seconds. */
export const codeSent = z.object({ valid_seconds: z.int(), again_seconds: z.int() })

export const session = z.object({
  id,
  realm,
  created: millis,
  last_seen: millis,
  device: z.string(),
  current: z.boolean(),
})
export type Session = z.infer<typeof session>

export const register = defineRoute({
  method: 'POST',
  path: '/register',
  access: 'guest',
  body: z.object({
    account: copied(1, 254),
    email,
    password,
    phone,
    type: accountType,
    invite_code: z._default(line(0, 32), ''),
    verify_code: code,
    country,
  }),
  asked: ['account', 'email', 'phone', 'password', 'type', 'verify_code', 'country'],
  answer: z.null(),
  errors: [
    'field_malformed',
    'information_incomplete',
    'email_invalid',
    'phone_invalid',
    'country_unknown',
    'password_too_short',
    'password_length',
    'password_breached',
    'invite_code_invalid',
    'register_code_wrong',
    'email_taken',
    'already_registered',
  ],
  summary: 'Opens an account; `type` names which of email and phone the code has verified, `account` repeats it.',
})

export const login = defineRoute({
  method: 'POST',
  path: '/login',
  access: 'guest',
  body: z.object({ account: copied(1, 254), password, totp: z.optional(line(0, 16)) }),
  asked: ['account', 'password'],
  answer: loginAnswer,
  errors: [
    'information_incomplete',
    'password_wrong',
    'second_factor_required',
    'second_factor_wrong',
    'user_disabled',
    'rate_limited',
  ],
  summary: 'Signs in by email or phone and password; 552 asks for the code of the second factor.',
})

export const simulationLogin = defineRoute({
  method: 'POST',
  path: '/simulation/login',
  access: 'guest',
  body: z.optional(z.object({ lang: z.optional(localeId) })),
  answer: loginAnswer,
  errors: ['demo_accounts_too_many', 'user_disabled'],
  summary: "Opens or re-enters a demo account: the caller's own with a real token, a fresh guest's without one.",
})

const simulationResetParts = {
  path: '/simulation/reset',
  access: 'simulation',
  answer: z.null(),
  errors: ['market_stale'],
} as const

export const simulationReset = defineRoute({
  ...simulationResetParts,
  method: 'POST',
  idempotent: true,
  summary: 'Restores a demo account to its first balance; needs the demo token.',
})

export const simulationResetByGet = defineRoute({
  ...simulationResetParts,
  method: 'GET',
  changes: true,
  summary: 'The same, kept for clients that know only this form.',
})

export const logout = defineRoute({
  method: 'POST',
  path: '/user/logout',
  access: 'session',
  answer: z.null(),
  summary: 'Ends the session of the token that is sent, and its sockets.',
})

export const sendSms = defineRoute({
  method: 'POST',
  path: '/send_sms',
  access: 'guest',
  body: z.object({ type: codePurpose, phone }),
  asked: ['type', 'phone'],
  answer: codeSent,
  errors: ['information_incomplete', 'phone_invalid', 'code_too_soon', 'messages_unsent'],
  summary: 'Sends a verification code by SMS; the answer is alike whether or not an account exists.',
})

export const sendEmail = defineRoute({
  method: 'POST',
  path: '/send_email',
  access: 'guest',
  body: z.object({ type: codePurpose, email }),
  asked: ['type', 'email'],
  answer: codeSent,
  errors: ['information_incomplete', 'email_invalid', 'code_too_soon', 'messages_unsent'],
  summary: 'Sends a verification code by email; the answer is alike whether or not an account exists.',
})

export const forgotPassword = defineRoute({
  method: 'POST',
  path: '/forgot_password',
  access: 'guest',
  body: z.object({ account: copied(1, 254), type: accountType, verify_code: code, password }),
  asked: ['account', 'type', 'verify_code', 'password'],
  answer: z.null(),
  errors: [
    'information_incomplete',
    'email_invalid',
    'phone_invalid',
    'password_length',
    'password_breached',
    'reset_code_wrong',
  ],
  summary: 'Sets a new password by a verification code and ends every session of the account.',
})

export const changePassword = defineRoute({
  method: 'POST',
  path: '/user/change_password',
  access: 'demo_no_password',
  body: z.object({
    /** The account's email, to which the code went; empty where it went to the phone. */
    email: z._default(copied(0, 254), ''),
    verify_code: z._default(line(0, 16), ''),
    /** The signature of a passkey for `change_password`, in place of the code. */
    passkey: z.optional(assertion),
    old_password: password,
    new_password: password,
  }),
  asked: ['old_password', 'new_password'],
  answer: z.null(),
  errors: [
    'field_malformed',
    'information_incomplete',
    'email_invalid',
    'old_password_wrong',
    'password_length',
    'password_breached',
    'password_unchanged',
    'code_invalid',
    ...assertionErrors,
    'rate_limited',
  ],
  summary: 'Changes the password by the old one and a code, and ends every other session of the account.',
})

/** A code of the authenticator app, or a recovery code. */
const secondFactor = line(0, 16)

export const totpStanding = z.object({
  enabled: z.boolean(),
  /** While it is being set up: the secret in base 32, and the address that an app reads out of a QR code. */
  secret: z.string(),
  uri: z.string(),
  /** Shown once, when it is set up: each signs in once where the app is lost. */
  recovery_codes: z.array(z.string()),
})
export type TotpStanding = z.infer<typeof totpStanding>

export const totpSet = defineRoute({
  method: 'POST',
  path: '/user/totp',
  access: 'demo_no_security',
  /** To begin, what a step-up takes; to finish, the password and the app's first code. */
  body: z.object({ ...stepUp, totp: z._default(secondFactor, '') }),
  answer: totpStanding,
  errors: [...stepUpErrors, 'field_malformed', 'second_factor_on', 'second_factor_missing', 'second_factor_wrong'],
  summary: 'Begins to set up an authenticator app, as a step-up; with a first code of the app it is set up.',
})

export const totpRemove = defineRoute({
  method: 'DELETE',
  path: '/user/totp',
  access: 'demo_no_security',
  body: z.object({ password, totp: z._default(secondFactor, ''), passkey: z.optional(assertion) }),
  answer: z.null(),
  errors: [
    'field_malformed',
    'confirm_password_wrong',
    'second_factor_missing',
    'second_factor_wrong',
    ...assertionErrors,
    'rate_limited',
  ],
  summary: 'Takes the authenticator app off the account, by the password and a code or a passkey.',
})

/** The word that every mail to the person bears, and what they are told by mail. */
export const securitySetting = z.object({ word: line(0, 20), login_mail: z.boolean(), withdrawal_mail: z.boolean() })
export type SecuritySetting = z.infer<typeof securitySetting>

/** Whether a change of it could keep something from the person: a mail switched off, or a word in place of another. */
export function isWeaker(before: SecuritySetting, after: SecuritySetting): boolean {
  if (before.login_mail && !after.login_mail) return true
  if (before.withdrawal_mail && !after.withdrawal_mail) return true
  return before.word !== '' && before.word !== after.word
}

export const securityRead = defineRoute({
  method: 'GET',
  path: '/user/security',
  access: 'demo_no_security',
  answer: securitySetting,
  summary: 'The word that mails bear, and whether logins and withdrawals are told by mail.',
})

export const securityChange = defineRoute({
  method: 'PUT',
  path: '/user/security',
  access: 'demo_no_security',
  /** The password; where a mail is switched off or the word is another, what a step-up takes. */
  body: z.extend(securitySetting, stepUp),
  answer: securitySetting,
  errors: ['field_malformed', ...stepUpErrors],
  summary: 'Changes the word that mails bear and what is told by mail, by the password; to be told less, by a step-up.',
})

export const freezeAccount = defineRoute({
  method: 'POST',
  path: '/freeze_account',
  access: 'guest',
  body: z.object({ token: line(20, 100) }),
  answer: z.object({ withdrawal_canceled: z.boolean() }),
  errors: ['field_malformed', 'freeze_link_invalid'],
  summary: 'Freezes an account by the link of a mail: sessions end, and the password is void until it is reset.',
})

export const user = defineRoute({
  method: 'GET',
  path: '/user',
  access: 'user',
  answer: userInfo,
  summary: 'The signed-in account, of the realm of its token.',
})

export const sessions = defineRoute({
  method: 'GET',
  path: '/user/sessions',
  access: 'user',
  query: z.object(page),
  answer: pageOf(session),
  errors: ['field_malformed'],
  summary: 'Where the account is signed in, the last seen first.',
})

export const sessionsEnd = defineRoute({
  method: 'DELETE',
  path: '/user/sessions',
  access: 'user',
  answer: z.object({ ended: z.int() }),
  summary: 'Ends every session of the account but this one.',
})

export const sessionEnd = defineRoute({
  method: 'DELETE',
  path: '/user/sessions/{id}',
  access: 'user',
  params: z.object({ id }),
  answer: z.object({ ended: z.int() }),
  errors: ['session_unknown'],
  summary: 'Ends one session of the account.',
})

export const identityRoutes = {
  register,
  login,
  simulationLogin,
  simulationReset,
  simulationResetByGet,
  logout,
  sendSms,
  sendEmail,
  forgotPassword,
  changePassword,
  totpSet,
  totpRemove,
  securityRead,
  securityChange,
  freezeAccount,
  user,
  sessions,
  sessionsEnd,
  sessionEnd,
}
