import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { type FolderLock, lockFolder } from '../folderLock.ts'
import { isAlive } from '../processIdentity.ts'
import { findPostmaster, shutDown } from './cluster.ts'
import { type Database, openDatabase } from './database.ts'
import { startEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'

/** A database of a test's own, migrated and empty. */
export interface TestDatabase {
  readonly url: string
  readonly database: Database
  /** Ends its sessions and drops it. */
  drop(): Promise<void>
}

/** `durable: true` for crash tests: a server with fsync on. The others' server has it off. */
export interface TestDatabaseOptions {
  readonly durable?: boolean
}

export const migrationsFolder = fileURLToPath(new URL('../../../migrations', import.meta.url))
const cacheFolder = fileURLToPath(new URL('../../../../../.cache', import.meta.url))
const lockTimeout = 120_000
const volatile = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' }
const testSettings = { max_connections: '300', shared_buffers: '64MB', max_wal_size: '512MB', max_wal_senders: '2' }
const urls = new Map<boolean, Promise<string>>()

/**
 * A fresh, migrated database on the one server that all test files of this clone share (it is started
 * by whoever comes first, and left running for the next run; `stopTestPostgres` ends it).
 */
export async function createTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const durable = options.durable ?? false
  const server = await serverUrl(durable)
  const template = await templateOf(server, durable)
  const name = `test_${process.pid}_${randomBytes(5).toString('hex')}`
  await administer(server, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY ${durable ? 'WAL_LOG' : 'FILE_COPY'}`)
  const url = withDatabase(server, name)
  const database = openDatabase({ url, name: 'test', connectionsMax: 6, refuseNested: true, onError: () => undefined })
  return {
    url,
    database,
    drop: async () => {
      await database.close()
      await administer(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    },
  }
}

function folderOf(durable: boolean): string {
  return join(cacheFolder, durable ? 'test-postgres-durable' : 'test-postgres')
}

function serverUrl(durable: boolean): Promise<string> {
  const known = urls.get(durable)
  if (known !== undefined) return known
  const started = underLock(durable, async () => {
    const settings = durable ? testSettings : { ...testSettings, ...volatile }
    const { url } = await startEmbedded({ folder: folderOf(durable), settings })
    return url
  })
  urls.set(durable, started)
  return started
}

/** Ends the shared servers, if they run. */
export async function stopTestPostgres(): Promise<void> {
  for (const durable of [false, true]) {
    await underLock(durable, async () => {
      const cluster = join(folderOf(durable), 'postgres')
      const running = findPostmaster(cluster)
      if (running !== null) await shutDown(cluster, running.pid)
    })
  }
  urls.clear()
}

/** A database with all migrations, named by their digest, from which the tests' ones are copied. */
function templateOf(server: string, durable: boolean): Promise<string> {
  const name = `template_${migrationsDigest()}`
  return underLock(durable, async () => {
    const url = withDatabase(server, name)
    const found = await administer(server, 'SELECT datistemplate FROM pg_database WHERE datname = $1', [name])
    if (found.rows[0]?.['datistemplate'] === true) return name
    await administer(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    await dropLeftovers(server)
    await administer(server, `CREATE DATABASE ${name}`)
    const database = openDatabase({ url, name: 'test template', onError: () => undefined })
    try {
      await migrate(database, migrationsFolder)
    } finally {
      await database.close()
    }
    // Marked last: an unmarked one is a half-made one.
    await administer(server, `ALTER DATABASE ${name} IS_TEMPLATE true`)
    return name
  })
}

function migrationsDigest(): string {
  const hash = createHash('sha256')
  for (const file of readdirSync(migrationsFolder).toSorted()) {
    hash.update(file).update(readFileSync(join(migrationsFolder, file)))
  }
  return hash.digest('hex').slice(0, 16)
}

/** Databases that killed test runs left behind. */
async function dropLeftovers(server: string): Promise<void> {
  const { rows } = await administer(server, "SELECT datname FROM pg_database WHERE datname LIKE 'test\\_%'")
  for (const row of rows) {
    const name = String(row['datname'])
    if (isAlive(Number(name.split('_')[1]))) continue
    await administer(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  }
}

async function administer(
  server: string,
  sql: string,
  values: unknown[] = [],
): Promise<pg.QueryResult<Record<string, unknown>>> {
  const client = new pg.Client({
    connectionString: withDatabase(server, 'postgres'),
    connectionTimeoutMillis: 10_000,
    query_timeout: 60_000,
  })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await client.query(sql, values)
  } finally {
    await client.end()
  }
}

function withDatabase(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

async function underLock<T>(durable: boolean, work: () => Promise<T>): Promise<T> {
  const folder = folderOf(durable)
  mkdirSync(folder, { recursive: true })
  const end = performance.now() + lockTimeout
  let lock: FolderLock = lockFolder(folder, 'test.lock')
  while (!lock.taken) {
    if (performance.now() > end) throw new Error(`the test server's lock is held by process ${lock.holder}`)
    await new Promise((resolve) => setTimeout(resolve, 25))
    lock = lockFolder(folder, 'test.lock')
  }
  try {
    return await work()
  } finally {
    lock.release()
  }
}
