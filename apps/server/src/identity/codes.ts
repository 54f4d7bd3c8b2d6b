import { client } from '@truemark/protocol/client'
import type { LocaleId } from '@truemark/protocol/locale'
import type { CodePurpose, identityRoutes } from '@truemark/protocol/routes/identity'
import type { AnswerOf } from '@truemark/protocol/routes/route'
import { type Outcome, done, refused } from '../platform/http/call.ts'
import type { Caller } from '../platform/http/session.ts'
import { readSecurity } from './alerts.store.ts'
import { type CodeKey, againSeconds, anyNetwork, keepCode, useCode } from './codes.store.ts'
import type { IdentityPorts } from './identity.ts'
import { provenAddress } from './proven.ts'
import { blurred, codeHash, newCode } from './secrets.ts'
import { personById, personByProven } from './store.ts'
import { isKnownNetwork } from './tries.store.ts'

export interface CodeRequest {
  readonly purpose: CodePurpose
  /** Where the code goes: an email, or a phone as E.164. */
  readonly address: string
  /** The network that asks. */
  readonly network: string
  readonly locale: LocaleId
  /** Who asks; null for a guest. */
  readonly asker: Pick<Caller, 'kind' | 'userId'> | null
}

/** What only the signed-in do: their codes are theirs to ask for. */
const ownPurposes: readonly CodePurpose[] = ['confirm', 'change_password']
/** What takes no account: the code itself proves the address. */
const openPurposes: readonly CodePurpose[] = ['register', 'heads']

/**
 * Makes a code and sends it. Where the purpose wants an account and nobody has proved that the address is theirs, nothing
 * is sent, and the answer and its time are the same: whether to send is found out after the answer. A code for what only
 * the signed-in do goes to the asker's own proven address; asking for another's does nothing, since a new code would void
 * the one they wait for and use up their pace.
 */
export async function sendCode(
  ports: IdentityPorts,
  request: CodeRequest,
): Promise<Outcome<AnswerOf<(typeof identityRoutes)['sendEmail']>>> {
  const { database, secret } = ports
  if (!(await ports.canTell(request.address.includes('@') ? 'email' : 'sms'))) return refused('messages_unsent')
  if (!(await mayAsk(ports, request)))
    return done({ valid_seconds: client.codeMinutes * 60, again_seconds: againSeconds })
  const code = newCode()
  const key = await keyOf(ports, request)
  const { kept, againSeconds: again } = await keepCode(database, key, codeHash(secret, key.purpose, key.address, code))
  if (!kept) return refused('code_too_soon', { seconds: String(again) })
  setImmediate(() => {
    deliver(ports, request, code).catch((error: unknown) => ports.logger.error({ err: error }, 'a code was not sent'))
  })
  return done({ valid_seconds: client.codeMinutes * 60, again_seconds: again })
}

async function mayAsk({ database }: IdentityPorts, { purpose, address, asker }: CodeRequest): Promise<boolean> {
  // heads go by mail alone
  if (purpose === 'heads') return address.includes('@')
  if (!ownPurposes.includes(purpose)) return true
  const person = asker?.kind === 'user' ? await personById(database, asker.userId) : null
  return person !== null && provenAddress(person).toLowerCase() === address.toLowerCase()
}

// addresses that differ in case alone are one account's
async function keyOf(
  { database, secret }: Pick<IdentityPorts, 'database' | 'secret'>,
  { purpose, address, network }: Pick<CodeRequest, 'purpose' | 'address' | 'network'>,
): Promise<CodeKey> {
  const of = { purpose, address: address.toLowerCase() }
  if (ownPurposes.includes(purpose)) return { ...of, network: anyNetwork, known: true }
  const hash = blurred(secret, `network ${network}`)
  const person = await personByProven(database, address)
  return { ...of, network: hash, known: await isKnownNetwork(database, person?.id ?? 0, hash) }
}

async function deliver(ports: IdentityPorts, request: CodeRequest, code: string): Promise<void> {
  const { address, locale, purpose } = request
  let word = ''
  if (purpose !== 'register') {
    const person = await personByProven(ports.database, address)
    if (person === null && !openPurposes.includes(purpose)) return
    word = person === null ? '' : (await readSecurity(ports.database, person.id)).word
  }
  const params = { app: ports.appName(), code, minutes: String(client.codeMinutes), purpose, word }
  const letter = { to: address, template: 'code', locale, params } as const
  await (address.includes('@') ? ports.post.sendMail(letter) : ports.post.sendSms(letter))
}

/** A code as somebody brings it. */
export interface BroughtCode extends Pick<CodeRequest, 'purpose' | 'address' | 'network'> {
  readonly code: string
}

/** Whether a code is the one that was sent for its purpose and address; it is used up then. */
export async function checkCode(
  ports: Pick<IdentityPorts, 'database' | 'secret'>,
  brought: BroughtCode,
): Promise<boolean> {
  const key = await keyOf(ports, brought)
  return (await useCode(ports.database, key, codeHash(ports.secret, key.purpose, key.address, brought.code))) !== null
}
