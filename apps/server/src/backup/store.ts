import type { Lease, Queryable } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'
import { markerTable } from '../platform/postgres/halfRestored.ts'

/** The longest time the last segment may take to reach its archive. */
const archivedWithin = '5min'

export interface Table {
  readonly name: string
  /** In the order of the table. */
  readonly columns: readonly string[]
}

/** The tables that there are, and their columns that are not reckoned. */
export async function findTables(database: Queryable): Promise<Table[]> {
  const { rows } = await database.query<{ name: string; columns: string[] }>(
    `SELECT c.relname::text AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
     FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid
     WHERE c.relkind IN ('r', 'p') AND c.relnamespace = current_schema()::regnamespace
       AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' AND c.relname <> $1
     GROUP BY c.relname ORDER BY c.relname`,
    [markerTable],
  )
  return rows
}

/** Whether anything at all was made in the database. */
export async function isEmpty(database: Queryable): Promise<boolean> {
  const { rows } = await database.query<{ found: boolean }>(
    'SELECT EXISTS (SELECT FROM pg_class WHERE relnamespace = current_schema()::regnamespace) AS found',
  )
  return rows[0]?.found === false
}

/** Which table's rows name rows of which other. */
export async function findReferences(database: Queryable): Promise<{ readonly of: string; readonly to: string }[]> {
  const { rows } = await database.query<{ of: string; to: string }>(
    `SELECT a.relname::text AS of, b.relname::text AS to
     FROM pg_constraint AS f JOIN pg_class AS a ON a.oid = f.conrelid JOIN pg_class AS b ON b.oid = f.confrelid
     WHERE f.contype = 'f' AND f.conrelid <> f.confrelid AND a.relnamespace = current_schema()::regnamespace`,
  )
  return rows
}

export interface Sequence {
  readonly name: string
  readonly value: string
  /** Whether the value was given out. */
  readonly called: boolean
}

/** Where the sequences stand: since they know no moment, never behind that of the transaction. */
export async function findSequences(database: Queryable): Promise<Sequence[]> {
  const { rows } = await database.query<{ name: string }>(
    `SELECT relname::text AS name FROM pg_class
     WHERE relkind = 'S' AND relnamespace = current_schema()::regnamespace ORDER BY relname`,
  )
  const found: Sequence[] = []
  for (const { name } of rows) {
    const { rows: at } = await database.query<{ value: string; called: boolean }>(
      `SELECT last_value::text AS value, is_called AS called FROM ${quoted(name)}`,
    )
    for (const { value, called } of at) found.push({ name, value, called })
  }
  return found
}

export async function setSequence(database: Queryable, { name, value, called }: Sequence): Promise<void> {
  await database.query('SELECT setval($1::regclass, $2::bigint, $3)', [quoted(name), value, called])
}

/** Begins the transaction that sees one moment (UTC ms by the database's clock), and writes values the same everywhere. */
export async function beginMoment(lease: Lease): Promise<{ readonly moment: number; readonly postgres: string }> {
  await lease.query('SET idle_in_transaction_session_timeout = 0')
  await lease.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  await writeAlike(lease)
  const { rows } = await lease.query<{ moment: string; postgres: string }>(
    `SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS moment,
       current_setting('server_version') AS postgres`,
  )
  return { moment: integerOf(rows[0]?.moment ?? '0'), postgres: rows[0]?.postgres ?? '' }
}

/** Has the transaction's COPY write a value as any other server does, and the rows of a table in the order in which they lie. */
export async function writeAlike(lease: Lease): Promise<void> {
  await lease.query(`SET LOCAL timezone TO 'UTC'`)
  await lease.query(`SET LOCAL datestyle TO 'ISO, YMD'`)
  await lease.query(`SET LOCAL intervalstyle TO 'postgres'`)
  await lease.query(`SET LOCAL bytea_output TO 'hex'`)
  await lease.query('SET LOCAL extra_float_digits TO 1')
  await lease.query('SET LOCAL synchronize_seqscans TO off')
}

/**
 * Empties the tables, keeps what watches over their rows from doing so while `work` runs, and has it watch again as before. To
 * be called within a transaction; it takes no more than owning the tables.
 */
export async function unwatched(lease: Lease, tables: readonly Table[], work: () => Promise<void>): Promise<void> {
  const { rows } = await lease.query<{ of: string; trigger: string; always: boolean }>(
    `SELECT c.relname::text AS of, t.tgname::text AS trigger, t.tgenabled = 'A' AS always
     FROM pg_trigger AS t JOIN pg_class AS c ON c.oid = t.tgrelid
     WHERE NOT t.tgisinternal AND t.tgenabled IN ('O', 'A') AND c.relnamespace = current_schema()::regnamespace`,
  )
  for (const { of, trigger } of rows) await lease.query(`ALTER TABLE ${quoted(of)} DISABLE TRIGGER ${quoted(trigger)}`)
  await lease.query(`TRUNCATE ${tables.map(({ name }) => quoted(name)).join(', ')}`)
  await work()
  for (const { of, trigger, always } of rows)
    await lease.query(`ALTER TABLE ${quoted(of)} ENABLE ${always ? 'ALWAYS ' : ''}TRIGGER ${quoted(trigger)}`)
}

/** The COPY that writes a table's rows. */
export function copyTo({ name, columns }: Table): string {
  return `COPY ${quoted(name)} (${columns.map(quoted).join(', ')}) TO STDOUT`
}

/** The COPY that takes them. */
export function copyFrom({ name, columns }: Table): string {
  return `COPY ${quoted(name)} (${columns.map(quoted).join(', ')}) FROM STDIN`
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** Whether the server archives its log, where its cluster lies, and which server it is. */
export async function findArchiving(
  database: Queryable,
): Promise<{ readonly archiving: boolean; readonly cluster: string; readonly postgres: string }> {
  const { rows } = await database.query<{ archiving: boolean; cluster: string; postgres: string }>(
    `SELECT current_setting('archive_mode') = 'on' AS archiving, current_setting('data_directory') AS cluster,
       current_setting('server_version') AS postgres`,
  )
  return rows[0] ?? { archiving: false, cluster: '', postgres: '' }
}

/** Has the server write its log so that its files can be copied while it runs. The connection has to live until `endBase`. */
export async function beginBase(lease: Lease): Promise<void> {
  await lease.query(`SELECT pg_backup_start('truemark', true)`)
}

/** Ends that, once all of the log that a copy needs is in the archive; gives the text that a copy bears. */
export async function endBase(lease: Lease): Promise<string> {
  await lease.query(`SET statement_timeout = '${archivedWithin}'`)
  const { rows } = await lease.query<{ label: string }>('SELECT labelfile AS label FROM pg_backup_stop(true)')
  return rows[0]?.label ?? ''
}

/** The piece of its log that the server writes now, as 24 hex digits: its line, then its place. */
export async function findPiece(database: Queryable): Promise<string> {
  const { rows } = await database.query<{ name: string }>('SELECT pg_walfile_name(pg_current_wal_lsn()) AS name')
  return rows[0]?.name ?? ''
}
