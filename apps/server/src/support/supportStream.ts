import type { HolderId } from '@truemark/core/ledger/holders'
import { mayCall } from '@truemark/protocol/policy'
import { operatorRoles } from '@truemark/protocol/access'
import type { ChatChange, ChatMessage, ChatState } from '@truemark/protocol/chatMessage'
import type { TicketStatus } from '@truemark/protocol/routes/support'
import { streamType } from '@truemark/protocol/stream'
import { operatorHolder } from '../operator/door.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { PublicIds } from '../platform/publicId.ts'
import { type Rounds, createRounds, startRounds } from '../platform/rounds.ts'
import type { OwnHub } from '../platform/socket/hub.ts'
import {
  type ChatRow,
  type LineRow,
  closeChat,
  findChat,
  findChats,
  findIdle,
  holdChat,
  insertLine,
} from './chat.store.ts'
import { type SupportOperatorRow, findSupportOperators } from './operators.store.ts'

export interface SupportStreamOptions {
  readonly hub: OwnHub
  readonly database: Database
  readonly ids: PublicIds
  /** Whether it is this process that ends idle conversations and tells of who comes and goes; one of them does. */
  readonly leads: boolean
  readonly onError: (error: unknown) => void
}

const lookInterval = 5_000
/** An operator whose page is being loaded anew is not away. */
const graceMs = 20_000
const idleInterval = 600_000
const idleHours = 48
const idleBatch = 200
const toldOfPresenceMax = 500
const typingQuiet = 1_000
const typersMax = 10_000

/** The roles that may take chats. */
export const supportRoles = operatorRoles.filter((role) => mayCall('desk_support_write', role) === 'yes')

/**
 * Knows which operators are there, and tells both sides of a chat what happens in it. An operator is there while the
 * desk's socket is open and the operator says to be available.
 */
export class SupportStream {
  readonly #options: SupportStreamOptions
  readonly #looking: Rounds
  readonly #stopEnding: () => Promise<void>
  readonly #seenAt = new Map<number, number>()
  readonly #typedAt = new Map<string, number>()
  #operators: readonly SupportOperatorRow[] = []
  #wasOnline = false

  constructor(options: SupportStreamOptions) {
    this.#options = options
    const { leads, onError } = options
    this.#looking = createRounds(() => this.#lookNow(), { everyMs: lookInterval, first: 'now', onError })
    this.#stopEnding = leads
      ? startRounds(() => this.endIdle(), { everyMs: idleInterval, first: 'later', onError })
      : async () => undefined
  }

  /** Looks who is there now. */
  look(): Promise<void> {
    return this.#looking.now()
  }

