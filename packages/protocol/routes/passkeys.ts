import * as z from 'zod/mini'
import { id, line, millis } from '../values.ts'
import { loginAnswer } from './identity.ts'
import { defineRoute } from './route.ts'
import { assertion, base64url, stepUp, stepUpErrors, assertionErrors } from './stepUp.ts'

/** What a browser answers when a passkey was made, as WebAuthn's RegistrationResponseJSON has it. */
export const attestation = z.object({
  id: base64url(1_400),
  rawId: base64url(1_400),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url(4_000),
    attestationObject: base64url(20_000),
    transports: z._default(z.array(line(1, 32)).check(z.maxLength(10)), []),
  }),
})
export type Attestation = z.infer<typeof attestation>

const descriptor = z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.string()) })

/** What a browser is asked to make, as WebAuthn's PublicKeyCredentialCreationOptionsJSON has it. */
export const creationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
})
export type CreationOptions = z.infer<typeof creationOptions>

/** What a browser is asked to sign, as WebAuthn's PublicKeyCredentialRequestOptionsJSON has it. */
export const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
  allowCredentials: z.array(descriptor),
})
export type RequestOptions = z.infer<typeof requestOptions>

export const passkeyName = line(1, 40)

/** What a passkey that was made can be refused for. */
export const attestationErrors = [
  'passkey_unavailable',
  'passkey_expired',
  'passkey_wrong',
  'passkey_exists',
  'passkeys_too_many',
] as const

export const passkey = z.object({
  id,
  name: z.string(),
  created: millis,
  last_used: z.nullable(millis),
  /** Whether its maker keeps it on several devices. */
  synced: z.boolean(),
  /** The host whose passkey it is: a browser offers it nowhere else. */
  site: z.string(),
  /** Once its counter came out lower than before, as it does where there are two copies. */
  doubted: z.boolean(),
})
export type Passkey = z.infer<typeof passkey>

/** What a signature is asked for; one of one purpose serves no other. */
export const proofPurpose = z.enum(['confirm', 'change_password'])
export type ProofPurpose = z.infer<typeof proofPurpose>

export const passkeyLoginOptions = defineRoute({
  method: 'POST',
  path: '/login/passkey/options',
  access: 'guest',
  answer: requestOptions,
  errors: ['passkey_unavailable'],
  summary: 'A challenge, good once and for five minutes, that any passkey of this site may sign to log in.',
})

export const passkeyLogin = defineRoute({
  method: 'POST',
  path: '/login/passkey',
  access: 'guest',
  body: z.object({ passkey: assertion }),
  answer: loginAnswer,
  errors: ['field_malformed', ...assertionErrors, 'user_disabled', 'rate_limited'],
  summary: 'Signs in by a passkey alone, which has itself verified who holds it.',
})

export const passkeys = defineRoute({
  method: 'GET',
  path: '/user/passkeys',
  access: 'demo_no_security',
  answer: z.object({ items: z.array(passkey), available: z.boolean() }),
  summary: 'The passkeys of the account, newest first; `available` says whether this address can have any.',
})

export const passkeyProof = defineRoute({
  method: 'POST',
  path: '/user/passkeys/proof',
  access: 'demo_no_security',
  body: z.object({ purpose: proofPurpose }),
  answer: requestOptions,
  errors: ['field_malformed', 'passkey_unavailable', 'passkey_unknown'],
  summary: "A challenge for one of the account's own passkeys, for this session and purpose, instead of a code.",
})

export const passkeyBegin = defineRoute({
  method: 'POST',
  path: '/user/passkeys/options',
  access: 'demo_no_security',
  body: z.object(stepUp),
  answer: creationOptions,
  errors: [...stepUpErrors, 'field_malformed', 'passkeys_too_many'],
  summary: 'Begins to add a passkey, by the password and a code or another passkey.',
})

export const passkeyAdd = defineRoute({
  method: 'POST',
  path: '/user/passkeys',
  access: 'demo_no_security',
  body: z.object({ name: passkeyName, passkey: attestation }),
  answer: passkey,
  errors: ['field_malformed', ...attestationErrors],
  summary: 'Adds the passkey that was made on the challenge of this session; the owner is told by mail.',
})

export const passkeyRename = defineRoute({
  method: 'PUT',
  path: '/user/passkeys/{id}',
  access: 'demo_no_security',
  params: z.object({ id }),
  body: z.object({ name: passkeyName }),
  answer: passkey,
  errors: ['field_malformed', 'passkey_unknown'],
  summary: 'Gives a passkey another name.',
})

export const passkeyRemove = defineRoute({
  method: 'DELETE',
  path: '/user/passkeys/{id}',
  access: 'demo_no_security',
  params: z.object({ id }),
  body: z.object(stepUp),
  answer: z.null(),
  errors: [...stepUpErrors, 'field_malformed', 'passkey_unknown'],
  summary: 'Removes a passkey, by the password and a code or a passkey; the owner is told by mail.',
})

export const passkeyRoutes = {
  passkeyLoginOptions,
  passkeyLogin,
  passkeys,
  passkeyProof,
  passkeyBegin,
  passkeyAdd,
  passkeyRename,
  passkeyRemove,
}
