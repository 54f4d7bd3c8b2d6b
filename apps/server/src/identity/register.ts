import { isCountry, readPhone } from '@truemark/payee/phone'
import { readEmail } from '@truemark/protocol/email'
import type { Reason } from '@truemark/protocol/errors'
import type { identityRoutes } from '@truemark/protocol/routes/identity'
import type { BodyOf } from '@truemark/protocol/routes/route'
import { type CallContext, type Outcome, done, refused } from '../platform/http/call.ts'
import { checkCode } from './codes.ts'
import { ensureHolder } from './holders.ts'
import type { IdentityPorts } from './identity.ts'
import { consumeInvite, holdInvite, isInvite } from './invites.store.ts'
import { userPasswordRefusal } from './passwords.ts'
import { provenAddress, writeToProven } from './proven.ts'
import { hashPassword } from './secrets.ts'
import { type NewPerson, type Person, insertPerson, personByProven } from './store.ts'

type Body = BodyOf<(typeof identityRoutes)['register']>

interface Form {
  readonly email: string
  readonly phone: string
  /** The address that the code has to prove. */
  readonly proved: string
}

function readForm(body: Body): Form | Reason {
  if ([body.account, body.email, body.phone, body.password, body.verify_code].some((field) => field.trim() === '')) {
    return 'information_incomplete'
  }
  const email = readEmail(body.email)
  if (email === null) return 'email_invalid'
  if (!isCountry(body.country)) return 'country_unknown'
  const phone = readPhone(body.phone, body.country)
  if (phone === null) return 'phone_invalid'
  const repeated = body.type === 'email' ? readEmail(body.account) : readPhone(body.account, body.country)
  const proved = body.type === 'email' ? email : phone
  return repeated === proved ? { email, phone, proved } : 'field_malformed'
}

/**
 * Opens an account: the code proves one of its two addresses, the real holder is numbered and opened with the engine,
 * and the opening message follows to the proven one (without the password). An address that another account has proved
 * is taken; one that was only typed there is free.
 */
export async function register(
  ports: IdentityPorts,
  body: Body,
  { locale, address: network }: Pick<CallContext, 'locale' | 'address'>,
): Promise<Outcome<null>> {
  const form = readForm(body)
  if (typeof form === 'string') return refused(form)
  const fault = userPasswordRefusal(body.password, {
    tooShort: 'password_too_short',
    lengthMin: ports.passwordLengthMin,
    own: [form.email, form.phone, body.account, ports.appName()],
  })
  if (fault !== null) return refused(fault.reason, fault.params)
  const inviteCode = (body.invite_code ?? '').trim()
  if (inviteCode !== '' && !(await isInvite(ports.database, inviteCode))) return refused('invite_code_invalid')
  const code = { purpose: 'register', address: form.proved, network, code: body.verify_code.trim() } as const
  if (!(await checkCode(ports, code))) return refused('register_code_wrong')
  const passwordHash = await hashPassword(body.password, { by: 'known', network })
  const { email, phone } = form
  const person = await insert(ports, {
    email,
    phone,
    verified: body.type,
    passwordHash,
    country: body.country,
    lang: locale,
    inviteCode,
  })
  if (typeof person === 'string') return refused(person)
  await ensureHolder(ports, person, 'real').catch((error: unknown) => {
    // the account stands; its first sign-in opens the holder again
    ports.logger.warn({ err: error }, 'a new holder waits to be opened')
  })
  return done(null)
}

async function insert(ports: IdentityPorts, fresh: NewPerson): Promise<Person | Reason> {
  return ports.database.transaction(async (client) => {
    // held until the end: of several who bring a code's last use, one gets it
    if (fresh.inviteCode !== '' && !(await holdInvite(client, fresh.inviteCode))) return 'invite_code_invalid'
    if ((await personByProven(client, fresh.email)) !== null) return 'email_taken'
    if ((await personByProven(client, fresh.phone)) !== null) return 'already_registered'
    const person = await insertPerson(client, fresh)
    // somebody proved it in this very moment
    if (person === null) return fresh.verified === 'email' ? 'email_taken' : 'already_registered'
    if (fresh.inviteCode !== '') await consumeInvite(client, fresh.inviteCode)
    await ports.noteAgreement(client, person.id, fresh.lang, ports.now())
    const params = { app: ports.appName(), account: provenAddress(person) }
    await writeToProven(ports.post, person, { template: 'opened', params }, client)
    return person
  })
}
