import { execFile, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { isAlive, processCommand } from '../processIdentity.ts'
import { StartRefusal, errorCode, errorMessage } from '../startRefusal.ts'
import type { PostgresBinaries } from './binaries.ts'

const run = promisify(execFile)
const logSizeMax = 16 * 1024 * 1024

/** The user that Postgres runs as: null for this process's own. */
export interface ServiceUser {
  readonly uid: number
  readonly gid: number
}

/** What `postmaster.pid` tells about a running server. */
export interface Postmaster {
  readonly pid: number
  readonly port: number
  readonly ready: boolean
  /** Whether it has been told to end, and takes no connections any more. */
  readonly stopping: boolean
}

/** Whose process this is: a number (null where the system has none), and whether the machine knows a name for it. */
interface Runner {
  readonly uid: number | null
  readonly isNamed: boolean
}

function runner(): Runner {
  const uid = process.getuid?.() ?? null
  try {
    return { uid, isNamed: userInfo().username !== '' }
  } catch {
    return { uid, isNamed: false }
  }
}

/**
 * Postgres refuses to run as root, so root gives it the user `postgres`, made where it is missing. Returns null for any
 * other user. Throws a StartRefusal for one without a name, as a container may have: Postgres would not start.
 */
export async function serviceUser({ uid, isNamed }: Runner = runner()): Promise<ServiceUser | null> {
  if (uid === null) return null
  if (!isNamed)
    throw new StartRefusal(
      `Postgres can't run as the user ${uid}, for which this machine has no name; make one (useradd --uid ${uid} truemark), or set DATABASE_URL.`,
    )
  if (uid !== 0) return null
  const found = await idsOf('postgres')
  if (found !== null) return found
  try {
    await run('useradd', ['--system', '--user-group', '--shell', '/usr/sbin/nologin', 'postgres'], { timeout: 10_000 })
  } catch (error) {
    throw new StartRefusal(
      `Postgres can't run as root, and making a user "postgres" failed (${errorMessage(error)}); start Truemark as an ordinary user.`,
    )
  }
  const made = await idsOf('postgres')
  if (made === null)
    throw new StartRefusal(
      'Postgres can\'t run as root, and there is no user "postgres"; start Truemark as an ordinary user.',
    )
  return made
}

async function idsOf(name: string): Promise<ServiceUser | null> {
  try {
    const uid = await run('id', ['-u', name], { timeout: 5_000 })
    const gid = await run('id', ['-g', name], { timeout: 5_000 })
    return { uid: Number(uid.stdout.trim()), gid: Number(gid.stdout.trim()) }
  } catch {
    return null
  }
}

/** Makes an empty cluster at `folder` with one superuser `truemark`; all or nothing. */
export async function initialise(
  binaries: PostgresBinaries,
  folder: string,
  password: string,
  user: ServiceUser | null,
): Promise<void> {
  // Made beside its place and renamed, so that a kill half-way leaves no half cluster behind.
  const draft = `${folder}.new`
  const secret = `${folder}.secret`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { recursive: true, mode: 0o700 })
  writeFileSync(secret, `${password}\n`, { mode: 0o600 })
  if (user !== null) {
    chownSync(draft, user.uid, user.gid)
    chownSync(secret, user.uid, user.gid)
  }
  const parameters = [
    `--pgdata=${draft}`,
    '--username=truemark',
    '--auth=scram-sha-256',
    `--pwfile=${secret}`,
    '--encoding=UTF8',
    '--locale=C',
    '--no-instructions',
  ]
  try {
    await run(binaries.initdb, parameters, { ...user, cwd: dirname(draft), timeout: 120_000, maxBuffer: 1024 * 1024 })
    renameSync(draft, folder)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    throw new StartRefusal(`The embedded Postgres could not be set up in ${folder}: ${lastLine(errorMessage(error))}.`)
  } finally {
    rmSync(secret, { force: true })
  }
}

