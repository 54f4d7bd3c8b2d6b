import { createReadStream } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { findJournalEnd } from '../engine/door.ts'
import { findKnownKeys } from '../platform/keys/store.ts'
import { systemOf } from '../platform/postgres/archive.ts'
import type { Lease } from '../platform/postgres/database.ts'
import { StartRefusal, errorCode } from '../platform/startRefusal.ts'
import { copyVault } from './copyVault.ts'
import { type BaseManifest, backupFormat, clusterPath, knownKeysOf, parts } from './layout.ts'
import { inNewFolder } from './newFolder.ts'
import { beginBase, endBase, findArchiving } from './store.ts'
import type { SummedFolder } from './summed.ts'
import type { BackupAsk } from './write.ts'

export type BaseAsk = Pick<BackupAsk, 'database' | 'shelves' | 'folder' | 'progress'> & {
  /** Holds the password of the embedded database. */
  readonly dataFolder: string
}

/** What a server writes anew, or must not find in a copy. */
const leftOut =
  /^(postmaster\.(pid|opts)|backup_label|tablespace_map|recovery\.signal|pg_internal\.init|pgsql_tmp.*|\.s\.PGSQL\..*)$/
/** Folders of which a copy has nothing but themselves: the log comes out of the archive. */
const emptied = new Set([
  'pg_wal',
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])
/** Copied last: it says from where the log is to be read. */
const control = 'global/pg_control'
const packing = { level: 3 }

/**
 * Copies the embedded database as it lies, beside a running Truemark, and the files that people sent, into a new folder: with
 * what was archived since, it can be brought to any later moment. Throws a StartRefusal where nothing is archived.
 */
export async function writeBase(ask: BaseAsk): Promise<{ readonly manifest: BaseManifest; readonly digest: string }> {
  const lease = await ask.database.lease({ name: 'base', statementTimeout: 0 })
  try {
    const { archiving, cluster, postgres } = await findArchiving(lease)
    if (!archiving)
      throw new StartRefusal('The database archives nothing: set ARCHIVE_DIR, start Truemark with it, and try again.')
    const { written, digest } = await inNewFolder(ask.folder, (into) =>
      writeInto(into, ask, lease, { cluster, postgres }),
    )
    return { manifest: written, digest }
  } finally {
    await lease.release()
  }
}

async function writeInto(
  into: SummedFolder,
  { database, dataFolder, shelves, progress }: BaseAsk,
  lease: Lease,
  { cluster, postgres }: { readonly cluster: string; readonly postgres: string },
): Promise<BaseManifest> {
  await beginBase(lease)
  const { files: paths, folders } = await listOf(cluster)
  let count = 0
  for (const path of [...paths.filter((one) => one !== control), control]) {
    if (await copied(into, cluster, path)) count += 1
    progress(`Database: ${count} of ${paths.length} files.`)
  }
  const journal = (await findJournalEnd(lease)) ?? { seq: 0, digest: '0'.repeat(64) }
  const keys = knownKeysOf(await findKnownKeys(lease))
  const label = await endBase(lease)
  await into.write(clusterPath('backup_label'), Readable.from([label]), createGzip(packing))
  await into.write(parts.password, Readable.from([await readFile(join(dataFolder, 'postgres.password'))]))
  const files = await copyVault({ lease, database, shelves, into, progress })
  const manifest: BaseManifest = {
    format: backupFormat,
    system: systemOf(cluster),
    postgres,
    moment: Date.now(),
    journal,
    keys,
    folders,
    files,
  }
  await into.write(parts.base, Readable.from([`${JSON.stringify(manifest, null, 1)}\n`]))
  return manifest
}

/** What a copy of a cluster holds, below it and with slashes. */
async function listOf(cluster: string): Promise<{ files: string[]; folders: string[] }> {
  const files: string[] = []
  const folders: string[] = []
  const walk = async (folder: string): Promise<void> => {
    for (const entry of await readdir(join(cluster, folder), { withFileTypes: true })) {
      if (leftOut.test(entry.name)) continue
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isFile()) files.push(path)
      if (!entry.isDirectory()) continue
      folders.push(path)
      if (!emptied.has(path)) await walk(path)
    }
  }
  await walk('')
  return { files, folders }
}

/** Copies a file of the cluster; false where it went away, as files of dropped tables do. */
async function copied(into: SummedFolder, cluster: string, path: string): Promise<boolean> {
  try {
    const source = createReadStream(join(cluster, path))
    await new Promise((settle, fail) => source.once('open', settle).once('error', fail))
    await into.write(clusterPath(path), source, createGzip(packing))
    return true
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false
    throw error
  }
}
