import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testSealing } from '../../testing/testKeys.ts'
import { type TestDatabase, createTestDatabase } from '../../platform/postgres/testDatabase.ts'
import { openVapid, vapidOf } from './vapid.ts'

const endpoint = 'https://push.example.net/send/abc'

/** Reads an authorization header as a push service does: the claims, once the signature holds. */
function claimsOf(header: string): Record<string, unknown> {
  const [, token, key] = /^vapid t=([^,]+), k=(.+)$/.exec(header) ?? []
  const [head = '', claims = '', signature = ''] = (token ?? '').split('.')
  const point = Buffer.from(key ?? '', 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const holds = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  expect(holds).toBe(true)
  expect(JSON.parse(Buffer.from(head, 'base64url').toString())).toEqual({ typ: 'JWT', alg: 'ES256' })
  return JSON.parse(Buffer.from(claims, 'base64url').toString())
}

describe('the authorization', () => {
  it('names the push service, whom to turn to, and an end within a day; it is kept until shortly before', () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const vapid = vapidOf(privateKey, 'mailto:ops@example.org')
    const first = vapid.authorization(endpoint, 1_000_000_000)
    expect(claimsOf(first)).toEqual({
      aud: 'https://push.example.net',
      exp: 1_000_000 + 43_200,
      sub: 'mailto:ops@example.org',
    })
    expect(vapid.authorization(`${endpoint}/other`, 1_000_500_000)).toBe(first)
    expect(vapid.authorization('https://other.example.net/x', 1_000_000_000)).not.toBe(first)
    expect(vapid.authorization(endpoint, 1_000_000_000 + 42_700_000)).not.toBe(first)
  })
})

describe('the key pair', () => {
  let test: TestDatabase
  beforeAll(async () => {
    test = await createTestDatabase()
  })
  afterAll(() => test.drop())

  it('is made once, sealed, and opened by no other installation', async () => {
    const sealing = testSealing()
    const [one, two] = await Promise.all([
      openVapid(test.database, sealing, 'mailto:a@example.org'),
      openVapid(test.database, sealing, 'mailto:a@example.org'),
    ])
    expect(two.publicKey).toBe(one.publicKey)
    expect(Buffer.from(one.publicKey, 'base64url')).toHaveLength(65)
    const { rows } = await test.database.query<{ private_sealed: Buffer }>('SELECT private_sealed FROM push_key')
    expect(rows).toHaveLength(1)
    expect(rows[0]?.private_sealed.toString('latin1')).not.toContain('PRIVATE KEY')
    await expect(openVapid(test.database, testSealing(), 'mailto:a@example.org')).rejects.toThrow()
  })
})
