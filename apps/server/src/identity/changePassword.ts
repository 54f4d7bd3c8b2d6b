import { readEmail } from '@truemark/protocol/email'
import { parseLocaleId } from '@truemark/protocol/locale'
import type { identityRoutes } from '@truemark/protocol/routes/identity'
import { type Call, type Outcome, done, refused } from '../platform/http/call.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import { readSecurity } from './alerts.store.ts'
import { checkCode } from './codes.ts'
import { endEntrances, holdEntered } from './entrances.ts'
import type { IdentityPorts } from './identity.ts'
import { type PasswordRule, passwordText, userPasswordRefusal } from './passwords.ts'
import { provenAddress, writeToProven } from './proven.ts'
import { hashPassword, passwordMatches, passwordTries } from './secrets.ts'
import { proveByPasskey } from './stepUp.ts'
import { type Person, personById, replacePassword } from './store.ts'
import { tellSecurity } from './told.ts'
import { clearFailures, takeTry } from './tries.store.ts'

type ChangeCall = Call<(typeof identityRoutes)['changePassword']>

// the code went to the account's proven address: the email that is named, or the phone where none is
function addressOf(person: Person, email: string): string | null {
  const typed = email.trim()
  if (person.verified === 'phone') return typed === '' ? person.phone : null
  return readEmail(typed)?.toLowerCase() === person.email.toLowerCase() ? person.email : null
}

/** What speaks against a change before anything secret is looked at, or null. */
function formRefusal({ body }: ChangeCall, rule: Pick<PasswordRule, 'lengthMin' | 'own'>): Outcome<never> | null {
  const { old_password, new_password, verify_code, passkey } = body
  const hasProof = passkey !== undefined || verify_code.trim() !== ''
  if (old_password === '' || new_password === '' || !hasProof) return refused('information_incomplete')
  if (passwordText(new_password) === passwordText(old_password)) return refused('password_unchanged')
  const fault = userPasswordRefusal(new_password, { ...rule, tooShort: 'password_length' })
  return fault === null ? null : refused(fault.reason, fault.params)
}

/**
 * Changes a password by the old one and a code or a passkey, and ends every other session, the demo's too. The code is
 * spent only where the old password is right. Of two changes at once the first to be kept wins, and the other's old one is wrong.
 */
export async function changePassword(ports: IdentityPorts, call: ChangeCall): Promise<Outcome<null>> {
  const { database, secret } = ports
  const { caller, body } = call
  const person = await personById(database, caller.userId)
  if (person === null || person.passwordHash === null) return refused('login_required')
  const address = addressOf(person, body.email)
  if (address === null) return refused('email_invalid')
  const own = [person.email, person.phone, person.nickname, ports.appName()]
  const form = formRefusal(call, { lengthMin: ports.passwordLengthMin, own })
  if (form !== null) return form
  const tries = passwordTries(secret, person.id)
  const wait = await takeTry(database, tries)
  if (wait > 0) return refused('rate_limited', { seconds: String(wait) })
  const asking = { by: 'user', id: person.id } as const
  if (!(await passwordMatches(person.passwordHash, body.old_password, asking))) return refused('old_password_wrong')
  await clearFailures(database, tries)
  const unproved = await proofRefusal(ports, call, address)
  if (unproved !== null) return unproved
  const { passwordHash: before } = person
  const passwordHash = await hashPassword(body.new_password, asking)
  const ended = await database.transaction(async (client) => {
    if ((await holdEntered(client, caller)) === null) return 'login_required'
    if (!(await replacePassword(client, person.id, before, passwordHash))) return 'old_password_wrong'
    await tellChanged(ports, person, client)
    return endEntrances(client, person.id, { except: Number(caller.sessionId) })
  })
  if (typeof ended === 'string') return refused(ended)
  ports.sessionsEnded(ended)
  return done(null, 'password_changed')
}

// a passkey's signature, or the code that was sent to the address
async function proofRefusal(ports: IdentityPorts, call: ChangeCall, address: string): Promise<Outcome<never> | null> {
  const { passkey, verify_code } = call.body
  if (passkey !== undefined) {
    const proved = await proveByPasskey(ports, call, { purpose: 'change_password', passkey })
    return proved.ok ? null : refused(proved.reason, proved.params)
  }
  const code = { purpose: 'change_password', address, network: '', code: verify_code.trim() } as const
  return (await checkCode(ports, code)) ? null : refused('code_invalid')
}

/** Tells a person, in the app and at their proven address, that the password was changed, in the transaction of it. */
export async function tellChanged(ports: IdentityPorts, person: Person, client: Queryable): Promise<void> {
  await tellSecurity(client, person.id, 'password_changed')
  const { word } = await readSecurity(client, person.id)
  const time = ports.momentText(ports.now(), parseLocaleId(person.lang))
  const params = { app: ports.appName(), account: provenAddress(person), time, word }
  await writeToProven(ports.post, person, { template: 'passwordChanged', params }, client)
}
