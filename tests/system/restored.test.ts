import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { copyOut } from '../../apps/server/src/platform/postgres/copyStream.ts'
import { type Database, openDatabase } from '../../apps/server/src/platform/postgres/database.ts'
import { startEmbedded } from '../../apps/server/src/platform/postgres/embedded.ts'
import { manifestShape } from '../../apps/server/src/backup/layout.ts'
import { voucher } from '../../apps/server/src/wallet/testing/walletRun.ts'
import { call, fillOrder, listAt, newKey, textAt } from '../client.ts'
import { registerPerson } from '../person.ts'
import { type Product, launchProduct, makeFolder, startProduct } from '../product.ts'
import { untilProjected } from './books.ts'

const programs = join(import.meta.dirname, '../../apps/server/dist')
const [from, to] = [makeFolder(), makeFolder()]
const kept = makeFolder()
const backup = join(kept.path, 'backup')
const email = 'ada@example.org'
const password = 'violet-harbour-27'
let product: Product
let restored: Product | null = null

beforeAll(async () => {
  product = await startProduct(from)
})
afterAll(async () => {
  await restored?.stop()
  await product.stop()
  for (const folder of [from, to, kept]) await folder.remove()
})

interface Said {
  readonly code: number | null
  readonly said: string
}

function launch(program: string, dataFolder: string, ...asked: readonly string[]) {
  const env = { PATH: process.env['PATH'] ?? '', DATA_DIR: dataFolder, WITNESS_FILE: join(kept.path, 'witness.jsonl') }
  const child = spawn(process.execPath, [join(programs, `${program}.js`), ...asked], { env })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (said += String(bytes)))
  const ended = new Promise<Said>((resolve) => child.on('close', (code) => resolve({ code, said })))
  return { child, ended }
}

/** What a command of the server's machine says, and its exit code. */
const run = (...asked: Parameters<typeof launch>): Promise<Said> => launch(...asked).ended

/** Kills a command as soon as something is there; true where it had not ended by then. */
async function killedAt({ child, ended }: { child: ChildProcess; ended: Promise<Said> }, isDue: () => boolean) {
  const looking = setInterval(() => {
    if (isDue()) child.kill('SIGKILL')
  }, 1)
  const { code } = await ended
  clearInterval(looking)
  return code === null
}

const logIn = async (at: Product): Promise<string> => {
  const { code, data } = await call(at.address, '/login', { method: 'POST', body: { account: email, password } })
  expect(code).toBe(200)
  return textAt(data, 'token')
}

/** The demo account of the person. */
const demoOf = async (at: Product, token: string): Promise<string> =>
  textAt((await call(at.address, '/simulation/login', { method: 'POST', token })).data, 'token')

