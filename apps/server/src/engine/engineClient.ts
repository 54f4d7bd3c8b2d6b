import { Worker } from 'node:worker_threads'
import { startRounds } from '../platform/rounds.ts'
import { StartRefusal, errorMessage } from '../platform/startRefusal.ts'
import type { Committed } from './committed.ts'
import type { Reply } from './reply.ts'
import type { EngineFigures, EngineNotice } from './engineHost.ts'
import type { Source } from './intake.ts'
import { type Asked, PendingReplies } from './pendingReplies.ts'
import { type Frame, FrameSender, frameKinds, framesOf, replyOf, sendItem } from './wire.ts'

/** The line to the engine's thread, as a Worker is one. */
export interface EngineLine {
  postMessage(message: Uint8Array<ArrayBuffer>, transfer: readonly ArrayBuffer[]): void
  on(event: 'message', listener: (message: Uint8Array | EngineNotice) => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  on(event: 'exit', listener: (code: number) => void): unknown
  terminate(): unknown
}

export interface EngineThread {
  /** The worker thread's program, and the data that it starts with. */
  readonly program: URL
  readonly data: unknown
}

export interface EngineClientOptions {
  /** The engine's thread ended by itself; the process is to end with 1 and this sentence. */
  readonly ended: (sentence: string) => void
  readonly warn: (message: string) => void
  /** The engine's last row is written, while a snapshot is still being made. */
  readonly written?: () => void
  /** How long a reply may take (ms) before its asker is told that the outcome is unknown. */
  readonly replyTimeout?: number
  readonly pendingMax?: number
}

const startTimeout = 600_000
const stopTimeout = 60_000
const replyTimeoutDefault = 10_000
const pendingMaxDefault = 65_536
const sweepInterval = 250

/** The main thread's side of the engine. Commands and queries are bytes; replies come after their batch's commit. */
export class EngineClient {
  readonly #line: EngineLine
  readonly #options: EngineClientOptions
  readonly #pending: PendingReplies<Pick<Asked, 'kind'>>
  readonly #listeners = new Set<(batch: Committed) => void>()
  readonly #figuresListeners = new Set<(figures: EngineFigures) => void>()
  readonly #sender: FrameSender
  readonly #stopSweep: () => Promise<void>
  #firstSeq = 0
  #epoch = 0
  #flushing = false
  #closing = false
  #stopped: (() => void) | null = null
  #figures: EngineFigures | null = null

  private constructor(line: EngineLine, options: EngineClientOptions) {
    this.#line = line
    this.#options = options
    this.#pending = new PendingReplies(options.replyTimeout ?? replyTimeoutDefault)
    this.#sender = new FrameSender((message) => line.postMessage(message, [message.buffer]))
    const onError = (error: unknown): void => options.warn(`late replies were not settled: ${errorMessage(error)}`)
    this.#stopSweep = startRounds(() => this.#pending.expire(), { everyMs: sweepInterval, first: 'later', onError })
  }

  /** Starts the thread; resolves when the state is restored. Throws a StartRefusal with the thread's sentence. */
  static start(options: EngineClientOptions & EngineThread): Promise<EngineClient> {
    return EngineClient.on(new Worker(options.program, { workerData: options.data }), options)
  }

  /** As `start`, on a line to an engine that is starting. */
  static async on(line: EngineLine, options: EngineClientOptions): Promise<EngineClient> {
    const client = new EngineClient(line, options)
    try {
      await client.#ready()
      return client
    } catch (error) {
      await client.#stopSweep()
      await line.terminate()
      throw error
    }
  }

