import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Database, openDatabase } from '../apps/server/src/platform/postgres/database.ts'
import { startEmbedded } from '../apps/server/src/platform/postgres/embedded.ts'
import { migrate } from '../apps/server/src/platform/postgres/migrate.ts'

export interface BenchDatabase {
  readonly url: string
  readonly database: Database
  /** An empty database beside it, on the same Postgres. */
  another(): Promise<{ readonly url: string; close(): Promise<void> }>
  close(): Promise<void>
}

/** A fresh, migrated database on a Postgres of the bench's own, durable as in production. */
export async function openBenchDatabase(): Promise<BenchDatabase> {
  const folder = join(process.cwd(), '.cache', 'bench-postgres')
  mkdirSync(folder, { recursive: true })
  const server = await startEmbedded({ folder })
  const first = await create(server.url)
  const database = openDatabase({ url: first.url, name: 'bench', onError, statementTimeout: 0 })
  await migrate(database, join(process.cwd(), 'apps/server/migrations'))
  return {
    url: first.url,
    database,
    another: () => create(server.url),
    close: async () => {
      await database.close()
      await first.close()
      await server.stop()
    },
  }
}

const onError = (): void => undefined

async function create(serverUrl: string): Promise<{ readonly url: string; close(): Promise<void> }> {
  const name = `bench_${randomBytes(5).toString('hex')}`
  await once(serverUrl, `CREATE DATABASE ${name}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return { url: url.href, close: () => once(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`) }
}

async function once(url: string, statement: string): Promise<void> {
  const database = openDatabase({ url, name: 'bench', onError, statementTimeout: 0 })
  await database.query(statement)
  await database.close()
}
