import type { Source } from './intake.ts'
import type { EngineRefusal, Reply } from './reply.ts'

/** What was asked of the engine and is not answered yet. */
export interface Asked {
  readonly kind: 'command' | 'query'
  readonly source: Source
  readonly bytes: Uint8Array
}

interface Pending<T extends Pick<Asked, 'kind'>> {
  readonly asked: T
  readonly resolve: (reply: Reply) => void
  readonly deadline: number
}

const requestMax = 0xffff_ffff

/** Replies that are awaited, in the order of their questions, each by a number of its own. */
export class PendingReplies<T extends Pick<Asked, 'kind'>> {
  readonly #pending = new Map<number, Pending<T>>()
  readonly #timeout: number
  #request = 0

  /** After `timeout` ms without a reply its asker hears that the outcome is unknown. */
  constructor(timeout: number) {
    this.#timeout = timeout
  }

  get size(): number {
    return this.#pending.size
  }

  /** Notes a question and has it sent under its number; resolves with its reply, and never rejects. */
  add(asked: T, send: (request: number) => void): Promise<Reply> {
    const request = this.#request
    this.#request = request === requestMax ? 0 : request + 1
    return new Promise((resolve) => {
      this.#pending.set(request, { asked, resolve, deadline: performance.now() + this.#timeout })
      send(request)
    })
  }

  settle(request: number, reply: Reply): void {
    const pending = this.#pending.get(request)
    if (pending === undefined) return
    this.#pending.delete(request)
    pending.resolve(reply)
  }

  /** Settles what has waited too long. A Map keeps the order of sending, so the oldest come first. */
  expire(): void {
    const now = performance.now()
    for (const [request, { asked, deadline }] of this.#pending) {
      if (deadline > now) return
      const reason: EngineRefusal = asked.kind === 'command' ? 'outcome_unknown' : 'server_busy'
      this.settle(request, { kind: 'refused', reason })
    }
  }

  /** Settles all: nothing more is answered. */
  refuseAll(): void {
    for (const request of this.#pending.keys()) this.settle(request, { kind: 'refused', reason: 'outcome_unknown' })
  }

  /** What waits, the oldest first. */
  *[Symbol.iterator](): Generator<readonly [number, T]> {
    for (const [request, { asked }] of this.#pending) yield [request, asked]
  }
}
