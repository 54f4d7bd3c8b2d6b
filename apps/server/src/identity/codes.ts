import { client } from '@truemark/protocol/client'
import type { LocaleId } from '@truemark/protocol/locale'
import type { CodePurpose, identityRoutes } from '@truemark/protocol/routes/identity'
import type { AnswerOf } from '@truemark/protocol/routes/route'
import { type Outcome, done, refused } from '../platform/http/call.ts'
import type { Caller } from '../platform/http/session.ts'
import { readSecurity } from './alerts.store.ts'
import { againSeconds, keepCode, useCode } from './codes.store.ts'
import type { IdentityPorts } from './identity.ts'
import { codeHash, newCode } from './secrets.ts'
import { personByEmail, personById, personByPhone } from './store.ts'

export interface CodeRequest {
  readonly purpose: CodePurpose
  readonly channel: 'email' | 'sms'
  readonly address: string
  readonly locale: LocaleId
  /** Who asks; null for a guest. */
  readonly asker: Pick<Caller, 'kind' | 'userId'> | null
}

/** What only the signed-in do: their codes are theirs to ask for. */
const ownPurposes: readonly CodePurpose[] = ['confirm', 'change_password']

/**
 * Makes a code and sends it. Where the purpose wants an account and there is none, nothing is sent, and the answer
 * and its time are the same: whether to send is found out after the answer. A code for what only the signed-in do goes
 * to the asker's own address; asking for another's does nothing, since a new code would void the one they wait for and
 * use up their pace.
 */
export async function sendCode(
  ports: IdentityPorts,
  request: CodeRequest,
): Promise<Outcome<AnswerOf<(typeof identityRoutes)['sendEmail']>>> {
  const { database, secret } = ports
  if (!(await mayAsk(ports, request)))
    return done({ valid_seconds: client.codeMinutes * 60, again_seconds: againSeconds })
  const code = newCode()
  const key = keyOf(request.address)
  const hash = codeHash(secret, request.purpose, key, code)
  const { kept, againSeconds: again } = await keepCode(database, request.purpose, key, hash)
  if (!kept) return refused('code_too_soon', { seconds: String(again) })
  setImmediate(() => {
    deliver(ports, request, code).catch((error: unknown) => ports.logger.error({ err: error }, 'a code was not sent'))
  })
  return done({ valid_seconds: client.codeMinutes * 60, again_seconds: again })
}

async function mayAsk({ database }: IdentityPorts, { purpose, address, asker }: CodeRequest): Promise<boolean> {
  if (!ownPurposes.includes(purpose)) return true
  const person = asker?.kind === 'user' ? await personById(database, asker.userId) : null
  return person !== null && [person.email, person.phone].some((own) => own !== '' && keyOf(own) === keyOf(address))
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
