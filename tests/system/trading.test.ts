import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, call, listAt, newKey, openDemo, placeOrder, textAt, units, valueAt } from '../client.ts'
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

const demo = async () => (await openDemo(product.address)).token
const place = (token: string, body: Record<string, unknown>, key?: string) =>
  placeOrder(product.address, token, { symbol: 'BTCUSDT', ...body }, key)
const get = async (token: string, path: string) => (await call(product.address, path, { token })).data
const count = (answers: readonly Answer[], code: number) => answers.filter((one) => one.code === code).length

/** The available and the held part of a currency in the coin account. */
async function coin(token: string, currency: string) {
  const found = listAt(await get(token, '/account/coin'), 'balances').find(
    (one) => textAt(one, 'currency') === currency,
  )
  return { available: textAt(found, 'available'), frozen: textAt(found, 'frozen') }
}

/** A price between the best bid and the best ask, in text. */
async function priceBetween(token: string): Promise<string> {
  const book = await get(token, '/market/BTCUSDT/book')
  const tenths = (side: string) => units(textAt(book, side, 0, 'price')) / 10_000_000n
  const middle = (tenths('bids') + tenths('asks')) / 2n
  return `${middle / 10n}.${middle % 10n}`
}

/** An order that is done with, once the read models know it; undefined while it is not. */
async function finished(token: string, id: string): Promise<unknown> {
  await untilProjected(product.database())
  const done = listAt(await get(token, '/spot/orders?status=history'), 'items')
  return done.find((one) => textAt(one, 'order_id') === id)
}

describe('two users', () => {
  it('trade with each other at one price, and each pays the fee off what it receives', async () => {
    const [seller, buyer] = [await demo(), await demo()]
    await place(seller, { side: 'buy', type: 'market', quantity: '0.1' })
    // The market may run over the seller's price before the buyer comes; then both try again.
    for (let attempt = 0; attempt < 20; attempt += 1) {
      const price = await priceBetween(seller)
      const limit = { type: 'limit', price, quantity: '0.01234' }
      const offered = await place(seller, { side: 'sell', ...limit })
      const taken = await place(buyer, { side: 'buy', ...limit, time_in_force: 'IOC' })
      const id = textAt(offered.data, 'order_id')
      const sold = await finished(seller, id)
      const both = textAt(sold, 'role') === 'maker' && textAt(taken.data, 'average_price') === price
      if (!both || textAt(taken.data, 'status') !== 'filled') {
        await call(product.address, '/spot/orders', { method: 'DELETE', token: seller })
        continue
      }
      const amount = (units(price) * 1_234n) / 100_000n
      expect(sold).toMatchObject({ status: 'filled', average_price: price, fee_currency: 'USDT', filled: '0.01234' })
      expect(taken.data).toMatchObject({ role: 'taker', fee_currency: 'BTC', filled: '0.01234' })
      expect(units(textAt(sold, 'amount'))).toBe(amount)
      expect(units(textAt(taken.data, 'amount'))).toBe(amount)
      // 0.1 %, rounded up at the currency's last place: the sixth of USDT, the eighth of BTC.
      expect(units(textAt(sold, 'fee'))).toBe(((amount + 99_999n) / 100_000n) * 100n)
      expect(textAt(taken.data, 'fee')).toBe('0.00001234')
      expect(await faultsOf(product.database())).toEqual([])
      return
    }
    throw new Error('the house was first in each of twenty tries')
  })
})

describe('one balance', () => {
  it('holds exactly the orders that fit, of ten at once', async () => {
    const token = await demo()
    const order = { side: 'buy', type: 'limit', price: '30000', quantity: '1' }
    const answers = await Promise.all(Array.from({ length: 10 }, () => place(token, order)))
    expect(count(answers, 200)).toBe(3)
    expect(count(answers, 12_206)).toBe(7)
    expect(await coin(token, 'USDT')).toEqual({ available: '10000', frozen: '90000' })
  })

  it('is spent once by fifty orders and transfers that each want all of it', async () => {
    const token = await demo()
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        index % 2 === 0
          ? place(token, { side: 'buy', type: 'limit', price: '50000', quantity: '2' })
          : call(product.address, '/account/transfers', {
              method: 'POST',
              token,
              key: newKey(),
              body: { from: 'coin', to: 'contract', amount: '100000' },
            }),
      ),
    )
    expect(count(answers, 200)).toBe(1)
    expect(count(answers, 12_206) + count(answers, 11_902)).toBe(49)
    expect((await coin(token, 'USDT')).available).toBe('0')
    expect(textAt(await get(token, '/account/assets'), 'total_value')).toBe('100000')
    expect(await faultsOf(product.database())).toEqual([])
  })
})

