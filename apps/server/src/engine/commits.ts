import { type CommitEnd, type CommitPorts, commitRow } from './commit.ts'
import type { Appended, BatchJournal } from './journal.ts'
import { type ChainEnd, type JournalRow, chainRow, equalBytes } from './journalRow.ts'

/** The most batches in flight: one the database is writing, and one ready for when it has. */
const underWayMax = 2

interface UnderWay<T> {
  row: JournalRow
  appended: Promise<Appended>
  readonly sentAt: number
  /** What waits for this row: its own batch, and those after it that changed nothing. */
  readonly batches: T[]
}

/** How the oldest commit ended. Where it is not `committed`, `batches` are those of all rows that were under way. */
export interface Landed<T> {
  readonly end: CommitEnd
  readonly batches: readonly T[]
  /** From the sending of the row, in ms. */
  readonly ms: number
}

/**
 * The rows that are under way to the journal, in order. A row stands or falls with the one before it: the insert looks
 * for that, so that where one is surely not written those behind it are not either.
 */
export class Commits<T> {
  readonly #journal: BatchJournal
  #end: ChainEnd
  readonly #rows: UnderWay<T>[] = []

  /** `end`: the journal's last row. */
  constructor(journal: BatchJournal, end: ChainEnd) {
    this.#journal = journal
    this.#end = end
  }

  /** The last row that is committed. */
  get end(): ChainEnd {
    return this.#end
  }

  /** The row that the next one follows: the last one under way, else `end`. */
  get head(): ChainEnd {
    return this.#rows.at(-1)?.row ?? this.#end
  }

  /** How many rows are under way. */
  get size(): number {
    return this.#rows.length
  }

  /** Whether the oldest row has to land before more is decided: what is decided and not answered is bounded. */
  get isFull(): boolean {
    return this.#rows.reduce((sum, { batches }) => sum + batches.length, 0) >= underWayMax
  }

  /** Sends `content` as the row behind all that are under way. */
  send(content: Pick<JournalRow, 'time' | 'commands' | 'events'>, batch: T): void {
    const row = chainRow(this.head, { ...content, epoch: this.#journal.epoch })
    this.#rows.push({ row, appended: this.#journal.append(row), sentAt: performance.now(), batches: [batch] })
  }

  /** Lets a batch that wrote nothing wait for the last row under way, whose effects it has seen; false where none is. */
  follow(batch: T): boolean {
    const last = this.#rows.at(-1)
    last?.batches.push(batch)
    return last !== undefined
  }

  /** Resolves when the oldest row's append has been answered, well or not; at once where none is under way. */
  async answered(): Promise<void> {
    await this.#rows[0]?.appended
  }

  /** Waits for the end of the oldest row under way. Null where none is. */
  async land(ports: CommitPorts): Promise<Landed<T> | null> {
    const oldest = this.#rows[0]
    if (oldest === undefined) return null
    const appended = await oldest.appended
    const end: CommitEnd =
      appended.kind === 'committed'
        ? { kind: 'committed', row: oldest.row }
        : await this.#settle(oldest, appended, ports)
    const ms = performance.now() - oldest.sentAt
    if (end.kind !== 'committed') return { end, batches: this.#rows.splice(0).flatMap((one) => one.batches), ms }
    const { seq, time, epoch, digest } = end.row
    this.#end = { seq, time, epoch, digest }
    this.#rows.shift()
    return { end, batches: oldest.batches, ms }
  }

  async #settle(oldest: UnderWay<T>, appended: Appended, ports: CommitPorts): Promise<CommitEnd> {
    const behind = this.#rows.slice(1)
    // what the database said of them it said before this one's end was known
    const outcomes = await Promise.all(behind.map((one) => one.appended))
    const sent = { row: oldest.row, outcome: appended, at: oldest.sentAt }
    const end = await commitRow(this.#journal, this.#end, sent, ports)
    if (end.kind !== 'committed') return end
    let before = end.row
    let isAnew = !equalBytes(end.row.digest, oldest.row.digest)
    behind.forEach((one, at) => {
      // behind another row it stands nowhere; refused, it was since this one was not there yet
      isAnew ||= outcomes[at]?.kind === 'superseded' || outcomes[at]?.kind === 'failed'
      if (isAnew) {
        one.row = chainRow(before, { ...one.row, epoch: this.#journal.epoch })
        one.appended = this.#journal.append(one.row)
      }
      before = one.row
    })
    return end
  }
}
