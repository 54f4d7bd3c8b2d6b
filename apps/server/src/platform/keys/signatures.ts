import { createPublicKey, verify } from 'node:crypto'

/** SubjectPublicKeyInfo of an Ed25519 key, up to its 32 bytes. */
const keyHead = Buffer.from('302a300506032b6570032100', 'hex')

/** Whether `text` bears the Ed25519 signature of a key; key and signature in hex. */
export function isSignedByKey(key: string, signature: string, text: string): boolean {
  const spki = Buffer.concat([keyHead, Buffer.from(key, 'hex')])
  const publicKey = createPublicKey({ key: spki, format: 'der', type: 'spki' })
  return verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'hex'))
}
