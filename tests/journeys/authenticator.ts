import { createHmac } from 'node:crypto'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const stepMs = 30_000

/**
 * What an authenticator app shows for a secret in base 32 at a moment, in six digits (RFC 6238 with SHA-1, RFC 4226).
 * Written apart from the server's own library, so that the two check each other.
 */
export function authenticatorCode(secret: string, now: number): string {
  const bits = [...secret.replace(/[\s=]/g, '')].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'))
  const bytes = bits.join('').match(/.{8}/g) ?? []
  const key = Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(now / stepMs)))
  const mac = createHmac('sha1', key).update(counter).digest()
  const at = (mac[19] ?? 0) & 15
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}
