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

const users = 8
const ordersPerUser = 125
const atOnce = 60
/** The kill comes when so many orders have been acknowledged. */
const killAfter = 400

/** One order that is to be placed, and its answer once there is one. */
interface Wish {
  readonly token: string
  readonly key: string
  readonly body: Readonly<Record<string, string>>
  id: string | null
}

function wishesOf(token: string): Wish[] {
  return Array.from({ length: ordersPerUser }, (_, index) => ({ token, key: newKey(), id: null, body: bodyOf(index) }))
}

// Every tenth trades at once, the others rest, each at a price of its own.
function bodyOf(index: number): Readonly<Record<string, string>> {
  const buy = { symbol: 'BTCUSDT', side: 'buy' }
  if (index % 10 === 0) return { ...buy, type: 'market', quantity: '0.0001' }
  return { ...buy, type: 'limit', price: `${20_000 + index}`, quantity: '0.001' }
}

/** Sends all wishes, some at once; gives when each was answered or the server was gone. */
async function send(address: string, wishes: readonly Wish[], answered: (count: number) => void): Promise<void> {
  let next = 0
  let count = 0
  const worker = async (): Promise<void> => {
    for (let wish = wishes[next++]; wish !== undefined; wish = wishes[next++]) {
      try {
        const { code, data } = await placeOrder(address, wish.token, wish.body, wish.key)
        if (code !== 200) throw new Error(`refused with ${code}`)
        wish.id = textAt(data, 'order_id')
        answered((count += 1))
      } catch (error) {
        if (error instanceof Error && error.message.startsWith('refused')) throw error
        return
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

/** The ids of all orders of an account, open ones and those that are done with. */
async function idsOf(address: string, token: string): Promise<string[]> {
  const ids: string[] = []
  for (const status of ['open', 'history']) {
    let cursor = ''
    do {
      const { data } = await call(address, `/spot/orders?status=${status}&limit=100${cursor}`, { token })
      ids.push(...listAt(data, 'items').map((one) => textAt(one, 'order_id')))
      const after = textAt(data, 'cursor')
      cursor = after === '' ? '' : `&cursor=${encodeURIComponent(after)}`
    } while (cursor !== '')
  }
  return ids
}

describe('kill -9 amid a thousand orders', () => {
  it('loses none that was acknowledged, and sending all again does each of them once', async () => {
    const tokens = await Promise.all(Array.from({ length: users }, async () => (await openDemo(product.address)).token))
    const wishes = tokens.flatMap(wishesOf)
    wishes.sort((one, other) => (one.key.slice(-12) < other.key.slice(-12) ? -1 : 1))
    const kills: Promise<void>[] = []
    await send(product.address, wishes, (count) => {
      if (count === killAfter) kills.push(product.kill())
    })
    await Promise.all(kills)
    const acknowledged = wishes.filter((one) => one.id !== null)
    expect(acknowledged.length).toBeGreaterThanOrEqual(killAfter)
    expect(acknowledged.length).toBeLessThan(wishes.length)

    product = await startProduct(folder)
    const after = await Promise.all(tokens.map((token) => idsOf(product.address, token)))
    const known = new Set(after.flat())
    expect(known.size).toBe(after.flat().length)
    expect(acknowledged.filter((one) => !known.has(one.id ?? ''))).toEqual([])
    expect(await faultsOf(product.database())).toEqual([])

    const before = new Map(acknowledged.map((one) => [one, one.id]))
    await send(product.address, wishes, () => undefined)
    expect([...before].filter(([one, id]) => one.id !== id)).toEqual([])
    const all = (await Promise.all(tokens.map((token) => idsOf(product.address, token)))).flat()
    expect(new Set(all)).toEqual(new Set(wishes.map((one) => one.id)))
    expect(all).toHaveLength(wishes.length)
    expect(await faultsOf(product.database())).toEqual([])
  }, 300_000)
})
