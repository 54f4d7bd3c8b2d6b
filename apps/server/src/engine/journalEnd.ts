import type { Queryable } from '../platform/postgres/database.ts'
import { findJournalEnd } from './journalReader.ts'

/** Where the journal ends, as the database says: asked once for all who came while it was asked before. */
export class JournalEnd {
  readonly #database: Queryable
  #asking: Promise<number> | null = null
  #next: Promise<number> | null = null

  constructor(database: Queryable) {
    this.#database = database
  }

  /** The number of the last row at a moment after this call. */
  find(): Promise<number> {
    if (this.#asking === null) return (this.#asking = this.#ask())
    // what is under way may have looked before whoever asks now was told
    this.#next ??= this.#asking.then(
      () => this.#askNext(),
      () => this.#askNext(),
    )
    return this.#next
  }

  #askNext(): Promise<number> {
    this.#next = null
    return (this.#asking = this.#ask())
  }

  async #ask(): Promise<number> {
    try {
      return (await findJournalEnd(this.#database))?.seq ?? 0
    } finally {
      if (this.#next === null) this.#asking = null
    }
  }
}
