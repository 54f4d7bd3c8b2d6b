import { expect } from 'vitest'
import type { Database } from '../../apps/server/src/platform/postgres/database.ts'
import { codeOf } from '../../packages/protocol/errors.ts'
import { call, listAt, newKey, openDemo, placeOrder, textAt } from '../client.ts'
import { faultsOf } from './books.ts'

const users = 4
const ordersPerUser = 60
const atOnce = 24
const patienceMs = 45_000
/** What is said while the database or the server is away: that nothing was changed, or that nobody knows yet. */
const awayCodes: ReadonlySet<number> = new Set([codeOf('server_busy'), codeOf('outcome_unknown')])
/** What a market says whose prices could not be kept for a while: it closes, and opens again by itself. */
const passing: ReadonlySet<number> = new Set([codeOf('market_closed'), codeOf('market_stale')])
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Where orders go to, and where the journal is. */
export interface Ground {
  /** The address to call now. */
  readonly address: () => string
  readonly database: () => Database
  /** Hears of a call that was not answered. */
  readonly unheard?: () => void
  /** How long an answer may take, in ms. */
  readonly patience?: number
}

/** One order of a client that keeps what was acknowledged: its key stays its own until it is answered with 200. */
export interface Wish {
  readonly token: string
  readonly key: string
  readonly body: Readonly<Record<string, string>>
  id: string | null
  /** The whole answer that acknowledged it. */
  answer: unknown
}

/** Orders of several people that rest at prices of their own. */
export async function makeWishes({ address }: Ground): Promise<Wish[]> {
  const tokens = await Promise.all(Array.from({ length: users }, async () => (await openDemo(address())).token))
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
export async function send(ground: Ground, wishes: readonly Wish[], answered: (count: number) => void): Promise<void> {
  const left = wishes.filter(({ id }) => id === null)
  let count = 0
  const worker = async (): Promise<void> => {
    for (let wish = left.shift(); wish !== undefined; wish = left.shift()) {
      const got = await placeOrder(ground.address(), wish.token, wish.body, wish.key, ground.patience).catch(() => null)
      if (got === null) {
        ground.unheard?.()
        continue
      }
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

/** Sends until each is answered. */
export async function untilAllAnswered(
  ground: Ground,
  wishes: readonly Wish[],
  answered: (count: number) => void = () => undefined,
): Promise<void> {
  const end = Date.now() + patienceMs
  while (wishes.some(({ id }) => id === null)) {
    if (Date.now() > end) throw new Error(`${wishes.filter(({ id }) => id === null).length} were never answered`)
    await send(ground, wishes, answered)
    await wait(100)
  }
}

/** That each acknowledged order is there, once, as it was answered, and that its key answers the same again. */
export async function expectKept(ground: Ground, wishes: readonly Wish[]): Promise<void> {
  const address = ground.address()
  expect(await faultsOf(ground.database())).toEqual([])
  for (const token of new Set(wishes.map((wish) => wish.token))) {
    const own = wishes.filter((wish) => wish.token === token)
    const { data } = await call(address, '/spot/orders?status=open&limit=100', { token })
    const ids = listAt(data, 'items').map((one) => textAt(one, 'order_id'))
    expect(ids.toSorted()).toEqual(own.map(({ id }) => id ?? '').toSorted())
  }
  const again = wishes.filter((_, at) => at % 6 === 0)
  const answers = await Promise.all(
    again.map(async ({ token, body, key }) => (await placeOrder(address, token, body, key)).data),
  )
  expect(answers).toEqual(again.map(({ answer }) => answer))
}
