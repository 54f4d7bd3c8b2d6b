import { client } from '@truemark/protocol/client'
import type { LocaleId } from '@truemark/protocol/locale'
import type { CodePurpose, identityRoutes } from '@truemark/protocol/routes/identity'
import type { AnswerOf } from '@truemark/protocol/routes/route'
import { type Outcome, done, refused } from '../platform/http/call.ts'
import { readSecurity } from './alerts.store.ts'
import { keepCode, useCode } from './codes.store.ts'
import type { IdentityPorts } from './identity.ts'
import { codeHash, newCode } from './secrets.ts'
import { personByEmail, personByPhone } from './store.ts'

export interface CodeRequest {
  readonly purpose: CodePurpose
  readonly channel: 'email' | 'sms'
  readonly address: string
  readonly locale: LocaleId
}

/**
 * Makes a code and sends it. Where the purpose wants an account and there is none, nothing is sent, and the answer
 * and its time are the same: whether to send is found out after the answer.
 */
export async function sendCode(
  ports: IdentityPorts,
  request: CodeRequest,
): Promise<Outcome<AnswerOf<(typeof identityRoutes)['sendEmail']>>> {
  const { database, secret } = ports
  const code = newCode()
  const key = keyOf(request.address)
  const hash = codeHash(secret, request.purpose, key, code)
  const { kept, againSeconds } = await keepCode(database, request.purpose, key, hash)
  if (!kept) return refused('code_too_soon', { seconds: String(againSeconds) })
  setImmediate(() => {
    deliver(ports, request, code).catch((error: unknown) => ports.logger.error({ err: error }, 'a code was not sent'))
  })
  return done({ valid_seconds: client.codeMinutes * 60, again_seconds: againSeconds })
}

// addresses that differ in case alone are one account's
function keyOf(address: string): string {
  return address.toLowerCase()
}

async function deliver(ports: IdentityPorts, request: CodeRequest, code: string): Promise<void> {
  const { address, channel, locale, purpose } = request
  let word = ''
  if (purpose !== 'register') {
    const find = channel === 'email' ? personByEmail : personByPhone
    const person = await find(ports.database, address)
    if (person === null) return
    word = (await readSecurity(ports.database, person.id)).word
  }
  const params = { app: ports.appName(), code, minutes: String(client.codeMinutes), purpose, word }
  const letter = { to: address, template: 'code', locale, params } as const
  if (channel === 'email') await ports.post.sendMail(letter)
  else await ports.post.sendSms(letter)
}

/** Whether `code` is the one that was sent for this purpose and address; it is used up then. */
export function checkCode(ports: IdentityPorts, purpose: CodePurpose, address: string, code: string): Promise<boolean> {
  const key = keyOf(address)
  return useCode(ports.database, purpose, key, codeHash(ports.secret, purpose, key, code))
}
