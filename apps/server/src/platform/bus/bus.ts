import { randomBytes } from 'node:crypto'
import { type Opened, envelopeBytes, open, seal } from './envelope.ts'
import type { Wire } from './wire.ts'

/** Why messages were not taken. */
export const dropCauses = ['sealed_otherwise', 'old', 'repeated', 'incomplete', 'malformed', 'too_large'] as const
export type DropCause = (typeof dropCauses)[number]

export interface BusOptions {
  readonly wire: Wire
  /** By which messages are sealed, the newest first. */
  readonly keys: readonly Uint8Array[]
  /** The installation's own word, under which all its subjects stand. */
  readonly name: string
  readonly warn: (message: string) => void
  /** UTC ms, as the machine's own clock has it. */
  readonly wall?: () => number
}

/** A message that is older, or that much from the future, is not taken (ms): the clocks of all machines follow the network. */
export const ageMax = 30_000
/** The most parts of one message, so that nobody has to hold more for it than 32 MiB. */
const partsMax = 64
const partBytesMax = 512 * 1024
const sendersMax = 4_096
const warnEveryMs = 60_000

interface Heard {
  count: number
  at: number
  parts: Uint8Array[]
}

/**
 * What the servers of one installation tell each other. Each message is sealed under the installation's own keys: who has
 * none of them reads nothing, sends nothing that is taken, and can play nothing back. What does not come is not told of:
 * whoever needs it asks again.
 */
export class Bus {
  /** Who this process is on the bus, as a subject's word. */
  readonly id = randomBytes(8).toString('hex')
  readonly #options: BusOptions
  readonly #wall: () => number
  readonly #counts = new Map<string, number>()
  readonly #heard = new Map<string, Heard>()
  readonly #dropped = new Map<DropCause, number>()
  #warnedAt = Number.NEGATIVE_INFINITY

  constructor(options: BusOptions) {
    this.#options = options
    this.#wall = options.wall ?? Date.now
  }

  get isConnected(): boolean {
    return this.#options.wire.isConnected
  }

  /** How many messages were not taken. */
  get dropped(): ReadonlyMap<DropCause, number> {
    return this.#dropped
  }

  /** Calls `listener` each time that the bus carries again. */
  onConnected(listener: () => void): void {
    this.#options.wire.onConnected(listener)
  }

  /** Sends to everyone who listens but this process itself. */
  publish(subject: string, bytes: Uint8Array): void {
    const { wire, keys, name } = this.#options
    const [key] = keys
    if (!wire.isConnected || key === undefined) return
    const full = `${name}.${subject}`
    const room = Math.min(partBytesMax, wire.bytesMax - envelopeBytes)
    const parts = Math.max(1, Math.ceil(bytes.length / room))
    if (parts > partsMax) return this.#drop('too_large')
    for (let part = 0; part < parts; part += 1) {
      const count = (this.#counts.get(subject) ?? 0) + 1
      this.#counts.set(subject, count)
      const told = { sender: this.id, count, sentAt: this.#wall(), part, parts }
      wire.publish(full, seal(key, full, { ...told, bytes: bytes.subarray(part * room, (part + 1) * room) }))
    }
  }

  /** Hears what others send to a subject, whose last word may be `*`; what `listener` throws at is dropped. */
  subscribe(subject: string, listener: (bytes: Uint8Array, lastWord: string) => void): void {
    const { wire, keys, name } = this.#options
    wire.subscribe(`${name}.${subject}`, (full, envelope) => {
      const opened = open(keys, full, envelope)
      if (opened === null) return this.#drop('sealed_otherwise')
      const whole = this.#gather(full, opened)
      if (whole === null) return
      try {
        listener(whole, full.slice(full.lastIndexOf('.') + 1))
      } catch (error) {
        this.#drop('malformed', error)
      }
    })
  }

  async close(): Promise<void> {
    await this.#options.wire.close()
  }

  /** The message that a part completes; null where it completes none. */
  #gather(subject: string, { sender, count, sentAt, part, parts, bytes }: Opened): Uint8Array | null {
    const now = this.#wall()
    // a comparison that is false for what is no number
    if (!(Math.abs(now - sentAt) <= ageMax)) return this.#refuse('old')
    const heard = this.#heardOf(`${sender} ${subject}`, now)
    if (!(count > heard.count)) return this.#refuse('repeated')
    const isNext = count === heard.count + 1
    heard.count = count
    heard.at = now
    if (part === 0) heard.parts = []
    if (parts > partsMax || part >= parts || part !== heard.parts.length || (part > 0 && !isNext)) {
      heard.parts = []
      return this.#refuse('incomplete')
    }
    if (parts === 1) return bytes
    heard.parts.push(bytes)
    if (heard.parts.length < parts) return null
    const whole = Buffer.concat(heard.parts)
    heard.parts = []
    return whole
  }

  #heardOf(name: string, now: number): Heard {
    const known = this.#heard.get(name)
    if (known !== undefined) return known
    // what a sender that is forgotten sent is too old to be taken again
    if (this.#heard.size >= sendersMax)
      for (const [other, { at }] of this.#heard) if (now - at > 2 * ageMax) this.#heard.delete(other)
    const heard = { count: 0, at: now, parts: [] }
    this.#heard.set(name, heard)
    return heard
  }

  #refuse(cause: DropCause): null {
    this.#drop(cause)
    return null
  }

  #drop(cause: DropCause, error?: unknown): void {
    this.#dropped.set(cause, (this.#dropped.get(cause) ?? 0) + 1)
    const now = performance.now()
    if (now - this.#warnedAt < warnEveryMs) return
    this.#warnedAt = now
    const why = error instanceof Error ? `: ${error.message}` : ''
    this.#options.warn(`a message of the bus was not taken (${cause})${why}`)
  }
}
