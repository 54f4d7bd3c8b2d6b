import { open, readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Resealed } from '../keys/sealedColumn.ts'
import { type SealingKeys, sealedHeadLength } from '../keys/sealingKeys.ts'
import type { Database } from '../postgres/database.ts'
import { settleFolder } from '../settle.ts'
import { errorCode } from '../startRefusal.ts'
import { findKeptAfter } from './store.ts'
import { filePath, partialPath, sealedAs, writeWhole } from './vault.ts'

const batch = 100

/**
 * Seals every file anew that the newest key has not sealed. Each is written beside the old one and put in its place whole:
 * cut off anywhere, it goes on where it was. Once it returns, what it wrote is on the disk. A file that opens under no key
 * stays as it is, and is counted; one that is not there is nobody's loss any more.
 */
export async function resealFiles(
  {
    folder,
    database,
    sealing,
  }: { readonly folder: string; readonly database: Database; readonly sealing: SealingKeys },
  progress: (count: number) => void,
): Promise<Resealed> {
  let [resealed, unreadable, after] = [0, 0, 0]
  for (;;) {
    const files = await findKeptAfter(database, after, batch)
    const last = files.at(-1)
    if (last === undefined) return { resealed, unreadable }
    const shelves = new Set<string>()
    let done = 0
    for (const { name } of files) {
      const path = filePath(folder, name)
      const sealed = (await headOf(path))?.equals(sealing.head) === false ? await readFile(path) : null
      if (sealed === null) continue
      const anew = sealedAnew(sealing, name, sealed)
      if (anew === null) {
        unreadable += 1
        continue
      }
      // what a command that was cut off left half written
      await rm(partialPath(path), { force: true })
      await writeWhole(path, anew)
      shelves.add(dirname(path))
      done += 1
    }
    for (const shelf of shelves) await settleFolder(shelf)
    after = last.id
    resealed += done
    if (done > 0) progress(done)
  }
}

function sealedAnew(sealing: SealingKeys, name: string, sealed: Buffer): Buffer | null {
  try {
    return sealing.seal(sealedAs, name, sealing.open(sealedAs, name, sealed))
  } catch {
    return null
  }
}

/** How a file begins; null where there is none. */
async function headOf(path: string): Promise<Buffer | null> {
  try {
    const file = await open(path)
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(sealedHeadLength), 0, sealedHeadLength, 0)
      return buffer.subarray(0, bytesRead)
    } finally {
      await file.close()
    }
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return null
    throw error
  }
}
