import { type Of, decode, encode, i53, list, struct, text, u53, union } from '@truemark/core/codec/codec'
import { type HolderId, holderRow } from '@truemark/core/ledger/holders'
import { type SessionEndCode, closeCode } from '@truemark/protocol/stream'
import type { Bus } from '../bus/bus.ts'
import type { Limits } from '../http/limits.ts'
import type { SessionCache } from '../http/session.ts'
import { createRounds, startRounds } from '../rounds.ts'
import type { Hub, OwnHub } from './hub.ts'

/** Whoever serves, in this process or another: tells holders wherever their sockets are, and ends sessions everywhere. */
export interface Everywhere extends OwnHub {
  /** Closes the sockets of sessions that have ended, and forgets them. */
  endSessions(sessionIds: readonly string[], code?: SessionEndCode): void
  /** Forgets what is known of a person's sessions, who is another now. */
  forgetUser(userId: number): void
  /** How many other processes serve, as far as they are heard; null where there can be none. */
  readonly others: number | null
}

export interface HereParts {
  readonly hub: Pick<Hub, 'closeSession' | 'holders' | 'isOpen' | 'sessions' | 'toHolder'>
  readonly sessions: Pick<SessionCache, 'callerOf' | 'forget' | 'forgetUser'>
}

/** This process alone. */
export function onlyHere({ hub, sessions }: HereParts): Everywhere {
  return {
    others: null,
    isOpen: (holder) => hub.isOpen(holder),
    toHolder: (holder, type, data) => hub.toHolder(holder, type, data),
    endSessions: (sessionIds, code) => {
      for (const id of sessionIds) {
        sessions.forget(id)
        hub.closeSession(id, code)
      }
    },
    forgetUser: (userId) => sessions.forgetUser(userId),
  }
}

export interface PeersOptions extends HereParts {
  readonly bus: Bus
  readonly limits: Pick<Limits, 'add' | 'gather'>
  readonly onError: (error: unknown) => void
}

const messageCodec = union({
  /** To the sockets of one holder; `data` is JSON. */
  tell: [1, struct({ holder: i53, kind: u53, data: text })],
  ended: [2, struct({ sessions: list(text), code: u53 })],
  person: [3, struct({ user: u53 })],
  /** All who have a socket open at the sender. */
  all: [4, struct({ holders: list(i53) })],
  /** What has changed of that. */
  changed: [5, struct({ opened: list(i53), closed: list(i53) })],
  /** Asks everyone for all. */
  who: [6, struct({})],
  /** What was taken of allowances at the sender. */
  taken: [7, struct({ taken: list(struct({ rule: u53, key: text, count: u53 })) })],
})
type Message = Of<typeof messageCodec>

const subject = 'peers'
const tellEveryMs = 500
const tellAllEveryMs = 10_000
/** How often the sessions of open sockets are looked up while the bus is away (ms). */
const lookEveryMs = 30_000
/** A process that has not said who is there for this long (ms) is gone. */
const silentMax = 25_000

interface Peer {
  holders: Set<number>
  at: number
}

/**
 * The processes that serve people together, and who of these is where. What is told is lost where the bus is away: whoever
 * missed it asks anew when their socket comes back, and a session that has ended is looked up within a second.
 */
export class Peers implements Everywhere {
  readonly #options: PeersOptions
  readonly #here: Everywhere
  readonly #peers = new Map<string, Peer>()
  readonly #stop: readonly (() => Promise<void>)[]
  #told: ReadonlySet<number> = new Set()
  #wasAway = false

