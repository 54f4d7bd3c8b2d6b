import { decode } from '@truemark/core/codec/codec'
import type { Bus } from '../platform/bus/bus.ts'
import type { Preparing } from '../platform/postgres/database.ts'
import { startRounds } from '../platform/rounds.ts'
import { StartRefusal, errorMessage } from '../platform/startRefusal.ts'
import { type CoreBeat, coreBeatCodec, engineSubjects } from './coreBeat.ts'
import type { Committed } from './committed.ts'
import type { Source } from './intake.ts'
import { readEvents } from './journalReader.ts'
import { type Asked, PendingReplies } from './pendingReplies.ts'
import type { Projected } from './projector.ts'
import type { Reply } from './reply.ts'
import { RowFollower } from './rowFollower.ts'
import {
  FrameSender,
  frameKinds,
  framesOf,
  framesOfReplies,
  framesOfRows,
  isFramed,
  replyOf,
  sendItem,
} from './wire.ts'

export interface RemoteEngineOptions {
  readonly bus: Bus
  readonly database: Preparing
  readonly warn: (message: string) => void
  /** How far the read models are, as the core tells. */
  readonly projected: (projected: Projected) => void
  readonly replyTimeout?: number
}

/** How long a reply may take (ms) before its asker is told that the outcome is unknown. */
const replyTimeoutDefault = 10_000
const pendingMax = 16_384
/** What has no reply after this time is asked again: a message may be lost. */
const askAgainMs = 1_000
const lookEveryMs = 100
/** A core that is silent this long (ms) is away: what is asked then is refused at once. */
export const coreSilentMax = 5_000
const messageBytesMax = 256 * 1024

interface Sent extends Asked {
  at: number
}

/**
 * A gateway's side of the engine, which is in another process. What is asked is sent again, under the same number, until it
 * is answered: each second, when the bus is back, and to each core that takes over. That is safe for what changes nothing and
 * for what bears a key, and all commands of a gateway bear one.
 */
export class RemoteEngine {
  readonly #options: RemoteEngineOptions
  readonly #pending: PendingReplies<Sent>
  readonly #sender: FrameSender
  readonly #rows: RowFollower
  readonly #listeners = new Set<(batch: Committed) => void>()
  readonly #coreListeners = new Set<() => void>()
  readonly #stopLooking: () => Promise<void>
  #beat: CoreBeat | null = null
  #beatAt = Number.NEGATIVE_INFINITY
  #heard: (beat: CoreBeat) => void = () => undefined
  #unheard: (why: Error) => void = () => undefined
  readonly #first: Promise<CoreBeat>
  #flushing = false
  #closing = false

