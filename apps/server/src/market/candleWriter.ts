import type { PriceKind } from '@truemark/core/book/mark'
import type { Interval } from './intervals.ts'
import type { Candle } from './candles.ts'
import { type CandleRow, type MarketStore, rowsPerStatementMax } from './store.ts'

/** The most candles that wait for the database; beyond it the oldest give way, and charts have a hole there. */
export const waitingRowsMax = 1_000_000
/** The pause after a failed write (ms). */
const retryMillis = 2_000
/** How long the end of the process may wait for the database (ms). */
const closeMillis = 8_000

/** A value that is to be kept together with the candles finished before it. */
export type KeptWith = () => { readonly name: string; readonly value: unknown } | null

/**
 * Writes finished candles behind the market's back, in batches: the market never waits for the database. The kept
 * value goes in the transaction of the last batch, so that it is never ahead of the candles.
 */
export class CandleWriter {
  #waiting: CandleRow[] = []
  #head = 0
  #lost = 0
  #writing: Promise<void> | null = null
  #retryAt = 0
  #deadline = Number.POSITIVE_INFINITY
  readonly #store: MarketStore
  readonly #kind: PriceKind
  readonly #keptWith: KeptWith
  readonly #onError: (error: unknown) => void

  constructor(store: MarketStore, kind: PriceKind, keptWith: KeptWith, onError: (error: unknown) => void) {
    this.#store = store
    this.#kind = kind
    this.#keptWith = keptWith
    this.#onError = onError
  }

  /** How many candles wait, and how many were given up. */
  get backlog(): { waiting: number; lost: number } {
    return { waiting: this.#waiting.length - this.#head, lost: this.#lost }
  }

  push(symbol: string, interval: Interval, candle: Candle): void {
    this.#waiting.push({ symbol, interval, candle })
    if (this.#waiting.length - this.#head <= waitingRowsMax) return
    this.#head++
    this.#lost++
  }

  /** Starts a write if something waits and none is under way. */
  poke(now: number): void {
    if (this.#writing !== null || this.#waiting.length === this.#head || now < this.#retryAt) return
    this.#writing = this.#drain()
      .catch((error: unknown) => {
        this.#retryAt = now + retryMillis
        this.#onError(error)
      })
      .finally(() => {
        this.#writing = null
      })
  }

  /**
   * Writes what waits, and the kept value even where nothing does; gives up after 8 s. Then the kept value stays the
   * one before, which the candles written since are not behind.
   */
  async close(): Promise<void> {
    this.#deadline = performance.now() + closeMillis
    await this.#writing
    await this.#drain()
    const kept = this.#head === this.#waiting.length ? this.#keptWith() : null
    if (kept !== null) await this.#store.keep(this.#kind, [], kept)
  }

  async #drain(): Promise<void> {
    while (this.#head < this.#waiting.length && performance.now() < this.#deadline) {
      const batch = this.#waiting.slice(this.#head, this.#head + rowsPerStatementMax)
      const last = this.#head + batch.length === this.#waiting.length
      const kept = last ? this.#keptWith() : null
      await this.#store.keep(this.#kind, batch, kept ?? undefined)
      this.#head += batch.length
      if (this.#head < 100_000 && this.#head < this.#waiting.length) continue
      this.#waiting = this.#waiting.slice(this.#head)
      this.#head = 0
    }
  }
}
