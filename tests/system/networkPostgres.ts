import { type ChildProcess, spawn } from 'node:child_process'
import { appendFileSync, chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBinaries, reachableBinaries } from '../../apps/server/src/platform/postgres/binaries.ts'
import {
  findPostmaster,
  initialise,
  lastWords,
  serviceUser,
  shutDown,
} from '../../apps/server/src/platform/postgres/cluster.ts'
import { type Database, openDatabase } from '../../apps/server/src/platform/postgres/database.ts'
import type { Machine } from './network.ts'

const port = 5_432
const password = 'of-a-test'
const startMax = 60_000
const lookMs = 20

/** A Postgres with fsync on, on a machine of a test's network. */
export interface NetworkPostgres {
  /** How the other machines reach it. */
  readonly url: string
  /** From out here, over no link that can be cut. */
  readonly database: Database
  close(): Promise<void>
}

/** Sets a Postgres up on `machine`, and starts it. */
export async function startPostgresOn(machine: Machine): Promise<NetworkPostgres> {
  const base = mkdtempSync(join(tmpdir(), 'truemark-postgres-'))
  chmodSync(base, 0o711)
  const cluster = join(base, 'postgres')
  const user = await serviceUser()
  const found = await findBinaries()
  const binaries = user === null ? found : reachableBinaries(found, base)
  await initialise(binaries, cluster, password, user)
  appendFileSync(join(cluster, 'pg_hba.conf'), 'host all all 198.18.0.0/15 scram-sha-256\n')
  const [enter, ...parameters] = machine.enter
  const as = user === null ? [] : ['--setuid', String(user.uid), '--setgid', String(user.gid)]
  const settings = { listen_addresses: '*', unix_socket_directories: cluster, shared_buffers: '64MB' }
  const words = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(enter, [...parameters, ...as, binaries.postgres, '-D', cluster, '-p', String(port), ...words], {
    cwd: cluster,
    stdio: 'ignore',
    env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' },
  })
  await untilReady(cluster, child)
  const at = (host: string, name: string): string => `postgres://truemark:${password}@${host}:${port}/${name}`
  const here = (name: string): string => `${at('localhost', name)}?host=${encodeURIComponent(cluster)}`
  const open = (name: string): Database => openDatabase({ url: here(name), name: 'test', onError: () => undefined })
  const server = open('postgres')
  await server.query('CREATE DATABASE truemark')
  await server.close()
  const database = open('truemark')
  return {
    url: at(machine.address, 'truemark'),
    database,
    close: async () => {
      await database.close()
      await shutDown(cluster, child.pid ?? 0)
      rmSync(base, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function untilReady(cluster: string, child: ChildProcess): Promise<void> {
  for (const since = performance.now(); performance.now() - since < startMax;) {
    if (findPostmaster(cluster)?.ready === true) return
    if (child.exitCode !== null) throw new Error(`Postgres ended with ${child.exitCode}: ${lastWords(cluster)}`)
    await new Promise((resolve) => setTimeout(resolve, lookMs))
  }
  throw new Error('Postgres was not ready in time')
}
