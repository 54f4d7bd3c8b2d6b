import { createHash, randomBytes } from 'node:crypto'
import { mkdir, open, readFile, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Reason } from '@truemark/protocol/errors'
import type { SealingKeys } from '../keys/sealingKeys.ts'
import type { Database, Queryable } from '../postgres/database.ts'
import { retentionDays } from '../retention.ts'
import { errorCode } from '../startRefusal.ts'
import type { ImageReader, ImageSender } from './images.ts'
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

/** What people sent as images, on this machine's disk. */
export interface Vault {
  /** Reads an image, and keeps it as a draft of whoever sent it. Throws where the disk or the database fails; nothing is left then. */
  keepImage(bytes: Uint8Array, sender: ImageSender, purpose: FilePurpose): Promise<KeptImage>
  /** Makes a draft last, in the transaction of what it is used for. */
  use(client: Queryable, id: number, purpose: FilePurpose): Promise<void>
  /** The image, or null where it is not kept (any more). Who may see it is the asking slice's to know. */
  read(id: number, purpose: FilePurpose): Promise<{ readonly bytes: Buffer; readonly type: string } | null>
  /** Ends a file's time, in the transaction of what replaces it: if nobody drops it before, the next sweep does. */
  release(client: Queryable, id: number): Promise<void>
  /** Erases a draft that came to nothing, or what was released. */
  drop(id: number): Promise<void>
  /** Erases what is past its time, and what a crash left behind. */
  sweep(): Promise<void>
}

export interface VaultOptions {
  readonly folder: string
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

/** Opens the vault in a folder of its own, which no web server serves. */
export function openVault(options: VaultOptions): Vault {
  const { folder, database, sealing, images, onError } = options
  const pathOf = (name: string): string => filePath(folder, name)
  const erase = async (id: number, name: string): Promise<void> => {
    // what cannot be removed now has no row from here on, and is swept as a stray
    await rm(pathOf(name), { force: true }).catch((error: unknown) => {
      if (errorCode(error) !== 'ENOTDIR') onError(error)
    })
    await markErased(database, id)
  }
  const sweep = async (): Promise<void> => {
    for (;;) {
      const expired = await findExpired(database, sweepBatch)
      for (const { id, name } of expired) await erase(id, name)
      if (expired.length < sweepBatch) break
    }
    await sweepStrays(folder, database)
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
        await writeWhole(pathOf(name), sealing.seal(sealedAs, name, image.bytes))
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
      const sealed = await readFile(pathOf(row.name)).catch(() => null)
      return sealed === null ? null : { bytes: sealing.open(sealedAs, row.name, sealed), type: row.type }
    },
    drop: async (id) => {
      const row = await findFile(database, id)
      if (row !== null) await erase(id, row.name)
    },
    sweep,
  }
}

/** Where a file lies in the vault's folder. */
export function filePath(folder: string, name: string): string {
  return join(folder, name.slice(0, 2), name)
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}

/** Where a file is written before it is whole. */
export function partialPath(path: string): string {
  return `${path}.part`
}

/** Writes a file so that it is there whole or not at all. */
export async function writeWhole(path: string, bytes: Buffer): Promise<void> {
  await mkdir(join(path, '..'), { recursive: true, mode: 0o700 })
  const partial = partialPath(path)
  try {
    const file = await open(partial, 'wx', 0o600)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(partial, path)
  } catch (error) {
    await rm(partial, { force: true }).catch(() => undefined)
    throw error
  }
}

async function sweepStrays(folder: string, database: Database): Promise<void> {
  const shelves = await readdir(folder).catch(() => [])
  for (const shelf of shelves) {
    const names = await readdir(join(folder, shelf)).catch(() => [])
    const known = await knownNames(database, names)
    for (const name of names) {
      if (known.has(name)) continue
      const path = join(folder, shelf, name)
      const { mtimeMs } = await stat(path)
      if (Date.now() - mtimeMs > strayAgeMs) await rm(path, { force: true })
    }
  }
}
