import { mkdirSync, readdirSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { Config } from '../platform/config/config.ts'
import { lockFolder } from '../platform/folderLock.ts'
import { keyFault } from '../platform/keys/keys.ts'
import type { Archive } from '../platform/postgres/archive.ts'
import type { Database } from '../platform/postgres/database.ts'
import {
  markDatabase,
  markFolder,
  refuseMarkedDatabase,
  refuseMarkedFolder,
  unmarkDatabase,
  unmarkFolder,
} from '../platform/postgres/halfRestored.ts'
import { type Migration, dueAfter } from '../platform/postgres/migrate.ts'
import { reachDatabase } from '../platform/postgres/server.ts'
import { StartRefusal } from '../platform/startRefusal.ts'
import type { ReadBackup, ReadBase } from './read.ts'
import { isEmpty } from './store.ts'

const lockName = 'truemark.lock'

export interface Ground {
  readonly config: Config
  readonly archive: Archive | null
  /** Puts a copy of the embedded database in place, which is then brought on; null where an empty one is begun. */
  readonly plant: (() => Promise<void>) | null
}

/**
 * Runs `work` on a data folder and a database in which nothing is (but what is planted), as the settings name them. From before
 * anything is made until `work` says true, nothing of it starts: where it is broken off, or says false, it has to be begun
 * anew. Throws a StartRefusal where something is there already.
 */
export async function onEmptyGround(
  { config, archive, plant }: Ground,
  work: (database: Database) => Promise<boolean>,
): Promise<void> {
  const { dataFolder, databaseUrl } = config
  mkdirSync(dataFolder, { recursive: true })
  const lock = lockFolder(dataFolder, lockName)
  if (!lock.taken)
    throw new StartRefusal(`A Truemark runs in ${dataFolder}: a backup is restored into an empty folder.`)
  const stops: (() => Promise<void>)[] = []
  try {
    refuseMarkedFolder(dataFolder)
    refuseFullFolder(config)
    await markFolder(dataFolder)
    await plant?.()
    const started = (stop: () => Promise<void>): void => void stops.unshift(stop)
    const options = { databaseUrl, dataFolder, archive, recovers: plant !== null, onError: () => undefined, started }
    const { database } = await reachDatabase(options).catch((error: unknown) => {
      // nothing was made: a wrong address can be put right
      if (databaseUrl !== null) return unmarkFolder(dataFolder).then(() => Promise.reject(error))
      throw error
    })
    if (plant === null) await refuseFullDatabase(database, dataFolder)
    await markDatabase(database)
    if (!(await work(database))) return
    await unmarkDatabase(database)
    await unmarkFolder(dataFolder)
  } finally {
    for (const stop of stops) await stop()
    lock.release()
  }
}

/** Refuses a data folder that holds more than the keys. */
function refuseFullFolder({ dataFolder, keysFolder }: Config): void {
  const keys = dirname(keysFolder) === dataFolder ? basename(keysFolder) : null
  const there = readdirSync(dataFolder).filter((name) => name !== lockName && name !== keys)
  if (there.length > 0)
    throw new StartRefusal(
      `The data folder ${dataFolder} is not empty (${there.slice(0, 3).join(', ')}): a backup is restored beside nothing but the keys. Name another folder in DATA_DIR, or move what is there away.`,
    )
}

async function refuseFullDatabase(database: Database, dataFolder: string): Promise<void> {
  try {
    await refuseMarkedDatabase(database)
    if (await isEmpty(database)) return
    throw new StartRefusal('The database is not empty: a backup is restored into an empty one.')
  } catch (error) {
    await unmarkFolder(dataFolder)
    throw error
  }
}

/** Refuses, before anything is made, a backup of tables that this version does not know. Throws a StartRefusal. */
export function refuseNewer({ manifest }: ReadBackup, migrations: readonly Migration[]): void {
  dueAfter(manifest.migrations, migrations)
}

/** Refuses, before anything is made, a backup whose keys are not there. Throws a StartRefusal. */
export function refuseKeyless({ manifest }: ReadBackup | ReadBase, keysFolder: string): void {
  const known = manifest.keys.map(
    ({ purpose, generation, fingerprint }) =>
      [purpose, { generation, fingerprint: Buffer.from(fingerprint, 'hex') }] as const,
  )
  const fault = keyFault(new Map(known), keysFolder)
  if (fault === null) return
  throw new StartRefusal(
    `The keys in ${keysFolder} are not those of this backup: ${fault}. Put the files there that belong to it, or set KEYS_DIR to the folder that has them; a backup holds no keys.`,
  )
}
