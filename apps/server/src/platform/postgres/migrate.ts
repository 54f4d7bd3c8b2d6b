import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { StartRefusal, errorMessage } from '../startRefusal.ts'
import type { Database, Lease, Queryable } from './database.ts'

/** A step of the tables' making. */
export interface Migration {
  readonly number: number
  readonly file: string
  readonly sql: string
  readonly digest: string
}

/** One key for all Truemark processes; the value itself means nothing. */
const advisoryKey = '7305812416'
const migrationTimeout = 600_000

/**
 * Brings the database to the newest migration of `folder` (files `NNNN-name.sql`), each in a
 * transaction of its own, in order, under an advisory lock; or to what an older version had, where `only` names its
 * migrations. Returns the files applied now. Throws a StartRefusal when an applied file has changed or gone, or when one fails.
 */
export async function migrate(database: Database, folder: string, only?: ReadonlySet<number>): Promise<string[]> {
  const migrations = readMigrations(folder).filter(({ number }) => only?.has(number) !== false)
  const lease = await database.lease({ name: 'migrations', statementTimeout: migrationTimeout })
  try {
    await lease.query('SELECT pg_advisory_lock($1)', [advisoryKey])
    await lease.query(`CREATE TABLE IF NOT EXISTS migration (
      number int PRIMARY KEY, file text NOT NULL, digest text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`)
    const due = await dueOf(lease, migrations)
    for (const migration of due) await apply(lease, migration)
    return due.map((migration) => migration.file)
  } finally {
    await lease.release()
  }
}

/** All migrations of this version, in their order. Throws a StartRefusal where a file is none. */
export function readMigrations(folder: string): Migration[] {
  const migrations: Migration[] = []
  for (const file of readdirSync(folder).toSorted()) {
    if (!file.endsWith('.sql')) continue
    const match = /^(\d{4})-[a-z0-9-]+\.sql$/.exec(file)
    if (match === null) throw new StartRefusal(`The migration ${file} is not named NNNN-name.sql.`)
    // A checkout with other line ends is the same migration.
    const sql = readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n')
    const number = Number(match[1])
    if (migrations.at(-1)?.number === number) throw new StartRefusal(`Two migrations bear the number of ${file}.`)
    migrations.push({ number, file, sql, digest: createHash('sha256').update(sql).digest('hex') })
  }
  return migrations
}

/** What made the tables as they are. */
export type AppliedMigration = Pick<Migration, 'number' | 'file' | 'digest'>

/** What was applied to a database that has been migrated before. */
export async function findApplied(database: Queryable): Promise<AppliedMigration[]> {
  const { rows } = await database.query<AppliedMigration>('SELECT number, file, digest FROM migration ORDER BY number')
  return rows
}

/** Refuses tables that another version made than this one, and changes nothing. Throws a StartRefusal. */
export async function refuseOtherTables(database: Queryable, folder: string): Promise<void> {
  const { rows } = await database.query<{ known: boolean }>(`SELECT to_regclass('migration') IS NOT NULL AS known`)
  const applied = rows[0]?.known === true ? await findApplied(database) : []
  const [due] = dueAfter(applied, readMigrations(folder))
  if (due === undefined) return
  throw new StartRefusal(
    `This version of Truemark is newer than the tables (it has the migration ${due.file}, and they do not): stand by with the version of whoever leads, or stop that one and start this one.`,
  )
}

async function dueOf(lease: Lease, migrations: Migration[]): Promise<Migration[]> {
  return dueAfter(await findApplied(lease), migrations)
}

/** Those of `migrations` that are still to be applied. Throws a StartRefusal where what was applied is not among them. */
export function dueAfter(before: readonly AppliedMigration[], migrations: readonly Migration[]): Migration[] {
  const known = new Map(migrations.map((migration) => [migration.number, migration]))
  const applied = new Set<number>()
  for (const row of before) {
    const migration = known.get(row.number)
    if (migration === undefined) {
      throw new StartRefusal(
        `The database has the migration ${row.file}, which this version of Truemark does not know: it is older than the data.`,
      )
    }
    if (migration.digest !== row.digest) {
      throw new StartRefusal(
        `The migration ${migration.file} has changed since it was applied; restore the file and put the change in a new one.`,
      )
    }
    applied.add(row.number)
  }
  return migrations.filter((migration) => !applied.has(migration.number))
}

async function apply(lease: Lease, migration: Migration): Promise<void> {
  await lease.query('BEGIN')
  try {
    await lease.query(migration.sql)
    await lease.query('INSERT INTO migration (number, file, digest) VALUES ($1, $2, $3)', [
      migration.number,
      migration.file,
      migration.digest,
    ])
    await lease.query('COMMIT')
  } catch (error) {
    await lease.query('ROLLBACK').catch(() => undefined)
    throw new StartRefusal(`The migration ${migration.file} failed: ${errorMessage(error)}.`)
  }
}
