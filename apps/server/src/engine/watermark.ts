import { BroadcastChannel } from 'node:worker_threads'
import type { Projected } from './projector.ts'

/** What threads of one process tell each other about the journal. */
export type FollowerHint = { readonly committed: number } | { readonly projected: Projected }

/** Reads a message of the followers' channel; null where it is none. */
export function hintOf(message: unknown): FollowerHint | null {
  if (typeof message !== 'object' || message === null || !('data' in message)) return null
  const { data } = message
  if (typeof data !== 'object' || data === null) return null
  if ('committed' in data && typeof data.committed === 'number') return { committed: data.committed }
  if (!('projected' in data) || typeof data.projected !== 'object' || data.projected === null) return null
  const { projected } = data
  if (!('seq' in projected) || typeof projected.seq !== 'number') return null
  if (!('time' in projected) || typeof projected.time !== 'number') return null
  return { projected: { seq: projected.seq, time: projected.time } }
}

interface Waiter {
  readonly seq: number
  readonly resolve: (passed: boolean) => void
}

const waitersMax = 10_000

/** How far the read models have followed, as another thread knows it. */
export class Watermark {
  readonly #channel: BroadcastChannel
  readonly #waiters = new Set<Waiter>()
  readonly #listeners = new Set<(projected: Projected) => void>()
  #projected: Projected = { seq: 0, time: 0 }

  /** `channel` is the name under which the projector of this process announces its progress. */
  constructor(channel: string) {
    this.#channel = new BroadcastChannel(channel)
    this.#channel.unref()
    this.#channel.onmessage = (message: unknown) => {
      const hint = hintOf(message)
      if (hint !== null && 'projected' in hint) this.note(hint.projected)
    }
  }

  get projected(): Projected {
    return this.#projected
  }

  /** Tells of progress; going back is ignored. */
  note(projected: Projected): void {
    if (projected.seq <= this.#projected.seq) return
    this.#projected = projected
    for (const waiter of this.#waiters) if (waiter.seq <= projected.seq) waiter.resolve(true)
    for (const listener of this.#listeners) listener(projected)
  }

  onProjected(listener: (projected: Projected) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /**
   * Resolves with true when the read models hold the journal's row `seq`, with false after `timeout` ms: what is read
   * then may be older than what its reader was told.
   */
  waitFor(seq: number, timeout: number): Promise<boolean> {
    if (seq <= this.#projected.seq) return Promise.resolve(true)
    if (this.#waiters.size >= waitersMax) return Promise.resolve(false)
    return new Promise((resolve) => {
      const waiter: Waiter = {
        seq,
        resolve: (passed) => {
          clearTimeout(timer)
          this.#waiters.delete(waiter)
          resolve(passed)
        },
      }
      const timer = setTimeout(() => waiter.resolve(false), timeout)
      this.#waiters.add(waiter)
    })
  }

  close(): void {
    for (const waiter of this.#waiters) waiter.resolve(false)
    this.#channel.close()
  }
}
