import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import * as z from 'zod/mini'
import { StartRefusal } from '../platform/startRefusal.ts'
import { type Manifest, backupFormat, manifestShape, parts, tablePath } from './layout.ts'
import { checkSums } from './summed.ts'

/** A backup, every byte of which is what was written. */
export interface ReadBackup {
  /** Its absolute path. */
  readonly folder: string
  readonly manifest: Manifest
  /** The SHA-256 of its list of checksums. */
  readonly digest: string
  /** What stands in it, below the folder. */
  readonly paths: ReadonlySet<string>
}

/** Reads a backup and checks each of its files. Throws a StartRefusal where it is not whole, or has been changed. */
export async function readBackup(named: string, progress: (sentence: string) => void): Promise<ReadBackup> {
  const folder = resolve(named)
  if (!existsSync(folder)) throw new StartRefusal(`There is no folder ${folder}.`)
  if (!existsSync(join(folder, parts.sums)))
    throw new StartRefusal(
      `${folder} is no whole backup: it has no ${parts.sums}. A backup that was broken off can't be restored; take another one.`,
    )
  const { digest, paths } = await checkSums(folder, (files) => progress(`Checked ${files} files of the backup.`))
  const manifest = manifestOf(
    folder,
    paths.has(parts.manifest) ? await readFile(join(folder, parts.manifest), 'utf8') : '',
  )
  for (const { name } of manifest.tables)
    if (!paths.has(tablePath(name))) throw new StartRefusal(`${folder} is not what was backed up: ${name} is missing.`)
  const files = [...paths].filter((path) => path.startsWith(`${parts.files}/`)).length
  if (files !== manifest.files.count)
    throw new StartRefusal(`${folder} is not what was backed up: of ${manifest.files.count} files it holds ${files}.`)
  return { folder, manifest, digest, paths }
}

function manifestOf(folder: string, text: string): Manifest {
  const value = jsonOf(text)
  const { data: versioned } = z.safeParse(z.object({ format: z.int() }), value)
  if (versioned !== undefined && versioned.format > backupFormat)
    throw new StartRefusal(`${folder} was made by a newer version of Truemark: restore it with that one.`)
  const { data } = z.safeParse(manifestShape, value)
  if (data === undefined) throw new StartRefusal(`${folder} has no manifest that this version of Truemark reads.`)
  return data
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
