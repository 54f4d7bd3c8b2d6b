import type { Database } from './postgres/database.ts'
import { type ReceiptLeaves, type ReceiptRowKept, findReceiptLeaves, keepReceiptRows } from './receipts.store.ts'

/** What comes within this time (ms) is written together. */
const gatherMs = 50

/** Keeps what receipts were given for, some rows at a time and beside those who wait for an answer. */
export class ReceiptKeeper {
  readonly #database: Database
  readonly #onError: (error: unknown) => void
  #waiting: ReceiptRowKept[] = []
  #underWay: readonly ReceiptRowKept[] = []
  #writing: Promise<void> | null = null

  constructor(database: Database, onError: (error: unknown) => void) {
    this.#database = database
    this.#onError = onError
  }

  keep(row: ReceiptRowKept): void {
    this.#waiting.push(row)
    this.#writing ??= this.#writeAll()
  }

  /** What a row's receipts were given for, written or on its way; null where it is not kept. */
  async find(seq: number): Promise<ReceiptLeaves | null> {
    const known = [...this.#waiting, ...this.#underWay].find((row) => row.seq === seq)
    return known?.leaves ?? (await findReceiptLeaves(this.#database, seq))
  }

  /** Resolves when all that was kept is written. */
  async close(): Promise<void> {
    await this.#writing
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      await new Promise((resolve) => setTimeout(resolve, gatherMs))
      this.#underWay = this.#waiting
      this.#waiting = []
      await keepReceiptRows(this.#database, this.#underWay).catch(this.#onError)
    }
    this.#underWay = []
    this.#writing = null
  }
}
