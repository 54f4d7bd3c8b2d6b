import { createCipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto'

const curve = 'prime256v1'
const recordSize = 4096
const keyLength = 16
const nonceLength = 12
const tagLength = 16
/** Marks the last record of a message (RFC 8188, 2). */
const lastRecord = 2
/** What one record holds beside its mark and its tag; push services take at least this. */
export const pushBytesMax = 3_000

/** The keys of a browser's subscription, as it gives them: base64url. */
export interface PushKeys {
  readonly p256dh: string
  readonly auth: string
}

/** What is drawn anew for each message; a test gives its own. */
export interface PushChance {
  readonly sender: ECDH
  readonly salt: Buffer
}

function draw(): PushChance {
  const sender = createECDH(curve)
  sender.generateKeys()
  return { sender, salt: randomBytes(16) }
}

/** Whether these can be a subscription's keys: a point of the curve, and sixteen bytes. */
export function arePushKeys({ p256dh, auth }: PushKeys): boolean {
  if (Buffer.from(auth, 'base64url').length !== keyLength) return false
  try {
    const probe = createECDH(curve)
    probe.generateKeys()
    probe.computeSecret(Buffer.from(p256dh, 'base64url'))
    return true
  } catch {
    return false
  }
}

/**
 * Encrypts a message for one browser alone, by `aes128gcm` with keys agreed on over P-256 (RFC 8291, 3.4 and RFC 8188).
 * Throws where the keys are none or the message is longer than {@link pushBytesMax}.
 */
export function sealPush(message: Buffer, keys: PushKeys, { sender, salt }: PushChance = draw()): Buffer {
  if (message.length > pushBytesMax) throw new RangeError('a push that is too long')
  const reader = Buffer.from(keys.p256dh, 'base64url')
  const secret = sender.computeSecret(reader)
  const senderKey = sender.getPublicKey()
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), reader, senderKey])
  const input = Buffer.from(hkdfSync('sha256', secret, Buffer.from(keys.auth, 'base64url'), info, 32))
  const key = Buffer.from(hkdfSync('sha256', input, salt, 'Content-Encoding: aes128gcm\0', keyLength))
  const nonce = Buffer.from(hkdfSync('sha256', input, salt, 'Content-Encoding: nonce\0', nonceLength))
  const cipher = createCipheriv('aes-128-gcm', key, nonce, { authTagLength: tagLength })
  const body = Buffer.concat([cipher.update(message), cipher.update(Buffer.of(lastRecord)), cipher.final()])
  const head = Buffer.alloc(5)
  head.writeUInt32BE(recordSize)
  head.writeUInt8(senderKey.length, 4)
  return Buffer.concat([salt, head, senderKey, body, cipher.getAuthTag()])
}
