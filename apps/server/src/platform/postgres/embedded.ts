import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { hasEnded, isAlive, processStart } from '../processIdentity.ts'
import { StartRefusal, errorCode } from '../startRefusal.ts'
import { type Archive, archiveOf, archiveSettings, fetchSettings, systemOf } from './archive.ts'
import { findBinaries, isReachable, reachableBinaries } from './binaries.ts'
import {
  findPostmaster,
  forgetDeadPostmaster,
  initialise,
  lastWords,
  launch,
  logOf,
  openFolder,
  renewLog,
  serviceUser,
  shutDown,
} from './cluster.ts'

export interface EmbeddedPostgres {
  /** Connection string of the database `truemark`; the same after each start. Holds the password: never log it. */
  readonly url: string
  readonly pid: number
  /** Whether a server left running by a killed process was taken over. */
  readonly adopted: boolean
  /** How it is now. `unknown` where the system could not be asked. */
  state(): EmbeddedState
  /**
   * Starts it again on the same folder and port once it has ended, or takes over what another hand has started there.
   * Does nothing more as soon as `isStopping` says so. Throws a StartRefusal where it does not come up.
   */
  startAgain(isStopping: () => boolean): Promise<void>
  /** Begins its log anew where that holds more bytes than `sizeMax`, by default more than 16 MiB. */
  renewLog(sizeMax?: number): void
  stop(): Promise<void>
}

export type EmbeddedState = 'running' | 'stopping' | 'ended' | 'unknown'

export interface EmbeddedOptions {
  /** The data folder; the caller holds its lock unless it is `lent`. */
  readonly folder: string
  /** Another process holds the folder: what it runs there is used, never started and never ended. */
  readonly lent?: boolean
  /** Where finished pieces of its log go; its clusters have a folder of their own in it each. */
  readonly archive?: Archive | null
  /** It is a copy, which is first brought on by what is in the archive. */
  readonly recovers?: boolean
  /** Server settings over the default ones. */
  readonly settings?: Readonly<Record<string, string>>
  /** How long a start (crash recovery included) may take, in ms. */
  readonly timeout?: number
}

const database = 'truemark'
const startTimeout = 120_000
/** A recovery that is broken off begins anew: there is nothing better to do than wait for it. */
const recoveryTimeout = 600_000
/** A copy may lie far behind its archive. */
const bringingOnTimeout = 24 * 3_600_000
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
  // so that its log can be archived, from whatever moment on
  wal_level: 'replica',
  max_wal_senders: '0',
  log_timezone: 'UTC',
  timezone: 'UTC',
}

/**
 * Starts the Postgres that came with npm on `folder`/postgres, setting it up at the first time, or
 * takes over the one that a killed Truemark left running there. Throws a StartRefusal.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { base, cluster, user } = await clusterPlace(options.folder)
  const secret = join(options.folder, 'postgres.password')
  if (options.lent === true) return borrow(cluster, secret)
  openFolder(base, user)
  const found = await findBinaries()
  const binaries = user === null ? found : reachableBinaries(found, base)
  if (!existsSync(cluster)) {
    const password = randomBytes(24).toString('base64url')
    writeFileSync(secret, password, { mode: 0o600 })
    await initialise(binaries, cluster, password, user)
  }
  const password = readPassword(secret)
  const archive = options.archive ?? null
  const own = archive === null ? null : archiveOf(archive, systemOf(cluster))
  const archiving = own === null ? {} : archiveSettings(own, user)
  const fetching = own === null || options.recovers !== true ? {} : fetchSettings(own)
  const begin = (port: number): number => {
    const settings = {
      ...settingsDefault,
      ...archiving,
      ...fetching,
      unix_socket_directories: socketFolder(cluster, port),
    }
    return launch(binaries, cluster, port, { ...settings, ...options.settings }, user)
  }
  const left = await adopt(cluster, password)
  if (left !== null) return new Embedded({ cluster, password, begin }, left, true)
  forgetDeadPostmaster(cluster)
  const port = await choosePort(join(base, 'postgres.port'))
  const pid = begin(port)
  await untilReady(
    cluster,
    pid,
    options.timeout ?? (options.recovers === true ? bringingOnTimeout : startTimeout),
    () => false,
  )
  const url = await openFor(cluster, port, password)
  return new Embedded({ cluster, password, begin }, { url, pid, port }, false)
}

/** Where the embedded database of a data folder lies, and which user it belongs to: null for this process's own. */
export async function clusterPlace(folder: string) {
  const user = await serviceUser()
  const base = user === null ? folder : reachableFolder(folder)
  return { base, cluster: join(base, 'postgres'), user }
}

