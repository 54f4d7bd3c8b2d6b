import { removePasskeys } from '../passkey/door.ts'
import { type Outcome, done, refused } from '../platform/http/call.ts'
import { ownerOfFreezeLink, useFreezeLink } from './alerts.store.ts'
import { endEntrances } from './entrances.ts'
import { endReset } from './factorReset.store.ts'
import type { IdentityPorts } from './identity.ts'
import { holdWithdrawals } from './resetHold.ts'
import { hashPassword, newToken, tokenHash } from './secrets.ts'
import { type Person, holdPerson, personById, setPassword } from './store.ts'
import { tellSecurity } from './told.ts'

/**
 * Freezes an account by the link of a mail: withdrawals are held for a day, every session ends, its passkeys are removed, the
 * password opens nothing any more until a new one is set by a code, and a withdrawal that nobody has begun to pay is taken
 * back. They are held first: one that is under way is then either refused, or there to be taken back. Where they can't be
 * held, all else is done and the link stays good, so that it is tried again.
 */
export async function freezeAccount(
  ports: IdentityPorts,
  token: string,
): Promise<Outcome<{ withdrawal_canceled: boolean }>> {
  const { database } = ports
  const link = tokenHash(token)
  const owner = await ownerOfFreezeLink(database, link)
  const person = owner === null ? null : await personById(database, owner)
  if (person === null) return refused('freeze_link_invalid')
  const held = await hold(ports, person)
  // a password that nobody knows
  const nobodys = await hashPassword(newToken(), { by: 'user', id: person.id })
  const frozen = await database.transaction(async (client) => {
    // of two who use it at once one does
    await holdPerson(client, person.id)
    const userId = held.ok ? await useFreezeLink(client, link) : await ownerOfFreezeLink(client, link)
    if (userId === null) return null
    await setPassword(client, userId, nobodys)
    await endReset(client, userId, 'refused', ports.now())
    await tellSecurity(client, userId, 'account_frozen')
    // any of them may be the thief's
    await removePasskeys(client, { kind: 'user', id: userId })
    return { userId, ended: await endEntrances(client, userId, 'all') }
  })
  if (frozen === null) return refused('freeze_link_invalid')
  ports.sessionsEnded(frozen.ended)
  const isTakenBack = await takeBack(ports, person)
  return held.ok ? done({ withdrawal_canceled: isTakenBack }) : held
}

async function hold({ exchange, logger }: IdentityPorts, person: Person): Promise<Outcome<null>> {
  return holdWithdrawals(exchange, person).catch((error: unknown) => {
    logger.warn({ err: error }, 'the withdrawals of an account that is frozen could not be held')
    return refused('server_busy')
  })
}

async function takeBack({ exchange, logger }: IdentityPorts, { realHolder: holder }: Person): Promise<boolean> {
  if (holder === null) return false
  const source = { kind: 'holder', holder, realm: 'real' } as const
  try {
    const { view } = await exchange.ask(source, { type: 'wallet', holder })
    if (view.withdrawal === null) return false
    const { withdrawal } = view.withdrawal
    return (await exchange.command(source, { type: 'cancelWithdrawal', holder, withdrawal })).ok
  } catch (error) {
    logger.warn({ err: error }, 'a frozen account keeps its withdrawal')
    return false
  }
}
