import type { HolderId } from '@truemark/core/ledger/holders'
import type { Reason } from '@truemark/protocol/errors'
import type { Actor } from '@truemark/protocol/policy'
import type { Realm } from '@truemark/protocol/values'

/** By which request a call came, and from where. */
export interface CalledFrom {
  /** Appears in the log and in the answer's `x-request-id`. */
  readonly requestId: string
  /** The caller's network address (of IPv6 the network, as `networkOf` has it); personal data, so never logged. */
  readonly address: string
}

/** Who makes a call, as its token says; looked up on the server, never told by the client. */
export interface Caller {
  readonly sessionId: string
  readonly kind: 'user' | 'operator'
  /** The account of a person or of a guest, the same in both realms. */
  readonly userId: number
  /** The account holder in the realm of the token; for an operator none (−1). */
  readonly holder: HolderId
  readonly realm: Realm
  /** A demo account without a person behind it. */
  readonly guest: boolean
  /** Whether the account is of somebody who works at the desk, and so takes no new risk with real money. */
  readonly staff?: boolean
  /** What the policy knows the caller as: `disabled` for a disabled account, a role for an operator. */
  readonly actor: Exclude<Actor, 'guest'>
  /** Told of operators, by the gateway, with each request: the audit log names it. */
  readonly from?: CalledFrom
}

/** What the identity slice gives the gateway. */
export interface SessionPort {
  /** The caller of a bearer token, or null where it is unknown, expired or revoked. */
  authenticate(token: string): Promise<Caller | null>
  /** Why the session of a token that is not known any more has ended, where it was no doing of its own; null otherwise. */
  whyEnded?(token: string): Promise<EndCause | null>
}

/** What ended a session from outside, as a reason of the catalogue. */
export type EndCause = Extract<Reason, 'user_disabled'>

/** Sessions that were looked up a moment ago. */
export interface SessionCache {
  /** The caller of a token, at once where it is known; unknown tokens are asked for each time. */
  find(token: string): Caller | null | Promise<Caller | null>
  /** Why the session of a token that was not found has ended; null where nobody says. */
  whyEnded(token: string): Promise<EndCause | null>
  /** Whether a token is known without a look-up. */
  knows(token: string): boolean
  /** Forgets a session that was changed or revoked, so that its next call is looked up. */
  forget(sessionId: string): void
  forgetUser(userId: number): void
}

/** Below the 1 s in which a revocation by another process must take effect. */
const lifetime = 900
const entriesMax = 50_000
const tokenLengthMax = 200

interface Entry {
  readonly caller: Caller
  readonly until: number
}

/** Keeps found sessions for 0.9 s, so that a busy caller costs one look-up a second. */
export function cacheSessions(port: SessionPort, now: () => number = () => performance.now()): SessionCache {
  const entries = new Map<string, Entry>()
  const look = async (token: string): Promise<Caller | null> => {
    const asked = now()
    const caller = await port.authenticate(token)
    if (caller === null) return null
    if (entries.size >= entriesMax) entries.clear()
    // Counted from the question: what was revoked while it was answered must not live longer.
    entries.set(token, { caller, until: asked + lifetime })
    return caller
  }
  const forgetWhere = (matches: (caller: Caller) => boolean): void => {
    for (const [token, entry] of entries) if (matches(entry.caller)) entries.delete(token)
  }
  return {
    find: (token) => {
      if (token.length > tokenLengthMax) return null
      const entry = entries.get(token)
      if (entry === undefined) return look(token)
      if (entry.until > now()) return entry.caller
      entries.delete(token)
      return look(token)
    },
    whyEnded: async (token) => (token.length > tokenLengthMax ? null : ((await port.whyEnded?.(token)) ?? null)),
    knows: (token) => (entries.get(token)?.until ?? 0) > now(),
    forget: (sessionId) => forgetWhere((caller) => caller.sessionId === sessionId),
    forgetUser: (userId) => forgetWhere((caller) => caller.userId === userId),
  }
}
