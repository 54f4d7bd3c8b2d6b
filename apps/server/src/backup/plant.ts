import { chownSync, createReadStream, createWriteStream, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { type Archive, archiveOf } from '../platform/postgres/archive.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import { clusterPlace } from '../platform/postgres/embedded.ts'
import { settleFolder } from '../platform/settle.ts'
import { StartRefusal } from '../platform/startRefusal.ts'
import { clusterFileOf, parts } from './layout.ts'
import type { ReadBase } from './read.ts'
import { findPiece } from './store.ts'

/**
 * Puts the copy of a cluster where the embedded database of a data folder lies, to be brought on by what was archived since.
 * Throws a StartRefusal where a database is there.
 */
export async function plantBase(
  { folder, paths, manifest }: ReadBase,
  dataFolder: string,
  progress: (sentence: string) => void,
): Promise<void> {
  const { cluster, user } = await clusterPlace(dataFolder)
  if (existsSync(cluster)) throw new StartRefusal(`There is a database in ${cluster}: a base is restored beside none.`)
  const owned = (path: string): void => {
    if (user !== null) chownSync(path, user.uid, user.gid)
  }
  mkdirSync(cluster, { recursive: true, mode: 0o700 })
  owned(cluster)
  for (const path of manifest.folders) {
    mkdirSync(join(cluster, path), { mode: 0o700 })
    owned(join(cluster, path))
  }
  let count = 0
  for (const path of paths) {
    const name = clusterFileOf(path)
    if (name === null) continue
    const place = join(cluster, name)
    const to = createWriteStream(place, { flags: 'wx', mode: 0o600, flush: true })
    await pipeline(createReadStream(join(folder, path)), createGunzip(), to)
    owned(place)
    count += 1
    progress(`Database: ${count} files.`)
  }
  const signal = join(cluster, 'recovery.signal')
  writeFileSync(signal, '', { mode: 0o600 })
  owned(signal)
  for (const path of manifest.folders) await settleFolder(join(cluster, path))
  await settleFolder(cluster)
  await settleFolder(dirname(cluster))
  writeFileSync(join(dataFolder, 'postgres.password'), await readFile(join(folder, parts.password)), { mode: 0o600 })
}

const lineDigits = 8
const piece = /^([0-9A-F]{24})\.gz$/

/**
 * What keeps a copy that was brought on from being as new as its archive, as the rest of a sentence: pieces behind one that is
 * missing. Null where nothing does.
 */
export async function holeFault(database: Queryable, archive: Archive, { manifest }: ReadBase): Promise<string | null> {
  const now = await findPiece(database)
  const line = now.slice(0, lineDigits)
  const names = await readdir(archiveOf(archive, manifest.system).folder)
  const later = names
    .flatMap((name) => piece.exec(name)?.[1] ?? [])
    .filter((name) => name.slice(0, lineDigits) < line && name.slice(lineDigits) > now.slice(lineDigits))
    .toSorted()
  return later[0] === undefined
    ? null
    : `${later.length} pieces from ${later[0]} on stand in the archive behind one that is missing, and could not be used`
}
