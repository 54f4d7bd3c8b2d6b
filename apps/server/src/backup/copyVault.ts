import { Readable } from 'node:stream'
import type { Shelves } from '../platform/files/shelves.ts'
import { findKeptAfter, knownNames } from '../platform/files/store.ts'
import type { Database, Lease } from '../platform/postgres/database.ts'
import { type Manifest, vaultPath } from './layout.ts'
import type { SummedFolder } from './summed.ts'

interface VaultAsk {
  /** Sees the rows whose files are meant. */
  readonly lease: Lease
  /** Sees them as they are now. */
  readonly database: Database
  readonly shelves: Shelves
  readonly into: SummedFolder
  readonly progress: (sentence: string) => void
}

const filesPage = 500
/** A file is noted before it is written: one that is not there may be just on its way. */
const lateMs = 3_000

/** Copies the files that the rows name; how many, and which were not there. */
export async function copyVault(ask: VaultAsk): Promise<Manifest['files']> {
  const { lease, database, progress } = ask
  let [count, after] = [0, 0]
  const late: string[] = []
  for (;;) {
    const page = await findKeptAfter(lease, after, filesPage)
    const last = page.at(-1)
    if (last === undefined) break
    for (const { name } of page) {
      if (await copied(ask, name)) count += 1
      else late.push(name)
    }
    after = last.id
    progress(`Files: ${count}.`)
  }
  if (late.length > 0) await new Promise((go) => setTimeout(go, lateMs))
  const gone: string[] = []
  for (const name of late) {
    if (await copied(ask, name)) count += 1
    else gone.push(name)
  }
  const kept = await knownNames(database, gone)
  return { count, erased: gone.filter((name) => !kept.has(name)), missing: gone.filter((name) => kept.has(name)) }
}

/** Copies a file of the vault; false where it is not there. */
async function copied({ shelves, into }: VaultAsk, name: string): Promise<boolean> {
  const sealed = await shelves.get(name)
  if (sealed !== null) await into.write(vaultPath(name), Readable.from([sealed]))
  return sealed !== null
}
