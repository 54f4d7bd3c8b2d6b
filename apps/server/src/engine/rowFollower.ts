import { errorMessage } from '../platform/startRefusal.ts'
import type { Committed } from './committed.ts'

export interface RowFollowerOptions {
  /** Reads at most `rowsMax` rows of the journal after one, in order. */
  readonly read: (after: number, rowsMax: number) => Promise<readonly Committed[]>
  readonly deliver: (row: Committed) => void
  readonly warn: (message: string) => void
}

/** Rows that were heard ahead of one that is missing; what comes beyond is read out of the journal in its turn. */
const aheadMax = 1_000
const pageRows = 64
const retryMs = 200

/** Gives each row of the journal once and in order: those that it hears, and those that it missed out of the journal itself. */
export class RowFollower {
  readonly #options: RowFollowerOptions
  readonly #ahead = new Map<number, Committed>()
  #last: number | null = null
  #goal = 0
  #reading = false
  #closed = false

  constructor(options: RowFollowerOptions) {
    this.#options = options
  }

  /** The last row that was given; 0 before the beginning. */
  get last(): number {
    return this.#last ?? 0
  }

  /** Begins behind a row. */
  begin(seq: number): void {
    this.#last = seq
    this.#go()
  }

  /** Hears of a row. */
  heard(row: Committed): void {
    if (this.#last !== null && row.seq <= this.#last) return
    if (row.seq === (this.#last ?? -1) + 1 && !this.#reading) return this.#give(row)
    if (this.#ahead.size < aheadMax) this.#ahead.set(row.seq, row)
    this.reached(row.seq)
  }

  /** Hears that the journal has a row. */
  reached(seq: number): void {
    if (seq <= this.#goal) return
    this.#goal = seq
    this.#go()
  }

  close(): void {
    this.#closed = true
  }

  #give(row: Committed): void {
    this.#last = row.seq
    this.#goal = Math.max(this.#goal, row.seq)
    this.#options.deliver(row)
  }

  #go(): void {
    if (this.#reading || this.#last === null || this.#last >= this.#goal) return
    this.#reading = true
    this.#catchUp()
      .catch((error: unknown) => this.#options.warn(`the journal could not be followed: ${errorMessage(error)}`))
      .finally(() => {
        this.#reading = false
        // what failed, or could not be seen yet, is asked for again
        if (!this.#closed && this.last < this.#goal) setTimeout(() => this.#go(), retryMs).unref()
      })
  }

  async #catchUp(): Promise<void> {
    while (!this.#closed && this.last < this.#goal) {
      const next = this.#ahead.get(this.last + 1)
      if (next !== undefined) {
        this.#ahead.delete(next.seq)
        this.#give(next)
        continue
      }
      const rows = await this.#options.read(this.last, pageRows)
      if (rows.length === 0) return
      for (const row of rows) {
        this.#ahead.delete(row.seq)
        this.#give(row)
      }
    }
  }
}
