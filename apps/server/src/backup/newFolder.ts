import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { settleFolder } from '../platform/settle.ts'
import { StartRefusal, errorCode } from '../platform/startRefusal.ts'
import { SummedFolder } from './summed.ts'

const faults: Readonly<Record<string, string>> = {
  ENOSPC: 'its disk is full',
  EACCES: 'this user may not write there',
  EROFS: 'its disk takes no writing',
}

/**
 * Has a folder written that is not there yet: it bears its name only once `write` has come to its end and all of it is on the
 * disk, and nothing is left where that fails. Gives what `write` gave, and the SHA-256 of the folder's list of checksums.
 * Throws a StartRefusal where the folder can't be made.
 */
export async function inNewFolder<T>(
  named: string,
  write: (into: SummedFolder) => Promise<T>,
): Promise<{ readonly written: T; readonly digest: string }> {
  const folder = resolve(named)
  const draft = `${folder}.part`
  for (const taken of [folder, draft])
    if (existsSync(taken))
      throw new StartRefusal(
        `${taken} is there: name a new folder. One that ends with .part is of a backup that runs, or was broken off and can go.`,
      )
  try {
    await mkdir(dirname(folder), { recursive: true })
    await mkdir(draft, { mode: 0o700 })
    try {
      const into = new SummedFolder(draft)
      const written = await write(into)
      const digest = await into.end()
      await rename(draft, folder)
      await settleFolder(dirname(folder))
      return { written, digest }
    } catch (error) {
      await rm(draft, { recursive: true, force: true })
      throw error
    }
  } catch (error) {
    const reason = faults[errorCode(error)]
    throw reason === undefined ? error : new StartRefusal(`Nothing was backed up to ${folder}: ${reason}.`)
  }
}
