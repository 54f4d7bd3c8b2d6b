import type { Archive } from './archive.ts'
import { StartRefusal, errorCode, errorMessage } from '../startRefusal.ts'
import { type Database, openDatabase } from './database.ts'
import { checkServer } from './durability.ts'
import { type EmbeddedPostgres, startEmbedded } from './embedded.ts'
import { refuseMarkedDatabase, refuseMarkedFolder } from './halfRestored.ts'
import { migrate } from './migrate.ts'

export interface DatabaseServerOptions {
  /** The operator's own database, or null for the embedded one. */
  readonly databaseUrl: string | null
  readonly dataFolder: string
  /** Where the embedded database archives its log; null where it does not. */
  readonly archive: Archive | null
  /** The embedded database is a copy, which is brought on by what is archived: it answers once it is as new as that. */
  readonly recovers?: boolean
  /** Another process holds the data folder, whose embedded database is only used. */
  readonly lent?: boolean
  readonly migrationsFolder: string
  /** Asked before anything is changed; resolves once this process may. */
  readonly mayChange?: (database: Database) => Promise<void>
  /** Leaves the tables as they are, though this version may know newer ones. */
  readonly asItIs?: boolean
  readonly onError: (error: Error) => void
  /** Called as soon as there is something to stop, also where a later step fails. */
  readonly started: (stop: () => Promise<void>) => void
}

export interface StartedDatabase {
  readonly database: Database
  /** Null where the database is the operator's own. */
  readonly embedded: EmbeddedPostgres | null
}

/**
 * Starts or finds the database, checks that it keeps what it commits and was restored whole, and migrates it. Throws a
 * StartRefusal.
 */
export async function startDatabase(options: DatabaseServerOptions): Promise<StartedDatabase> {
  refuseMarkedFolder(options.dataFolder)
  const started = await reachDatabase(options)
  await refuseMarkedDatabase(started.database)
  await options.mayChange?.(started.database)
  if (options.asItIs !== true) await migrate(started.database, options.migrationsFolder)
  return started
}

/** Starts or finds the database and checks that it keeps what it commits. Throws a StartRefusal. */
export async function reachDatabase(
  options: Omit<DatabaseServerOptions, 'migrationsFolder' | 'mayChange' | 'asItIs'>,
): Promise<StartedDatabase> {
  const embedded = options.databaseUrl === null ? await startEmbedded(embeddedOptions(options)) : null
  if (embedded !== null) options.started(() => embedded.stop())
  const url = options.databaseUrl ?? embedded?.url ?? ''
  const database = openDatabase({ url, name: 'gateway', connectionsMax: 10, onError: options.onError })
  options.started(() => database.close())
  await reach(database, options.databaseUrl !== null)
  return { database, embedded }
}

function embeddedOptions({ dataFolder, lent, archive, recovers }: Omit<DatabaseServerOptions, 'migrationsFolder'>) {
  return { folder: dataFolder, lent: lent === true, archive, recovers: recovers === true }
}

async function reach(database: Database, own: boolean): Promise<void> {
  try {
    await checkServer(database, { durable: true })
  } catch (error) {
    if (error instanceof StartRefusal || !own) throw error
    const code = errorCode(error)
    throw new StartRefusal(
      `The database of DATABASE_URL can't be reached: ${code === '' ? errorMessage(error) : sayCode(code)}.`,
    )
  }
}

function sayCode(code: string): string {
  const words: Readonly<Record<string, string>> = {
    ECONNREFUSED: 'nothing answers at its address',
    ENOTFOUND: 'its host is unknown',
    '28P01': 'it refuses the password',
    '28000': 'it refuses the user',
    '3D000': 'there is no such database',
  }
  return words[code] ?? `it answers ${code}`
}
