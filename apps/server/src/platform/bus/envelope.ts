import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { TokenKeys } from '../keys/tokenKeys.ts'

/**
 * A message of the bus as it travels: a version (u8), a nonce, what is sealed by AES-256-GCM with its subject along, and the
 * tag. Sealed are the sender (8 bytes), how many it has sent to the subject (f64), when (UTC ms, f64), which part of how many
 * this is (u16 each), and the part.
 */
export interface Opened {
  readonly sender: string
  readonly count: number
  readonly sentAt: number
  readonly part: number
  readonly parts: number
  readonly bytes: Uint8Array
}

const version = 1
const nonceBytes = 12
const tagBytes = 16
const senderBytes = 8
const headBytes = senderBytes + 8 + 8 + 2 + 2
/** What an envelope adds to a part. */
export const envelopeBytes = 1 + nonceBytes + tagBytes + headBytes

/** The keys by which messages are sealed, the newest first: of the installation's, which every server of it holds. */
export function busKeys({ all }: Pick<TokenKeys, 'all'>): readonly Buffer[] {
  return all.map((tokens) => Buffer.from(hkdfSync('sha256', tokens, '', 'bus', 32)))
}

/** The word by which an installation's subjects are told from another's: of its first key, of which it tells nothing. */
export function busName({ names }: Pick<TokenKeys, 'names'>): string {
  return Buffer.from(hkdfSync('sha256', names, '', 'bus name', 6)).toString('hex')
}

/** Seals a part of a message for its subject. */
export function seal(key: Uint8Array, subject: string, opened: Opened): Uint8Array {
  const head = Buffer.alloc(headBytes)
  head.write(opened.sender, 0, 'hex')
  head.writeDoubleLE(opened.count, senderBytes)
  head.writeDoubleLE(opened.sentAt, senderBytes + 8)
  head.writeUInt16LE(opened.part, senderBytes + 16)
  head.writeUInt16LE(opened.parts, senderBytes + 18)
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(subject))
  const sealed = [cipher.update(head), cipher.update(opened.bytes), cipher.final()]
  return Buffer.concat([Buffer.of(version), nonce, ...sealed, cipher.getAuthTag()])
}

/** Opens what one of `keys` has sealed for the subject; null where none has. */
export function open(keys: readonly Uint8Array[], subject: string, envelope: Uint8Array): Opened | null {
  if (envelope.length < envelopeBytes || envelope[0] !== version) return null
  for (const key of keys) {
    const opened = openWith(key, subject, envelope)
    if (opened !== null) return opened
  }
  return null
}

function openWith(key: Uint8Array, subject: string, envelope: Uint8Array): Opened | null {
  const nonce = envelope.subarray(1, 1 + nonceBytes)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(subject))
  decipher.setAuthTag(envelope.subarray(envelope.length - tagBytes))
  let opened: Buffer
  try {
    const sealed = envelope.subarray(1 + nonceBytes, envelope.length - tagBytes)
    opened = Buffer.concat([decipher.update(sealed), decipher.final()])
  } catch {
    return null
  }
  return {
    sender: opened.toString('hex', 0, senderBytes),
    count: opened.readDoubleLE(senderBytes),
    sentAt: opened.readDoubleLE(senderBytes + 8),
    part: opened.readUInt16LE(senderBytes + 16),
    parts: opened.readUInt16LE(senderBytes + 18),
    bytes: opened.subarray(headBytes),
  }
}
