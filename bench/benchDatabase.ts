import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Database, openDatabase } from '../apps/server/src/platform/postgres/database.ts'
import { startEmbedded } from '../apps/server/src/platform/postgres/embedded.ts'
import { migrate } from '../apps/server/src/platform/postgres/migrate.ts'

export interface BenchDatabase {
  readonly url: string
  readonly database: Database
  close(): Promise<void>
}

/** A fresh, migrated database on a Postgres of the bench's own, durable as in production. */
export async function openBenchDatabase(): Promise<BenchDatabase> {
  const folder = join(process.cwd(), '.cache', 'bench-postgres')
  mkdirSync(folder, { recursive: true })
  const server = await startEmbedded({ folder })
  const name = `bench_${randomBytes(5).toString('hex')}`
  const onError = (): void => undefined
  const first = openDatabase({ url: server.url, name: 'bench', onError })
  await first.query(`CREATE DATABASE ${name}`)
  await first.close()
  const url = new URL(server.url)
  url.pathname = `/${name}`
  const database = openDatabase({ url: url.href, name: 'bench', onError, statementTimeout: 0 })
  await migrate(database, join(process.cwd(), 'apps/server/migrations'))
  return {
    url: url.href,
    database,
    close: async () => {
      await database.close()
      const last = openDatabase({ url: server.url, name: 'bench', onError, statementTimeout: 0 })
      await last.query(`DROP DATABASE ${name} WITH (FORCE)`)
      await last.close()
      await server.stop()
    },
  }
}
