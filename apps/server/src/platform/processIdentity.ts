import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { errorCode } from './startRefusal.ts'

/** Whether a process of this id runs now (one of another user counts too). */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}

/**
 * A text that differs between two processes which bear the same id one after the other: the time of
 * start as the system tells it. '' where the process is gone or the system does not say.
 */
export function processStart(pid: number): string {
  if (process.platform === 'linux') {
    const stat = readStat(pid)
    return stat === null || stat.isDead ? '' : stat.start
  }
  if (process.platform === 'win32') return isAlive(pid) ? 'running' : ''
  return ps('lstart', pid)
}

/**
 * Whether the process that was `pid` when `processStart` said `start` has surely ended. False also where the system
 * can't be asked just now: what may run on is not to be begun a second time.
 */
export function hasEnded(pid: number, start: string): boolean {
  if (!isAlive(pid)) return true
  if (process.platform !== 'linux') return false
  const stat = readStat(pid)
  return stat !== null && (stat.isDead || (start !== '' && stat.start !== start))
}

/** What Linux says of a process; null where it says nothing. */
function readStat(pid: number): { readonly isDead: boolean; readonly start: string } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The command in parentheses may hold spaces, so count from its end: start time is field 22.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    // A killed child that nobody has waited for yet (Z) holds nothing any more.
    return { isDead: fields[0] === 'Z', start: `${boot}:${fields[19] ?? ''}` }
  } catch {
    return null
  }
}

/** The command line of a running process, or '' where it can't be read. */
export function processCommand(pid: number): string {
  if (process.platform === 'linux') {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    } catch {
      return ''
    }
  }
  return process.platform === 'win32' ? '' : ps('command', pid)
}

function ps(field: string, pid: number): string {
  try {
    const parameters = ['-o', `${field}=`, '-p', String(pid)]
    return execFileSync('ps', parameters, {
      encoding: 'utf8',
      timeout: 5_000,
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return ''
  }
}

let tag: string | null = null

/** Eight hex digits that all threads of this process bear alike, and no other process of any machine. */
export function processTag(): string {
  tag ??= createHash('sha256')
    .update(`${hostname()} ${process.pid} ${processStart(process.pid)}`)
    .digest('hex')
    .slice(0, 8)
  return tag
}
