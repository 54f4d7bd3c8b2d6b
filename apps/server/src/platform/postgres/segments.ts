import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { link, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { settleFolder } from '../settle.ts'
import { errorCode } from '../startRefusal.ts'

/** What the embedded Postgres calls a finished piece of its log, and what belongs to it. */
const segmentName = /^[0-9A-F]{8,24}(\.[0-9A-F]{8}\.backup|\.history|\.partial)?$/

/**
 * Puts a finished piece of the database's log into the archive, packed: on the disk and under its name once it returns, or not
 * at all. The same piece may come twice; another one of a name that is there is refused, since two databases would share an
 * archive. Throws where it is not kept, and Postgres keeps it and asks again.
 */
export async function keepSegment(path: string, name: string, folder: string): Promise<void> {
  if (!segmentName.test(name)) throw new Error(`${name} is no piece of the log`)
  const place = join(folder, `${name}.gz`)
  const draft = `${place}.${process.pid}.part`
  try {
    const draftFile = createWriteStream(draft, { flags: 'w', mode: 0o600, flush: true })
    await pipeline(createReadStream(path), createGzip(), draftFile)
    await nameIt(draft, place)
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
    if (!(await isSame(path, place)))
      throw new Error(`${place} holds another piece: an archive is of one database alone`, { cause: error })
  } finally {
    await rm(draft, { force: true })
  }
  await settleFolder(folder)
}

/** Gives a file its name where nothing bears it. Throws EEXIST where something does. */
async function nameIt(draft: string, place: string): Promise<void> {
  try {
    await link(draft, place)
  } catch (error) {
    // some disks know no links; Postgres hands over one piece at a time
    if (errorCode(error) === 'EEXIST' || (await digestOf(createReadStream(place)).catch(() => null)) !== null)
      throw Object.assign(new Error(`${place} is there`), { code: 'EEXIST' })
    await rename(draft, place)
  }
}

async function isSame(path: string, place: string): Promise<boolean> {
  const kept = createReadStream(place).pipe(createGunzip())
  return (await digestOf(createReadStream(path))) === (await digestOf(kept))
}

async function digestOf(stream: NodeJS.ReadableStream): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of stream) hash.update(chunk)
  return hash.digest('hex')
}

/** Takes a piece out of the archive; false where it has none of that name. */
export async function fetchSegment(name: string, target: string, folder: string): Promise<boolean> {
  if (!segmentName.test(name)) return false
  try {
    await pipeline(createReadStream(join(folder, `${name}.gz`)), createGunzip(), createWriteStream(target))
    return true
  } catch (error) {
    await rm(target, { force: true })
    if (errorCode(error) === 'ENOENT') return false
    throw error
  }
}
