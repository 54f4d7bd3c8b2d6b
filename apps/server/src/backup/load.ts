import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Writable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { copyIn, copyOut } from '../platform/postgres/copyStream.ts'
import type { Database, Lease } from '../platform/postgres/database.ts'
import { migrate } from '../platform/postgres/migrate.ts'
import { StartRefusal } from '../platform/startRefusal.ts'
import { tablePath } from './layout.ts'
import type { ReadBackup } from './read.ts'
import {
  type Table,
  copyFrom,
  copyTo,
  findReferences,
  findTables,
  setSequence,
  unwatched,
  writeAlike,
} from './store.ts'
import { Digesting } from './summed.ts'

/**
 * Makes the tables of a backup in an empty database, loads their rows, reads them back and compares them, all but the making
 * in one transaction; then takes the tables on to those of this version. Throws a StartRefusal where something differs.
 */
export async function loadTables(
  database: Database,
  migrationsFolder: string,
  backup: ReadBackup,
  progress: (sentence: string) => void,
): Promise<void> {
  const { migrations, sequences } = backup.manifest
  await migrate(database, migrationsFolder, new Set(migrations.map(({ number }) => number)))
  const lease = await database.lease({ name: 'restore', statementTimeout: 0 })
  try {
    await lease.query('SET idle_in_transaction_session_timeout = 0')
    await lease.query('BEGIN')
    await writeAlike(lease)
    const tables = inOrder(await fittingTables(lease, backup), await findReferences(lease))
    await unwatched(lease, tables, async () => {
      for (const table of tables) await loadTable(lease, backup, table, progress)
    })
    for (const table of tables) await compareTable(lease, backup, table)
    for (const sequence of sequences) await setSequence(lease, sequence)
    await lease.query('COMMIT')
    await lease.query('ANALYZE')
  } finally {
    await lease.release()
  }
  await migrate(database, migrationsFolder)
}

/** The tables of the backup, where they are those that were made just now. */
async function fittingTables(lease: Lease, { folder, manifest }: ReadBackup): Promise<Table[]> {
  const made = new Map((await findTables(lease)).map(({ name, columns }) => [name, [...columns].toSorted().join()]))
  for (const { name, columns } of manifest.tables) {
    if (made.get(name) !== columns.toSorted().join())
      throw new StartRefusal(`${folder} holds a table ${name} that its migrations do not make like that.`)
    made.delete(name)
  }
  const [missing] = made.keys()
  if (missing !== undefined) throw new StartRefusal(`${folder} holds no rows of the table ${missing}.`)
  return manifest.tables
}

/** The tables, each after those whose rows its own rows name. */
export function inOrder(
  tables: readonly Table[],
  references: readonly { readonly of: string; readonly to: string }[],
): Table[] {
  const ordered: Table[] = []
  const waiting = new Map(tables.map((table) => [table.name, table]))
  while (waiting.size > 0) {
    const free = [...waiting.values()].filter(
      ({ name }) => !references.some(({ of, to }) => of === name && waiting.has(to)),
    )
    if (free.length === 0) throw new Error(`tables name each other in a circle: ${[...waiting.keys()].join(', ')}`)
    for (const table of free) waiting.delete(table.name)
    ordered.push(...free)
  }
  return ordered
}

async function loadTable(
  lease: Lease,
  { folder }: ReadBackup,
  table: Table,
  progress: (sentence: string) => void,
): Promise<void> {
  const packed = createReadStream(join(folder, tablePath(table.name)))
  const lines = createGunzip()
  // a fault of the file ends the lines, and so the copy
  packed.on('error', (error) => lines.destroy(error))
  const rows = await copyIn(lease, copyFrom(table), packed.pipe(lines))
  progress(`Table ${table.name}: ${rows} rows.`)
}

/** Reads a table's rows back: they must be those of the backup, to the byte. */
async function compareTable(lease: Lease, { manifest, folder }: ReadBackup, table: Table): Promise<void> {
  const told = manifest.tables.find(({ name }) => name === table.name)
  const lines = new Digesting()
  await pipeline(copyOut(lease, copyTo(table)), lines, new Writable({ write: (_chunk, _encoding, done) => done() }))
  if (lines.lines !== told?.rows || lines.digest() !== told.content)
    throw new StartRefusal(`The table ${table.name} is not what ${folder} says once its rows are loaded.`)
}
