import type { SealingKeys } from '../keys/sealingKeys.ts'
import type { Database } from '../postgres/database.ts'
import { StartRefusal } from '../startRefusal.ts'
import type { Shelves } from './shelves.ts'
import { type FileRow, findKeptAfter } from './store.ts'
import { isThat, sweepStrays } from './vault.ts'

export interface Moving {
  readonly database: Database
  readonly sealing: SealingKeys
  readonly mark: string
  readonly from: Shelves
  readonly to: Shelves
  readonly progress: (moved: number) => void
}

/** How many files were moved now, how many lay there before, and how many lie in neither place. */
export interface Moved {
  readonly moved: number
  readonly there: number
  readonly absent: number
}

const page = 400
const atOnce = 8

/**
 * Moves every file that is kept. Each is read back where it was put, and there for good, before it is removed where it was: cut
 * off anywhere, none is lost, and the next one goes on. What lay there of no row is erased. To be run while nobody serves.
 */
export async function moveFiles(moving: Moving): Promise<Moved> {
  const { database, mark, from, to, progress } = moving
  const sums = { moved: 0, there: 0, absent: 0 }
  for (let after = 0; ;) {
    const files = await findKeptAfter(database, after, page)
    const last = files.at(-1)
    if (last === undefined) break
    for (let place = 0; place < files.length; place += atOnce) {
      const some = files.slice(place, place + atOnce)
      const found = await Promise.all(some.map((file) => putOver(moving, file)))
      const put = some.flatMap(({ name }, at) => (found[at] === 'absent' ? [] : name))
      await to.settle(put)
      await Promise.all(put.map((name) => from.remove(name)))
      for (const one of found) sums[one] += 1
    }
    after = last.id
    progress(sums.moved)
  }
  await sweepStrays({ shelves: from, database, mark }, 0)
  return sums
}

async function putOver({ from, to, sealing }: Moving, file: FileRow): Promise<keyof Moved> {
  const there = await to.get(file.name)
  // sealed anew since, it is the better one
  if (there !== null && isThat(there, file, sealing)) return 'there'
  const sealed = await from.get(file.name)
  if (sealed === null) return there === null ? 'absent' : 'there'
  await to.put(file.name, sealed)
  if ((await to.get(file.name))?.equals(sealed) !== true)
    throw new StartRefusal(`The file ${file.name} was put and is not given back as it was: nothing of it was removed.`)
  return 'moved'
}
