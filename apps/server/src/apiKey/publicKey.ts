import { createPublicKey, type KeyObject } from 'node:crypto'

const keyBytes = 32

/**
 * Points of so small an order that a signature by them is no proof: anybody makes one. All their spellings below 2²⁵⁵,
 * the sign of x apart, in hex (RFC 7748, section 6.1; libsodium refuses the same).
 */
const weak: ReadonlySet<string> = new Set([
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
])

/** The 32 bytes of an Ed25519 public key that came as base64 or as PEM (RFC 8410); null for anything else. */
export function readPublicKey(text: string): Buffer | null {
  const bytes = rawOf(text.trim())
  if (bytes === null) return null
  const y = Buffer.from(bytes)
  // the highest bit is the sign of x
  y[keyBytes - 1] = (y[keyBytes - 1] ?? 0) & 0x7f
  return weak.has(y.toString('hex')) ? null : bytes
}

function rawOf(text: string): Buffer | null {
  if (!text.startsWith('-----BEGIN')) {
    const bytes = Buffer.from(text, 'base64')
    return /^[A-Za-z0-9+/_-]{43}=?$/.test(text) && bytes.length === keyBytes ? bytes : null
  }
  // out of a private key a public one would be made, and the private one would have come here; lines may be lost on the way
  const [, body = ''] = /^-----BEGIN PUBLIC KEY-----([A-Za-z0-9+/=\s]{1,200})-----END PUBLIC KEY-----$/.exec(text) ?? []
  try {
    const key = createPublicKey({ key: Buffer.from(body, 'base64'), format: 'der', type: 'spki' })
    const { x = '' } = key.asymmetricKeyType === 'ed25519' ? key.export({ format: 'jwk' }) : {}
    const bytes = Buffer.from(x, 'base64url')
    return bytes.length === keyBytes ? bytes : null
  } catch {
    return null
  }
}

/** The key of these 32 bytes. */
export function publicKeyOf(bytes: Buffer): KeyObject {
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: bytes.toString('base64url') }, format: 'jwk' })
}
