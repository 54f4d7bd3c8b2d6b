import { type KeyringPorts, keyNumber, openKeyring } from '../apiKey/door.ts'
import { openToken, sealToken } from '../platform/sealing.ts'
import type { Caller, SessionPort } from '../platform/http/session.ts'
import type { Database } from '../platform/postgres/database.ts'
import { createRounds, startRounds } from '../platform/rounds.ts'
import type { SocketCaller } from '../platform/socket/client.ts'
import { eraseOldChallenges } from '../passkey/door.ts'
import { eraseOldLinks } from './alerts.store.ts'
import { eraseOldCodes } from './codes.store.ts'
import { eraseOldTraffic } from './codeTraffic.store.ts'
import { endGuestAvatars } from './profile.store.ts'
import { tokenHash } from './secrets.ts'
import {
  type LiveSession,
  endedAsDisabled,
  eraseOldSessions,
  sessionByHash,
  sessionById,
  touchSessions,
} from './sessions.store.ts'
import { eraseOldFailures } from './tries.store.ts'

export { bindIdentity } from './routes.ts'
export type { IdentityPorts } from './identity.ts'
export { type Alerts, openAlerts } from './alerts.ts'
export { type Letters, type Say, type Written, openLetters } from './letters.ts'
export { readSecurity } from './alerts.store.ts'
export { newTotpSecret, totpSecretOf, totpStep, totpUri } from './totp.ts'
export { hasTotp } from './totp.store.ts'
export { totpSealed } from './totpSealed.store.ts'
export { passwordFault } from './passwords.ts'
export { type StepUp, openStepUp } from './stepUp.ts'
export { blurred, hashPassword, newCode, newToken, passwordMatches, tokenHash } from './secrets.ts'
export { checkCode } from './codes.ts'
export { ownerOf } from './owner.ts'
export { watchSessionLimits } from './sessionLimit.ts'
export { tellStanding } from './standing.ts'
export { type InviteRow, endInvite, findInvites, insertInvite } from './invites.store.ts'
export {
  findAskers,
  findEndlessDisabled,
  findOwners,
  findPeople,
  findUnsettled,
  findUsers,
  holdersOf,
  isNobodysEmail,
  noteDisablingEnds,
  reopenPerson,
} from './people.store.ts'
export { type Person, findStandingDue, holdPerson, personById, setRealName } from './store.ts'
export { endEntrances } from './entrances.ts'
export { type ResetLetterPorts, beginFactorReset, factorResetRefusal, finishFactorReset } from './factorReset.ts'
export { type FactorReset, dueResets, endReset, findResets, lapseAsked } from './factorReset.store.ts'
export { holdWithdrawals } from './resetHold.ts'
export { sessionsOf } from './sessions.store.ts'
export { clearFailures, noteFailure, takeTry, waitSeconds } from './tries.store.ts'

const socketTokenMs = 600_000
const touchInterval = 60_000
const eraseInterval = 3_600_000

/** Looks sessions up, and notes a minute's worth of them as seen in one statement. */
export interface Sessions extends Required<SessionPort> {
  /** A token that opens this session's sockets for ten minutes and does nothing else. */
  socketToken(sessionId: string, now: number): { token: string; expireAt: number }
  authenticateSocket(token: string): Promise<SocketCaller | null>
  close(): Promise<void>
}

function callerOf(session: LiveSession): Caller {
  const actor = session.disabled ? 'disabled' : session.realm === 'demo' ? 'demo' : 'user'
  const { userId, holder, realm, guest, staff } = session
  return { sessionId: String(session.id), kind: 'user', userId, holder, realm, guest, staff, actor }
}

const socketPurpose = 'socket token'
const socketOwner = 'session'
/** What opens sessions: the key that seals the sockets' tokens, and what keys of programs are read by. */
export type SessionKeys = Pick<KeyringPorts, 'sealing' | 'ids'> & { readonly secret: Uint8Array }

/** Opens the sessions of an installation, and what programs are known by; `erases`: whether old ones are erased here. */
export function openSessions(
  database: Database,
  { secret, ...reading }: SessionKeys,
  now: () => number,
  onError: (error: unknown) => void,
  erases = true,
): Sessions {
  const seen = new Set<number>()
  const keyring = openKeyring({ database, now, onError, ...reading })
  const touch = async (): Promise<void> => {
    const ids = [...seen]
    seen.clear()
    if (ids.length > 0) await touchSessions(database, ids)
  }
  const erase = async (): Promise<void> => {
    await eraseOldCodes(database)
    await eraseOldTraffic(database)
    await eraseOldLinks(database)
    await eraseOldChallenges(database)
    await eraseOldFailures(database)
    await eraseOldSessions(database)
    await keyring.erase()
    await endGuestAvatars(database)
  }
  const touching = createRounds(touch, { everyMs: touchInterval, first: 'later', onError })
  const stopErasing = erases
    ? startRounds(erase, { everyMs: eraseInterval, first: 'later', onError })
    : async () => undefined
  return {
    authenticate: async (token) => {
      const session = await sessionByHash(database, tokenHash(token))
      if (session === null) return null
      seen.add(session.id)
      return callerOf(session)
    },
    keyOf: (id) => keyring.find(id),
    callerOf: async (sessionId) => {
      const key = keyNumber(sessionId)
      if (key !== null) return (await keyring.find(reading.ids.write('apiKey', key)))?.caller ?? null
      const session = await sessionById(database, Number(sessionId))
      return session === null ? null : callerOf(session)
    },
    whyEnded: async (token) => ((await endedAsDisabled(database, tokenHash(token))) ? 'user_disabled' : null),
    socketToken: (sessionId, at) => {
      const expireAt = at + socketTokenMs
      return {
        token: sealToken(secret, socketPurpose, socketOwner, `${sessionId}.${expireAt}`),
        expireAt,
      }
    },
    authenticateSocket: async (token) => {
      const [id = '', expireAt = ''] = (openToken(secret, socketPurpose, socketOwner, token) ?? '').split('.')
      if (id === '' || !(Number(expireAt) > now())) return null
      const session = await sessionById(database, Number(id))
      return session === null ? null : { sessionId: id, holder: session.holder, realm: session.realm }
    },
    close: async () => {
      await Promise.all([touching.now(), stopErasing()])
      await Promise.all([touching.stop(), keyring.close()])
    },
  }
}
