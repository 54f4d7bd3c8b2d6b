import { Worker } from 'node:worker_threads'
import type { ClockOrigin } from '../platform/clock.ts'
import { StartRefusal } from '../platform/startRefusal.ts'
import { EngineClient, type EngineClientOptions, type EngineThread } from './engineClient.ts'
import type { EngineNotice } from './engineHost.ts'
import type { TakeOrder } from './engineThread.ts'
import type { FollowedRow } from './lostRows.ts'

export interface StandbyEngineOptions extends EngineThread {
  /** Hears each second how far it has followed. */
  readonly followed: (row: FollowedRow) => void
  readonly warn: (message: string) => void
  /** It can't go on before it has taken over: why, as a sentence. */
  readonly refused: (sentence: string) => void
}

/** The main thread's side of an engine that follows the journal and does not write it yet. */
export class StandbyEngine {
  readonly #worker: Worker
  readonly #options: StandbyEngineOptions
  #refusal: string | null = null

  constructor(options: StandbyEngineOptions) {
    this.#options = options
    this.#worker = new Worker(options.program, { workerData: options.data })
    this.#worker.on('message', this.#take)
    this.#worker.on('error', this.#fail)
    this.#worker.on('exit', this.#exit)
  }

  /** Has it take the journal over; resolves when it holds all rows. Throws a StartRefusal where it may not go on. */
  async lead(clock: ClockOrigin, options: EngineClientOptions): Promise<EngineClient> {
    if (this.#refusal !== null) throw new StartRefusal(this.#refusal)
    const followed = (notice: EngineNotice | Uint8Array): void => {
      if (!(notice instanceof Uint8Array) && notice.notice === 'following') this.#options.followed(notice.row)
    }
    this.#silence()
    this.#worker.on('message', followed)
    const client = EngineClient.on(this.#worker, options)
    const order: TakeOrder = { take: clock }
    this.#worker.postMessage(order)
    try {
      return await client
    } finally {
      this.#worker.off('message', followed)
    }
  }

  /** Ends it without having written anything. */
  async close(): Promise<void> {
    this.#silence()
    await this.#worker.terminate()
  }

  #silence(): void {
    this.#worker.off('message', this.#take)
    this.#worker.off('error', this.#fail)
    this.#worker.off('exit', this.#exit)
  }

  readonly #take = (notice: EngineNotice): void => {
    if (notice.notice === 'following') this.#options.followed(notice.row)
    else if (notice.notice === 'warn') this.#options.warn(notice.message)
    else if (notice.notice === 'ended') this.#refuse(notice.sentence)
  }

  readonly #fail = (error: Error): void => this.#refuse(`The engine's thread failed: ${error.message}.`)

  readonly #exit = (code: number): void => this.#refuse(`The engine's thread ended with ${code}.`)

  #refuse(sentence: string): void {
    if (this.#refusal !== null) return
    this.#refusal = sentence
    this.#options.refused(sentence)
  }
}
