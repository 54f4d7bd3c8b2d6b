import * as z from 'zod/mini'
import { line } from '../values.ts'

/** Bytes as base64url without padding, up to the given number of characters. */
export function base64url(lengthMax: number) {
  return z.string().check(z.maxLength(lengthMax), z.regex(/^[A-Za-z0-9_-]+$/))
}

/** What a browser answers when a passkey has signed, as WebAuthn's AuthenticationResponseJSON has it. */
export const assertion = z.object({
  id: base64url(1_400),
  rawId: base64url(1_400),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url(4_000),
    authenticatorData: base64url(4_000),
    signature: base64url(2_000),
    userHandle: z.optional(base64url(100)),
  }),
})
export type Assertion = z.infer<typeof assertion>

/**
 * What is asked again where money could leave: the password, then a passkey's signature, or the code that was sent for
 * `confirm` or that the authenticator app shows, or a recovery code.
 */
export const stepUp = {
  password: z.string().check(z.maxLength(200)),
  verify_code: z._default(line(0, 16), ''),
  passkey: z.optional(assertion),
} as const

/** What a passkey's signature can be refused for. */
export const assertionErrors = ['passkey_unavailable', 'passkey_expired', 'passkey_wrong', 'passkey_doubted'] as const

/** What a proof can be refused for. */
export const stepUpErrors = ['confirm_password_wrong', 'code_invalid', ...assertionErrors, 'rate_limited'] as const
