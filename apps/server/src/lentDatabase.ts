import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Config, readConfig } from './platform/config/config.ts'
import { findLeader } from './platform/lead/leadSession.ts'
import { lockFolder } from './platform/folderLock.ts'
import { archiveIn } from './platform/postgres/archive.ts'
import type { Database } from './platform/postgres/database.ts'
import { type DatabaseServerOptions, startDatabase } from './platform/postgres/server.ts'

/**
 * Runs a command of the server's machine on the database (`isAlone`: no Truemark runs in the data folder, or leads the database from elsewhere): the one of a running Truemark, which is not disturbed, or
 * one that is started for the command alone. `programs` is the folder of the server's programs, as the command itself
 * knows it: this code may be built into a part below. `asItIs` leaves the tables as they are. Throws a StartRefusal where the database can't be reached.
 */
export async function withLentDatabase<T>(
  programs: URL,
  work: (database: Database, config: Config, isAlone: boolean) => Promise<T>,
  { asItIs = false }: { readonly asItIs?: boolean } = {},
): Promise<T> {
  const config = readConfig(process.env, process.cwd())
  mkdirSync(config.dataFolder, { recursive: true })
  const lock = lockFolder(config.dataFolder, 'truemark.lock')
  const stops: (() => Promise<void>)[] = []
  const started: DatabaseServerOptions['started'] = (stop) => stops.push(stop)
  try {
    const { database } = await startDatabase({
      databaseUrl: config.databaseUrl,
      dataFolder: config.dataFolder,
      archive: archiveIn(config.archiveFolder, programs),
      lent: !lock.taken,
      asItIs,
      migrationsFolder: fileURLToPath(new URL('../migrations', programs)),
      onError: () => undefined,
      started,
    })
    return await work(database, config, lock.taken && (await findLeader(database)) === null)
  } finally {
    // The database of a running Truemark is only lent: its connections are closed, the server stays.
    const [stopServer, ...close] = config.databaseUrl === null ? stops : [undefined, ...stops]
    for (const stop of close) await stop?.()
    if (lock.taken) {
      await stopServer?.()
      lock.release()
    }
  }
}
