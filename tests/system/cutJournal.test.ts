import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../../apps/server/src/platform/postgres/database.ts'
import { startEmbedded } from '../../apps/server/src/platform/postgres/embedded.ts'
import { call, newKey, openDemo } from '../client.ts'
import { type Product, launchProduct, makeFolder, startProduct } from '../product.ts'
import { untilProjected } from './books.ts'

const folder = makeFolder()
const checkProgram = join(import.meta.dirname, '../../apps/server/dist/journalCheck.js')
let product: Product

beforeAll(async () => {
  product = await startProduct(folder)
})

afterAll(async () => {
  await product.stop()
  await folder.remove()
})

/** What the command of the server's machine says, and its exit code. */
function journalCheck(): { code: number | null; said: string } {
  const env = { PATH: process.env['PATH'] ?? '', DATA_DIR: folder.path }
  const { status, stdout, stderr } = spawnSync(process.execPath, [checkProgram], { env, encoding: 'utf8' })
  return { code: status, said: stdout + stderr }
}

/** Does what someone with all rights in the database could do. */
async function asAdministrator(...statements: readonly string[]): Promise<void> {
  const database = openDatabase({ url: folder.databaseUrl(), name: 'test', onError: () => undefined })
  try {
    await database.transaction(async (client) => {
      await client.query('SET LOCAL session_replication_role = replica')
      for (const statement of statements) await client.query(statement)
    })
  } finally {
    await database.close()
  }
}

it('a server does not start on a journal whose end was cut off, and says why and what to do', async () => {
  const { token } = await openDemo(product.address)
  const body = { symbol: 'BTCUSDT', side: 'buy', type: 'limit', price: '1000', quantity: '0.01' }
  for (let order = 0; order < 3; order += 1) {
    expect((await call(product.address, '/spot/orders', { method: 'POST', token, body, key: newKey() })).code).toBe(200)
  }
  await untilProjected(product.database())
  const beside = journalCheck()
  expect(beside.said).toContain('tables of the read models are what the journal gives.')
  expect(beside.code).toBe(0)

  // its Postgres runs on
  await product.kill()
  await asAdministrator(
    // the read models may be rows behind the journal where the kill came, and nothing tells of rows that none of them has
    'CREATE TABLE kept AS SELECT * FROM journal WHERE seq > (SELECT min(seq) - 2 FROM projection)',
    'DELETE FROM journal WHERE seq IN (SELECT seq FROM kept)',
    'DELETE FROM snapshot',
  )
  const { ended, address } = launchProduct(folder)
  const serves = address.then((at) => {
    throw new Error(`it serves at ${at}`)
  })
  serves.catch(() => undefined)
  const { code, errors } = await Promise.race([ended, serves])
  expect(code).toBe(1)
  expect(errors.trim()).toMatch(
    /^The journal does not verify: it ends at row \d+, though the read model \w+ tells of row \d+, and \d+ more tell of rows after its end\. Nobody can make these rows again: keep a copy of this database, and restore the newest backup that has them; npm run journal-check then says whether all fits\.$/,
  )
  const cut = journalCheck()
  expect(cut.said).toContain('The journal does not verify: it ends at row')
  expect(cut.code).toBe(1)

  // the refused start took its Postgres down with it
  const embedded = await startEmbedded({ folder: folder.path })
  await asAdministrator('INSERT INTO journal TABLE kept', 'DROP TABLE kept')
  await embedded.stop()
  product = await startProduct(folder)
  expect(journalCheck().code).toBe(0)
}, 240_000)
