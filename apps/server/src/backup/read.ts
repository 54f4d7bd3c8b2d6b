import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import * as z from 'zod/mini'
import { jsonOf } from '@truemark/protocol/jsonOf'
import { StartRefusal } from '../platform/startRefusal.ts'
import { type BaseManifest, type Manifest, backupFormat, baseShape, manifestShape, parts, tablePath } from './layout.ts'
import { checkSums } from './summed.ts'

interface Checked {
  /** Its absolute path. */
  readonly folder: string
  /** The SHA-256 of its list of checksums. */
  readonly digest: string
  /** What stands in it, below the folder. */
  readonly paths: ReadonlySet<string>
}

/** A backup of rows, every byte of which is what was written. */
export interface ReadBackup extends Checked {
  readonly kind: 'rows'
  readonly manifest: Manifest
}

/** A copy of the embedded database, every byte of which is what was written. */
export interface ReadBase extends Checked {
  readonly kind: 'base'
  readonly manifest: BaseManifest
}

/** Reads a backup or a base and checks each of its files. Throws a StartRefusal where it is not whole, or has been changed. */
export async function readBackup(named: string, progress: (sentence: string) => void): Promise<ReadBackup | ReadBase> {
  const folder = resolve(named)
  if (!existsSync(folder)) throw new StartRefusal(`There is no folder ${folder}.`)
  if (!existsSync(join(folder, parts.sums)))
    throw new StartRefusal(
      `${folder} is no whole backup: it has no ${parts.sums}. A backup that was broken off can't be restored; take another one.`,
    )
  const { digest, paths } = await checkSums(folder, (files) => progress(`Checked ${files} files of the backup.`))
  const checked = { folder, digest, paths }
  const textOf = (name: string): Promise<string> => readFile(join(folder, name), 'utf8')
  const found = paths.has(parts.base)
    ? ({ ...checked, kind: 'base', manifest: manifestOf(folder, await textOf(parts.base), baseShape) } as const)
    : ({
        ...checked,
        kind: 'rows',
        manifest: manifestOf(folder, paths.has(parts.manifest) ? await textOf(parts.manifest) : '', manifestShape),
      } as const)
  const needed = found.kind === 'base' ? [parts.password] : found.manifest.tables.map(({ name }) => tablePath(name))
  for (const path of needed)
    if (!paths.has(path)) throw new StartRefusal(`${folder} is not what was backed up: ${path} is missing.`)
  const files = [...paths].filter((path) => path.startsWith(`${parts.files}/`)).length
  if (files !== found.manifest.files.count)
    throw new StartRefusal(
      `${folder} is not what was backed up: of ${found.manifest.files.count} files it holds ${files}.`,
    )
  return found
}

function manifestOf<Shape extends z.ZodMiniType>(folder: string, text: string, shape: Shape): z.infer<Shape> {
  const value = jsonOf(text)
  const { data: versioned } = z.safeParse(z.object({ format: z.int() }), value)
  if (versioned !== undefined && versioned.format > backupFormat)
    throw new StartRefusal(`${folder} was made by a newer version of Truemark: restore it with that one.`)
  const { data } = z.safeParse(shape, value)
  if (data === undefined) throw new StartRefusal(`${folder} has no manifest that this version of Truemark reads.`)
  return data
}