/**
 * Starts the server of `folder` on 127.0.0.1:`port` in a process group of its own, so that a Ctrl-C in
 * the terminal reaches Node alone; it outlives this process unless stopped. Returns its process id.
 */
export function launch(
  binaries: PostgresBinaries,
  folder: string,
  port: number,
  settings: Readonly<Record<string, string>>,
  user: ServiceUser | null,
): number {
  renewLog(folder, logSizeMax)
  const log = openSync(logOf(folder), 'a', 0o600)
  try {
    const parameters = ['-D', folder, '-p', String(port)]
    for (const [name, value] of Object.entries(settings)) parameters.push('-c', `${name}=${value}`)
    const child = spawn(binaries.postgres, parameters, {
      ...user,
      cwd: folder,
      detached: true,
      stdio: ['ignore', log, log],
      env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' },
    })
    child.on('error', () => undefined)
    child.unref()
    return child.pid ?? 0
  } finally {
    closeSync(log)
  }
}

export function logOf(folder: string): string {
  return `${folder}.log`
}

/**
 * Puts the server's log aside as `.1`, in place of the one before, and begins it anew where it holds more than `sizeMax`
 * bytes. The server goes on writing to the same file: a line of the moment between is lost.
 */
export function renewLog(folder: string, sizeMax = logSizeMax): void {
  const log = logOf(folder)
  if (!existsSync(log) || statSync(log).size <= sizeMax) return
  copyFileSync(log, `${log}.1`)
  truncateSync(log)
}

/** The last lines that the server wrote, for a sentence to the operator. */
export function lastWords(folder: string): string {
  try {
    return lastLine(readFileSync(logOf(folder), 'utf8'))
  } catch {
    return ''
  }
}

/** The server that runs on `folder` now, or null. Throws where that can't be read: then nobody knows. */
export function findPostmaster(folder: string): Postmaster | null {
  const lines = readLines(join(folder, 'postmaster.pid'))
  const pid = Number(lines[0])
  if (!Number.isSafeInteger(pid) || pid <= 0 || !isAlive(pid)) return null
  // The id may belong to someone else by now; Postgres's own check for that is weaker.
  if (process.platform === 'linux' && !processCommand(pid).includes('postgres')) return null
  const status = lines[7] ?? ''
  const [ready, stopping] = [status.startsWith('ready'), status.startsWith('stopping')]
  return { pid, port: Number(lines[3] ?? 0), ready, stopping }
}

function readLines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return []
    throw error
  }
}

/** Removes what a dead server left, which could keep the next one from starting. */
export function forgetDeadPostmaster(folder: string): void {
  if (findPostmaster(folder) === null) rmSync(join(folder, 'postmaster.pid'), { force: true })
}

/** Ends the server: sessions are cut, data is flushed; after 7 s without waiting for that. */
export async function shutDown(folder: string, pid: number): Promise<void> {
  signal(pid, 'SIGINT')
  if (await gone(folder, pid, 7_000)) return
  signal(pid, 'SIGQUIT')
  if (await gone(folder, pid, 2_000)) return
  signal(pid, 'SIGKILL')
}

function signal(pid: number, name: NodeJS.Signals): void {
  // 0 would be this process's own group
  if (pid <= 1) return
  try {
    process.kill(pid, name)
  } catch {
    // It is gone already.
  }
}

async function gone(folder: string, pid: number, timeout: number): Promise<boolean> {
  const end = performance.now() + timeout
  while (performance.now() < end) {
    if (!isAlive(pid) || findPostmaster(folder)?.pid !== pid) return true
    await new Promise((resolve) => setTimeout(resolve, 15))
  }
  return false
}

/** Lets the service user enter the folder that holds the cluster. */
export function openFolder(folder: string, user: ServiceUser | null): void {
  mkdirSync(folder, { recursive: true, mode: user === null ? 0o700 : 0o711 })
  if (user !== null) chmodSync(folder, 0o711)
}

function lastLine(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return (lines.at(-1) ?? '').trim().replace(/\.$/, '')
}
