import type { HolderId } from '@truemark/core/ledger/holders'
import type { Duplex } from 'node:stream'
import { client as clientLimits } from '@truemark/protocol/client'
import { closeCode } from '@truemark/protocol/stream'
import type { Realm } from '@truemark/protocol/values'
import type { WebSocket } from 'ws'
import { type Group, frameOf } from './channels.ts'
import { beatFrame, textFrame } from './frame.ts'

/** Whom a socket belongs to; null for a guest, who hears public channels alone. */
export interface SocketCaller {
  readonly sessionId: string
  readonly holder: HolderId
  readonly realm: Realm
  /** Whether a program opened it by a key: it is told of balances and orders alone. */
  readonly isProgram?: boolean
  /** When the key ends, UTC ms; null or left out for never. */
  readonly until?: number | null
}

/** Bytes that may wait in a socket before its reader counts as slow. */
const slowBytes = 128 * 1024
/** Messages to a holder that wait for a slow reader; beyond, they give way to a resync marker. */
const ownMessagesMax = 1_000
const ownBytesMax = 512 * 1024
/** How long a reader may be slow before it is sent away, in ms. */
const slowMax = 20_000
/** How long a slow reader may take to read the close frame, in ms. */
const patience = 2_000
/** Silence after which a peer counts as gone, in ms. */
const silenceMax = 45_000
const messagesPerSecond = 40
const messagesBurst = 120

/** One open socket: what it follows, what waits for it, and how well it reads. */
export class Client {
  /** Channels as the client names them. */
  readonly followed = new Set<string>()
  /** The same as they are called inside. */
  readonly channels = new Set<string>()
  group: Group
  historyRunning = false
  callsUnderWay = 0
  /** Answers to calls, which go out with the next turn of the loop. */
  readonly #answers: string[] = []
  readonly #own: string[] = []
  #ownBytes = 0
  #lostOwn = false
  /** Market data that a slow reader has not had yet: the latest message of each channel. */
  readonly #missed = new Map<string, string>()
  #slowSince = 0
  #heardAt: number
  #toldAt: number
  #allowance = messagesBurst
  #allowanceAt: number

  constructor(
    readonly socket: WebSocket,
    readonly raw: Duplex,
    readonly caller: SocketCaller | null,
    group: Group,
    now: number,
  ) {
    this.group = group
    this.#heardAt = now
    this.#toldAt = now
    this.#allowanceAt = now
  }

  get isSlow(): boolean {
    return this.#slowSince !== 0
  }

  get bufferedBytes(): number {
    return this.raw.writableLength
  }

  /** Notes a sign of life. */
  hear(now: number): void {
    this.#heardAt = now
  }

  isSilent(now: number): boolean {
    return now - this.#heardAt > silenceMax
  }

  /** Counts a message of the client; false where it sends more than it may. */
  spend(now: number): boolean {
    const regained = ((now - this.#allowanceAt) * messagesPerSecond) / 1000
    this.#allowance = Math.min(messagesBurst, this.#allowance + regained) - 1
    this.#allowanceAt = now
    return this.#allowance >= 0
  }

  /** Queues what is for this client alone: it is never dropped without a resync marker. */
  tell(text: string): void {
    if (this.#lostOwn) return
    this.#own.push(text)
    this.#ownBytes += text.length
    if (this.#own.length > ownMessagesMax || this.#ownBytes > ownBytesMax) {
      this.#clearOwn()
      this.#lostOwn = true
    }
  }

  /** Sends the answer to a call without waiting for the round; together with those of the same turn. */
  answer(text: string): void {
    if (this.#answers.push(text) === 1) setImmediate(() => this.#sendAnswers())
  }

  #sendAnswers(): void {
    const due = this.#answers.splice(0)
    if (due.length === 0) return
    if (this.socket.readyState !== this.socket.OPEN) return
    if (this.raw.writableLength > slowBytes) for (const text of due) this.tell(text)
    else this.raw.write(textFrame(`[${due.join(',')}]`))
  }

  /** Queues the last message of a channel that it has just begun to follow. */
  catchUp(name: string, text: string): void {
    if (text !== '') this.#missed.set(name, text)
  }

  /** Forgets what waits of a channel that it no longer follows. */
  forget(name: string): void {
    this.channels.delete(name)
    this.#missed.delete(name)
  }

  /**
   * Sends all that is due in one frame, or keeps it where the reader is slow. `resync` makes the marker for lost messages.
   * Who follows something is told by a beat that nothing has been due for a while: a page that is hidden follows nothing, and
   * sleeps. Returns false where the reader has been slow for too long.
   */
  flush(now: number, resync: () => string): boolean {
    if (this.socket.readyState !== this.socket.OPEN) return true
    if (this.raw.writableLength > slowBytes) {
      if (this.#slowSince === 0) this.#slowSince = now
      this.#keepMissed()
      return now - this.#slowSince < slowMax
    }
    this.#slowSince = 0
    const own = this.#takeOwn(resync)
    const isBeatDue = this.followed.size > 0 && now - this.#toldAt >= clientLimits.beatMs
    const frame = this.#frameOf(own) ?? (isBeatDue ? beatFrame : null)
    if (frame === null) return true
    this.#toldAt = now
    this.raw.write(frame)
    return true
  }

  #frameOf(own: string): Buffer | null {
    const { due } = this.group
    if (own === '') return due === '' ? null : frameOf(this.group)
    return textFrame(`[${due === '' ? own : `${own},${due}`}]`)
  }

  /** Closes with a code; a reader that does not even take that is cut off. */
  close(code: number, reason: string): void {
    this.#sendAnswers()
    this.socket.close(code, reason)
    if (code === closeCode.tryAgainLater) setTimeout(() => this.socket.terminate(), patience).unref()
  }

  #keepMissed(): void {
    if (this.group.due === '') return
    for (const { name, due } of this.group.channels) if (due !== '') this.#missed.set(name, due)
  }

  #takeOwn(resync: () => string): string {
    if (this.#own.length === 0 && this.#missed.size === 0 && !this.#lostOwn) return ''
    const parts = this.#lostOwn ? [resync(), ...this.#own] : [...this.#own]
    for (const [name, text] of this.#missed) {
      // What this round brings of a channel is newer.
      if (!this.group.channels.some((channel) => channel.name === name && channel.due !== '')) parts.push(text)
    }
    this.#missed.clear()
    this.#clearOwn()
    this.#lostOwn = false
    return parts.join(',')
  }

  #clearOwn(): void {
    this.#own.length = 0
    this.#ownBytes = 0
  }
}