  async stop(): Promise<void> {
    await Promise.all([this.#looking.stop(), this.#stopEnding()])
  }

  /** Whether an operator's desk is open and takes chats. */
  isThere(operator: Pick<SupportOperatorRow, 'id' | 'available'>): boolean {
    if (!operator.available) return false
    const seen = this.#seenAt.get(operator.id) ?? Number.NEGATIVE_INFINITY
    return this.#options.hub.isOpen(operatorHolder(operator.id)) || performance.now() - seen < graceMs
  }

  /** Whether a person has the app open. */
  isHere({ holders }: Pick<ChatRow, 'holders'>): boolean {
    return holders.some((holder) => this.#options.hub.isOpen(holder))
  }

  get online(): boolean {
    return this.#operators.some((operator) => this.isThere(operator))
  }

  stateOf(chat: ChatRow | null): ChatState {
    const { online } = this
    const none = { delivered: 0, read: 0, unread: 0 }
    if (chat === null) return { open: false, online, operator: null, seq: 0, user: none, desk: none }
    const operator = chat.operatorId === null ? null : chat.operatorShown
    return { open: chat.open, online, operator, seq: chat.lastSeq, user: chat.user, desk: chat.desk }
  }

  lineShape({ seq, author, event, key, name, text, fileId, time }: LineRow): ChatMessage {
    const image = fileId === null ? null : this.#options.ids.write('picture', fileId)
    return { seq, author, event, key, name, text, image, time }
  }

  /**
   * Tells both sides of new lines; `chat` as it stands after them. What was said goes to whoever has the chat alone: other
   * desks hear that there is more of it, and read it by a call that is noted.
   */
  said(chat: ChatRow, lines: readonly LineRow[]): void {
    const state = this.stateOf(chat)
    const id = this.#idOf(chat)
    for (const line of lines) {
      const told: ChatChange = { kind: 'message', chat: id, message: this.lineShape(line), state }
      for (const holder of chat.holders) this.#tell(holder, told)
      if (chat.operatorId !== null) this.#tell(operatorHolder(chat.operatorId), told)
    }
    if (lines.length > 0) this.#toDesks({ kind: 'state', chat: id, state }, chat.operatorId)
  }

  /** Tells both sides how a chat now stands. */
  moved(chat: ChatRow): void {
    const change: ChatChange = { kind: 'state', chat: this.#idOf(chat), state: this.stateOf(chat) }
    for (const holder of chat.holders) this.#tell(holder, change)
    this.#toDesks(change)
  }

  /** Tells the other side that one types, at most once a second. */
  typing(chat: ChatRow, by: 'user' | 'desk', name: string): void {
    const key = `${chat.id} ${by}`
    const now = performance.now()
    if (now - (this.#typedAt.get(key) ?? Number.NEGATIVE_INFINITY) < typingQuiet) return
    if (this.#typedAt.size >= typersMax) this.#typedAt.clear()
    this.#typedAt.set(key, now)
    const change: ChatChange = { kind: 'typing', chat: this.#idOf(chat), by, name }
    if (by === 'desk') for (const holder of chat.holders) this.#tell(holder, change)
    else if (chat.operatorId !== null) this.#tell(operatorHolder(chat.operatorId), change)
  }

  /** Tells a ticket's person and every desk that it changed. */
  ticketMoved(ticket: { readonly id: number; readonly holders: readonly HolderId[] }, status: TicketStatus): void {
    const change: ChatChange = { kind: 'ticket', ticket: this.#options.ids.write('ticket', ticket.id), status }
    for (const holder of ticket.holders) this.#tell(holder, change)
    this.#toDesks(change)
  }

  /** Ends conversations in which nobody waits and nobody has said anything for two days. */
  async endIdle(hours = idleHours): Promise<void> {
    const { database } = this.#options
    for (const id of await findIdle(database, hours, idleBatch)) {
      const ended = await database.transaction(async (client) => {
        const chat = await holdChat(client, id)
        if (chat === null || !chat.open || chat.waitingSince !== null) return null
        await closeChat(client, id)
        return insertLine(client, id, systemLine('ended_idle'))
      })
      const chat = ended === null ? null : await findChat(database, id)
      if (ended !== null && chat !== null) this.said(chat, [ended])
    }
  }

  async #lookNow(): Promise<void> {
    const { database, hub, leads } = this.#options
    this.#operators = await findSupportOperators(database, supportRoles)
    const now = performance.now()
    for (const { id } of this.#operators) if (hub.isOpen(operatorHolder(id))) this.#seenAt.set(id, now)
    for (const [id, at] of this.#seenAt) if (now - at > graceMs) this.#seenAt.delete(id)
    if (!leads || this.online === this.#wasOnline) return
    this.#wasOnline = this.online
    const open = await findChats(database, 'open', { operator: 0, from: null, limit: toldOfPresenceMax })
    for (const chat of open) this.moved(chat)
  }

  #idOf(chat: ChatRow): string {
    return this.#options.ids.write('chat', chat.id)
  }

  #toDesks(change: ChatChange, but: number | null = null): void {
    for (const { id } of this.#operators) if (id !== but) this.#tell(operatorHolder(id), change)
  }

  #tell(holder: HolderId, change: ChatChange): void {
    if (this.#options.hub.isOpen(holder)) this.#options.hub.toHolder(holder, streamType.chat, change)
  }
}

/** A line that nobody wrote. */
export function systemLine(event: Exclude<ChatMessage['event'], ''>, name = '', operatorId: number | null = null) {
  return { author: 'system', event, operatorId, name, key: null, digest: null, text: '', fileId: null } as const
}
