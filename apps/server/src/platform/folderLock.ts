import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive, processStart } from './processIdentity.ts'
import { errorCode } from './startRefusal.ts'

/** Who holds a folder: its process id and a text that tells it from a later process of the same id. */
interface LockHolder {
  readonly pid: number
  readonly start: string
}

export type FolderLock =
  | { readonly taken: true; readonly release: () => void }
  | { readonly taken: false; readonly holder: number }

const attemptsMax = 5

/**
 * Takes `name` in `folder` for this process, or says which live process has it. A lock left behind by
 * a dead process is taken over. Throws the system's error where the folder can't be written.
 */
export function lockFolder(folder: string, name: string): FolderLock {
  const path = join(folder, name)
  const mine = JSON.stringify({ pid: process.pid, start: processStart(process.pid) })
  const draft = `${path}.${process.pid}.${Math.trunc(performance.now() * 1000)}`
  writeFileSync(draft, mine, { mode: 0o600 })
  try {
    for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
      if (linkNew(draft, path)) return { taken: true, release: () => releaseIfMine(path, mine) }
      const text = readText(path)
      if (text === null) continue
      const holder = parseHolder(text)
      if (holder !== null && holds(holder)) return { taken: false, holder: holder.pid }
      removeStale(path, text)
    }
    return { taken: false, holder: parseHolder(readText(path) ?? '')?.pid ?? 0 }
  } finally {
    rmSync(draft, { force: true })
  }
}

function linkNew(draft: string, path: string): boolean {
  try {
    // A hard link appears with its whole content or not at all, and never replaces another.
    linkSync(draft, path)
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  }
}

function holds(holder: LockHolder): boolean {
  if (!isAlive(holder.pid)) return false
  return processStart(holder.pid) === holder.start
}

function removeStale(path: string, text: string): void {
  const aside = `${path}.stale.${process.pid}`
  try {
    renameSync(path, aside)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return
    throw error
  }
  // Between the look and the rename another process may have taken over: then it gets its lock back.
  if (readText(aside) !== text) linkNew(aside, path)
  rmSync(aside, { force: true })
}

function releaseIfMine(path: string, mine: string): void {
  if (readText(path) === mine) rmSync(path, { force: true })
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  }
}

function parseHolder(text: string): LockHolder | null {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || !('pid' in value) || !('start' in value)) return null
    const { pid, start } = value
    if (typeof pid !== 'number' || !Number.isSafeInteger(pid) || pid <= 0 || typeof start !== 'string') return null
    return { pid, start }
  } catch {
    return null
  }
}
