import type { KeyObject } from 'node:crypto'
import type { HolderId } from '@truemark/core/ledger/holders'
import type { KeyScope } from '@truemark/protocol/keyScopes'
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
  /** The key by which a program calls for the person; without it the person's own session does. */
  readonly program?: { readonly key: number; readonly scope: KeyScope }
  /** Told of operators, by the gateway, with each request: the audit log names it. */
  readonly from?: CalledFrom
}

/** A key of a program that works. */
export interface ProgramKey {
  readonly caller: Caller & { readonly program: NonNullable<Caller['program']> }
  /** The public half of an Ed25519 key, or the secret of an HMAC key. */
  readonly key: KeyObject
  /** Whether it works from an address. */
  readonly allows: (address: string) => boolean
  /** When it ends, UTC ms; null for never. */
  readonly expiresAt: number | null
  /** Notes that it was used from a network. */
  readonly used: (network: string) => void
}

/** What the identity slice gives the gateway. */
export interface SessionPort {
  /** The caller of a bearer token, or null where it is unknown, expired or revoked. */
  authenticate(token: string): Promise<Caller | null>
  /** Why the session of a token that is not known any more has ended, where it was no doing of its own; null otherwise. */
  whyEnded?(token: string): Promise<EndCause | null>
  /** The key that a program names, or null where there is none that works. */
  keyOf?(id: string): Promise<ProgramKey | null>
  /** Who calls by a session, or a key, that has this number; null where it is over. */
  callerOf?(sessionId: string): Promise<Caller | null>
}

/** What ended a session from outside, as a reason of the catalogue. */
export type EndCause = Extract<Reason, 'user_disabled'>

/** Sessions that were looked up a moment ago. */
export interface SessionCache {
  /** The caller of a token, at once where it is known; unknown tokens are asked for each time. */
  find(token: string): Caller | null | Promise<Caller | null>
  /** Why the session of a token that was not found has ended; null where nobody says. */
  whyEnded(token: string): Promise<EndCause | null>
  /** Whether a token, or the id of a key, is known without a look-up. */
  knows(token: string): boolean
  /** The key that a program names, at once where it is known; null where there is none that works. */
  findKey(id: string): ProgramKey | null | Promise<ProgramKey | null>
  /** Who calls by a session, or a key, that has this number; null where it is over. */
  callerOf(sessionId: string): Caller | null | Promise<Caller | null>
  /** Forgets a session that was changed or revoked, so that its next call is looked up. */
  forget(sessionId: string): void
  forgetUser(userId: number): void
}

/** Below the 1 s in which a revocation by another process must take effect. */
const lifetime = 900
const entriesMax = 50_000
const tokenLengthMax = 200

interface Entry<Found> {
  readonly found: Found
  readonly until: number
}

/** What was found a moment ago, by what it was asked with. */
class Found<Value> {
  readonly #entries = new Map<string, Entry<Value>>()
  /** Of each look-up under way, what was forgotten since it began. */
  readonly #underWay = new Set<((value: Value) => boolean)[]>()
  readonly #look: (name: string) => Promise<Value | null>
  readonly #now: () => number

  constructor(look: (name: string) => Promise<Value | null>, now: () => number) {
    this.#look = look
    this.#now = now
  }

  find(name: string): Value | null | Promise<Value | null> {
    if (name.length > tokenLengthMax) return null
    const entry = this.#entries.get(name)
    if (entry === undefined) return this.#ask(name)
    if (entry.until > this.#now()) return entry.found
    this.#entries.delete(name)
    return this.#ask(name)
  }

  knows(name: string): boolean {
    return (this.#entries.get(name)?.until ?? 0) > this.#now()
  }

  forgetWhere(matches: (value: Value) => boolean): void {
    for (const forgotten of this.#underWay) forgotten.push(matches)
    for (const [name, entry] of this.#entries) if (matches(entry.found)) this.#entries.delete(name)
  }

  async #ask(name: string): Promise<Value | null> {
    const asked = this.#now()
    const forgotten: ((value: Value) => boolean)[] = []
    this.#underWay.add(forgotten)
    const found = await this.#look(name).finally(() => this.#underWay.delete(forgotten))
    if (found === null) return null
    // what was forgotten while it was read was read as it was before; what was forgotten of others makes nobody ask again
    if (forgotten.some((matches) => matches(found))) return this.#ask(name)
    if (this.#entries.size >= entriesMax) this.#entries.clear()
    // Counted from the question: what was revoked while it was answered must not live longer.
    this.#entries.set(name, { found, until: asked + lifetime })
    return found
  }
}

/** Keeps found sessions and keys for 0.9 s, so that a busy caller costs one look-up a second. */
export function cacheSessions(port: SessionPort, now: () => number = () => performance.now()): SessionCache {
  const callers = new Found((token) => port.authenticate(token), now)
  const keys = new Found(async (id) => (await port.keyOf?.(id)) ?? null, now)
  const named = new Found(async (sessionId) => (await port.callerOf?.(sessionId)) ?? null, now)
  const forgetWhere = (matches: (caller: Caller) => boolean): void => {
    callers.forgetWhere(matches)
    named.forgetWhere(matches)
    keys.forgetWhere(({ caller }) => matches(caller))
  }
  return {
    find: (token) => callers.find(token),
    whyEnded: async (token) => (token.length > tokenLengthMax ? null : ((await port.whyEnded?.(token)) ?? null)),
    knows: (name) => callers.knows(name) || keys.knows(name),
    findKey: (id) => keys.find(id),
    callerOf: (sessionId) => named.find(sessionId),
    forget: (sessionId) => forgetWhere((caller) => caller.sessionId === sessionId),
    forgetUser: (userId) => forgetWhere((caller) => caller.userId === userId),
  }
}

/** A token is a user's or an operator's; the one who knows it says whose. */
export function bothSessions(users: Required<SessionPort>, operators: SessionPort): SessionPort {
  return {
    authenticate: async (token) => (await operators.authenticate(token)) ?? users.authenticate(token),
    whyEnded: (token) => users.whyEnded(token),
    keyOf: (id) => users.keyOf(id),
    callerOf: async (sessionId) => (await operators.callerOf?.(sessionId)) ?? users.callerOf(sessionId),
  }
}
