import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../../apps/server/src/platform/postgres/database.ts'
import { call, listAt, newKey, openDemo, textAt, valueAt } from '../client.ts'
import { type Product, makeFolder, startProduct } from '../product.ts'
import { faultsOf, untilProjected } from './books.ts'

const folder = makeFolder()
let product: Product

beforeAll(async () => {
  product = await startProduct(folder)
})

afterAll(async () => {
  await product.stop()
  await folder.remove()
})

const orders = 113
const apartMs = 6_000
const patienceMs = 30_000
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Ends every session of the server's own database but the one that does it. */
async function endAllSessions(): Promise<number> {
  const database = openDatabase({ url: folder.databaseUrl(), name: 'test', onError: () => undefined })
  try {
    const { rows } = await database.query<{ ended: boolean }>(
      `SELECT pg_terminate_backend(pid) AS ended FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    )
    return rows.filter(({ ended }) => ended).length
  } finally {
    await database.close()
  }
}

/** Places an order under one key until it is answered with 200, as the app does after a lost or unsure answer. */
async function placeSurely(token: string): Promise<string> {
  const key = newKey()
  const body = { symbol: 'BTCUSDT', side: 'buy', type: 'market', quantity: '0.0005' }
  const until = Date.now() + patienceMs
  for (;;) {
    const answer = await call(product.address, '/spot/orders', { method: 'POST', token, body, key }).catch(() => null)
    if (answer?.code === 200) return textAt(answer.data, 'order_id')
    if (Date.now() > until) throw new Error(`no order: ${answer?.code} ${answer?.message}`)
    await wait(200)
  }
}

async function listed(token: string, limit: number): Promise<string[]> {
  const found: string[] = []
  let cursor: unknown = ''
  while (typeof cursor === 'string') {
    const at = cursor === '' ? '' : `&cursor=${cursor}`
    const { code, data } = await call(product.address, `/spot/orders?status=history&limit=${limit}${at}`, { token })
    expect(code).toBe(200)
    found.push(...listAt(data, 'items').map((one) => textAt(one, 'order_id')))
    cursor = valueAt(data, 'cursor')
  }
  return found
}

it('FC-114 all sessions of the database end twice while orders are sent: each is placed once, and lists page rightly', async () => {
  const { token } = await openDemo(product.address)
  const ending = (async () => {
    await wait(500)
    const first = await endAllSessions()
    await wait(apartMs)
    return [first, await endAllSessions()]
  })()
  const placed: string[] = []
  // one after another, spread over both ends
  while (placed.length < orders) {
    placed.push(await placeSurely(token))
    await wait(70)
  }
  for (const ended of await ending) expect(ended).toBeGreaterThan(1)
  expect(new Set(placed).size).toBe(orders)
  await untilProjected(product.database())
  const byHundred = await listed(token, 100)
  expect(byHundred.toSorted()).toEqual(placed.toSorted())
  expect(await listed(token, 7)).toEqual(byHundred)
  expect(await faultsOf(product.database())).toEqual([])
  expect((await call(product.address, '/market/status')).code).toBe(200)
})
