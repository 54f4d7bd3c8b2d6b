import { type SessionLimitAnswer, sessionLimitRoutes as routes } from '@truemark/protocol/routes/sessionLimit'
import { type Outcome, done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import type { Caller } from '../platform/http/session.ts'
import type { Database } from '../platform/postgres/database.ts'
import { startRounds } from '../platform/rounds.ts'
import type { IdentityPorts } from './identity.ts'
import { changeSessionLimit, endOverdue, findSessionLimit } from './sessionLimit.store.ts'

const lookInterval = 2_000

/** Binds how long people let their own sessions last. */
export function bindSessionLimit(gateway: Gateway, ports: IdentityPorts): void {
  const { database, sessionsEnded } = ports
  gateway.bind(routes.sessionLimitRead, ({ caller }) => limitOf(database, caller))
  gateway.bind(routes.sessionLimitSet, async ({ caller, body }) => {
    // the other own limits hold for guests too; this one would not sign a guest out but end the demo for good, for nobody
    // can sign in to it again
    if (caller.guest) return refused('guest_no_session_limit')
    const ended = await changeSessionLimit(database, caller.userId, body.minutes)
    const answer = await limitOf(database, caller)
    sessionsEnded(ended.map(String))
    return answer
  })
}

async function limitOf(database: Database, { sessionId }: Caller): Promise<Outcome<SessionLimitAnswer>> {
  const limit = await findSessionLimit(database, Number(sessionId))
  if (limit === null) return refused('login_required')
  const { minutes, looser, signedInAt, endsAt } = limit
  return done({ minutes, looser, signed_in: signedInAt, ends: endsAt })
}

/**
 * Ends what of a session outlives it, within two seconds of the end that its person's limit sets: its sockets, what is
 * pushed to it. Its calls are refused without this. Gives what stops it.
 */
export function watchSessionLimits(
  database: Database,
  sessionsEnded: (sessionIds: readonly string[]) => void,
  onError: (error: unknown) => void,
): () => Promise<void> {
  const look = async (): Promise<void> => {
    const ended = await endOverdue(database, null)
    if (ended.length > 0) sessionsEnded(ended.map(String))
  }
  return startRounds(look, { everyMs: lookInterval, first: 'later', onError })
}
