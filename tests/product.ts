import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Mailbox } from '../apps/server/src/testing/mailbox.ts'
import { findPostmaster, shutDown } from '../apps/server/src/platform/postgres/cluster.ts'
import { type Database, openDatabase } from '../apps/server/src/platform/postgres/database.ts'

const startMax = 90_000
const stopMax = 15_000
const outputMax = 100_000
export const builtProgram = join(import.meta.dirname, '../apps/server/dist/main.js')

/** A data folder of a test's own, in the system's place for such things. */
export interface DataFolder {
  readonly path: string
  /** The address of the embedded database in it. */
  databaseUrl(): string
  /** The process id of its Postgres, null where none runs. */
  postmaster(): number | null
  /** Ends the Postgres and removes the folder. */
  remove(): Promise<void>
}

/** The built server as a process of its own. */
export interface Product {
  readonly pid: number
  /** Where it answers, without a slash at the end. */
  readonly address: string
  readonly folder: DataFolder
  /** What it sends by mail, where it has a mail server. */
  readonly box?: Mailbox
  /** How long the start took, in ms. */
  readonly startTime: number
  /** Its end: the exit code, and what it wrote on standard error. */
  readonly ended: Promise<Ending>
  database(): Database
  /** Ends it in order, as Ctrl-C does. */
  stop(): Promise<void>
  /** kill -9: nothing of it runs on but its Postgres. */
  kill(): Promise<void>
}

export interface Ending {
  readonly code: number | null
  readonly errors: string
}

export function makeFolder(): DataFolder {
  const base = mkdtempSync(join(tmpdir(), 'truemark-test-'))
  // Postgres has a user of its own where root runs the tests, and must be able to enter.
  chmodSync(base, 0o711)
  const path = join(base, 'data')
  const cluster = join(path, 'postgres')
  return {
    path,
    databaseUrl() {
      const password = readFileSync(join(path, 'postgres.password'), 'utf8').trim()
      return `postgres://truemark:${password}@127.0.0.1:${findPostmaster(cluster)?.port ?? 0}/truemark`
    },
    postmaster: () => findPostmaster(cluster)?.pid ?? null,
    async remove() {
      const left = findPostmaster(cluster)
      if (left !== null) await shutDown(cluster, left.pid)
      rmSync(base, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Runs the built server on `folder` with simulated prices, on free ports; `settings` go over these. */
export function launchProduct(
  folder: DataFolder,
  settings: Readonly<Record<string, string>> = {},
  program = builtProgram,
  node = process.execPath,
) {
  if (!existsSync(program)) throw new Error('the server is not built: run the build first')
  const child = spawn(node, [program], {
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: '0',
      METRICS_PORT: '0',
      FEED: 'simulated',
      LOG_LEVEL: 'error',
      RATE_LIMIT_SCALE: '1000',
      GUESTS_PER_ADDRESS: '100000',
      SINGLE_OPERATOR: 'yes',
      DATA_DIR: folder.path,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return { child, ended: endOf(child), address: addressOf(child) }
}

/** Starts the built server, on this Node or another, and waits for its address; rejects where it ends before or takes too long. */
export async function startProduct(
  folder: DataFolder,
  settings: Readonly<Record<string, string>> = {},
  program = builtProgram,
  node = process.execPath,
): Promise<Product> {
  const since = performance.now()
  const { child, ended, address } = launchProduct(folder, settings, program, node)
  const early = ended.then(({ code, errors }) => {
    throw new Error(`the server ended with ${code}: ${errors}`)
  })
  early.catch(() => undefined)
  const found = await Promise.race([address, early])
  let database: Database | null = null
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    await database?.close()
    database = null
    child.kill(signal)
    await ended
  }
  return {
    pid: child.pid ?? 0,
    address: found,
    folder,
    startTime: performance.now() - since,
    ended,
    database() {
      database ??= openDatabase({ url: folder.databaseUrl(), name: 'test', onError: () => undefined })
      return database
    },
    async stop() {
      const timer = setTimeout(() => child.kill('SIGKILL'), stopMax)
      await end('SIGINT')
      clearTimeout(timer)
    },
    kill: () => end('SIGKILL'),
  }
}

function endOf(child: ChildProcess): Promise<Ending> {
  let errors = ''
  child.stderr?.on('data', (chunk) => (errors = (errors + String(chunk)).slice(-outputMax)))
  return new Promise((resolve) => {
    child.on('close', (code) => resolve({ code, errors }))
  })
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      reject(new Error(`the server was not ready within ${startMax / 1000} s`))
    }, startMax)
    child.on('close', () => clearTimeout(timer))
    let output = ''
    child.stdout?.on('data', (chunk) => {
      output = (output + String(chunk)).slice(-outputMax)
      const found = /running at (http:\/\/\S+)/.exec(output)?.[1]
      if (found === undefined) return
      clearTimeout(timer)
      resolve(found)
    })
  })
}
