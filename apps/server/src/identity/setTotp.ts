import type { identityRoutes, TotpStanding } from '@truemark/protocol/routes/identity'
import { type Call, type Outcome, done, refused } from '../platform/http/call.ts'
import { holdEntered } from './entrances.ts'
import type { IdentityPorts } from './identity.ts'
import { newSpare, passwordRefusal, spareHash, totpPurpose, triesOf } from './secondFactor.ts'
import { provenAddress } from './proven.ts'
import { personById } from './store.ts'
import { newTotpSecret, totpStep, totpUri } from './totp.ts'
import { tellSecurity } from './told.ts'
import { beginTotp, confirmTotp, findTotp, hasTotp } from './totp.store.ts'
import { clearFailures, takeTry } from './tries.store.ts'

const recoveryCodes = 10

type SetCall = Call<(typeof identityRoutes)['totpSet']>

/**
 * Begins to set up an app, or finishes it by its first code; the recovery codes are shown then and never again. From
 * then on the app's code stands in the place of the one that goes to the mailbox, so that beginning takes that one, or
 * a passkey: who has a session and the password alone must not come by a factor of their own.
 */
export async function setTotp(ports: IdentityPorts, call: SetCall): Promise<Outcome<TotpStanding>> {
  const { userId } = call.caller
  const code = call.body.totp.trim()
  if (code === '') return begin(ports, call)
  return (await passwordRefusal(ports, userId, call.body.password)) ?? confirm(ports, call, code)
}

async function begin(ports: IdentityPorts, call: SetCall): Promise<Outcome<TotpStanding>> {
  const { database, sealing } = ports
  const { userId } = call.caller
  // said before a code is spent on it
  if (await hasTotp(database, userId)) return refused('second_factor_on')
  const proved = await ports.stepUp.prove(call, call.body)
  if (!proved.ok) return refused(proved.reason, proved.params)
  const base32 = newTotpSecret()
  const person = await personById(database, userId)
  const sealed = sealing.seal(totpPurpose, String(userId), base32)
  if (person === null || !(await beginTotp(database, userId, sealed))) return refused('second_factor_on')
  const uri = totpUri(base32, provenAddress(person), ports.appName())
  return done({ enabled: false, secret: base32, uri, recovery_codes: [] })
}

async function confirm(ports: IdentityPorts, call: SetCall, code: string): Promise<Outcome<TotpStanding>> {
  const { database, secret, sealing, now } = ports
  const { userId } = call.caller
  const tries = triesOf(secret, userId)
  const wait = await takeTry(database, tries)
  if (wait > 0) return refused('rate_limited', { seconds: String(wait) })
  const row = await findTotp(database, userId)
  if (row === null) return refused('second_factor_missing')
  if (row.confirmed) return refused('second_factor_on')
  const step = totpStep(sealing.openText(totpPurpose, String(userId), row.sealed), code, now())
  if (step === null) return refused('second_factor_wrong')
  await clearFailures(database, tries)
  const spares = Array.from({ length: recoveryCodes }, newSpare)
  const hashes = spares.map((spare) => spareHash(secret, userId, spare))
  const refusal = await database.transaction(async (client) => {
    // or who held the session that is ended keeps the owner out by an app of their own
    if ((await holdEntered(client, call.caller)) === null) return 'login_required'
    if (!(await confirmTotp(client, userId, step, hashes))) return 'second_factor_on'
    await tellSecurity(client, userId, 'second_factor_on')
    return null
  })
  if (refusal !== null) return refused(refusal)
  await ports.alerts.securityChanged(userId, { change: 'totp_on' }, call.origin())
  return done({ enabled: true, secret: '', uri: '', recovery_codes: spares })
}
