import type { CalledFrom, Caller } from '../platform/http/session.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import { operatorById } from './store.ts'

/** Who acts, as the audit log keeps it: an operator in a request, or the server itself. */
export interface ActingOperator {
  readonly name: string
  /** By which role the request was let in; `server` where the server acts itself. */
  readonly role: Caller['actor'] | 'server'
  /** The request's id, as the server's own log has it; empty for the server. */
  readonly request: string
  /** The network address that the request came from; empty for the server. */
  readonly address: string
}

/** The server itself: a command that was given on its machine, or what it does at a start. */
export const actingServer: ActingOperator = Object.freeze({ name: 'server', role: 'server', request: '', address: '' })

/** The server, when it ends what an operator has decided before; no request of theirs stands behind it then. */
export function serverFor(name: string): ActingOperator {
  return { ...actingServer, name }
}

/** An operator in the request that signs them in, which has no session yet. */
export function actingAs(
  { name, role }: Pick<ActingOperator, 'name' | 'role'>,
  { requestId, address }: CalledFrom,
): ActingOperator {
  return { name, role, request: requestId, address }
}

/** The operator who makes a call. Throws for a caller who came by no request. */
export async function actingOf(client: Queryable, { userId, actor, from }: Caller): Promise<ActingOperator> {
  const operator = await operatorById(client, userId)
  if (operator === null) throw new Error('an operator without an account')
  if (from === undefined) throw new Error('an operator without a request')
  return actingAs({ name: operator.name, role: actor }, from)
}
