import type { identityRoutes } from '@truemark/protocol/routes/identity'
import { type Call, type Outcome, done, refused } from '../platform/http/call.ts'
import { holdEntered } from './entrances.ts'
import { endReset } from './factorReset.store.ts'
import type { IdentityPorts } from './identity.ts'
import { holdWithdrawals } from './resetHold.ts'
import { passwordRefusal, refusedFactor, useSecondFactor } from './secondFactor.ts'
import { proveByPasskey } from './stepUp.ts'
import { personById } from './store.ts'
import { tellSecurity } from './told.ts'
import { hasTotp, removeTotp } from './totp.store.ts'

type DropCall = Call<(typeof identityRoutes)['totpRemove']>

/** Takes the authenticator app off an account, by the password and a code, or a passkey where the app is lost; withdrawals are held for a day. */
export async function dropTotp(ports: IdentityPorts, call: DropCall): Promise<Outcome<null>> {
  const { userId } = call.caller
  const refusal = (await passwordRefusal(ports, userId, call.body.password)) ?? (await factorRefusal(ports, call))
  if (refusal !== null) return refusal
  const person = await personById(ports.database, userId)
  if (person === null) return refused('login_required')
  const held = await holdWithdrawals(ports.exchange, person)
  if (!held.ok) return held
  const isDropped = await ports.database.transaction(async (client) => {
    if ((await holdEntered(client, call.caller)) === null) return false
    await removeTotp(client, userId)
    await endReset(client, userId, 'canceled', ports.now())
    await tellSecurity(client, userId, 'second_factor_off')
    return true
  })
  if (!isDropped) return refused('login_required')
  await ports.alerts.securityChanged(userId, { change: 'totp_off' }, call.origin())
  return done(null)
}

async function factorRefusal(ports: IdentityPorts, call: DropCall): Promise<Outcome<never> | null> {
  const { passkey, totp } = call.body
  const { userId } = call.caller
  if (passkey === undefined) {
    const factor = await useSecondFactor(ports, userId, totp, ports.now())
    return factor.ok ? null : refusedFactor(factor)
  }
  if (!(await hasTotp(ports.database, userId))) return refused('second_factor_missing')
  const proved = await proveByPasskey(ports, call, { purpose: 'confirm', passkey })
  return proved.ok ? null : refused(proved.reason, proved.params)
}
