import { randomUUID } from 'node:crypto'
import type { Database, Lease } from '../platform/postgres/database.ts'
import { errorCode } from '../platform/startRefusal.ts'
import { readLastRow } from './journalReader.ts'
import { type ChainEnd, type JournalRow, chainStart, equalBytes } from './journalRow.ts'

/**
 * What became of an append. `unknown`: the answer was lost, see `resolve`. `failed`: the database said no, and
 * nothing was written. `superseded`: another engine has the journal; this one must end.
 */
export type Appended =
  | { readonly kind: 'committed' }
  | { readonly kind: 'superseded' }
  | { readonly kind: 'unknown'; readonly error: unknown }
  | { readonly kind: 'failed'; readonly error: unknown }

/** What an unknown outcome turned out to be. After `absent` the same batch may be appended anew. */
export type Resolved = 'committed' | 'absent' | 'superseded' | 'stopped'

const insert = `INSERT INTO journal (seq, epoch, time, format, commands, events, previous, digest)
  SELECT $1, $2, $3, $4, $5, $6, $7, $8
  FROM (SELECT 1 FROM engine_epoch WHERE epoch = $2 FOR SHARE) AS held`
const statementTimeout = 5_000
const conflictRetriesMax = 5
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

  /** Writes one row and commits it. Conflicts that the database asks to repeat are repeated at most five times. */
  async append(row: JournalRow): Promise<Appended> {
    for (let attempt = 0; ; attempt += 1) {
      const outcome = await this.#insert(row)
      if (outcome.kind !== 'failed' || attempt >= conflictRetriesMax) return outcome
      const code = errorCode(outcome.error)
      if (code !== '40001' && code !== '40P01') return outcome
      await pause(Math.random() * 10 * (attempt + 1))
    }
  }

  async #insert(row: JournalRow): Promise<Appended> {
    try {
      const { rowCount } = await this.#lease.client.query({
        name: 'append',
        text: insert,
        values: [row.seq, row.epoch, row.time, row.format, row.commands, row.events, row.previous, row.digest],
      })
      return rowCount === 1 ? { kind: 'committed' } : { kind: 'superseded' }
    } catch (error) {
      return { kind: isDefinite(error) ? 'failed' : 'unknown', error }
    }
  }

  /**
   * Finds out what became of `row` after an unknown outcome: connects anew (for as long as it takes, until
   * `stopped`), raises the epoch so that the lost insert can't commit any more, and reads the last row.
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
    const last = (await readLastRow(lease)) ?? chainStart
    if (last.seq === row.seq && equalBytes(last.digest, row.digest)) return 'committed'
    return last.seq === row.seq - 1 && equalBytes(last.digest, row.previous) ? 'absent' : 'superseded'
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
  const lease = await database.lease({ name: 'engine', statementTimeout })
  try {
    await lease.query('SET synchronous_commit = on')
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
