import { isStoppedReadOnly, liftsStop } from '@truemark/protocol/readOnly'
import type { ReadOnlyPeriod } from '@truemark/protocol/routes/readOnly'
import type { RouteDefinition } from '@truemark/protocol/routes/route'
import { type Outcome, refused } from './call.ts'

const minuteMs = 60_000

/** Whether people and programs can change anything here now: the engine, its timers and the prices go on all the same. */
export class ReadOnly {
  readonly #now: () => number
  #period: ReadOnlyPeriod | null = null

  /** `now` is the server's clock, UTC ms. */
  constructor(now: () => number) {
    this.#now = now
  }

  set(period: ReadOnlyPeriod | null): void {
    this.#period = period
  }

  /** The period that is, or is to come; null where there is none. */
  get(): ReadOnlyPeriod | null {
    return this.#period !== null && this.#now() < this.#period.until ? this.#period : null
  }

  /** Why a route can't be called now; null where it can. */
  refusal(route: RouteDefinition): Outcome<never> | null {
    return isStoppedReadOnly(route) ? this.stopped() : null
  }

  /** Why a call of a route that may be called now can't lift what stands; null where it can, or lifts nothing. */
  liftRefusal(route: RouteDefinition, body: unknown): Outcome<never> | null {
    return liftsStop(route, body) ? this.stopped() : null
  }

  /** Why nothing can be changed now; null where it can. */
  stopped(): Outcome<never> | null {
    const period = this.get()
    if (period === null || this.#now() < period.from) return null
    return refused('read_only', { minutes: String(Math.ceil((period.until - this.#now()) / minuteMs)) })
  }
}
