import { createHash, createHmac, createPrivateKey, randomBytes, sign } from 'node:crypto'
import { uuidV7 } from '@truemark/protocol/uuidV7'

/** A key of the API as its program has it: its id, and how it signs. */
export interface ProgramKey {
  readonly id: string
  readonly sign: (text: string) => Buffer
}

/** An HMAC key. @param secret in base64, as the app shows it once */
export function hmacKey(id: string, secret: string): ProgramKey {
  const bytes = Buffer.from(secret, 'base64')
  return { id, sign: (text) => createHmac('sha256', bytes).update(text).digest() }
}

/** An Ed25519 key. @param privatePem the private key as PEM, which never leaves the program */
export function ed25519Key(id: string, privatePem: string): ProgramKey {
  const key = createPrivateKey(privatePem)
  return { id, sign: (text) => sign(null, Buffer.from(text), key) }
}

/** What is signed of a request. */
export interface Unsigned {
  readonly method: string
  /** Path and query, as they are sent. */
  readonly target: string
  /** '' for none. */
  readonly body: string
  /** The Idempotency-Key; '' for none. */
  readonly once: string
  /** UTC ms by the server's clock. */
  readonly time: number
}

/** The headers of a signed request, or of the upgrade that opens a socket. */
export function signedHeaders(key: ProgramKey, { method, target, body, once, time }: Unsigned): Record<string, string> {
  const digest = createHash('sha256').update(body).digest('hex')
  const signature = key.sign([key.id, String(time), once, method, target, digest].join('\n')).toString('base64')
  const headers = { 'x-api-key': key.id, 'x-api-time': String(time), 'x-api-digest': digest }
  return { ...headers, 'x-api-signature': signature, ...(once === '' ? {} : { 'idempotency-key': once }) }
}

/** A new Idempotency-Key: a UUIDv7 of this moment (RFC 9562, 5.7). */
export function newOnce(now: number): string {
  return uuidV7(now, randomBytes(16))
}
