import { generateKeyPairSync, sign, verify } from 'node:crypto'
import { expect, it } from 'vitest'
import { publicKeyOf, readPublicKey } from './publicKey.ts'

it('reads base64, base64url and PEM of one key alike', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const { x = '' } = publicKey.export({ format: 'jwk' })
  const raw = Buffer.from(x, 'base64url')
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  for (const text of [x, raw.toString('base64'), ` ${pem}\n`, pem.replaceAll('\n', ''), pem.replaceAll('\n', ' ')])
    expect(readPublicKey(text)).toEqual(raw)
  expect(verify(null, Buffer.from('a'), publicKeyOf(raw), sign(null, Buffer.from('a'), privateKey))).toBe(true)
})

it('takes no key by which a signature says nothing', () => {
  const point = Buffer.alloc(32)
  point[0] = 1
  // R is the neutral point and S nothing: right for every text under that key
  const forged = Buffer.concat([point, Buffer.alloc(32)])
  expect(verify(null, Buffer.from('anything'), publicKeyOf(point), forged)).toBe(true)
  expect(readPublicKey(point.toString('base64'))).toBeNull()
  const negative = Buffer.from(point)
  negative[31] = 0x80
  expect(readPublicKey(negative.toString('base64'))).toBeNull()
})

it('takes nothing that is no Ed25519 public key', () => {
  const { privateKey } = generateKeyPairSync('ed25519')
  const { publicKey: other } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  for (const text of [
    '',
    'a'.repeat(42),
    `${'a'.repeat(43)}==`,
    privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    other.export({ type: 'spki', format: 'pem' }).toString(),
    '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----',
  ]) {
    expect(readPublicKey(text), text).toBeNull()
  }
})