  #ready(): Promise<void> {
    return new Promise((resolve, reject) => {
      let ready = false
      const timer = setTimeout(() => reject(new StartRefusal('The engine did not start in time.')), startTimeout)
      const fail = (sentence: string): void => {
        clearTimeout(timer)
        if (ready) this.#end(sentence)
        else reject(new StartRefusal(sentence))
      }
      this.#line.on('message', (message: Uint8Array | EngineNotice) => {
        if (message instanceof Uint8Array) return this.#take(message)
        if (message.notice === 'ready') {
          clearTimeout(timer)
          this.#firstSeq = message.seq
          this.#epoch = message.epoch
          ready = true
          resolve()
        } else if (message.notice === 'ended') fail(message.sentence)
        else this.#notice(message)
      })
      this.#line.on('error', (error) => fail(`The engine's thread failed: ${error.message}.`))
      this.#line.on('exit', (code) => fail(`The engine's thread ended with ${code}.`))
    })
  }

  /** Where the journal ended when the engine was restored. */
  get firstSeq(): number {
    return this.#firstSeq
  }

  /** The epoch of the journal under which the engine began: higher than that of any that led before. */
  get epoch(): number {
    return this.#epoch
  }

  /** Sends a command. The promise never rejects: what went wrong is in the reply. */
  submit(source: Source, command: Uint8Array): Promise<Reply> {
    return this.#send('command', source, command)
  }

  /** Asks about the live state; stands in the same queue as the commands. */
  query(source: Source, query: Uint8Array): Promise<Reply> {
    return this.#send('query', source, query)
  }

  /** Calls `listener` with each committed batch, in order; returns how to stop that. */
  onCommitted(listener: (batch: Committed) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Calls `listener` with the engine's figures, each second. */
  onFigures(listener: (figures: EngineFigures) => void): () => void {
    this.#figuresListeners.add(listener)
    return () => this.#figuresListeners.delete(listener)
  }

  /** The last figures; null in the first second. */
  get figures(): EngineFigures | null {
    return this.#figures
  }

  /** How many replies are awaited. */
  get pending(): number {
    return this.#pending.size
  }

  /** Limits users to this many commands a second; null lifts the limit. */
  setPace(commandsPerSecond: number | null): void {
    this.#sender.add(frameKinds.pace, [], [commandsPerSecond ?? Number.POSITIVE_INFINITY], noBytes)
    this.#flushSoon()
  }

  /** Ends the engine cleanly: the batch under way is committed, a snapshot is written. */
  async close(): Promise<void> {
    if (this.#closing) return
    this.#closing = true
    void this.#stopSweep()
    const stopped = new Promise<void>((resolve) => {
      this.#stopped = resolve
      setTimeout(resolve, stopTimeout).unref()
    })
    this.#sender.add(frameKinds.stop, [], [], noBytes)
    this.#sender.flush()
    await stopped
    this.#pending.refuseAll()
    await this.#line.terminate()
  }

  #send(kind: 'command' | 'query', source: Source, bytes: Uint8Array): Promise<Reply> {
    if (this.#closing) return Promise.resolve({ kind: 'refused', reason: 'engine_stopping' })
    const pendingMax = this.#options.pendingMax ?? pendingMaxDefault
    if (this.#pending.size >= pendingMax) return Promise.resolve({ kind: 'refused', reason: 'server_busy' })
    return this.#pending.add({ kind }, (request) => {
      sendItem(this.#sender, { request, kind, source, bytes })
      this.#flushSoon()
    })
  }

  /** All that one turn of the event loop brings crosses as one message. */
  #flushSoon(): void {
    if (this.#flushing) return
    this.#flushing = true
    setImmediate(() => {
      this.#flushing = false
      this.#sender.flush()
    })
  }

  #take(message: Uint8Array): void {
    for (const frame of framesOf(message)) {
      if (frame.kind === frameKinds.committed) this.#publish(frame)
      else this.#pending.settle(frame.u32(0), replyOf(frame))
    }
  }

  #publish(frame: Frame): void {
    const batch = { seq: frame.f64(0, 0), time: frame.f64(0, 1), events: frame.bytes(0, 2) }
    for (const listener of this.#listeners) listener(batch)
  }

  #notice(message: Exclude<EngineNotice, { notice: 'ready' | 'ended' }>): void {
    if (message.notice === 'warn') this.#options.warn(message.message)
    else if (message.notice === 'stopped') this.#stopped?.()
    else if (message.notice === 'written') this.#options.written?.()
    else if (message.notice === 'figures') {
      this.#figures = message.figures
      for (const listener of this.#figuresListeners) listener(message.figures)
    }
  }

  #end(sentence: string): void {
    this.#stopped?.()
    if (this.#closing) return
    this.#closing = true
    void this.#stopSweep()
    this.#pending.refuseAll()
    void this.#line.terminate()
    this.#options.ended(sentence)
  }
}

const noBytes = new Uint8Array(0)
