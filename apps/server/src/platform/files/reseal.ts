import type { Resealed } from '../keys/sealedColumn.ts'
import { type SealingKeys, sealedHeadLength } from '../keys/sealingKeys.ts'
import type { Database } from '../postgres/database.ts'
import type { Shelves } from './shelves.ts'
import { findKeptAfter } from './store.ts'
import { sealedAs } from './vault.ts'

const batch = 100

/**
 * Seals every file anew that the newest key has not sealed. Each is put in the place of the old one whole: cut off anywhere,
 * it goes on where it was. Once it returns, what it wrote is there for good. A file that opens under no key stays as it is,
 * and is counted; one that is not there is nobody's loss any more.
 */
export async function resealFiles(
  {
    shelves,
    database,
    sealing,
  }: { readonly shelves: Shelves; readonly database: Database; readonly sealing: SealingKeys },
  progress: (count: number) => void,
): Promise<Resealed> {
  let [resealed, unreadable, after] = [0, 0, 0]
  for (;;) {
    const files = await findKeptAfter(database, after, batch)
    const last = files.at(-1)
    if (last === undefined) return { resealed, unreadable }
    const done: string[] = []
    for (const { name } of files) {
      const head = await shelves.begin(name, sealedHeadLength)
      const sealed = head?.equals(sealing.head) === false ? await shelves.get(name) : null
      if (sealed === null) continue
      const anew = sealedAnew(sealing, name, sealed)
      if (anew === null) {
        unreadable += 1
        continue
      }
      await shelves.put(name, anew)
      done.push(name)
    }
    await shelves.settle(done)
    after = last.id
    resealed += done.length
    if (done.length > 0) progress(done.length)
  }
}

function sealedAnew(sealing: SealingKeys, name: string, sealed: Buffer): Buffer | null {
  try {
    return sealing.seal(sealedAs, name, sealing.open(sealedAs, name, sealed))
  } catch {
    return null
  }
}
