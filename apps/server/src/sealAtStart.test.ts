import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openOperatorTotp } from './operator/sealedTotp.ts'
import type { Database, Queryable } from './platform/postgres/database.ts'
import { type TestDatabase, createTestDatabase } from './platform/postgres/testDatabase.ts'
import { beginWritten } from './platform/written/begin.ts'
import { writtenKey } from './platform/written/seal.ts'
import { sealAtStart } from './sealAtStart.ts'
import { sentMessages } from './testing/outbox.ts'
import { testKeys } from './testing/testKeys.ts'
import { checkWritten } from './transparency/writtenCheck.ts'

const keys = testKeys()
const secrets = ['JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', 'KRSXG5BAKRSXG5BAKRSXG5BAKRSXG5BA', null] as const
let test: TestDatabase

beforeAll(async () => {
  test = await createTestDatabase()
  await test.database.query(
    `INSERT INTO operator (name, role, password_hash, totp_secret)
     SELECT 'Of before ' || place, 'auditor', 'x', convert_to(secret, 'UTF8')
     FROM unnest($1::text[]) WITH ORDINALITY AS one (secret, place)`,
    [secrets],
  )
  await test.database.query(
    `INSERT INTO outbox (channel, recipient, template, locale, params)
     SELECT 'email', n || '@example.org', 'code', 'en', jsonb_build_object('app', 'X', 'code', '48291' || n) FROM generate_series(1, 3) AS n`,
  )
  await test.database.query(
    `INSERT INTO outbox (channel, recipient, template, locale) VALUES ('email', 'sent@example.org', 'code', 'en')`,
  )
  await beginWritten(test.database, writtenKey(keys.tokens.newest), 1_000)
})
afterAll(() => test.drop())

class Killed extends Error {}

/** The database as one sees it who is killed before the statement of this number. */
function killedAt(statement: number): { readonly database: Database; readonly asked: () => number } {
  let asked = 0
  const counted = (client: Queryable): Queryable => ({
    query: (text, values) => {
      asked += 1
      if (asked === statement) throw new Killed()
      return client.query(text, values)
    },
  })
  const transaction: Database['transaction'] = (work) =>
    test.database.transaction(async (client) => {
      const value = await work(counted(client))
      asked += 1
      // the work is done, and not yet told to the database
      if (asked === statement) throw new Killed()
      return value
    })
  return { database: { ...test.database, transaction }, asked: () => asked }
}

async function kept(): Promise<{ readonly id: number; readonly totpSealed: Buffer | null }[]> {
  const { rows } = await test.database.query<{ id: string; secret: Buffer | null }>(
    'SELECT id, totp_secret AS secret FROM operator ORDER BY id',
  )
  return rows.map(({ id, secret }) => ({ id: Number(id), totpSealed: secret }))
}

const codes = async (): Promise<unknown[]> =>
  (await sentMessages({ database: test.database, keys }, 'true')).map(({ params }) => params['code'])

async function sealedCodes(): Promise<number> {
  const { rows } = await test.database.query(`SELECT 1 FROM outbox WHERE secrets IS NOT NULL AND NOT params ? 'code'`)
  return rows.length
}

const faults = (): Promise<readonly string[]> =>
  test.database.transaction(async (client) => (await checkWritten(client, keys)).faults)

it('seals what an older version kept in clear, wherever it is killed, once, and for its own row alone', async () => {
  for (let statement = 1; ; statement += 1) {
    const { database, asked } = killedAt(statement)
    const ended = await sealAtStart(database, keys, 2_000).then(
      () => 'done',
      (error: unknown) => {
        if (!(error instanceof Killed)) throw error
        return 'killed'
      },
    )
    if (ended === 'done') {
      expect(asked()).toBeGreaterThan(8)
      break
    }
    // each kind wholly or not at all, one after the other
    const sealed = (await kept()).filter((one, at) => openOperatorTotp(keys.sealing, one) === (secrets[at] ?? ''))
    expect([0, 2]).toContain(sealed.length)
    expect([0, 3]).toContain(await sealedCodes())
    expect(await codes()).toEqual(['482911', '482912', '482913', undefined])
  }
  const after = await kept()
  expect(after.map((one) => openOperatorTotp(keys.sealing, one))).toEqual(secrets)
  expect(after.filter(({ totpSealed }) => totpSealed?.includes('JBSW') === true)).toEqual([])
  const [first, second] = after
  if (first === undefined || second === undefined) throw new Error('the operators are gone')
  expect(openOperatorTotp(keys.sealing, { id: second.id, totpSealed: first.totpSealed })).toBeNull()
  expect(await sealedCodes()).toBe(3)
  expect(await codes()).toEqual(['482911', '482912', '482913', undefined])
  expect(await faults()).toEqual([])
  await sealAtStart(test.database, keys, 3_000)
  expect(await kept()).toEqual(after)
})

it('does not seal as an operator’s what somebody puts into the database later', async () => {
  const [first] = await kept()
  const clear = Buffer.from('JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP')
  await test.database.query('UPDATE operator SET totp_secret = $2 WHERE id = $1', [first?.id, clear])
  await sealAtStart(test.database, keys, 4_000)
  expect((await kept())[0]?.totpSealed).toEqual(clear)
  expect(openOperatorTotp(keys.sealing, { id: first?.id ?? 0, totpSealed: clear })).toBeNull()
  expect(openOperatorTotp(keys.sealing, { id: first?.id ?? 0, totpSealed: randomBytes(60) })).toBeNull()
  expect(await faults()).toContain(`operator id=${first?.id}: it was changed behind the server’s back`)
})
