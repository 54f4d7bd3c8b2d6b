import { codeOf } from '../../packages/protocol/errors.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, listAt, newKey, openDemo, placeOrder, textAt } from '../client.ts'
import { type Product, makeFolder, startProduct } from '../product.ts'
import { faultsOf } from './books.ts'

const folder = makeFolder()
let product: Product

beforeAll(async () => {
  product = await startProduct(folder)
})

afterAll(async () => {
  await product.stop()
  await folder.remove()
})

const users = 4
const ordersPerUser = 60
const atOnce = 24
/** What ends the server, or its database, comes when so many orders have been acknowledged. */
const endAfter = 90
const endAgainAfter = 20
const patienceMs = 45_000
/** Within this after PostgreSQL was killed orders are acknowledged again, on a machine that does much else too. */
const wentOnMaxMs = 30_000
/** What is said while the database is away: that nothing was changed, or that nobody knows yet. */
const awayCodes: ReadonlySet<number> = new Set([codeOf('server_busy'), codeOf('outcome_unknown')])
/** What a market says whose prices could not be kept for a while: it closes, and opens again by itself. */
const passing: ReadonlySet<number> = new Set([codeOf('market_closed'), codeOf('market_stale')])
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** One order of a client that keeps what was acknowledged: its key stays its own until it is answered with 200. */
interface Wish {
  readonly token: string
  readonly key: string
  readonly body: Readonly<Record<string, string>>
  id: string | null
  /** The whole answer that acknowledged it. */
  answer: unknown
}

async function makeWishes(): Promise<Wish[]> {
  const tokens = await Promise.all(Array.from({ length: users }, async () => (await openDemo(product.address)).token))
  const wishes: Wish[] = []
  for (let at = 0; at < ordersPerUser; at += 1) {
    for (const token of tokens) {
      const buy = { symbol: 'BTCUSDT', side: 'buy', type: 'limit', quantity: '0.001' }
      wishes.push({ token, key: newKey(), id: null, answer: null, body: { ...buy, price: `${20_000 + at}` } })
    }
  }
  return wishes
}

/** Sends each wish that has no answer yet, some at once; `answered` hears of each. What is refused otherwise throws. */
async function send(wishes: readonly Wish[], answered: (count: number) => void): Promise<void> {
  const left = wishes.filter(({ id }) => id === null)
  let count = 0
  const worker = async (): Promise<void> => {
    for (let wish = left.shift(); wish !== undefined; wish = left.shift()) {
      const got = await placeOrder(product.address, wish.token, wish.body, wish.key).catch(() => null)
      if (got === null) continue
      if (got.code === 200) {
        wish.id = textAt(got.data, 'order_id')
        wish.answer = got.data
        answered((count += 1))
      } else if (!awayCodes.has(got.code) && !passing.has(got.code))
        throw new Error(`refused with ${got.status} ${got.code} ${got.message}`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

async function untilAllAnswered(wishes: readonly Wish[], answered: (count: number) => void): Promise<void> {
  const end = Date.now() + patienceMs
  while (wishes.some(({ id }) => id === null)) {
    if (Date.now() > end) throw new Error(`${wishes.filter(({ id }) => id === null).length} were never answered`)
    await send(wishes, answered)
    await wait(100)
  }
}

/** That each acknowledged order is there, once, as it was answered, and that its key answers the same again. */
async function expectKept(wishes: readonly Wish[]): Promise<void> {
  expect(await faultsOf(product.database())).toEqual([])
  for (const token of new Set(wishes.map((wish) => wish.token))) {
    const own = wishes.filter((wish) => wish.token === token)
    const { data } = await call(product.address, '/spot/orders?status=open&limit=100', { token })
    const ids = listAt(data, 'items').map((one) => textAt(one, 'order_id'))
    expect(ids.toSorted()).toEqual(own.map(({ id }) => id ?? '').toSorted())
  }
  const again = wishes.filter((_, at) => at % 6 === 0)
  const answers = await Promise.all(
    again.map(async ({ token, body, key }) => (await placeOrder(product.address, token, body, key)).data),
  )
  expect(answers).toEqual(again.map(({ answer }) => answer))
}

describe('amid orders over HTTP', () => {
  it('SIGTERM ends the server in order: nothing that was acknowledged is lost, and nothing is done twice', async () => {
    const wishes = await makeWishes()
    const first = product
    await send(wishes, (count) => {
      if (count === endAfter) process.kill(first.pid, 'SIGTERM')
    })
    const { code, errors } = await first.ended
    expect([code, errors]).toEqual([0, ''])
    expect(wishes.filter(({ id }) => id !== null).length).toBeGreaterThanOrEqual(endAfter)
    await first.stop()
    product = await startProduct(folder)
    await untilAllAnswered(wishes, () => undefined)
    await expectKept(wishes)
  }, 180_000)

  it('kill -9 of PostgreSQL, and then of the engine’s session, is made good by the same server: nothing that was acknowledged is lost, and nothing is done twice', async () => {
    const wishes = await makeWishes()
    const postmaster = folder.postmaster() ?? 0
    expect(postmaster).toBeGreaterThan(1)
    let killedAt = 0
    let wentOnAt = 0
    const kills: Promise<void>[] = []
    await send(wishes, (count) => {
      if (count !== endAfter) return
      process.kill(postmaster, 'SIGKILL')
      killedAt = Date.now()
    })
    await untilAllAnswered(wishes, (count) => {
      wentOnAt ||= Date.now()
      if (count === endAgainAfter && kills.length === 0) kills.push(killSessions('truemark engine'))
    })
    expect(kills).toHaveLength(1)
    await Promise.all(kills)
    expect(wentOnAt - killedAt).toBeLessThan(wentOnMaxMs)
    expect([null, postmaster]).not.toContain(folder.postmaster())
    await expectKept(wishes)
  }, 180_000)
})

/** kill -9 of one session, upon which PostgreSQL ends all of them and recovers. */
async function killSessions(name: string): Promise<void> {
  const { rows } = await product
    .database()
    .query<{ pid: number }>('SELECT pid FROM pg_stat_activity WHERE application_name = $1', [name])
  expect(rows).not.toEqual([])
  for (const { pid } of rows) process.kill(pid, 'SIGKILL')
}
