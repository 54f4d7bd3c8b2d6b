import { randomBytes } from 'node:crypto'
import {
  accountAssets,
  accountOne,
  exchangeMake,
  exchanges,
  quoteAsk,
  records,
  transferMake,
  transfers,
} from '@truemark/protocol/routes/account'
import { identityRoutes } from '@truemark/protocol/routes/identity'
import { coins, marketBook, symbols } from '@truemark/protocol/routes/market'
import { spotRoutes as routes } from '@truemark/protocol/routes/spot'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'

let server: LiveServer

beforeAll(async () => {
  server = await startLiveServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  await server.database.query('UPDATE app_user SET guest_address_hash = NULL')
  await server.tick(1_000_000)
})
afterEach(async () => {
  expect(await server.engine.imbalance()).toEqual([])
})

async function demo(): Promise<string> {
  return (await server.ok(identityRoutes.simulationLogin, { body: {} })).token
}

function key(time = Date.now()): string {
  const hex = time.toString(16).padStart(12, '0') + '7' + randomBytes(10).toString('hex').slice(0, 19)
  const text = `${hex.slice(0, 16)}8${hex.slice(17)}`
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20, 32)].join('-')
}

const limit = { symbol: 'BTCUSDT', side: 'buy', type: 'limit', price: '9000', quantity: '0.01' } as const

async function placed(token: string, body: object) {
  return server.ok(routes.spotOrderPlace, { token, body })
}

async function codeOf(token: string, body: unknown): Promise<number> {
  return (await server.call(routes.spotOrderPlace, { token, body })).code
}

async function balance(token: string, currency: string) {
  const { balances } = await server.ok(accountOne, { token, params: { kind: 'coin' } })
  const found = balances.find((one) => one.currency === currency)
  return [found?.available ?? '0', found?.frozen ?? '0']
}