  constructor(options: RemoteEngineOptions) {
    const { bus, database, warn } = options
    this.#options = options
    this.#first = new Promise((resolve, reject) => {
      this.#heard = resolve
      this.#unheard = reject
    })
    this.#first.catch(() => undefined)
    this.#pending = new PendingReplies(options.replyTimeout ?? replyTimeoutDefault)
    this.#sender = new FrameSender((message) => bus.publish(`${engineSubjects.ask}.${bus.id}`, message))
    this.#rows = new RowFollower({
      read: (after, rowsMax) => readEvents(database, after, rowsMax),
      deliver: (row) => this.#publish(row),
      warn,
    })
    bus.subscribe(`${engineSubjects.reply}.${bus.id}`, (bytes) => this.#takeReplies(bytes))
    bus.subscribe(engineSubjects.rows, (bytes) => this.#takeRows(bytes))
    bus.subscribe(engineSubjects.beat, (bytes) => this.#takeBeat(decode(coreBeatCodec, bytes)))
    bus.onConnected(() => {
      bus.publish(engineSubjects.hello, noBytes)
      this.#askAgain(0)
    })
    const onError = (error: unknown): void => warn(`late replies were not settled: ${errorMessage(error)}`)
    this.#stopLooking = startRounds(() => this.#look(), { everyMs: lookEveryMs, first: 'later', onError })
  }

  /** Resolves once a core is heard, and gives its first beat. Rejects with a StartRefusal where it is closed before. */
  ready(): Promise<CoreBeat> {
    return this.#first
  }

  /** Calls `listener` each time that another core leads. */
  onCore(listener: () => void): void {
    this.#coreListeners.add(listener)
  }

  /** For how long (ms) the core has said nothing. */
  get silent(): number {
    return performance.now() - this.#beatAt
  }

  /** What the core said last; null before it was heard. */
  get beat(): CoreBeat | null {
    return this.#beat
  }

  /** How many replies are awaited. */
  get pending(): number {
    return this.#pending.size
  }

  /** The last row of the journal that listeners were told of. */
  get followed(): number {
    return this.#rows.last
  }

  /** Tells listeners of each committed row from now on, behind `seq`. */
  follow(seq: number): void {
    this.#rows.begin(seq)
  }

  submit(source: Source, command: Uint8Array): Promise<Reply> {
    return this.#send({ kind: 'command', source, bytes: command })
  }

  query(source: Source, query: Uint8Array): Promise<Reply> {
    return this.#send({ kind: 'query', source, bytes: query })
  }

  /** Calls `listener` with each committed batch, in order; returns how to stop that. */
  onCommitted(listener: (batch: Committed) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async close(): Promise<void> {
    this.#closing = true
    this.#unheard(new StartRefusal('The gateway was ended before it heard a core.'))
    await this.#stopLooking()
    this.#rows.close()
    this.#pending.refuseAll()
  }

  #send(asked: Asked): Promise<Reply> {
    if (this.#closing) return Promise.resolve({ kind: 'refused', reason: 'engine_stopping' })
    if (this.#pending.size >= pendingMax || this.silent > coreSilentMax)
      return Promise.resolve({ kind: 'refused', reason: 'server_busy' })
    const sent = { ...asked, at: performance.now() }
    return this.#pending.add(sent, (request) => this.#put(request, sent))
  }

  #put(request: number, { kind, source, bytes }: Asked): void {
    sendItem(this.#sender, { request, kind, source, bytes })
    if (this.#sender.length >= messageBytesMax) this.#sender.flush()
    if (this.#flushing) return
    this.#flushing = true
    setImmediate(() => {
      this.#flushing = false
      this.#sender.flush()
    })
  }

  #look(): void {
    this.#pending.expire()
    if (this.#options.bus.isConnected && this.silent < askAgainMs) this.#askAgain(askAgainMs)
  }

  /** Sends again what has waited for at least `age` ms. */
  #askAgain(age: number): void {
    const now = performance.now()
    for (const [request, asked] of this.#pending) {
      if (now - asked.at < age) continue
      asked.at = now
      this.#put(request, asked)
    }
  }

  #takeReplies(message: Uint8Array): void {
    if (!isFramed(message, framesOfReplies)) throw new RangeError('replies that are no frames')
    for (const frame of framesOf(message)) {
      if (frame.kind === frameKinds.epoch) {
        // one that was overtaken may still speak
        if (frame.f64(0, 0) < (this.#beat?.epoch ?? 0)) return
        continue
      }
      const reply = replyOf(frame)
      // whoever is next is asked again
      if (reply.kind === 'refused' && isOfCore(reply.reason)) continue
      this.#pending.settle(frame.u32(0), reply)
    }
  }

  #takeRows(message: Uint8Array): void {
    if (!isFramed(message, framesOfRows)) throw new RangeError('rows that are no frames')
    for (const frame of framesOf(message)) {
      const [seq, time] = [frame.f64(0, 0), frame.f64(0, 1)]
      if (frame.kind === frameKinds.projected) this.#options.projected({ seq, time })
      else this.#rows.heard({ seq, time, events: frame.bytes(0, 2) })
    }
  }

  #takeBeat(beat: CoreBeat): void {
    const before = this.#beat
    if (before !== null && beat.epoch < before.epoch) return
    this.#beat = beat
    this.#beatAt = performance.now()
    this.#rows.reached(beat.seq)
    this.#options.projected({ seq: beat.projectedSeq, time: beat.projectedTime })
    if (before?.core !== beat.core) {
      this.#askAgain(0)
      for (const listener of this.#coreListeners) listener()
    }
    this.#heard(beat)
  }

  #publish(row: Committed): void {
    for (const listener of this.#listeners) {
      try {
        listener(row)
      } catch (error) {
        this.#options.warn(`a committed row was not told: ${errorMessage(error)}`)
      }
    }
  }
}

/** Whether a refusal says something of the core that gave it, and nothing of what was asked. */
function isOfCore(reason: Extract<Reply, { kind: 'refused' }>['reason']): boolean {
  return reason === 'engine_stopping' || reason === 'outcome_unknown'
}

const noBytes = new Uint8Array(0)
