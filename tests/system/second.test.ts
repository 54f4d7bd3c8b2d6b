import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestDatabase, createTestDatabase } from '../../apps/server/src/platform/postgres/testDatabase.ts'
import { newKey, openDemo, placeOrder } from '../client.ts'
import { launchProduct, makeFolder, startProduct } from '../product.ts'

const folders = [makeFolder(), makeFolder()] as const
let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase({ durable: true })
})
afterAll(async () => {
  await test.drop()
  for (const folder of folders) await folder.remove()
})

/** What a start changes first: the tables, and who may write the journal. */
async function changed() {
  const { rows } = await test.database.query(
    'SELECT (SELECT count(*) FROM migration) AS tables, epoch FROM engine_epoch',
  )
  return rows[0]
}

it('a second server on one database says who leads it, and changes nothing; once that one was killed it starts at once', async () => {
  const [own, others] = folders
  const settings = { DATABASE_URL: test.url, KEYS_DIR: join(own.path, 'keys') }
  const first = await startProduct(own, settings)
  const { token } = await openDemo(first.address)
  const order = { symbol: 'BTCUSDT', side: 'buy', type: 'limit', quantity: '0.001', price: '20000' }
  expect((await placeOrder(first.address, token, order, newKey())).code).toBe(200)
  // a start that changed the tables would meet this one first
  const { rows } = await test.database.query<{ number: number; file: string; digest: string }>(
    'DELETE FROM migration WHERE number = (SELECT max(number) FROM migration) RETURNING number, file, digest',
  )
  const before = await changed()
  const { code, errors } = await launchProduct(others, settings).ended
  expect(errors).toMatch(
    new RegExp(
      `^Another Truemark uses this database: on \\S+ \\(process ${first.pid}\\).*, since \\S+Z\\. Stop that one first, or set STANDBY=yes to have this one wait for its end\\.\\n$`,
    ),
  )
  expect(code).toBe(1)
  expect(await changed()).toEqual(before)
  const key = newKey()
  const placed = await placeOrder(first.address, token, order, key)
  expect(placed.code).toBe(200)
  for (const { number, file, digest } of rows)
    await test.database.query('INSERT INTO migration (number, file, digest) VALUES ($1, $2, $3)', [
      number,
      file,
      digest,
    ])
  await first.kill()
  const next = await startProduct(others, settings)
  expect((await placeOrder(next.address, token, order, key)).data).toEqual(placed.data)
  await next.stop()
}, 180_000)
