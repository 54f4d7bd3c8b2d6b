import * as z from 'zod/mini'
import { id } from '../values.ts'
import { deskLogin } from './desk.ts'
import { attestation, creationOptions, passkey, passkeyName, requestOptions, attestationErrors } from './passkeys.ts'
import { defineRoute } from './route.ts'
import { assertion, assertionErrors } from './stepUp.ts'

const linkToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{20,100}$/))
const code = z.string().check(z.regex(/^[0-9]{6}$/))

/** What an operator proves anew: the password, then the authenticator's code or a passkey's signature. */
const operatorProof = {
  password: z.string().check(z.maxLength(200)),
  totp: z.optional(code),
  passkey: z.optional(assertion),
} as const

const proofErrors = [
  'field_malformed',
  'confirm_password_wrong',
  'second_factor_wrong',
  ...assertionErrors,
  'rate_limited',
] as const

export const deskSecurityState = z.object({
  /** Whether an authenticator app is set up. */
  totp: z.boolean(),
  passkeys: z.array(passkey),
  /** Whether this address can have passkeys. */
  available: z.boolean(),
})
export type DeskSecurityState = z.infer<typeof deskSecurityState>

export const deskPasskeyLoginOptions = defineRoute({
  method: 'POST',
  path: '/desk/login/passkey/options',
  access: 'guest',
  answer: requestOptions,
  errors: ['passkey_unavailable'],
  summary: "A challenge, good once and for five minutes, that any operator's passkey may sign to log in.",
})

export const deskPasskeyLogin = defineRoute({
  method: 'POST',
  path: '/desk/login/passkey',
  access: 'guest',
  body: z.object({ passkey: assertion }),
  answer: deskLogin.answer,
  errors: ['field_malformed', ...assertionErrors, 'rate_limited'],
  summary: 'Signs an operator in by a passkey, which has itself verified who holds it.',
})

export const deskLinkPasskey = defineRoute({
  method: 'POST',
  path: '/desk/links/passkey',
  access: 'guest',
  body: z.object({ token: linkToken, name: deskLogin.body.shape.name, password: deskLogin.body.shape.password }),
  answer: creationOptions,
  errors: [
    'field_malformed',
    'information_incomplete',
    'operator_link_invalid',
    'operator_password_length',
    'operator_name_taken',
    'password_breached',
    'passkey_unavailable',
  ],
  summary: 'Begins to make the passkey of a new operator, in place of an authenticator app.',
})

export const deskSecurity = defineRoute({
  method: 'GET',
  path: '/desk/security',
  access: 'desk',
  answer: deskSecurityState,
  summary: 'How the signed-in operator signs in.',
})

export const deskPasskeyProof = defineRoute({
  method: 'POST',
  path: '/desk/security/proof',
  access: 'desk',
  answer: requestOptions,
  errors: ['passkey_unavailable', 'passkey_unknown'],
  summary: "A challenge for one of the operator's own passkeys, for this session, in place of a code.",
})

export const deskPasskeyBegin = defineRoute({
  method: 'POST',
  path: '/desk/security/passkeys/options',
  access: 'desk',
  body: z.object(operatorProof),
  answer: creationOptions,
  errors: [...proofErrors, 'passkeys_too_many'],
  summary: 'Begins to add a passkey, by the password and a factor that is set up.',
})

export const deskPasskeyAdd = defineRoute({
  method: 'POST',
  path: '/desk/security/passkeys',
  access: 'desk',
  body: z.object({ name: passkeyName, passkey: attestation }),
  answer: deskSecurityState,
  errors: ['field_malformed', ...attestationErrors],
  summary: 'Adds the passkey that was made on the challenge of this session.',
})

export const deskPasskeyRename = defineRoute({
  method: 'PUT',
  path: '/desk/security/passkeys/{id}',
  access: 'desk',
  params: z.object({ id }),
  body: z.object({ name: passkeyName }),
  answer: deskSecurityState,
  errors: ['field_malformed', 'passkey_unknown'],
  summary: "Gives a passkey of the operator's own another name.",
})

export const deskPasskeyRemove = defineRoute({
  method: 'DELETE',
  path: '/desk/security/passkeys/{id}',
  access: 'desk',
  params: z.object({ id }),
  body: z.object(operatorProof),
  answer: deskSecurityState,
  errors: [...proofErrors, 'passkey_unknown', 'last_factor'],
  summary: "Removes a passkey of the operator's own; the last factor stays.",
})

export const deskTotpBegin = defineRoute({
  method: 'POST',
  path: '/desk/security/totp/options',
  access: 'desk',
  body: z.object(operatorProof),
  answer: z.object({ secret: z.string(), uri: z.string() }),
  errors: proofErrors,
  summary: 'Begins to set up an authenticator app, in place of the one before if there is one.',
})

export const deskTotpSet = defineRoute({
  method: 'POST',
  path: '/desk/security/totp',
  access: 'desk',
  body: z.object({ totp: code }),
  answer: deskSecurityState,
  errors: ['field_malformed', 'second_factor_missing', 'second_factor_wrong', 'rate_limited'],
  summary: 'Sets the authenticator app up by its first code.',
})

export const deskTotpRemove = defineRoute({
  method: 'DELETE',
  path: '/desk/security/totp',
  access: 'desk',
  body: z.object(operatorProof),
  answer: deskSecurityState,
  errors: [...proofErrors, 'second_factor_missing', 'last_factor'],
  summary: 'Takes the authenticator app off; the last factor stays.',
})

export const deskSecurityRoutes = {
  deskPasskeyLoginOptions,
  deskPasskeyLogin,
  deskLinkPasskey,
  deskSecurity,
  deskPasskeyProof,
  deskPasskeyBegin,
  deskPasskeyAdd,
  deskPasskeyRename,
  deskPasskeyRemove,
  deskTotpBegin,
  deskTotpSet,
  deskTotpRemove,
}
