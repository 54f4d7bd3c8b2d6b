import type { closingRoutes } from '@truemark/protocol/routes/closing'
import { house } from '../engine/door.ts'
import { removePasskeys } from '../passkey/door.ts'
import { type Call, type Outcome, done, refused } from '../platform/http/call.ts'
import { endEntrances } from './entrances.ts'
import { holdsSomething } from './holding.ts'
import type { IdentityPorts } from './identity.ts'
import { dropPicture } from './profile.ts'
import { lockAvatar } from './profile.store.ts'
import { provenAddress } from './proven.ts'
import { tellStanding } from './standing.ts'
import { closePerson, markStandingDue, personById } from './store.ts'
import { removeTotp } from './totp.store.ts'

type CloseCall = Call<(typeof closingRoutes)['accountClose']>

/**
 * Closes an account by a step-up proof: nothing may be left in it or open. It is disabled in the engine before that is
 * looked at a last time, so that nothing comes in between; where something is left after all, it is as it was.
 */
export async function closeAccount(ports: IdentityPorts, call: CloseCall): Promise<Outcome<null>> {
  const { database, exchange, stepUp } = ports
  const { caller, body } = call
  if (await holdsSomething(exchange, caller.holder)) return refused('account_not_empty')
  const proved = await stepUp.prove(call, body)
  if (!proved.ok) return refused(proved.reason, proved.params)
  const person = await personById(database, caller.userId)
  if (person === null) return refused('login_required')
  const { holder } = caller
  // a crash from here on is mended by whoever tells standings again
  await markStandingDue(database, person.id)
  const { standing } = await exchange.ask(house, { type: 'standing', holder })
  if (standing === null) return refused('login_required')
  const { realName, country } = standing
  const told = await exchange.command(house, { type: 'setStanding', holder, disabled: true, realName, country })
  if (!told.ok) throw new Error(`the engine refused a standing: ${told.reason}`)
  if (await holdsSomething(exchange, holder)) {
    await tellStanding(ports, person.id)
    await proved.giveBack()
    return refused('account_not_empty')
  }
  const closed = await database.transaction(async (client) => {
    if (!(await proved.stands(client))) return null
    const shown = await lockAvatar(client, person.id)
    if (shown !== null) await ports.vault.release(client, shown)
    await closePerson(client, person.id)
    await ports.forgetAddress(client, provenAddress(person))
    await removePasskeys(client, { kind: 'user', id: person.id })
    await removeTotp(client, person.id)
    return { ended: await endEntrances(client, person.id, 'all'), picture: shown }
  })
  if (closed === null) {
    await tellStanding(ports, person.id)
    return refused('login_required')
  }
  await dropPicture(ports, closed.picture)
  ports.sessionsEnded(closed.ended)
  await tellStanding(ports, person.id)
  return done(null)
}