describe('an idempotency key', () => {
  const order = { side: 'buy', type: 'limit', price: '20000', quantity: '0.01' }

  it('stands for one order, however often it is sent at once, and for the first answer', async () => {
    const token = await demo()
    const key = newKey()
    const answers = await Promise.all(Array.from({ length: 200 }, () => place(token, order, key)))
    expect(new Set(answers.map((one) => JSON.stringify([one.code, one.data])))).toHaveLength(1)
    expect(answers[0]?.code).toBe(200)
    const open = listAt(await get(token, '/spot/orders?status=open'), 'items')
    expect(open.map((one) => textAt(one, 'order_id'))).toEqual([textAt(answers[0]?.data, 'order_id')])
    expect((await coin(token, 'USDT')).frozen).toBe('200')
    const other = await place(token, { ...order, price: '20001' }, key)
    expect(other.code).toBe(566)
    expect(listAt(await get(token, '/spot/orders?status=open'), 'items')).toHaveLength(1)
  })

  it('belongs to its user and its route', async () => {
    const [first, second] = [await demo(), await demo()]
    const key = newKey()
    const own = await place(first, order, key)
    const others = await place(second, order, key)
    expect([own.code, others.code]).toEqual([200, 200])
    expect(textAt(others.data, 'order_id')).not.toBe(textAt(own.data, 'order_id'))
    const transfer = { method: 'POST', token: first, key, body: { from: 'coin', to: 'option', amount: '5' } }
    expect((await call(product.address, '/account/transfers', transfer)).code).toBe(200)
  })

  it('of a refusal is free again', async () => {
    const token = await demo()
    const key = newKey()
    expect((await place(token, { ...order, quantity: '6' }, key)).code).toBe(12_206)
    const transfer = { method: 'POST', token, key: newKey(), body: { from: 'coin', to: 'option', amount: '5' } }
    expect((await call(product.address, '/account/transfers', transfer)).code).toBe(200)
    expect((await place(token, { ...order, quantity: '6' }, key)).code).toBe(12_206)
    expect((await place(token, order, key)).code).toBe(200)
    expect((await place(token, { ...order, quantity: '6' }, key)).code).toBe(566)
  })
})

describe('a figure', () => {
  const texts = ['1e3', '1E-8', '0x10', '1_000', '1,000', '1.000,5', ' 1', '+1', '-0', '-0.0', '-1', 'NaN', 'Infinity']
  const oddTexts = ['١٢', '１', '1.', '.5', '', '01', '1.'.padEnd(10_000, '0'), '9'.repeat(10_000)]
  const bad: readonly unknown[] = [...texts, ...oddTexts, null, true, [1], { $gt: 0 }, 0.1, 2 ** 53]

  it('that is no canonical decimal is refused in every field, and nothing happens', async () => {
    const token = await demo()
    for (const text of bad) {
      const sendings = [
        place(token, { side: 'buy', type: 'limit', price: text, quantity: '0.01' }),
        place(token, { side: 'buy', type: 'limit', price: '20000', quantity: text }),
        place(token, { side: 'buy', type: 'market', amount: text }),
        call(product.address, '/account/transfers', {
          method: 'POST',
          token,
          key: newKey(),
          body: { from: 'coin', to: 'option', amount: text },
        }),
        call(product.address, '/exchange/quotes', {
          method: 'POST',
          token,
          body: { source: 'USDT', target: 'BTC', amount: text },
        }),
      ]
      for (const answer of await Promise.all(sendings)) {
        expect([550, 561, 571], JSON.stringify(text).slice(0, 40)).toContain(answer.code)
      }
    }
    expect(await coin(token, 'USDT')).toEqual({ available: '100000', frozen: '0' })
    expect(listAt(await get(token, '/spot/orders?status=open'), 'items')).toEqual([])
  })

  it('of JSON that no float can hold is refused as it stands', async () => {
    const token = await demo()
    const body = '{"symbol":"BTCUSDT","side":"buy","type":"limit","price":1e400,"quantity":"0.01"}'
    expect((await call(product.address, '/spot/orders', { method: 'POST', token, key: newKey(), body })).code).toBe(550)
  })

  it('off the grid is refused and not rounded; an order comes to more than 1 USDT', async () => {
    const token = await demo()
    const limit = (price: string, quantity: string) => place(token, { side: 'buy', type: 'limit', price, quantity })
    const reasons = []
    for (const [price, quantity] of [
      ['20000.05', '0.01'],
      ['20000', '0.010000001'],
      ['100', '0.01'],
      ['100', '0.01001'],
    ] as const) {
      const answer = await limit(price, quantity)
      reasons.push(answer.code === 200 ? 'accepted' : textAt(answer.data, 'reason'))
    }
    expect(reasons).toEqual(['price_off_tick', 'quantity_off_step', 'notional_too_small', 'accepted'])
    expect(valueAt(await get(token, '/account/coin'), 'balances', 0, 'frozen')).toBe('1.001')
  })
})