  constructor(options: PeersOptions) {
    const { bus, onError } = options
    this.#options = options
    this.#here = onlyHere(options)
    bus.subscribe(`${subject}.*`, (bytes, peer) => this.#take(decode(messageCodec, bytes), peer))
    const looking = createRounds(() => this.#lookAgain(), { everyMs: lookEveryMs, first: 'later', onError })
    bus.onConnected(() => {
      this.#publish({ type: 'who' })
      this.#tellAll()
      void looking.now()
    })
    this.#stop = [
      () => looking.stop(),
      startRounds(() => this.#tellChanges(), { everyMs: tellEveryMs, first: 'later', onError }),
      startRounds(() => this.#tellAll(), { everyMs: tellAllEveryMs, first: 'later', onError }),
    ]
  }

  get others(): number {
    return this.#peers.size
  }

  isOpen(holder: HolderId): boolean {
    return this.#here.isOpen(holder) || this.#isElsewhere(holder)
  }

  toHolder(holder: HolderId, type: number, data: object): void {
    this.#here.toHolder(holder, type, data)
    if (!this.#isElsewhere(holder)) return
    this.#publish({ type: 'tell', holder: holderRow(holder), kind: type, data: JSON.stringify(data) })
  }

  endSessions(sessionIds: readonly string[], code: SessionEndCode = closeCode.sessionEnded): void {
    this.#here.endSessions(sessionIds, code)
    if (sessionIds.length > 0) this.#publish({ type: 'ended', sessions: [...sessionIds], code })
  }

  forgetUser(userId: number): void {
    this.#here.forgetUser(userId)
    this.#publish({ type: 'person', user: userId })
  }

  async close(): Promise<void> {
    await Promise.all(this.#stop.map((stop) => stop()))
    this.#publish({ type: 'all', holders: [] })
  }

  #isElsewhere(holder: HolderId): boolean {
    const row = holderRow(holder)
    for (const { holders } of this.#peers.values()) if (holders.has(row)) return true
    return false
  }

  #take(message: Message, name: string): void {
    switch (message.type) {
      case 'tell':
        return this.#here.toHolder(message.holder, message.kind, objectOf(message.data))
      case 'ended':
        return this.#here.endSessions(message.sessions, codeOf(message.code))
      case 'person':
        return this.#here.forgetUser(message.user)
      case 'all':
        return void this.#peers.set(name, { holders: new Set(message.holders), at: performance.now() })
      case 'changed':
        return this.#change(name, message)
      case 'who':
        return this.#tellAll()
      case 'taken':
        return this.#options.limits.add(message.taken)
    }
  }

  #change(name: string, { opened, closed }: Extract<Message, { type: 'changed' }>): void {
    const peer = this.#peers.get(name)
    if (peer === undefined) return this.#publish({ type: 'who' })
    for (const holder of opened) peer.holders.add(holder)
    for (const holder of closed) peer.holders.delete(holder)
  }

  /** Ends the sockets of sessions whose end nobody could tell while the bus was away. */
  async #lookAgain(): Promise<void> {
    const { bus, hub, sessions } = this.#options
    if (bus.isConnected && !this.#wasAway) return
    this.#wasAway = !bus.isConnected
    for (const id of hub.sessions()) {
      if ((await sessions.callerOf(id)) === null) this.#here.endSessions([id])
    }
  }

  #tellChanges(): void {
    const now = performance.now()
    this.#wasAway ||= !this.#options.bus.isConnected
    for (const [name, { at }] of this.#peers) if (now - at > silentMax) this.#peers.delete(name)
    const taken = this.#options.limits.gather()
    if (taken.length > 0) this.#publish({ type: 'taken', taken })
    const open = this.#open()
    const opened = [...open].filter((holder) => !this.#told.has(holder))
    const closed = [...this.#told].filter((holder) => !open.has(holder))
    this.#told = open
    if (opened.length + closed.length > 0) this.#publish({ type: 'changed', opened, closed })
  }

  #tellAll(): void {
    this.#told = this.#open()
    this.#publish({ type: 'all', holders: [...this.#told] })
  }

  #open(): ReadonlySet<number> {
    return new Set([...this.#options.hub.holders()].map((holder) => holderRow(holder)))
  }

  #publish(message: Message): void {
    const { bus } = this.#options
    bus.publish(`${subject}.${bus.id}`, encode(messageCodec, message))
  }
}

function objectOf(json: string): object {
  const data: unknown = JSON.parse(json)
  if (typeof data !== 'object' || data === null) throw new RangeError('what is told is no object')
  return data
}

function codeOf(code: number): SessionEndCode {
  return code === closeCode.userDisabled ? closeCode.userDisabled : closeCode.sessionEnded
}
