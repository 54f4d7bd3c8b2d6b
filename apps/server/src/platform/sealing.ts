import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const ivLength = 12
const tagLength = 16

function keyOf(secret: Uint8Array, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
}

/**
 * Encrypts a text that lies in the database (AES-256-GCM), under a key of its purpose that is made from the
 * installation's key (of sealing, or of tokens for what is handed out). `owner` is sealed along, so that no row can be passed off as another's.
 */
export function sealText(secret: Uint8Array, purpose: string, owner: string, text: string): Buffer {
  const iv = randomBytes(ivLength)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret, purpose), iv).setAAD(Buffer.from(owner))
  const sealed = Buffer.concat([cipher.update(text), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

/** Reads what was sealed for this purpose and owner; throws where it was not. */
export function openText(secret: Uint8Array, purpose: string, owner: string, sealed: Buffer): string {
  const iv = sealed.subarray(0, ivLength)
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret, purpose), iv).setAAD(Buffer.from(owner))
  decipher.setAuthTag(sealed.subarray(ivLength, ivLength + tagLength))
  return Buffer.concat([decipher.update(sealed.subarray(ivLength + tagLength)), decipher.final()]).toString('utf8')
}

const tokenLengthMax = 300

/** Reads a token that was sealed here and handed out in base64url; null where it was not, or was altered. */
export function openSealed(secret: Uint8Array, purpose: string, owner: string, token: string): string | null {
  const sealed = Buffer.from(token.slice(0, tokenLengthMax), 'base64url')
  if (sealed.length < ivLength + tagLength) return null
  try {
    return openText(secret, purpose, owner, sealed)
  } catch {
    return null
  }
}