describe('an order', () => {
  it('fills against the house, and each cent stands in the records', async () => {
    const token = await demo()
    const order = await placed(token, { symbol: 'BTCUSDT', side: 'buy', type: 'market', amount: '1000' })
    expect(order).toMatchObject({
      status: 'filled',
      role: 'taker',
      budget: '1000',
      fee_currency: 'BTC',
      simulated: true,
    })
    const { items } = await server.ok(records, { token })
    expect(items.map(({ category, currency }) => `${category} ${currency}`)).toEqual([
      'transaction_fee BTC',
      'spot_buy BTC',
      'spot_buy USDT',
      'deposit USDT',
    ])
    expect(items[0]?.reference).toBe(order.order_id)
    expect(items[2]).toMatchObject({ amount: `-${order.amount}`, isDeposit: false, from: 'coin', to: 'market' })
    const [usdt] = await balance(token, 'USDT')
    expect(items[2]?.balance).toBe(usdt)
    const params = { id: order.order_id }
    const one = await server.ok(routes.spotOrderOne, { token, params })
    expect(one).toEqual({ order, records: items.slice(0, 3) })
    expect((await server.call(routes.spotOrderOne, { token: await demo(), params })).code).toBe(11_304)
    expect((await server.call(routes.spotOrderOne, { token, params: { id: 'nothing' } })).reason).toBe('order_unknown')
  })

  it('of two users meets at one price, and both fees are right', async () => {
    const [buyer, seller] = [await demo(), await demo()]
    await placed(seller, { symbol: 'BTCUSDT', side: 'buy', type: 'market', quantity: '0.1' })
    await server.tick(900_000)
    const ask = await placed(seller, { ...limit, side: 'sell', price: '9001', quantity: '0.01' })
    expect(ask.status).toBe('new')
    const bid = await placed(buyer, { ...limit, price: '9001' })
    expect(bid).toMatchObject({
      status: 'filled',
      amount: '90.01',
      fee: '0.00001',
      average_price: '9001',
      role: 'taker',
    })
    // the maker was told of nothing, so the tables may be a moment behind
    const history = () => server.ok(routes.spotOrders, { token: seller, query: { status: 'history' } })
    await expect.poll(async () => (await history()).items[0]?.order_id, { timeout: 5_000 }).toBe(ask.order_id)
    expect((await history()).items[0]).toMatchObject({ role: 'maker', fee: '0.09001', fee_currency: 'USDT' })
    expect((await balance(buyer, 'BTC'))[0]).toBe('0.00999')
  })

  it('holds what it needs, can be amended and cancelled, and leaves nothing frozen', async () => {
    const token = await demo()
    const order = await placed(token, limit)
    expect(order).toMatchObject({ status: 'new', price: '9000', quantity: '0.01', filled: '0', role: '' })
    expect(await balance(token, 'USDT')).toEqual(['99910', '90'])
    const params = { id: order.order_id }
    const amended = await server.ok(routes.spotOrderAmend, { token, params, body: { quantity: '0.005' } })
    expect(amended.quantity).toBe('0.005')
    expect(await balance(token, 'USDT')).toEqual(['99955', '45'])
    const canceled = await server.ok(routes.spotOrderCancel, { token, params })
    expect(canceled).toMatchObject({ status: 'canceled', reason: 'by_owner' })
    expect(await balance(token, 'USDT')).toEqual(['100000', '0'])
    expect((await server.call(routes.spotOrderCancel, { token, params })).code).toBe(12_247)
    expect((await server.call(routes.spotOrderAmend, { token, params, body: { quantity: '0.001' } })).code).toBe(12_247)
  })

  it('is listed open and as history, page by page', async () => {
    const token = await demo()
    for (let at = 0; at < 5; at++) await placed(token, limit)
    const query = { status: 'open', limit: '2' }
    const first = await server.ok(routes.spotOrders, { token, query })
    const second = await server.ok(routes.spotOrders, { token, query: { ...query, cursor: first.cursor ?? '' } })
    const third = await server.ok(routes.spotOrders, { token, query: { ...query, cursor: second.cursor ?? '' } })
    const all = [...first.items, ...second.items, ...third.items]
    expect(new Set(all.map(({ order_id }) => order_id)).size).toBe(5)
    expect(third.cursor).toBeNull()
    expect(await server.ok(routes.spotOrdersCancel, { token })).toEqual({ canceled: 5 })
    expect((await server.ok(routes.spotOrders, { token, query: { status: 'open' } })).items).toEqual([])
    expect((await server.ok(routes.spotOrders, { token, query: { status: 'history' } })).items).toHaveLength(5)
  })

  it('belongs to its owner: another may neither see, amend nor cancel it, open or done', async () => {
    const [owner, other] = [await demo(), await demo()]
    const { order_id: id } = await placed(owner, limit)
    const asOther = { token: other, params: { id } }
    expect((await server.call(routes.spotOrderCancel, asOther)).code).toBe(11_304)
    expect((await server.call(routes.spotOrderAmend, { ...asOther, body: { quantity: '0.005' } })).code).toBe(11_304)
    expect((await server.ok(routes.spotOrders, { token: other })).items).toEqual([])
    await server.ok(routes.spotOrderCancel, { token: owner, params: { id } })
    await server.ok(routes.spotOrders, { token: owner })
    expect((await server.call(routes.spotOrderCancel, asOther)).code).toBe(11_304)
    expect((await server.call(routes.spotOrderCancel, { token: owner, params: { id: 'guessed' } })).code).toBe(12_213)
  })
})

