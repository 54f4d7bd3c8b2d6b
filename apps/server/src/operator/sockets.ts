import { openToken, sealToken } from '../platform/sealing.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { SocketCaller } from '../platform/socket/client.ts'
import { sessionIdOf } from './standing.ts'
import { operatorSessionById } from './store.ts'

const tokenMark = 'op.'
const tokenMs = 600_000
const purpose = 'operator socket token'
const owner = 'operator session'

/** What the hub calls an operator: people's holders are positive, and −1 is the house. */
export function operatorHolder(operatorId: number): number {
  return -2 - operatorId
}

/** Opens the socket to operators, by tokens that open sockets alone and live ten minutes. */
export interface OperatorSockets {
  /** @param sessionId as the gateway calls the desk's session */
  token(sessionId: string, now: number): { readonly token: string; readonly expireAt: number }
  /** Whom a token belongs to; null where it is no operator's, has expired or its session is over. */
  authenticate(token: string): Promise<SocketCaller | null>
}

/** @param secret the installation's key of tokens, which seals them */
export function openOperatorSockets(database: Database, secret: Uint8Array, now: () => number): OperatorSockets {
  return {
    token: (sessionId, at) => {
      const expireAt = at + tokenMs
      const sealed = sealToken(secret, purpose, owner, `${sessionId.replace(/^\D+/, '')}.${expireAt}`)
      return { token: `${tokenMark}${sealed}`, expireAt }
    },
    authenticate: async (token) => {
      if (!token.startsWith(tokenMark)) return null
      const [id = '', expireAt = ''] = (openToken(secret, purpose, owner, token.slice(tokenMark.length)) ?? '').split(
        '.',
      )
      if (id === '' || !(Number(expireAt) > now())) return null
      const session = await operatorSessionById(database, Number(id))
      if (session === null) return null
      return { sessionId: sessionIdOf(session.id), holder: operatorHolder(session.operatorId), realm: 'real' }
    },
  }
}
