import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Shelves, ShelvesAway } from '../platform/files/shelves.ts'
import { findKeptAfter } from '../platform/files/store.ts'
import { isThat } from '../platform/files/vault.ts'
import type { SealingKeys } from '../platform/keys/sealingKeys.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import { StartRefusal } from '../platform/startRefusal.ts'
import { parts } from './layout.ts'
import type { ReadBackup, ReadBase } from './read.ts'

const page = 500
const settledAtOnce = 1_000

/**
 * Refuses, before anything is made, to put the files of a backup beside others: those that its database does not know would be
 * erased. A base is brought on to rows whose files may lie there still. Throws a StartRefusal.
 */
export async function refuseFullShelves(
  { kind }: Pick<ReadBackup | ReadBase, 'kind'>,
  shelves: Shelves,
): Promise<void> {
  if (kind === 'base') return
  for await (const lying of shelves.list()) {
    if (lying.length > 0)
      throw new StartRefusal(
        'There are files below FILES_PREFIX: a backup is restored beside none. Name another FILES_PREFIX, or remove them.',
      )
  }
}

/** Puts the files of a backup where files lie; they are there for good once it returns. What a base finds there stays. */
export async function loadFiles(
  { folder, kind, paths }: Pick<ReadBackup | ReadBase, 'folder' | 'kind' | 'paths'>,
  shelves: Shelves,
  progress: (sentence: string) => void,
): Promise<void> {
  let count = 0
  let unsettled: string[] = []
  for (const path of paths) {
    if (!path.startsWith(`${parts.files}/`)) continue
    const name = path.slice(path.lastIndexOf('/') + 1)
    count += 1
    if (count % settledAtOnce === 0) {
      await shelves.settle(unsettled)
      unsettled = []
      progress(`Files: ${count}.`)
    }
    if (kind === 'base' && (await shelves.begin(name, 1)) !== null) continue
    await shelves.put(name, await readFile(join(folder, path)))
    unsettled.push(name)
  }
  await shelves.settle(unsettled)
}

/**
 * Opens each file that the database says is kept, and compares it with what the database says of it; how many are what they
 * should be, and how many are not there or are another.
 */
export async function checkFiles(
  database: Queryable,
  shelves: Shelves,
  sealing: SealingKeys,
): Promise<{ readonly well: number; readonly absent: number; readonly bad: number }> {
  let [well, absent, bad, after] = [0, 0, 0, 0]
  for (;;) {
    const files = await findKeptAfter(database, after, page)
    const last = files.at(-1)
    if (last === undefined) return { well, absent, bad }
    for (const file of files) {
      const sealed = await shelves.get(file.name).catch((error: unknown) => {
        if (error instanceof ShelvesAway) throw error
        return null
      })
      if (sealed === null) absent += 1
      else if (isThat(sealed, file, sealing)) well += 1
      else bad += 1
    }
    after = last.id
  }
}