describe('refusals', () => {
  it('give each reason its code', async () => {
    const token = await demo()
    expect(await codeOf(token, { ...limit, symbol: 'NONE' })).toBe(13_003)
    expect(await codeOf(token, { ...limit, side: 'hold' })).toBe(550)
    expect(await codeOf(token, [])).toBe(13_003)
    expect(await codeOf(token, { ...limit, price: undefined })).toBe(561)
    expect(await codeOf(token, { ...limit, amount: '5' })).toBe(561)
    expect(await codeOf(token, { ...limit, price: '0' })).toBe(12_205)
    expect(await codeOf(token, { ...limit, price: '9000.05' })).toBe(13_009)
    expect(await codeOf(token, { ...limit, quantity: '0.000001' })).toBe(13_010)
    expect(await codeOf(token, { ...limit, quantity: '0' })).toBe(13_011)
    expect(await codeOf(token, { ...limit, price: '10000', quantity: '0.0001' })).toBe(13_012)
    expect(await codeOf(token, { ...limit, price: '10000.1', quantity: '0.0001' })).toBe(200)
    expect(await codeOf(token, { ...limit, quantity: '1000000' })).toBe(13_011)
    expect(await codeOf(token, { ...limit, type: 'market', price: undefined, time_in_force: 'POST_ONLY' })).toBe(13_014)
    expect(await codeOf(token, { ...limit, price: '10100', time_in_force: 'POST_ONLY' })).toBe(13_015)
    expect(await codeOf(token, { ...limit, quantity: '12' })).toBe(12_206)
    const halt = { listing: 0, reason: 'drill' }
    const { exchange } = server.engine
    await exchange.command({ kind: 'house' }, { type: 'haltListing', halt: 'halted', ...halt })
    expect(await codeOf(token, limit)).toBe(13_005)
    await exchange.command({ kind: 'house' }, { type: 'haltListing', halt: 'trading', listing: 0, reason: '' })
  })

  it('name the figures that would do, in the reader’s language', async () => {
    const token = await demo()
    const options = { token, body: { ...limit, price: '9000.05' } }
    const english = await server.call(routes.spotOrderPlace, options)
    const french = await server.call(routes.spotOrderPlace, { ...options, lang: 'fre' })
    expect(english.message).toContain('0.1')
    expect(french.message).toContain('0.1')
    expect(french.message).not.toBe(english.message)
  })

  it('of numbers that are no canonical decimals change nothing', async () => {
    const token = await demo()
    const wrong: unknown[] = [
      '1e3',
      '1E-8',
      '0x10',
      '1_000',
      '1,000',
      '1.000,5',
      ' 1',
      '+1',
      '-0',
      '-0.0',
      '-1',
      'NaN',
      'Infinity',
      '١٢',
      '１',
      '1.',
      '.5',
      '',
      'null',
      null,
      true,
      1,
      0.1,
      [1],
      { $gt: 0 },
      '9'.repeat(10_000),
    ]
    for (const value of wrong) {
      expect([550, 561]).toContain(await codeOf(token, { ...limit, price: value }))
      expect([550, 561]).toContain(await codeOf(token, { ...limit, quantity: value }))
      expect([550, 561]).toContain(
        await codeOf(token, { symbol: 'BTCUSDT', side: 'buy', type: 'market', amount: value }),
      )
    }
    expect(await balance(token, 'USDT')).toEqual(['100000', '0'])
  })

  it('of what is no order leave the book as it was (MX-17 of the public cases, in our wire’s types)', async () => {
    const token = await demo()
    // the house's own levels fill up again as time passes: what is compared is the level of this order
    const level = async () => {
      const { bids } = await server.ok(marketBook, { token, params: { symbol: 'BTCUSDT' } })
      return bids.find(({ price }) => price === order.price)
    }
    const open = async () => (await server.ok(routes.spotOrders, { token, query: { status: 'open' } })).items
    // below the house's best bid, where it would be seen
    const order = { ...limit, price: '9998.1' }
    const used = key()
    await server.ok(routes.spotOrderPlace, { token, body: order, key: used })
    await expect.poll(level).toMatchObject({ amount: order.quantity })
    const before = await open()
    expect(before).toHaveLength(1)
    const wrong = [
      { quantity: '0' },
      { quantity: 0 },
      { quantity: null },
      { price: 40 },
      { price: null },
      { side: 'unsupported-side' },
      { time_in_force: 'FAKE' },
    ]
    for (const part of wrong) expect(await codeOf(token, { ...order, ...part })).not.toBe(200)
    // an order's id is ours to give; what its sender gives is the key
    const again = await server.call(routes.spotOrderPlace, { token, body: { ...order, quantity: '0.02' }, key: used })
    expect(again.code).toBe(566)
    expect(await level()).toMatchObject({ amount: order.quantity })
    expect(await open()).toEqual(before)
    await server.ok(routes.spotOrdersCancel, { token, key: key() })
  })

  it('keep a real account out until its country is switched on and its name approved', async () => {
    const guest = await demo()
    expect(await codeOf(guest, limit)).toBe(200)
    expect((await server.call(routes.spotOrderPlace, { body: limit })).status).toBe(401)
  })
})

describe('an idempotency key', () => {
  it('of many calls at once has one effect and one answer', async () => {
    const token = await demo()
    const options = { token, body: limit, key: key() }
    const answers = await Promise.all(Array.from({ length: 50 }, () => server.call(routes.spotOrderPlace, options)))
    expect(new Set(answers.map(({ data }) => data?.order_id)).size).toBe(1)
    expect((await server.ok(routes.spotOrders, { token, query: { status: 'open' } })).items).toHaveLength(1)
    const other = await server.call(routes.spotOrderPlace, { ...options, body: { ...limit, quantity: '0.02' } })
    expect(other.code).toBe(566)
  })

  it('is another’s own, and is found in the table when the engine has forgotten it', async () => {
    const [token, stranger] = [await demo(), await demo()]
    const options = { body: limit, key: key() }
    const mine = await server.ok(routes.spotOrderPlace, { ...options, token })
    const theirs = await server.ok(routes.spotOrderPlace, { ...options, token: stranger })
    expect(theirs.order_id).not.toBe(mine.order_id)
    const old = key(Date.now() - 90_000_000)
    expect((await server.call(routes.spotOrderPlace, { token, body: limit, key: old })).code).toBe(13_008)
    expect((await server.call(routes.spotOrderPlace, { token, body: limit, key: 'not-a-key' })).code).toBe(550)
  })
})

