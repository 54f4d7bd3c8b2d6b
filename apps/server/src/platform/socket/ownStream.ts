import { type HolderId, isHouse } from '@truemark/core/ledger/holders'
import type { Event } from '@truemark/core/vocabulary'
import { startRounds } from '../rounds.ts'
import type { OwnHub } from './hub.ts'

/** What is to be told in the next round. */
export interface Touched<T> {
  readonly isEmpty: boolean
  take(event: Event): void
  /** Gives what one round tells of, and keeps it no longer. */
  drain(): T
}

export interface OwnStreamPorts {
  readonly hub: OwnHub
  readonly watermark: { waitFor(seq: number, timeout: number): Promise<unknown> }
  readonly onError: (error: unknown) => void
}

const roundInterval = 50
const settleMax = 2_000
/** One round tells of so many orders; the rest wait for the next. */
export const roundOrdersMax = 1_000

/** Tells holders what became of what is theirs, once the read models have followed: what a round holds is told once. */
export class OwnStream<T> {
  readonly #touched: Touched<T>
  /** Ends the stream once the round under way has ended. */
  readonly close: () => Promise<void>
  #seq = 0

  constructor(
    touched: Touched<T>,
    tell: (touched: T) => Promise<void>,
    { watermark, onError }: OwnStreamPorts,
    everyMs: number = roundInterval,
  ) {
    this.#touched = touched
    const round = async (): Promise<void> => {
      if (touched.isEmpty) return
      const drained = touched.drain()
      await watermark.waitFor(this.#seq, settleMax)
      await tell(drained)
    }
    this.close = startRounds(round, { everyMs, first: 'later', onError })
  }

  /** Takes the events of the committed journal row `seq`. */
  take(events: readonly Event[], seq: number): void {
    this.#seq = Math.max(this.#seq, seq)
    for (const event of events) this.#touched.take(event)
  }
}

/** Finds the orders that an event touches, and what happened to each. */
export type Touch<H> = (event: Event, add: (holder: HolderId, order: number, happened: H) => void) => void

/** The orders that events touched, by their numbers, with the last that happened to each; nobody's whose app is closed. */
export class TouchedOrders<H> implements Touched<ReadonlyMap<number, H>> {
  readonly #happened = new Map<number, H>()
  readonly #hub: OwnHub
  readonly #touch: Touch<H>

  constructor(hub: OwnHub, touch: Touch<H>) {
    this.#hub = hub
    this.#touch = touch
  }

  get isEmpty(): boolean {
    return this.#happened.size === 0
  }

  take(event: Event): void {
    this.#touch(event, (holder, order, happened) => {
      if (order !== 0 && !isHouse(holder) && this.#hub.isOpen(holder)) this.#happened.set(order, happened)
    })
  }

  drain(): ReadonlyMap<number, H> {
    const drained = new Map([...this.#happened].slice(0, roundOrdersMax))
    for (const order of drained.keys()) this.#happened.delete(order)
    return drained
  }
}
