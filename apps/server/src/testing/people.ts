import { type OperatorRole, deskRoutes } from '@truemark/protocol/routes/desk'
import { disclosureRoutes } from '@truemark/protocol/routes/disclosure'
import { type CodePurpose, identityRoutes } from '@truemark/protocol/routes/identity'
import { Secret, TOTP } from 'otpauth'
import { makeOperatorLink } from '../operator/door.ts'
import type { LiveServer } from './liveServer.ts'
import { sentMessages } from './outbox.ts'

/** What a person of a test signs in with. */
export const personPassword = 'Quiet-river7'
const operatorPassword = 'Seven-quiet-rivers'

/** The last code that went to an address for a purpose, out of the outbox; it goes out after the answer that promises it. */
export async function codeSent(server: LiveServer, to: string, purpose: CodePurpose = 'register'): Promise<string> {
  for (let tries = 0; tries < 200; tries += 1) {
    const sent = (await sentMessages(server, `recipient = $1 AND params->>'purpose' = $2`, [to, purpose])).at(-1)
    if (sent !== undefined) return sent.params['code'] ?? ''
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('no code was sent')
}

/** Registers a person as anybody does, and signs them in; gives the token. */
export async function signUp(server: LiveServer, email: string, phone: string): Promise<string> {
  await server.ok(identityRoutes.sendEmail, { body: { type: 'register', email } })
  const code = await codeSent(server, email)
  const form = { account: email, email, phone, type: 'email', verify_code: code, invite_code: '', country: 'FR' }
  await server.ok(identityRoutes.register, { body: { ...form, password: personPassword } })
  return (await server.ok(identityRoutes.login, { body: { account: email, password: personPassword } })).token
}

/** Registers a person whose phone is proved by a text message, and signs them in; gives the token. */
export async function signUpByPhone(server: LiveServer, email: string, phone: string): Promise<string> {
  await server.ok(identityRoutes.sendSms, { body: { type: 'register', phone } })
  const code = await codeSent(server, phone)
  const form = { account: phone, email, phone, type: 'phone', verify_code: code, invite_code: '', country: 'FR' }
  await server.ok(identityRoutes.register, { body: { ...form, password: personPassword } })
  return (await server.ok(identityRoutes.login, { body: { account: phone, password: personPassword } })).token
}

/** Has a person say of each product that they understand its risks, as is asked before the first order of it. */
export async function understandRisks(server: LiveServer, token: string): Promise<void> {
  for (const { product, version, digest } of await server.ok(disclosureRoutes.disclosures, { token })) {
    await server.ok(disclosureRoutes.disclosureAccept, { token, params: { product }, body: { version, digest } })
  }
}

/** The code that an authenticator app shows now for a secret in base 32. */
export function appCode(secret: string): string {
  return new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30 }).generate()
}

/** Makes an operator by a one-time link; gives the token of the first session. */
export async function makeOperator(server: LiveServer, role: OperatorRole, name: string): Promise<string> {
  const path = await makeOperatorLink(server.database, role, 'test')
  const token = path.slice(path.lastIndexOf('/') + 1)
  const link = await server.ok(deskRoutes.deskLinkOpen, { body: { token } })
  const totp = appCode(link.totp_secret)
  const body = { token, name, password: operatorPassword, totp }
  return (await server.ok(deskRoutes.deskLinkComplete, { body })).token
}
