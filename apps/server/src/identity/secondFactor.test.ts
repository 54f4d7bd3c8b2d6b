import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestDatabase, createTestDatabase } from '../platform/postgres/testDatabase.ts'
import { testSealing } from '../testing/testKeys.ts'
import { spareHash, totpPurpose, useSecondFactor } from './secondFactor.ts'
import { newTotpSecret } from './totp.ts'
import { beginTotp, confirmTotp } from './totp.store.ts'

const secret = randomBytes(16)
const former = randomBytes(16)
const secrets = [secret, former]
const sealing = testSealing()
const base32 = newTotpSecret()
const second = 1_000
/** In the middle of a step, so that a turn of it is nobody's. */
const noon = Math.floor(Date.UTC(2026, 10, 29, 12) / 30_000) * 30_000 + 15 * second

let test: TestDatabase
let userId = 0

beforeAll(async () => {
  test = await createTestDatabase()
  const { rows } = await test.database.query<{ id: string }>(
    `INSERT INTO app_user (email, phone, verified, password_hash, lang)
     VALUES ('ada@example.org', '+33612345678', 'email', 'x', 'en') RETURNING id`,
  )
  userId = Number(rows[0]?.id)
  await beginTotp(test.database, userId, sealing.seal(totpPurpose, String(userId), base32))
  const spare = spareHash(secret, userId, 'abcd2345')
  const formerSpare = spareHash(former, userId, 'bcde3456')
  expect(await confirmTotp(test.database, userId, Math.floor(noon / 30_000) - 10, [spare, formerSpare])).toBe(true)
})
afterAll(() => test.drop())

const codeAt = (time: number): string =>
  new TOTP({ secret: Secret.fromBase32(base32), digits: 6, period: 30 }).generate({ timestamp: time })

async function use(code: string, now: number): Promise<boolean> {
  await test.database.query('DELETE FROM sign_in_failure')
  return (await useSecondFactor({ database: test.database, secret, secrets, sealing }, userId, code, now)).ok
}

it('FC-81 takes a code once, one step early or late and no more, however it is spaced', async () => {
  let now = noon
  for (const seconds of [-90, -60, 60, 90])
    expect(await use(codeAt(now + seconds * second), now), `${seconds} s`).toBe(false)
  for (const seconds of [-30, 0, 30]) {
    const code = codeAt(now + seconds * second)
    expect(await use(code, now), `${seconds} s`).toBe(true)
    expect(await use(code, now), `${seconds} s again`).toBe(false)
  }
  // one that is older than what was used stays used up
  expect(await use(codeAt(now), now)).toBe(false)
  now += 10 * 60 * second
  const spaced = codeAt(now).replace(/^(\d{3})/, ' $1 ')
  expect(await use(spaced, now)).toBe(true)
  expect(await use(spaced.replaceAll(' ', '-'), now)).toBe(false)
})

it('FC-81 takes a recovery code once, in capitals and spaced as it stands on paper', async () => {
  expect(await use(' ABCD 2345 ', noon)).toBe(true)
  expect(await use('abcd2345', noon)).toBe(false)
})

it('knows a recovery code that was printed before the key for tokens was replaced', async () => {
  expect(await use('bcde3456', noon)).toBe(true)
  expect(await use('bcde3456', noon)).toBe(false)
})

it('FC-81 lets one of many who bring the same code at once through', async () => {
  const now = noon + 60 * 60 * second
  const all = await Promise.all(Array.from({ length: 6 }, () => use(codeAt(now), now)))
  expect(all.filter(Boolean)).toHaveLength(1)
})
