import { createHash, randomBytes } from 'node:crypto'
import type { Reason } from '@truemark/protocol/errors'
import type { SealingKeys } from '../keys/sealingKeys.ts'
import type { Database, Queryable } from '../postgres/database.ts'
import { retentionDays } from '../retention.ts'
import type { ImageReader, ImageSender } from './images.ts'
import { type Shelves, ShelvesAway } from './shelves.ts'
import { type FilePurpose, findExpired, findFile, insertFile, keepFile, knownNames, markErased } from './store.ts'

/** How many days a file is kept from when it was used; a draft that nobody used goes after a day. */
export const fileDays: Readonly<Record<FilePurpose, number>> = {
  voucher: retentionDays.payment,
  identity: retentionDays.identity,
  avatar: 36_500,
  ticket: retentionDays.support,
  chat: retentionDays.support,
  content: 36_500,
}
/** The longer edge of what is only shown small, in pixels; the rest is kept as large as documents are. */
const edgesMax: Readonly<Partial<Record<FilePurpose, number>>> = { avatar: 512 }
const draftHours = 24
const imageType = 'image/jpeg'

export type KeptImage = { readonly ok: true; readonly id: number } | { readonly ok: false; readonly reason: Reason }

/** What people sent as images: rows in the database, and their sealed bytes on the shelves. */
export interface Vault {
  /** Reads an image, and keeps it as a draft of whoever sent it. Throws where the shelves or the database fail; what is left then is swept. */
  keepImage(bytes: Uint8Array, sender: ImageSender, purpose: FilePurpose): Promise<KeptImage>
  /** Makes a draft last, in the transaction of what it is used for. */
  use(client: Queryable, id: number, purpose: FilePurpose): Promise<void>
  /**
   * The image, or null where it is not kept (any more). Who may see it is the asking slice's to know. Throws where the shelves
   * do not answer, or hold other bytes.
   */
  read(id: number, purpose: FilePurpose): Promise<{ readonly bytes: Buffer; readonly type: string } | null>
  /** Ends a file's time, in the transaction of what replaces it: if nobody drops it before, the next sweep does. */
  release(client: Queryable, id: number): Promise<void>
  /** Erases a draft that came to nothing, or what was released. */
  drop(id: number): Promise<void>
  /** Erases what is past its time, and what a crash left behind. Throws where the shelves do not answer: the next sweep goes on. */
  sweep(): Promise<void>
}

export interface VaultOptions {
  readonly shelves: Shelves
  /** Whose the shelves have to be. */
  readonly mark: string
  readonly database: Database
  readonly sealing: SealingKeys
  readonly images: ImageReader
  readonly onError: (error: unknown) => void
}

/** Files are sealed for this, each under its name. */
export const sealedAs = 'files'
const sweepBatch = 200
/** A file without a row is taken for a crash's remains only after this long. */
const strayAgeMs = 3_600_000

/** Opens the vault over the shelves on which its sealed bytes lie. */
export function openVault(options: VaultOptions): Vault {
  const { shelves, database, sealing, images, onError } = options
  const erase = async (id: number, name: string): Promise<void> => {
    // what cannot be removed now has no row from here on, and is swept as a stray
    await shelves.remove(name).catch(onError)
    await markErased(database, id)
  }
  return {
    keepImage: async (bytes, sender, purpose) => {
      const image = await images.read(bytes, sender, edgesMax[purpose])
      if (!image.ok) return image
      const name = randomBytes(16).toString('hex')
      const digests = { sentDigest: sha256(bytes), digest: sha256(image.bytes) }
      const row = {
        name,
        owner: sender.userId,
        purpose,
        type: imageType,
        bytes: image.bytes.length,
        ...digests,
        draftHours,
      }
      const id = await insertFile(database, row)
      try {
        await shelves.put(name, sealing.seal(sealedAs, name, image.bytes))
      } catch (error) {
        await erase(id, name).catch(onError)
        throw error
      }
      return { ok: true, id }
    },
    use: (client, id, purpose) => keepFile(client, id, fileDays[purpose]),
    release: (client, id) => keepFile(client, id, 0),
    read: async (id, purpose) => {
      const row = await findFile(database, id)
      if (row === null || row.purpose !== purpose) return null
      const sealed = await shelves.get(row.name).catch(noneIfBroken)
      if (sealed === null) return null
      const bytes = sealing.open(sealedAs, row.name, sealed)
      if (!sha256(bytes).equals(row.digest)) throw new Error(`the file ${row.name} is not what was kept`)
      return { bytes, type: row.type }
    },
    drop: async (id) => {
      const row = await findFile(database, id)
      if (row !== null) await erase(id, row.name)
    },
    sweep: async () => {
      await sweepExpired(options)
      await sweepStrays(options)
    },
  }
}

/** A file that a disk can't read is told as one that is not there; what is away is not. */
function noneIfBroken(error: unknown): null {
  if (error instanceof ShelvesAway) throw error
  return null
}

/** Whether sealed bytes are those of a file that the database keeps. */
export function isThat(
  sealed: Buffer,
  { name, digest }: { readonly name: string; readonly digest: Buffer },
  sealing: SealingKeys,
): boolean {
  try {
    return sha256(sealing.open(sealedAs, name, sealed)).equals(digest)
  } catch {
    return false
  }
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}

async function sweepExpired({ shelves, database, onError }: VaultOptions): Promise<void> {
  for (;;) {
    const expired = await findExpired(database, sweepBatch)
    for (const { id, name } of expired) {
      await shelves.remove(name).catch((error: unknown) => {
        // of many that are still there none is told to be erased
        if (error instanceof ShelvesAway) throw error
        onError(error)
      })
      await markErased(database, id)
    }
    if (expired.length < sweepBatch) return
  }
}

/** Erases what lies there without a row, once it has lain there for long (ms). */
export async function sweepStrays(
  { shelves, database, mark }: Pick<VaultOptions, 'shelves' | 'database' | 'mark'>,
  olderThan = strayAgeMs,
): Promise<void> {
  if (!(await shelves.claim(mark)))
    throw new Error('nothing was swept: the bucket holds the files of another installation')
  for await (const lying of shelves.list()) {
    const known = await knownNames(
      database,
      lying.map(({ name }) => name),
    )
    for (const one of lying) {
      if (!known.has(one.name) && (await one.age()) > olderThan) await one.remove()
    }
  }
}
