import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestDatabase, createTestDatabase } from '../platform/postgres/testDatabase.ts'
import { createPublicIds } from '../platform/publicId.ts'
import { testKeys } from '../testing/testKeys.ts'
import { openKeyring } from './keyring.ts'

let test: TestDatabase
const keys = testKeys()
const ids = createPublicIds(keys.tokens.names)
let person = ''

beforeAll(async () => {
  test = await createTestDatabase()
  const { rows } = await test.database.query<{ id: string }>(
    `INSERT INTO app_user (email, phone, verified, password_hash, lang, real_holder)
     VALUES ('bot@example.org', '+33612345801', 'email', 'x', 'en', 77) RETURNING id`,
  )
  person = rows[0]?.id ?? ''
})
afterAll(() => test.drop())

function keyring(now = Date.now) {
  const raise = (error: unknown): never => {
    throw error
  }
  return openKeyring({ database: test.database, sealing: keys.sealing, ids, now, onError: raise })
}

async function keep(id: number, secret: Buffer, more = "'{}', NULL, NULL"): Promise<void> {
  await test.database.query(
    `INSERT INTO api_key (id, user_id, realm, label, kind, secret, trades, addresses, expires_at, ended_at)
     VALUES ($1, $2, 'real', 'Bot', 'hmac', $3, true, ${more})`,
    [id, person, secret],
  )
}

it('lets nobody in by a secret that was sealed for another key, or for nothing', async () => {
  await keep(1, keys.sealing.seal('api key', '1', randomBytes(32)))
  await keep(2, keys.sealing.seal('api key', '1', randomBytes(32)))
  await keep(3, randomBytes(60))
  const found = await Promise.all([1, 2, 3, 4].map((id) => keyring().find(ids.write('apiKey', id))))
  expect(found.map((key) => key?.caller.program ?? null)).toEqual([{ key: 1, scope: 'trade' }, null, null, null])
  expect(await keyring().find('nothing')).toBeNull()
  expect(await keyring().find(ids.write('session', 1))).toBeNull()
})

it('notes a use once a minute, and at once where it comes from elsewhere', async () => {
  let now = Date.now()
  const ring = keyring(() => now)
  const key = await ring.find(ids.write('apiKey', 1))
  const noted = async () => {
    await ring.close()
    const { rows } = await test.database.query<{ used_from: string | null }>(
      'SELECT used_from FROM api_key WHERE id = 1',
    )
    await test.database.query('UPDATE api_key SET used_from = NULL WHERE id = 1')
    return rows[0]?.used_from ?? null
  }
  key?.used('203.0.113.7')
  expect(await noted()).toBe('203.0.113.7')
  key?.used('203.0.113.7')
  expect(await noted()).toBeNull()
  key?.used('203.0.113.8')
  expect(await noted()).toBe('203.0.113.8')
  now += 60_000
  key?.used('203.0.113.8')
  expect(await noted()).toBe('203.0.113.8')
})

it('forgets what ended two months ago, by somebody or by itself', async () => {
  const sealed = keys.sealing.seal('api key', '1', randomBytes(32))
  await keep(11, sealed, "'{}', now() - interval '61 days', NULL")
  await keep(12, sealed, "'{}', NULL, now() - interval '61 days'")
  await keep(13, sealed, "'{}', now() - interval '59 days', NULL")
  await keyring().erase()
  const { rows } = await test.database.query<{ id: string }>('SELECT id FROM api_key ORDER BY id')
  expect(rows.map(({ id }) => Number(id))).toEqual([1, 2, 3, 13])
})