/** A picture of their own, by its bytes. */
async function pictureOf(at: Product, token: string): Promise<Buffer> {
  const { data } = await call(at.address, '/user', { token })
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${at.address}/api/v3/user/avatar/${textAt(data, 'avatar')}`, { headers })
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}

/** What all lines up to a row of the journal come to, by account and currency: without those between its free and held part. */
async function balancesAt(database: Database, seq: number): Promise<unknown[]> {
  const { rows } = await database.query(
    `SELECT holder, account, currency, sum(amount)::text AS posted FROM ledger_entry
     WHERE seq <= $1 AND holder >= 32 AND other <> 6 GROUP BY 1, 2, 3 HAVING sum(amount) <> 0 ORDER BY 1, 2, 3`,
    [seq],
  )
  return rows
}

/** The SHA-256 of each table's rows, as a backup reckons them. */
async function hashesOf(url: string, tables: readonly { name: string; columns: readonly string[] }[]) {
  const database = openDatabase({ url, name: 'test', onError: () => undefined })
  const lease = await database.lease({ statementTimeout: 0 })
  const found = new Map<string, string>()
  await lease.query(`SET timezone TO 'UTC'`)
  for (const { name, columns } of tables) {
    const hash = createHash('sha256')
    const list = columns.map((column) => `"${column}"`).join(', ')
    for await (const piece of copyOut(lease, `COPY "${name}" (${list}) TO STDOUT`)) hash.update(piece)
    found.set(name, hash.digest('hex'))
  }
  await lease.release()
  await database.close()
  return found
}

it('a backup of a server amid its orders is restored into an empty folder, and is what it was at its moment', async () => {
  await registerPerson(product, { email, password })
  const token = await logIn(product)
  const form = new FormData()
  form.append('avatar', new Blob([Uint8Array.from(await voucher())]), 'me.png')
  const headers = { authorization: `Bearer ${token}` }
  const sent = await fetch(`${product.address}/api/v3/user/profile`, { method: 'PUT', headers, body: form })
  expect(await sent.json()).toMatchObject({ code: 200 })
  const seen = await pictureOf(product, token)
  const demo = await demoOf(product, token)
  await fillOrder(product.address, demo, { symbol: 'BTCUSDT', side: 'buy', type: 'market', quantity: '0.01' })

  // orders and transfers run on until the backup has come to its end
  let isOver = false
  let sentCount = 0
  const trade = async (): Promise<void> => {
    while (!isOver) {
      const body = { from: 'coin', to: 'contract', amount: '1' }
      const { code } = await call(product.address, '/account/transfers', {
        method: 'POST',
        token: demo,
        key: newKey(),
        body,
      })
      expect(code).toBe(200)
      await fillOrder(product.address, demo, { symbol: 'BTCUSDT', side: 'buy', type: 'market', quantity: '0.001' })
      sentCount += 1
    }
  }
  const trading = trade()
  mkdirSync(kept.path, { recursive: true })
  const { code, said } = await run('backup', from.path, backup, '--with-keys', join(kept.path, 'keys'))
  isOver = true
  await trading
  expect(said).toMatch(/^Backed up to .*: \d+ tables with \d+ rows, 1 files\.$/m)
  expect(code).toBe(0)
  expect(sentCount).toBeGreaterThan(1)
  const manifest = manifestShape.parse(JSON.parse(readFileSync(join(backup, 'manifest.json'), 'utf8')))
  const { seq, digest } = manifest.journal
  const database = product.database()
  await untilProjected(database)
  const { rows } = await database.query(
    `SELECT encode(digest, 'hex') AS digest, (SELECT max(seq) FROM journal) > $1 AS "goesOn" FROM journal WHERE seq = $1`,
    [seq],
  )
  expect(rows).toEqual([{ digest, goesOn: true }])
  const then = await balancesAt(database, seq)
  // one that is cut off amid its tables
  const cut = join(kept.path, 'cut')
  const halfBackup = launch('backup', from.path, cut)
  expect(await killedAt(halfBackup, () => existsSync(`${cut}.part/tables/app_user.copy.gz`))).toBe(true)
  expect(existsSync(cut)).toBe(false)
  await product.stop()

  // a byte of any part, a backup that was cut off, and one of which the keys are not there
  const bent = join(kept.path, 'bent')
  cpSync(backup, bent, { recursive: true })
  const bytes = readFileSync(join(bent, 'tables/journal.copy.gz'))
  bytes.writeUInt8((bytes[100] ?? 0) ^ 1, 100)
  writeFileSync(join(bent, 'tables/journal.copy.gz'), bytes)
  const refusals = await Promise.all([bent, backup, `${cut}.part`].map((folder) => run('restore', to.path, folder)))
  expect(refusals).toEqual([
    { code: 1, said: expect.stringContaining('tables/journal.copy.gz has been changed.') },
    { code: 1, said: expect.stringContaining('a backup holds no keys.') },
    { code: 1, said: expect.stringContaining('is no whole backup') },
  ])
  expect(existsSync(to.path)).toBe(false)

  // a restore that was cut off: nothing starts on it, and the next one says what to do
  cpSync(join(kept.path, 'keys'), join(to.path, 'keys'), { recursive: true })
  const halfRestore = launch('restore', to.path, backup)
  expect(await killedAt(halfRestore, () => existsSync(join(to.path, 'postgres')))).toBe(true)
  const refused =
    /A restore into .* did not come to its end: nothing here is to be used\. Remove all in that folder but the keys/
  const start = await launchProduct(to).ended
  expect([start.code, start.errors]).toEqual([1, expect.stringMatching(refused)])
  expect((await run('restore', to.path, backup)).said).toMatch(refused)
  await to.remove()
  mkdirSync(to.path, { recursive: true })
  cpSync(join(kept.path, 'keys'), join(to.path, 'keys'), { recursive: true })

  const done = await run('restore', to.path, backup)
  expect(done.said).toContain(`Restored: the journal ends at row ${seq}, ${digest}`)
  expect(done.said).toContain('1 files are what the database says of them.')
  expect(done.code).toBe(0)
  const embedded = await startEmbedded({ folder: to.path })
  const hashes = await hashesOf(embedded.url, manifest.tables)
  await embedded.stop()
  for (const { name, content } of manifest.tables) expect(hashes.get(name), name).toBe(content)
  expect(readdirSync(to.path)).not.toContain('restore.unfinished')

  restored = await startProduct(to)
  const again = await logIn(restored)
  expect((await pictureOf(restored, again)).equals(seen)).toBe(true)
  const demoAgain = await demoOf(restored, again)
  await untilProjected(restored.database())
  expect(await balancesAt(restored.database(), seq)).toEqual(then)
  const { rows: held } = await restored
    .database()
    .query(
      `SELECT holder, account, currency, posted::text AS posted FROM balance WHERE holder >= 32 AND posted <> 0 ORDER BY 1, 2, 3`,
    )
  expect(held).toEqual(then)
  const { data } = await call(restored.address, '/account/contract', { token: demoAgain })
  const moved = listAt(data, 'balances').find((one) => textAt(one, 'currency') === 'USDT')
  const transfers = await restored.database().query('SELECT count(*)::int AS count FROM transfer')
  expect(textAt(moved, 'available')).toBe(`${transfers.rows[0]?.['count'] ?? 0}`)
  await fillOrder(restored.address, demoAgain, { symbol: 'BTCUSDT', side: 'buy', type: 'market', quantity: '0.001' })
  const check = await run('journalCheck', to.path)
  expect(check.said).toContain('tables of the read models are what the journal gives.')
  expect(check.code).toBe(0)
}, 240_000)
