import { readPhone } from '@truemark/payee/phone'
import { readEmail } from '@truemark/protocol/email'
import type { identityRoutes } from '@truemark/protocol/routes/identity'
import type { BodyOf } from '@truemark/protocol/routes/route'
import { type Outcome, done, refused } from '../platform/http/call.ts'
import { tellChanged } from './changePassword.ts'
import { checkCode } from './codes.ts'
import { endEntrances } from './entrances.ts'
import type { IdentityPorts } from './identity.ts'
import { userPasswordRefusal } from './passwords.ts'
import { holdWithdrawals } from './resetHold.ts'
import { hashPassword } from './secrets.ts'
import { personByProven, replacePassword } from './store.ts'

type Body = BodyOf<(typeof identityRoutes)['forgotPassword']>

/**
 * Sets a new password by a code, ends every session of the account, and holds withdrawals for a day. An address that nobody proved to be theirs is
 * told what a wrong code is told, since no code was ever sent to it.
 * @param network the network that asks
 */
export async function forgotPassword(ports: IdentityPorts, body: Body, network: string): Promise<Outcome<null>> {
  if (body.account.trim() === '' || body.verify_code.trim() === '') return refused('information_incomplete')
  const byEmail = body.type === 'email'
  const address = byEmail ? readEmail(body.account) : readPhone(body.account, '')
  if (address === null) return refused(byEmail ? 'email_invalid' : 'phone_invalid')
  const fault = userPasswordRefusal(body.password, {
    tooShort: 'password_length',
    lengthMin: ports.passwordLengthMin,
    // only what the caller names: more would tell whether there is an account
    own: [address, ports.appName()],
  })
  if (fault !== null) return refused(fault.reason, fault.params)
  const code = body.verify_code.trim()
  // as they were before the code was looked at: whoever set another password since is not written over
  const person = await personByProven(ports.database, address)
  if (!(await checkCode(ports, { purpose: 'forgot', address, network, code }))) return refused('reset_code_wrong')
  const before = person?.passwordHash ?? null
  if (person === null || before === null) return refused('reset_code_wrong')
  const held = await holdWithdrawals(ports.exchange, person)
  if (!held.ok) return held
  const passwordHash = await hashPassword(body.password, { by: 'known', network })
  const ended = await ports.database.transaction(async (client) => {
    if (!(await replacePassword(client, person.id, before, passwordHash))) return null
    await tellChanged(ports, person, client)
    return endEntrances(client, person.id, 'all')
  })
  if (ended === null) return refused('reset_code_wrong')
  ports.sessionsEnded(ended)
  return done(null, 'password_reset')
}
