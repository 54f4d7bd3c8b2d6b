import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeOperatorLink } from '../../apps/server/src/operator/door.ts'
import { type Database, openDatabase } from '../../apps/server/src/platform/postgres/database.ts'
import { appCode } from '../../apps/server/src/testing/people.ts'
import { call, listAt, textAt, valueAt } from '../client.ts'
import { type Product, makeFolder, startProduct } from '../product.ts'

const folder = makeFolder()
const start = () => startProduct(folder, { SINGLE_OPERATOR: 'no' })
let product: Product
let ada = ''
let ben = ''
let symbols: string[] = []

beforeAll(async () => {
  product = await start()
  ada = await operator('Ada')
  ben = await operator('Ben')
  const { data } = await call(product.address, '/datafeed/symbols')
  symbols = listAt(data).map((one) => textAt(one, 'symbol'))
  await product.database().query(`CREATE FUNCTION held() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_sleep(600); RETURN NEW; END $$`)
  await product.database().query(`CREATE FUNCTION held_deed() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN IF EXISTS (SELECT 1 FROM deed_begun WHERE outcome IS NULL) THEN PERFORM pg_sleep(600); END IF; RETURN NEW; END $$`)
}, 120_000)
afterAll(async () => {
  await product.stop()
  await folder.remove()
})

/** Makes an operator by a one-time link; gives the token. */
async function operator(name: string): Promise<string> {
  const path = await makeOperatorLink(product.database(), 'administrator', 'test')
  const token = path.slice(path.lastIndexOf('/') + 1)
  const post = (way: string, body: object) => call(product.address, way, { method: 'POST', body })
  const totp = appCode(textAt((await post('/desk/links/open', { token })).data, 'totp_secret'))
  const made = await post('/desk/links/complete', { token, name, password: 'Seven-quiet-rivers', totp })
  return textAt(made.data, 'token')
}

/** Where a process is killed: while it writes that, before it is there. */
const points = {
  begun: { on: 'INSERT ON deed_begun', by: 'held' },
  done: { on: 'INSERT ON journal', by: 'held_deed' },
  noted: { on: 'UPDATE ON deed_begun', by: 'held' },
  ended: { on: 'INSERT ON proposal_result', by: 'held' },
} as const
type Point = keyof typeof points

async function inDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const database = openDatabase({ url: folder.databaseUrl(), name: 'test', onError: () => undefined })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** Kills the server at a point of what `work` asks for, and starts it again. */
async function killedAt(point: Point, work: () => Promise<unknown>): Promise<void> {
  const { by, on } = points[point]
  await product.database().query(`CREATE TRIGGER held BEFORE ${on} FOR EACH ROW EXECUTE FUNCTION ${by}()`)
  const lost = work().catch(() => null)
  const sleeping = `SELECT pid FROM pg_stat_activity WHERE wait_event = 'PgSleep'`
  const held = async () => (await product.database().query(sleeping)).rows.length
  await expect.poll(held, { timeout: 20_000 }).toBeGreaterThan(0)
  await product.kill()
  await lost
  await inDatabase(async (database) => {
    // what it had not committed is undone, as by a machine that is gone
    await database.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'PgSleep'`)
    await expect.poll(async () => (await database.query(sleeping)).rows.length, { timeout: 20_000 }).toBe(0)
    await database.query(`DROP TRIGGER held ON ${on.split(' ').at(-1)}`)
    // so long ago that nobody is asking any more
    await database.query('UPDATE deed_begun SET begun_at = begun_at - 120000 WHERE outcome IS NULL')
  })
  product = await start()
}

const count = async (sql: string, values: readonly string[]): Promise<number> => {
  const { rows } = await product.database().query<{ n: string }>(sql, [...values])
  return Number(rows[0]?.n)
}
const entries = (action: string, subject: string): Promise<number> =>
  count('SELECT count(*) AS n FROM audit WHERE action = $1 AND subject = $2', [action, subject])
const open = (): Promise<number> => count('SELECT count(*) AS n FROM deed_begun WHERE outcome IS NULL', [])

const isHalted = async (symbol: string): Promise<boolean> => {
  const { data } = await call(product.address, '/datafeed/symbols')
  return (
    valueAt(
      listAt(data).find((one) => textAt(one, 'symbol') === symbol),
      'halt_until',
    ) !== null
  )
}

it.each([
  ['begun', 0, false, 0, 0],
  ['done', 1, false, 0, 1],
  ['noted', 2, true, 1, 0],
] as const)(
  'what one did alone has its one outcome, killed before it is %s',
  async (point, at, halted, done, refused) => {
    const symbol = symbols[at] ?? ''
    const body = { halt: 'halted', ground: 'asset_event', reason: 'a fork' }
    const ask = () => call(product.address, `/desk/symbols/${symbol}/halt`, { method: 'PUT', token: ada, body })
    await killedAt(point, ask)
    await expect.poll(open, { timeout: 20_000 }).toBe(0)
    expect(await isHalted(symbol)).toBe(halted)
    expect([await entries('market_halted', symbol), await entries('halt_refused', symbol)]).toEqual([done, refused])
  },
  180_000,
)

it.each(['begun', 'done', 'noted', 'ended'] as const)(
  'what two approved is done and noted once, killed before it is %s',
  async (point) => {
    const terms = () => call(product.address, '/desk/wallet_terms', { token: ada })
    const was = (await terms()).data
    const fee = String(Number(textAt(was, 'fee_min')) + 1)
    const body = { ...Object(was), fee_min: fee, reason: 'costs have risen' }
    await call(product.address, '/desk/wallet_terms', { method: 'PUT', token: ada, body })
    const { data } = await call(product.address, '/desk/proposals', { token: ben })
    const asked = listAt(data, 'items').find((one) => textAt(one, 'kind') === 'wallet_terms')
    const noted = await entries('wallet_terms_changed', 'wallet')
    await killedAt(point, () =>
      call(product.address, `/desk/proposals/${textAt(asked, 'id')}/decide`, {
        method: 'POST',
        token: ben,
        body: { approve: true, digest: textAt(asked, 'digest'), reason: 'looked at it' },
      }),
    )
    await expect.poll(async () => textAt((await terms()).data, 'fee_min'), { timeout: 20_000 }).toBe(fee)
    const applied = async () => {
      const { data: done } = await call(product.address, '/desk/proposals?queue=done', { token: ben })
      return valueAt(
        listAt(done, 'items').find((one) => textAt(one, 'id') === textAt(asked, 'id')),
        'state',
      )
    }
    await expect.poll(applied, { timeout: 20_000 }).toBe('applied')
    expect(await open()).toBe(0)
    expect(await entries('wallet_terms_changed', 'wallet')).toBe(noted + 1)
    const { rows } = await product
      .database()
      .query<{ detail: Record<string, string> }>(
        `SELECT detail FROM audit WHERE action = 'wallet_terms_changed' ORDER BY id DESC LIMIT 1`,
      )
    expect(rows[0]?.detail['fee_min']).toBe(`${textAt(was, 'fee_min')} → ${fee}`)
  },
  180_000,
)
