import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findPostmaster } from '../../apps/server/src/platform/postgres/cluster.ts'
import { call, newKey, openDemo, placeOrder, textAt } from '../client.ts'
import { type Product, makeFolder, startProduct } from '../product.ts'

const programs = join(import.meta.dirname, '../../apps/server/dist')
const [from, to, kept] = [makeFolder(), makeFolder(), makeFolder()]
const archive = join(kept.path, 'archive')
const base = join(kept.path, 'base')
let product: Product
let restored: Product | null = null

beforeAll(async () => {
  product = await startProduct(from, { ARCHIVE_DIR: archive })
})
afterAll(async () => {
  await restored?.stop()
  await product.kill()
  for (const folder of [from, to, kept]) await folder.remove()
})

/** What a command of the server's machine says, and its exit code. */
function run(program: string, dataFolder: string, ...asked: readonly string[]) {
  const env = { PATH: process.env['PATH'] ?? '', DATA_DIR: dataFolder, ARCHIVE_DIR: archive }
  const child = spawn(process.execPath, [join(programs, `${program}.js`), ...asked], { env })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (said += String(bytes)))
  return new Promise<{ code: number | null; said: string }>((resolve) => {
    child.on('close', (code) => resolve({ code, said }))
  })
}

const limit = { symbol: 'BTCUSDT', side: 'buy', type: 'limit', price: '20000', quantity: '0.001' }

async function place(token: string): Promise<string> {
  const { code, data } = await placeOrder(product.address, token, limit, newKey())
  expect(code).toBe(200)
  return textAt(data, 'order_id')
}

/** Waits until all that is written until now is archived. */
async function untilArchived(): Promise<void> {
  const database = product.database()
  const { rows } = await database.query('SELECT pg_walfile_name(pg_switch_wal()) AS name')
  const name = String(rows[0]?.['name'])
  const archived = async (): Promise<boolean> =>
    (await database.query('SELECT last_archived_wal >= $1 AS done FROM pg_stat_archiver', [name])).rows[0]?.['done'] ===
    true
  await expect.poll(archived, { timeout: 60_000 }).toBe(true)
}

it('a copy of the database is brought to the last that was archived, on another machine, whatever became of the first', async () => {
  const { token } = await openDemo(product.address)
  const orders = [await place(token), await place(token)]
  mkdirSync(kept.path, { recursive: true })
  const [rowsFirst, copied] = await Promise.all([
    place(token),
    run('backup', from.path, base, '--base', '--with-keys', join(kept.path, 'keys')),
  ])
  orders.push(rowsFirst)
  expect(copied.said).toMatch(/^Copied the database to .*, with 0 files\.$/m)
  expect(copied.code).toBe(0)
  for (let count = 0; count < 20; count += 1) orders.push(await place(token))
  const { rows } = await product.database().query('SELECT max(seq) AS seq FROM journal')
  await untilArchived()
  // the machine is gone: nothing of it is asked to end
  await product.kill()
  process.kill(findPostmaster(join(from.path, 'postgres'))?.pid ?? 0, 'SIGKILL')

  mkdirSync(to.path, { recursive: true })
  cpSync(join(kept.path, 'keys'), join(to.path, 'keys'), { recursive: true })
  const done = await run('restore', to.path, base)
  expect(done.said).toContain('tables of the read models are what the journal gives.')
  expect(done.code).toBe(0)
  const end = Number(/^Restored: the journal ends at row (\d+)/m.exec(done.said)?.[1])
  expect(end).toBeGreaterThanOrEqual(Number(rows[0]?.['seq']))
  restored = await startProduct(to, { ARCHIVE_DIR: archive })
  const found = await Promise.all(
    orders.map(async (id) => (await call(restored?.address ?? '', `/spot/orders/${id}`, { token })).code),
  )
  expect(found).toEqual(orders.map(() => 200))
  // it goes on in the same archive, on a line of its own
  const [system = ''] = readdirSync(archive)
  await expect
    .poll(() => readdirSync(join(archive, system)).some((name) => name === '00000002.history.gz'), { timeout: 30_000 })
    .toBe(true)
}, 240_000)
