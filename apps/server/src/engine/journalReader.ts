import type { Lease, Preparing, Queryable } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'
import type { Committed } from './committed.ts'
import type { JournalRow } from './journalRow.ts'

interface StoredRow {
  seq: string
  epoch: number
  time: string
  format: number
  commands: Buffer
  events: Buffer
  previous: Buffer
  digest: Buffer
}

const columns = 'seq, epoch, time, format, commands, events, previous, digest'
const pageRowsMin = 16
const pageRowsMax = 4_096
const pageBytesGoal = 8 * 1024 * 1024

function rowOf(stored: StoredRow): JournalRow {
  return { ...stored, seq: Number(stored.seq), time: Number(stored.time) }
}

/** The journal's last row, or null where it is empty. */
export async function readLastRow(lease: Lease): Promise<JournalRow | null> {
  const { rows } = await lease.query<StoredRow>(`SELECT ${columns} FROM journal ORDER BY seq DESC LIMIT 1`)
  const last = rows[0]
  return last === undefined ? null : rowOf(last)
}

/** The time (UTC ms) of the journal's last row, or null where it is empty. */
export async function lastRowTime(database: Queryable): Promise<number | null> {
  const { rows } = await database.query<{ time: string }>('SELECT time FROM journal ORDER BY seq DESC LIMIT 1')
  return rows[0] === undefined ? null : Number(rows[0].time)
}

/** The number of the journal's last row and its digest in hex; null where it is empty. */
export async function findJournalEnd(
  database: Queryable,
): Promise<{ readonly seq: number; readonly digest: string } | null> {
  const { rows } = await database.query<{ seq: string; digest: string }>(
    `SELECT seq, encode(digest, 'hex') AS digest FROM journal ORDER BY seq DESC LIMIT 1`,
  )
  return rows[0] === undefined ? null : { seq: Number(rows[0].seq), digest: rows[0].digest }
}

/** The row at `seq`, or null where there is none. */
export async function readRow(lease: Lease, seq: number): Promise<JournalRow | null> {
  const { rows } = await lease.query<StoredRow>(`SELECT ${columns} FROM journal WHERE seq = $1`, [seq])
  const row = rows[0]
  return row === undefined ? null : rowOf(row)
}

/** The rows of these numbers, as far as they are there. */
export async function readRowsAt(database: Queryable, seqs: readonly number[]): Promise<JournalRow[]> {
  const text = `SELECT ${columns} FROM journal WHERE seq = ANY($1::bigint[]) ORDER BY seq`
  const { rows } = await database.query<StoredRow>(text, [[...seqs]])
  return rows.map(rowOf)
}

/** What at most `rowsMax` rows after `after` tell, in order. */
export async function readEvents(database: Preparing, after: number, rowsMax: number): Promise<Committed[]> {
  const text = 'SELECT seq, time, events FROM journal WHERE seq > $1 ORDER BY seq LIMIT $2'
  const { rows } = await database.prepared<{ seq: string; time: string; events: Buffer }>(text, [after, rowsMax])
  return rows.map(({ seq, time, events }) => ({ seq: integerOf(seq), time: integerOf(time), events }))
}

/** At most `rowsMax` rows after `after` and up to `upTo`, in order. */
export async function readRows(lease: Lease, after: number, upTo: number, rowsMax: number): Promise<JournalRow[]> {
  const text = `SELECT ${columns} FROM journal WHERE seq > $1 AND seq <= $2 ORDER BY seq LIMIT $3`
  const { rows } = await lease.prepared<StoredRow>(text, [after, upTo, rowsMax])
  return rows.map(rowOf)
}

/** Where a row of the journal stands: its time and digests, in hex. */
export interface RowPlace {
  readonly seq: number
  readonly time: number
  readonly digest: string
  readonly previous: string
}

/** The row of the journal that was written at exactly this moment: rows are in order of time, so the half is halved. */
export async function rowOfTime(database: Queryable, time: number): Promise<RowPlace | null> {
  const { rows } = await database.query<{ low: string | null; high: string | null }>(
    'SELECT min(seq) AS low, max(seq) AS high FROM journal',
  )
  let low = integerOf(rows[0]?.low ?? '1')
  let high = integerOf(rows[0]?.high ?? '0')
  while (low <= high) {
    const middle = Math.floor((low + high) / 2)
    const row = await rowPlaceAt(database, middle)
    if (row === null) return null
    if (row.time === time) return row
    if (row.time < time) low = middle + 1
    else high = middle - 1
  }
  return null
}

/** A row of the journal with its digests; null where there is none. */
export async function rowPlaceAt(database: Queryable, seq: number): Promise<RowPlace | null> {
  const { rows } = await database.query<{ time: string; digest: Buffer; previous: Buffer }>(
    'SELECT time, digest, previous FROM journal WHERE seq = $1',
    [seq],
  )
  const [row] = rows
  if (row === undefined) return null
  const { digest, previous } = row
  return { seq, time: integerOf(row.time), digest: digest.toString('hex'), previous: previous.toString('hex') }
}

/** The frames of a row of the journal, each the facts of one command; null where there is no such row. */
export async function findFrames(database: Queryable, seq: number): Promise<Uint8Array | null> {
  const { rows } = await database.query<{ events: Buffer }>('SELECT events FROM journal WHERE seq = $1', [seq])
  return rows[0]?.events ?? null
}

/**
 * All rows after `after` and up to `upTo`, page by page (about 8 MiB each). The next page is on its way
 * while one is worked on. It does not judge the rows; see `chainFault`.
 */
export async function* walkRows(lease: Lease, after: number, upTo: number): AsyncGenerator<JournalRow[]> {
  let pageRows = pageRowsMin
  let page = await readRows(lease, after, upTo, pageRows)
  while (page.length > 0) {
    const last = page.at(-1)
    const short = page.length < pageRows
    let bytes = 1
    for (const row of page) bytes += row.commands.length + row.events.length
    const fitting = Math.trunc((pageBytesGoal * page.length) / bytes)
    pageRows = Math.max(pageRowsMin, Math.min(pageRowsMax, fitting))
    const next = short || last === undefined ? Promise.resolve([]) : readRows(lease, last.seq, upTo, pageRows)
    // It is awaited below; until then a failure must not count as unhandled.
    next.catch(() => undefined)
    yield page
    page = await next
  }
}
