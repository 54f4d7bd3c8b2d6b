import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { findJournalEnd } from '../engine/door.ts'
import type { Shelves } from '../platform/files/shelves.ts'
import { findKnownKeys } from '../platform/keys/store.ts'
import { copyOut } from '../platform/postgres/copyStream.ts'
import type { Database, Lease } from '../platform/postgres/database.ts'
import { type Migration, dueAfter, findApplied } from '../platform/postgres/migrate.ts'
import type { Published } from '../platform/published.ts'
import { StartRefusal } from '../platform/startRefusal.ts'
import { findStatements } from '../transparency/door.ts'
import { copyVault } from './copyVault.ts'
import { type Manifest, backupFormat, knownKeysOf, parts, tablePath } from './layout.ts'
import { beginMoment, copyTo, findSequences, findTables, isEmpty, type Table } from './store.ts'
import { inNewFolder } from './newFolder.ts'
import { Digesting, type SummedFolder } from './summed.ts'

export interface BackupAsk {
  readonly database: Database
  /** Where the files lie that people sent. */
  readonly shelves: Shelves
  /** The folder to be made. */
  readonly folder: string
  readonly build: Published
  /** Those of this version. */
  readonly migrations: readonly Migration[]
  /** Progress: how much of which part has been written. */
  readonly progress: (sentence: string) => void
}

export interface Backup {
  readonly manifest: Manifest
  /** The SHA-256 of its list of checksums: who notes it elsewhere knows the backup again. */
  readonly digest: string
}

/** Packs nearly as well as more would, in a third of the time. */
const packing = { level: 3 }

/**
 * Backs up the database and the files of one moment into a new folder, beside a running Truemark or without one. What it
 * holds in memory does not grow with them. The folder bears its name only once all of it is on the disk. Throws a
 * StartRefusal where that can't be.
 */
export async function writeBackup(ask: BackupAsk): Promise<Backup> {
  const lease = await ask.database.lease({ name: 'backup', statementTimeout: 0 })
  try {
    if (await isEmpty(lease)) throw new StartRefusal('The database is empty: nothing is to be backed up.')
    const { moment, postgres } = await beginMoment(lease)
    const migrations = await findApplied(lease)
    dueAfter(migrations, ask.migrations)
    const { written, digest } = await inNewFolder(ask.folder, (into) =>
      new Writing(ask, lease, into).write({ moment, postgres, migrations }),
    )
    return { manifest: written, digest }
  } finally {
    await lease.release()
  }
}

class Writing {
  readonly #ask: BackupAsk
  readonly #lease: Lease
  readonly #into: SummedFolder

  constructor(ask: BackupAsk, lease: Lease, into: SummedFolder) {
    this.#ask = ask
    this.#lease = lease
    this.#into = into
  }

  async write(head: Pick<Manifest, 'moment' | 'postgres' | 'migrations'>): Promise<Manifest> {
    const { build } = this.#ask
    const [statement] = await findStatements(this.#lease, null, 1)
    const manifest: Manifest = {
      format: backupFormat,
      moment: head.moment,
      build: { commit: build.commit, changed: build.changed, server: build.server },
      postgres: head.postgres,
      migrations: head.migrations,
      journal: (await findJournalEnd(this.#lease)) ?? { seq: 0, digest: '0'.repeat(64) },
      anchor:
        statement === undefined
          ? null
          : { statement: statement.statement, signature: statement.signature.toString('hex') },
      keys: knownKeysOf(await findKnownKeys(this.#lease)),
      tables: await this.#tables(head.migrations),
      sequences: await findSequences(this.#lease),
      files: await copyVault({ ...this.#ask, lease: this.#lease, into: this.#into }),
    }
    await this.#into.write(parts.manifest, Readable.from([`${JSON.stringify(manifest, null, 1)}\n`]))
    return manifest
  }

  async #tables(migrations: Manifest['migrations']): Promise<Manifest['tables']> {
    const made = tablesOf(this.#ask.migrations.filter(({ number }) => migrations.some((one) => one.number === number)))
    const all = await findTables(this.#lease)
    const foreign = all.filter(({ name }) => !made.has(name)).map(({ name }) => name)
    if (foreign.length > 0) this.#ask.progress(`Not Truemark's, and not in the backup: ${foreign.join(', ')}.`)
    const written: Manifest['tables'] = []
    for (const table of all.filter(({ name }) => made.has(name))) written.push(await this.#table(table))
    return written
  }

  async #table(table: Table): Promise<Manifest['tables'][number]> {
    const lines = new Digesting()
    await this.#into.write(tablePath(table.name), copyOut(this.#lease, copyTo(table)), lines, createGzip(packing))
    this.#ask.progress(`Table ${table.name}: ${lines.lines} rows.`)
    return { name: table.name, columns: [...table.columns], rows: lines.lines, content: lines.digest() }
  }
}

/** The tables that migrations make: another table of the database is somebody else's. */
export function tablesOf(migrations: readonly Pick<Migration, 'sql'>[]): Set<string> {
  const made = migrations.flatMap(({ sql }) =>
    [...sql.matchAll(/\bCREATE TABLE (?:IF NOT EXISTS )?(\w+)/g)].flatMap(([, name]) => name ?? []),
  )
  return new Set(['migration', ...made])
}
