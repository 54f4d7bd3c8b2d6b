import type { Caller } from '../platform/http/session.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import { holdOperators } from './operators.store.ts'
import { type OperatorSession, operatorSessionById } from './store.ts'

const sessionMark = 'operator '

/** What the gateway calls the desk session of this number. */
export function sessionIdOf(id: number): string {
  return `${sessionMark}${id}`
}

/** Who calls by a desk session. */
export function callerOf({ id, operatorId, role }: OperatorSession): Caller {
  const sessionId = sessionIdOf(id)
  return { sessionId, kind: 'operator', userId: operatorId, holder: -1, realm: 'real', guest: false, actor: role }
}

/** Who calls by the desk session of a name; null where it is over, or its operator disabled. */
export async function callerBySession(client: Queryable, sessionId: string): Promise<Caller | null> {
  if (!sessionId.startsWith(sessionMark)) return null
  const session = await operatorSessionById(client, Number(sessionId.slice(sessionMark.length)))
  return session === null ? null : callerOf(session)
}

/**
 * Who makes a call, as they are now and stay until the transaction ends; null where they may act no more. A deed may wait
 * long for its turn, and whoever was disabled, signed out or given another role meanwhile does nothing by what they were.
 */
export async function heldCaller(client: Queryable, caller: Caller): Promise<Caller | null> {
  await holdOperators(client)
  const standing = await callerBySession(client, caller.sessionId)
  return standing === null ? null : { ...caller, actor: standing.actor }
}
