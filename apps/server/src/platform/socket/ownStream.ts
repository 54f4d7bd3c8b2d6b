import { type HolderId, isHouse } from '@truemark/core/ledger/holders'
import type { Event } from '@truemark/core/vocabulary'
import { startRounds } from '../rounds.ts'
import type { OwnHub } from './hub.ts'

/** The events of a committed row of the journal. */
export interface CommittedEvents {
  readonly events: readonly Event[]
  readonly seq: number
  /** Engine time of the row, UTC milliseconds. */
  readonly time: number
}

/** Hears each committed row, and tells those with an open app what of it is theirs. */
export interface OwnTelling {
  take(batch: CommittedEvents): void
  /** Ends it once what is being told is told. */
  close?(): Promise<void>
}

/** What is to be told in the next round. */
export interface Touched<T> {
  readonly isEmpty: boolean
  take(event: Event, time: number): void
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
/** How far what a round tells of goes. */
export interface ToldUpTo {
  /** The last row of the journal of which anything is told. */
  readonly seq: number
  /** Waits, two seconds at most, until the read models hold it. */
  readonly followed: () => Promise<unknown>
}

/** The most orders told in one round; the rest wait for the next. */
export const roundOrdersMax = 1_000

/** Tells holders what became of what is theirs: what a round holds is told once. */
export class OwnStream<T> implements OwnTelling {
  readonly #touched: Touched<T>
  readonly close: () => Promise<void>
  #seq = 0

  constructor(
    touched: Touched<T>,
    tell: (touched: T, upTo: ToldUpTo) => Promise<void>,
    { watermark, onError }: OwnStreamPorts,
    everyMs: number = roundInterval,
  ) {
    this.#touched = touched
    const round = async (): Promise<void> => {
      if (touched.isEmpty) return
      const seq = this.#seq
      await tell(touched.drain(), { seq, followed: () => watermark.waitFor(seq, settleMax) })
    }
    this.close = startRounds(round, { everyMs, first: 'later', onError })
  }

  take({ events, seq, time }: CommittedEvents): void {
    this.#seq = Math.max(this.#seq, seq)
    for (const event of events) this.#touched.take(event, time)
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
