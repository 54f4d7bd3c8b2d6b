import { randomUUID } from 'node:crypto'
import type { Database, Lease } from '../platform/postgres/database.ts'
import { endWithPeer } from '../platform/postgres/peerGone.ts'
import { errorCode } from '../platform/startRefusal.ts'
import { readLastRow, readRow } from './journalReader.ts'
import { type ChainEnd, type JournalRow, chainStart, equalBytes } from './journalRow.ts'

/**
 * What became of an append. `unknown`: the answer was lost, see `resolve`. `failed`: the database said no, and
 * nothing was written; `again` where it asks for the same once more. `superseded`: the row before it is not there, or
 * another engine has the journal and this one must end.
 */
export type Appended =
  | { readonly kind: 'committed' }
  | { readonly kind: 'superseded' }
  | { readonly kind: 'unknown'; readonly error: unknown }
  | { readonly kind: 'failed'; readonly error: unknown; readonly again: boolean }

/** What an unknown outcome turned out to be. After `absent` the same batch may be appended anew. */
export type Resolved = 'committed' | 'absent' | 'superseded' | 'stopped'

// It looks for the row before: one that is sent behind another can't be written where that one was not.
const insert = `INSERT INTO journal (seq, epoch, time, format, commands, events, previous, digest)
  SELECT $1::bigint, $2::int, $3, $4, $5, $6, $7::bytea, $8
  FROM (SELECT 1 FROM engine_epoch WHERE epoch = $2::int FOR SHARE) AS held
  WHERE $1::bigint = 1 OR EXISTS (SELECT 1 FROM journal WHERE seq = $1::bigint - 1 AND digest = $7::bytea)`
const statementTimeout = 5_000
const reconnectPauseMin = 20
const reconnectPauseMax = 1_000
const closePatience = 1_000

/**
 * The engine's own connection to the journal. Opening it takes the journal over: whoever held it before can't
 * commit from then on, because each insert locks the epoch's row and names its epoch.
 */
export class Journal {
  readonly #database: Database
  readonly #holder: string
  #lease: Lease
  #epoch: number

  private constructor(database: Database, holder: string, lease: Lease, epoch: number) {
    this.#database = database
    this.#holder = holder
    this.#lease = lease
    this.#epoch = epoch
  }

  /** Connects and raises the epoch; waits for an insert of the engine before that is still under way. */
  static async open(database: Database): Promise<Journal> {
    const holder = randomUUID()
    const lease = await connect(database)
    const { rows } = await lease.query<{ epoch: number }>(
      'UPDATE engine_epoch SET epoch = epoch + 1, holder = $1, taken_at = now() RETURNING epoch',
      [holder],
    )
    const taken = rows[0]
    if (taken === undefined) throw new Error('the table engine_epoch has lost its row')
    return new Journal(database, holder, lease, taken.epoch)
  }

  get epoch(): number {
    return this.#epoch
  }

  /** The connection, for reading while no append is under way. */
  get lease(): Lease {
    return this.#lease
  }

  /** Where the journal ends now. */
  async end(): Promise<ChainEnd> {
    return (await readLastRow(this.#lease)) ?? chainStart
  }

  /**
   * Writes one row and commits it. Another may be sent behind it before its answer is there: they are written in order
   * or, from the first one on that is not, not at all.
   */
  async append(row: JournalRow): Promise<Appended> {
    try {
      const { rowCount } = await this.#lease.client.query({
        name: 'append',
        text: insert,
        values: [row.seq, row.epoch, row.time, row.format, row.commands, row.events, row.previous, row.digest],
      })
      return rowCount === 1 ? { kind: 'committed' } : { kind: 'superseded' }
    } catch (error) {
      if (!isDefinite(error)) return { kind: 'unknown', error }
      const code = errorCode(error)
      return { kind: 'failed', error, again: code === '40001' || code === '40P01' }
    }
  }

  /**
   * Finds out what became of `row` after an unknown outcome: connects anew (for as long as it takes, until
   * `stopped`), raises the epoch so that the lost insert can't commit any more, and looks for the row and the one before.
   */
  async resolve(row: JournalRow, stopped: () => boolean): Promise<Resolved> {
    void abandon(this.#lease)
    for (let wait = reconnectPauseMin; !stopped(); wait = Math.min(wait * 2, reconnectPauseMax)) {
      let lease: Lease | null = null
      try {
        lease = await connect(this.#database)
        const found = await this.#fenceAndRead(lease, row)
        this.#lease = lease
        return found
      } catch {
        if (lease !== null) void abandon(lease)
        await pause(wait * (0.5 + Math.random() / 2))
      }
    }
    return 'stopped'
  }

  async #fenceAndRead(lease: Lease, row: JournalRow): Promise<Resolved> {
    // By holder and not by epoch: this update's own answer may be lost, and then it is simply sent again.
    const { rows } = await lease.query<{ epoch: number }>(
      'UPDATE engine_epoch SET epoch = epoch + 1 WHERE holder = $1 RETURNING epoch',
      [this.#holder],
    )
    const fenced = rows[0]
    if (fenced === undefined) return 'superseded'
    this.#epoch = fenced.epoch
    const there = await readRow(lease, row.seq)
    if (there !== null) return equalBytes(there.digest, row.digest) ? 'committed' : 'superseded'
    const before = row.seq === 1 ? chainStart : await readRow(lease, row.seq - 1)
    return before !== null && equalBytes(before.digest, row.previous) ? 'absent' : 'superseded'
  }

  /** Whether the database takes a write of this engine now. */
  async probe(): Promise<'writable' | 'unwritable' | 'superseded'> {
    try {
      const { rowCount } = await this.#lease.query('UPDATE engine_epoch SET taken_at = now() WHERE holder = $1', [
        this.#holder,
      ])
      return rowCount === 1 ? 'writable' : 'superseded'
    } catch (error) {
      if (!isDefinite(error)) await this.#reconnect()
      return 'unwritable'
    }
  }

  async #reconnect(): Promise<void> {
    void abandon(this.#lease)
    try {
      this.#lease = await connect(this.#database)
    } catch {
      // The next probe tries again.
    }
  }

  async close(): Promise<void> {
    await abandon(this.#lease)
  }
}

async function connect(database: Database): Promise<Lease> {
  const lease = await database.lease({ name: 'engine', statementTimeout, pipeline: true })
  try {
    await lease.query('SET synchronous_commit = on')
    await endWithPeer(lease)
    return lease
  } catch (error) {
    void abandon(lease)
    throw error
  }
}

/** Ends a connection that may be dead already, without waiting for it longer than a second. */
async function abandon(lease: Lease): Promise<void> {
  await Promise.race([lease.release().catch(() => undefined), pause(closePatience)])
}

/**
 * Whether the server itself refused the statement while staying up, so that surely nothing was committed. Its own
 * shutdown (57P…) and a row that is there already are not definite: the row may be ours.
 */
function isDefinite(error: unknown): boolean {
  const code = errorCode(error)
  if (!/^[0-9A-Z]{5}$/.test(code) || code.startsWith('57P') || code.startsWith('08') || code === '23505') return false
  return typeof error === 'object' && error !== null && 'severity' in error && error.severity === 'ERROR'
}

/** What the engine needs of a journal. */
export type BatchJournal = Pick<Journal, 'epoch' | 'lease' | 'append' | 'resolve' | 'probe'>

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
