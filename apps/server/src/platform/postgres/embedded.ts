import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { isAlive } from '../processIdentity.ts'
import { StartRefusal, errorCode } from '../startRefusal.ts'
import { findBinaries, isReachable, reachableBinaries } from './binaries.ts'
import {
  findPostmaster,
  forgetDeadPostmaster,
  initialise,
  lastWords,
  launch,
  logOf,
  openFolder,
  serviceUser,
  shutDown,
} from './cluster.ts'

export interface EmbeddedPostgres {
  /** Connection string of the database `truemark`. Holds the password: never log it. */
  readonly url: string
  readonly pid: number
  /** Whether a server left running by a killed process was taken over. */
  readonly adopted: boolean
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  /** The data folder; the caller holds its lock. */
  readonly folder: string
  /** Server settings over the default ones. */
  readonly settings?: Readonly<Record<string, string>>
  /** How long a start (crash recovery included) may take, in ms. */
  readonly timeout?: number
}

const database = 'truemark'
const startTimeout = 120_000
const pollInterval = 20
/** What every system takes as a socket's path; Linux takes three bytes more. */
const socketPathMax = 103
const portMin = 20_000
/** Below the range from which systems take ports for outgoing connections. */
const portMax = 32_767

const settingsDefault = {
  listen_addresses: '127.0.0.1',
  unix_socket_permissions: '0700',
  max_connections: '80',
  shared_buffers: '128MB',
  max_wal_size: '2GB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  log_timezone: 'UTC',
  timezone: 'UTC',
}

/**
 * Starts the Postgres that came with npm on `folder`/postgres, setting it up at the first time, or
 * takes over the one that a killed Truemark left running there. Throws a StartRefusal.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const user = await serviceUser()
  const base = user === null ? options.folder : reachableFolder(options.folder)
  openFolder(base, user)
  const found = await findBinaries()
  const binaries = user === null ? found : reachableBinaries(found, base)
  const cluster = join(base, 'postgres')
  const secret = join(options.folder, 'postgres.password')
  if (!existsSync(cluster)) {
    const password = randomBytes(24).toString('base64url')
    writeFileSync(secret, password, { mode: 0o600 })
    await initialise(binaries, cluster, password, user)
  }
  const password = readPassword(secret)
  const left = await adopt(cluster, password)
  if (left !== null) return { ...left, adopted: true, stop: () => shutDown(cluster, left.pid) }
  forgetDeadPostmaster(cluster)
  const port = await choosePort(join(base, 'postgres.port'))
  const settings = { ...settingsDefault, unix_socket_directories: socketFolder(cluster, port) }
  const pid = launch(binaries, cluster, port, { ...settings, ...options.settings }, user)
  await untilReady(cluster, pid, options.timeout ?? startTimeout)
  const url = await openFor(cluster, port, password)
  return { url, pid, adopted: false, stop: () => shutDown(cluster, pid) }
}

/**
 * Where root's Postgres may keep its data: in the data folder, or, where its own user could not enter
 * that (below a home of mode 700), in the system's place for such data under the folder's hash.
 */
function reachableFolder(folder: string): string {
  if (isReachable(join(resolve(folder), 'postgres'))) return folder
  const digest = createHash('sha256').update(resolve(folder)).digest('hex').slice(0, 12)
  return `/var/lib/truemark-${digest}`
}

function readPassword(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    throw new StartRefusal(
      `The database's password in ${path} can't be read (${errorCode(error)}); put the file back from a backup.`,
    )
  }
}

/** A server left running: taken over if it answers, else ended. */
async function adopt(cluster: string, password: string): Promise<{ url: string; pid: number } | null> {
  const left = findPostmaster(cluster)
  if (left === null) return null
  if (left.ready) {
    try {
      return { url: await openFor(cluster, left.port, password), pid: left.pid }
    } catch {
      // It runs but does not answer as ours: it is ended below and started anew.
    }
  }
  await shutDown(cluster, left.pid)
  return null
}

async function untilReady(cluster: string, pid: number, timeout: number): Promise<void> {
  const end = performance.now() + timeout
  while (performance.now() < end) {
    if (findPostmaster(cluster)?.ready === true) return
    if (pid === 0 || !isAlive(pid)) {
      throw new StartRefusal(`The embedded Postgres did not start: ${lastWords(cluster)} (see ${logOf(cluster)}).`)
    }
    await new Promise((resolve) => setTimeout(resolve, pollInterval))
  }
  await shutDown(cluster, pid)
  throw new StartRefusal(`The embedded Postgres was not ready within ${timeout / 1000} s (see ${logOf(cluster)}).`)
}

/**
 * Where the server listens besides its port: a socket in its own folder, which costs half of what the network's
 * loopback does. '' where the system has none or the path is too long for one.
 */
function socketFolder(cluster: string, port: number): string {
  const folder = resolve(cluster)
  return process.platform === 'win32' || socketIn(folder, port).length > socketPathMax ? '' : folder
}

function socketIn(folder: string, port: number): string {
  return join(folder, `.s.PGSQL.${port}`)
}

/**
 * The connection string of our database on `port`, which is made where it is missing. It names the socket's folder
 * where there is one (`host=`, as libpq has it) and the port of the loopback in any case.
 */
async function openFor(cluster: string, port: number, password: string): Promise<string> {
  const folder = socketFolder(cluster, port)
  const there = folder !== '' && existsSync(socketIn(folder, port))
  const query = there ? `?host=${encodeURIComponent(folder)}` : ''
  const at = (name: string): string => `postgres://truemark:${password}@127.0.0.1:${port}/${name}${query}`
  const client = new pg.Client({
    connectionString: at('postgres'),
    connectionTimeoutMillis: 5_000,
    query_timeout: 10_000,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [database])
    if (rowCount === 0) await client.query(`CREATE DATABASE ${database}`)
  } finally {
    await client.end()
  }
  return at(database)
}

/** The port of the last time if it is free, else another one, kept for the next time. */
async function choosePort(path: string): Promise<number> {
  const kept = existsSync(path) ? Number(readFileSync(path, 'utf8')) : 0
  if (Number.isSafeInteger(kept) && kept >= portMin && kept <= portMax && (await isFree(kept))) return kept
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const port = portMin + (randomBytes(4).readUInt32LE() % (portMax - portMin + 1))
    if (!(await isFree(port))) continue
    rmSync(path, { force: true })
    writeFileSync(path, String(port))
    return port
  }
  throw new StartRefusal(`No port between ${portMin} and ${portMax} is free for the database.`)
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => probe.close(() => resolve(true)))
  })
}
