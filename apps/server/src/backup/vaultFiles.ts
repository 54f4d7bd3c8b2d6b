import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { findFileDigests } from '../platform/files/store.ts'
import { filePath, sealedAs, writeWhole } from '../platform/files/vault.ts'
import type { SealingKeys } from '../platform/keys/sealingKeys.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import { settleFolder } from '../platform/settle.ts'
import { parts } from './layout.ts'
import type { ReadBackup } from './read.ts'

const page = 500
const settledAtOnce = 1_000

/** Puts the files of a backup into the vault's folder, which has none; they are on the disk once it returns. */
export async function loadFiles(
  { folder, paths }: Pick<ReadBackup, 'folder' | 'paths'>,
  filesFolder: string,
  progress: (sentence: string) => void,
): Promise<void> {
  const shelves = new Set<string>()
  let count = 0
  for (const path of paths) {
    if (!path.startsWith(`${parts.files}/`)) continue
    const place = filePath(filesFolder, path.slice(path.lastIndexOf('/') + 1))
    await writeWhole(place, await readFile(join(folder, path)))
    shelves.add(dirname(place))
    count += 1
    if (count % settledAtOnce === 0) progress(`Files: ${count}.`)
  }
  for (const shelf of shelves) await settleFolder(shelf)
  if (count > 0) await settleFolder(filesFolder)
}

/**
 * Opens each file that the database says is kept, and compares it with what the database says of it; how many are what they
 * should be, and how many are not there or are another.
 */
export async function checkFiles(
  database: Queryable,
  filesFolder: string,
  sealing: SealingKeys,
): Promise<{ readonly well: number; readonly absent: number; readonly bad: number }> {
  let [well, absent, bad, after] = [0, 0, 0, 0]
  for (;;) {
    const files = await findFileDigests(database, after, page)
    const last = files.at(-1)
    if (last === undefined) return { well, absent, bad }
    for (const { name, digest } of files) {
      const sealed = await readFile(filePath(filesFolder, name)).catch(() => null)
      if (sealed === null) absent += 1
      else if (isThat(sealed, name, digest, sealing)) well += 1
      else bad += 1
    }
    after = last.id
  }
}

function isThat(sealed: Buffer, name: string, digest: Buffer, sealing: SealingKeys): boolean {
  try {
    const bytes = sealing.open(sealedAs, name, sealed)
    return createHash('sha256').update(bytes).digest().equals(digest)
  } catch {
    return false
  }
}