describe('one balance', () => {
  it('carries exactly as many of parallel orders as fit', async () => {
    const token = await demo()
    const body = { ...limit, price: '9000', quantity: '2' }
    const codes = await Promise.all(Array.from({ length: 10 }, () => codeOf(token, body)))
    expect(codes.filter((code) => code === 200)).toHaveLength(5)
    expect(codes.filter((code) => code === 12_206)).toHaveLength(5)
    expect(await balance(token, 'USDT')).toEqual(['10000', '90000'])
  })
})

describe('accounts', () => {
  it('transfer between themselves, to the unit, and list it', async () => {
    const token = await demo()
    const send = (body: object) => server.call(transferMake, { token, body })
    const moved = await server.ok(transferMake, { token, body: { from: 'coin', to: 'option', amount: '0.000001' } })
    expect(moved).toMatchObject({ from: 'coin', to: 'option', currency: 'USDT', amount: '0.000001' })
    expect((await send({ from: 'coin', to: 'coin', amount: '1' })).code).toBe(13_021)
    expect((await send({ from: 'coin', to: 'nowhere', amount: '1' })).code).toBe(550)
    expect((await send({ from: 'coin', to: 'option', amount: '0' })).code).toBe(14_000)
    expect((await send({ from: 'coin', to: 'option', amount: '1e3' })).code).toBe(550)
    expect((await send({ from: 'option', to: 'coin', amount: '0.000002' })).code).toBe(11_902)
    expect((await server.ok(transfers, { token })).items).toHaveLength(1)
    expect((await server.ok(accountAssets, { token })).values).toMatchObject({
      coin: '99999.999999',
      option: '0.000001',
    })
  })

  it('exchange at a quote that is accepted once, and list it', async () => {
    const token = await demo()
    const quote = await server.ok(quoteAsk, { token, body: { source: 'USDT', target: 'BTC', amount: '1000' } })
    expect(quote).toMatchObject({
      target_amount: '0.0998001',
      fee: '0.0000999',
      fee_rate: '0.001',
      index_rate: '0.0001',
    })
    expect(quote.validUntil - quote.time).toBe(10_000)
    const options = { token, body: { quote_id: quote.id } }
    const made = await server.ok(exchangeMake, options)
    expect(made).toMatchObject({ source: 'USDT', target: 'BTC', source_amount: '1000', exchange_rate: '0.0000999' })
    expect((await server.call(exchangeMake, options)).code).toBe(13_022)
    expect((await server.ok(exchanges, { token })).items).toEqual([made])
    const { items } = await server.ok(records, { token, query: { category: 'exchange_fee_rate' } })
    expect(items[0]).toMatchObject({ amount: '-0.0000999', currency: 'BTC', reference: made.order_id })
    const ask = async (body: object) => (await server.call(quoteAsk, { token, body })).code
    expect(await ask({ source: 'USDT', target: 'XYZ', amount: '1' })).toBe(13_027)
    expect(await ask({ source: 'USDT', target: 'USDT', amount: '1' })).toBe(13_026)
    expect(await ask({ source: 'BTC', target: 'USDT', amount: '1' })).toBe(11_902)
    expect(await ask({ source: 'USDT', target: 'BTC', amount: '200000' })).toBe(13_025)
  })
})

describe('what everyone may see', () => {
  it('names the market’s terms, the currencies and the book of one’s realm', async () => {
    const token = await demo()
    const [symbol] = await server.ok(symbols)
    expect(symbol).toMatchObject({ symbol: 'BTCUSDT', price_decimals: 1, amount_min: '1', fee_rate_taker: '0.001' })
    expect((await server.ok(coins)).map(({ currency }) => currency)).toEqual(['USDT', 'BTC'])
    const readBook = () => server.ok(marketBook, { token, params: { symbol: 'BTCUSDT' } })
    expect((await readBook()).bids).toHaveLength(5)
    // What was bought before comes back at the ladder's pace.
    const bestAsk = async () => (await readBook()).asks[0]
    await expect.poll(bestAsk, { timeout: 15_000, interval: 200 }).toEqual({ price: '10002', amount: '0.5' })
    expect((await server.call(marketBook, { token, params: { symbol: 'NONE' } })).code).toBe(13_003)
  })
})
