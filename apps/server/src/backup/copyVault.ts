import { createReadStream, existsSync } from 'node:fs'
import { findKeptAfter, knownNames } from '../platform/files/store.ts'
import { filePath } from '../platform/files/vault.ts'
import type { Database, Lease } from '../platform/postgres/database.ts'
import { errorCode } from '../platform/startRefusal.ts'
import { type Manifest, vaultPath } from './layout.ts'
import type { SummedFolder } from './summed.ts'

interface VaultAsk {
  /** Sees the rows whose files are meant. */
  readonly lease: Lease
  /** Sees them as they are now. */
  readonly database: Database
  readonly filesFolder: string
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
async function copied({ filesFolder, into }: VaultAsk, name: string): Promise<boolean> {
  const path = filePath(filesFolder, name)
  if (!existsSync(path)) return false
  // once it is open, it can be read to its end though it is erased meanwhile
  const source = createReadStream(path)
  const opened = await new Promise<boolean>((settle, fail) => {
    source.once('open', () => settle(true))
    source.once('error', (error) => (errorCode(error) === 'ENOENT' ? settle(false) : fail(error)))
  })
  if (opened) await into.write(vaultPath(name), source)
  return opened
}
