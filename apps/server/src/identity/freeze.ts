import { removePasskeys } from '../passkey/door.ts'
import { type Outcome, done, refused } from '../platform/http/call.ts'
import { useFreezeLink } from './alerts.store.ts'
import { endEntrances } from './entrances.ts'
import { endReset } from './factorReset.store.ts'
import type { IdentityPorts } from './identity.ts'
import { hashPassword, newToken, tokenHash } from './secrets.ts'
import { personById, setPassword } from './store.ts'
import { tellSecurity } from './told.ts'

/**
 * Freezes an account by the link of a mail: every session ends, its passkeys are removed, the password opens nothing any
 * more until a new one is set by a code, and a withdrawal that nobody has begun to pay is taken back.
 */
export async function freezeAccount(
  ports: IdentityPorts,
  token: string,
): Promise<Outcome<{ withdrawal_canceled: boolean }>> {
  const { database } = ports
  // a password that nobody knows
  const nobodys = await hashPassword(newToken())
  const frozen = await database.transaction(async (client) => {
    const userId = await useFreezeLink(client, tokenHash(token))
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
  return done({ withdrawal_canceled: await takeBack(ports, frozen.userId) })
}

async function takeBack({ database, exchange, logger }: IdentityPorts, userId: number): Promise<boolean> {
  const holder = (await personById(database, userId))?.realHolder ?? null
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