interface Running {
  readonly url: string
  readonly pid: number
  readonly port: number
}

/** What a start needs. */
interface Ground {
  readonly cluster: string
  readonly password: string
  /** Begins a server on the port; gives its process id, 0 where there is none. */
  readonly begin: (port: number) => number
}

class Embedded implements EmbeddedPostgres {
  readonly url: string
  readonly adopted: boolean
  readonly #ground: Ground
  readonly #port: number
  #pid: number
  #began: string

  constructor(ground: Ground, { url, pid, port }: Running, adopted: boolean) {
    this.url = url
    this.adopted = adopted
    this.#ground = ground
    this.#port = port
    this.#pid = pid
    this.#began = processStart(pid)
  }

  get pid(): number {
    return this.#pid
  }

  state(): EmbeddedState {
    if (hasEnded(this.#pid, this.#began)) return 'ended'
    try {
      const found = findPostmaster(this.#ground.cluster)
      return found?.pid === this.#pid && found.stopping ? 'stopping' : 'running'
    } catch {
      return 'unknown'
    }
  }

  renewLog(sizeMax?: number): void {
    renewLog(this.#ground.cluster, sizeMax)
  }

  async startAgain(isStopping: () => boolean): Promise<void> {
    const { cluster, password, begin } = this.#ground
    const left = findPostmaster(cluster)
    const isOurs = left !== null && left.port === this.#port && !left.stopping
    if (left !== null && !isOurs) await shutDown(cluster, left.pid)
    // between this and the begin nothing is waited for: an end that was asked for before it is heeded
    if (isStopping()) return
    if (!isOurs) forgetDeadPostmaster(cluster)
    const pid = isOurs ? left.pid : begin(this.#port)
    if (pid > 0) {
      this.#pid = pid
      this.#began = processStart(pid)
    }
    await untilReady(cluster, pid, recoveryTimeout, isStopping)
    if (!isStopping()) await openFor(cluster, this.#port, password)
  }

  stop(): Promise<void> {
    return shutDown(this.#ground.cluster, this.#pid)
  }
}

/** The server that another process runs on the folder. */
async function borrow(cluster: string, secret: string): Promise<EmbeddedPostgres> {
  const there = findPostmaster(cluster)
  if (there === null || !there.ready)
    throw new StartRefusal('The database of the Truemark that runs here does not answer just now; try again shortly.')
  const url = await openFor(cluster, there.port, readPassword(secret))
  return {
    url,
    pid: there.pid,
    adopted: true,
    state: () => 'unknown',
    startAgain: async () => undefined,
    renewLog: () => undefined,
    stop: async () => undefined,
  }
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
async function adopt(cluster: string, password: string): Promise<Running | null> {
  const left = findPostmaster(cluster)
  if (left === null) return null
  if (left.ready) {
    try {
      return { url: await openFor(cluster, left.port, password), pid: left.pid, port: left.port }
    } catch {
      // It runs but does not answer as ours: it is ended below and started anew.
    }
  }
  await shutDown(cluster, left.pid)
  return null
}

async function untilReady(cluster: string, pid: number, timeout: number, isStopping: () => boolean): Promise<void> {
  const end = performance.now() + timeout
  while (performance.now() < end) {
    if (isStopping()) return
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
