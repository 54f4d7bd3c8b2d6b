import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { TokenKeys } from '../keys/tokenKeys.ts'

/** An entry of the log of what was written, as its seal covers it. */
export interface WrittenEntry {
  readonly id: number
  readonly source: string
  readonly item: string
  readonly deed: number
  /** UTC ms. */
  readonly time: number
  /** Of the row's salted columns; null where it was taken away. */
  readonly digest: Buffer | null
}

/** The key by which the server seals what it wrote: made from the key of tokens, which is not in the database. */
export function writtenKey(tokens: Uint8Array): Buffer {
  return Buffer.from(hkdfSync('sha256', tokens, '', 'written', 32))
}

/** The same of all generations of the key, the newest first: it seals now, and the others sealed before. */
export function writtenKeys({ newest, all }: TokenKeys): readonly [Buffer, ...Buffer[]] {
  return [writtenKey(newest), ...all.slice(1).map((tokens) => writtenKey(tokens))]
}

/** HMAC-SHA256 of an entry: only who has the key can make it. */
export function sealOf(key: Uint8Array, { id, source, item, deed, time, digest }: WrittenEntry): Buffer {
  const told = [id, source, item, deed, time, digest === null ? '' : digest.toString('hex')]
  return createHmac('sha256', key).update(JSON.stringify(told)).digest()
}

/** Whether a seal is the one that this key makes of the entry. */
export function isSealed(key: Uint8Array, entry: WrittenEntry, mac: Buffer): boolean {
  return mac.length === 32 && timingSafeEqual(sealOf(key, entry), mac)
}
