import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const ivLength = 12
const tagLength = 16

function keyOf(secret: Uint8Array, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
}

/**
 * Encrypts bytes or a text (AES-256-GCM), under a key of their purpose that is made from the installation's key.
 * `owner` is sealed along, so that nothing can be passed off as another's.
 */
export function sealBytes(secret: Uint8Array, purpose: string, owner: string, bytes: Uint8Array | string): Buffer {
  const iv = randomBytes(ivLength)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret, purpose), iv).setAAD(Buffer.from(owner))
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

/** Reads what was sealed for this purpose and owner; throws where it was not. */
export function openBytes(secret: Uint8Array, purpose: string, owner: string, sealed: Buffer): Buffer {
  const iv = sealed.subarray(0, ivLength)
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret, purpose), iv).setAAD(Buffer.from(owner))
  decipher.setAuthTag(sealed.subarray(ivLength, ivLength + tagLength))
  return Buffer.concat([decipher.update(sealed.subarray(ivLength + tagLength)), decipher.final()])
}

const tokenLengthMax = 300

/** Seals a token that is handed out, in base64url; under the installation's key of tokens. */
export function sealToken(secret: Uint8Array, purpose: string, owner: string, text: string): string {
  return sealBytes(secret, purpose, owner, text).toString('base64url')
}

/** Reads a token that was sealed here; null where it was not, or was altered. */
export function openToken(secret: Uint8Array, purpose: string, owner: string, token: string): string | null {
  const sealed = Buffer.from(token.slice(0, tokenLengthMax), 'base64url')
  if (sealed.length < ivLength + tagLength) return null
  try {
    return openBytes(secret, purpose, owner, sealed).toString('utf8')
  } catch {
    return null
  }
}
