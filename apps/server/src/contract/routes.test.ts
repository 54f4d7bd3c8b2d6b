import { accountRoutes } from '@truemark/protocol/routes/account'
import { contractRoutes as routes } from '@truemark/protocol/routes/contract'
import { marketBook } from '@truemark/protocol/routes/market'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { keyNow } from '../testing/keys.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { contractAccount, contractLines, derivativeDemo } from '../testing/trader.ts'

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

const market = { symbol: 'BTCUSDT', side: 'buy', type: 'market', lots: '1', multiple: 10 } as const
const limit = { ...market, type: 'limit', price: '9900' } as const

async function placed(token: string, body: object) {
  return server.ok(routes.contractOrderPlace, { token, body, key: keyNow() })
}

async function codeOf(token: string, body: unknown): Promise<number> {
  return (await server.call(routes.contractOrderPlace, { token, body, key: keyNow() })).code
}

async function one(token: string, id: string) {
  return server.ok(routes.contractOrderOne, { token, params: { id } })
}

async function ticketStatus(token: string, id: string): Promise<string> {
  return (await one(token, id)).order.status
}

describe('a contract order', () => {
  it('opens a ticket at the market, with its margin, its fee and its liquidation price', async () => {
    const token = await derivativeDemo(server)
    const answer = await server.call(routes.contractOrderPlace, { token, body: market, key: keyNow() })
    expect([answer.code, answer.message]).toEqual([200, 'Order placed successfully'])
    expect(answer.data).toMatchObject({
      status: 'filled',
      side: 'buy',
      type: 'market',
      price: null,
      multiple: 10,
      lots: '1',
      lots_traded: '1',
      lots_open: '1',
      role: 'taker',
      entry_price: '10002',
      cost: '1000.2',
      current_price: '10000',
      // M − s·equity/q, and (q·E − m)/(q·(1 − 0.4 %)), with q 0.1, E 10 002, m 100.02
      bankruptcy_price: '9001.8',
      liquidation_price: '9037.95181',
      margin: '100.02',
      margin_order: '0',
      maintenance_margin: '4',
      amount: '1000',
      profit: '-0.2',
      realized_profit: '0',
      fee: '0.5001',
      fee_rate: '0.0005',
      settlement_price: null,
      settlement_time: null,
      reason: '',
      forced: false,
      simulated: true,
    })
    expect(await contractAccount(server, token)).toEqual(['19899.4799', '100.02'])
  })

  it('rests as a limit, is cancelled, and leaves nothing held', async () => {
    const token = await derivativeDemo(server)
    const order = await placed(token, { ...limit, stop_loss: '9000', take_profit: '11000' })
    expect(order).toMatchObject({ status: 'new', lots_traded: '0', lots_open: '0', entry_price: null, price: '9900' })
    expect(order).toMatchObject({ stop_loss: '9000', take_profit: '11000', liquidation_price: null, margin: '0' })
    // margin 990 / 10, and the taker fee at the limit
    expect(order.margin_order).toBe('99.495')
    expect(await contractAccount(server, token)).toEqual(['19900.505', '99.495'])
    const params = { id: order.order_id }
    const canceled = await server.ok(routes.contractOrderCancel, { token, params, key: keyNow() })
    expect(canceled).toMatchObject({ status: 'canceled', reason: 'by_owner', margin_order: '0' })
    expect(await contractAccount(server, token)).toEqual(['20000', '0'])
    expect((await server.call(routes.contractOrderCancel, { token, params, key: keyNow() })).code).toBe(12_247)
    expect(await contractLines(server, token)).toEqual([
      'contract_cancel 99.495 held→contract',
      'contract_order -99.495 contract→held',
      'fund_transfer 20000 coin→contract',
    ])
    expect((await one(token, order.order_id)).order).toMatchObject({ status: 'canceled', reason: 'by_owner' })
  })

  it('of two users meets at the price of the one that rested', async () => {
    const [seller, buyer] = [await derivativeDemo(server), await derivativeDemo(server)]
    const ask = await placed(seller, { ...limit, side: 'sell', price: '10001', lots: '0.5' })
    const bid = await placed(buyer, { ...limit, price: '10001', lots: '2', time_in_force: 'GTC' })
    expect(bid).toMatchObject({
      status: 'position',
      rests: true,
      lots: '2',
      lots_traded: '0.5',
      lots_open: '0.5',
      entry_price: '10001',
    })
    const maker = await one(seller, ask.order_id)
    expect(maker.order).toMatchObject({
      status: 'filled',
      side: 'sell',
      role: 'maker',
      entry_price: '10001',
      fee: '0.250025',
    })
    expect(maker.fills).toMatchObject([
      { role: 'maker', lots: '0.5', lots_closed: '0', price: '10001', purpose: 'open' },
    ])
    await server.ok(routes.contractOrderCancel, { token: buyer, params: { id: bid.order_id }, key: keyNow() })
    const cut = { status: 'position', rests: false, lots_open: '0.5', margin_order: '0' }
    expect((await one(buyer, bid.order_id)).order).toMatchObject(cut)
    expect((await server.ok(routes.contractOrders, { token: buyer, query: { status: 'open' } })).items).toMatchObject([
      cut,
    ])
    for (const token of [seller, buyer]) await server.ok(routes.contractCloseAll, { token, body: {}, key: keyNow() })
  })

  it('no longer rests where what could not be filled at once was cut, though its ticket is open', async () => {
    const [seller, buyer] = [await derivativeDemo(server), await derivativeDemo(server)]
    await placed(seller, { ...limit, side: 'sell', price: '10001', lots: '0.5' })
    const cut = await placed(buyer, { ...limit, price: '10001', lots: '2', time_in_force: 'IOC' })
    expect(cut).toMatchObject({ status: 'position', rests: false, lots_open: '0.5', margin_order: '0' })
    for (const token of [seller, buyer]) await server.ok(routes.contractCloseAll, { token, body: {}, key: keyNow() })
  })

  it('is closed in parts, and its whole story can be read', async () => {
    const token = await derivativeDemo(server)
    const { order_id: id } = await placed(token, { ...market, lots: '0.3' })
    await server.tick(1_010_000)
    const half = { token, params: { id }, body: { lots: '0.1' }, key: keyNow() }
    const closing = await server.ok(routes.contractOrderClose, half)
    expect(closing).toMatchObject({
      position_id: id,
      lots: '0.1',
      lots_traded: '0.1',
      lots_left: '0.2',
      status: 'filled',
    })
    expect(closing).toMatchObject({ side: 'sell', average_price: '10097.9', profit: '0.959', fee: '0.05049' })
    // the same key gives the first answer again
    expect(await server.ok(routes.contractOrderClose, half)).toEqual(closing)
    expect((await one(token, id)).order).toMatchObject({ status: 'filled', lots_open: '0.2', realized_profit: '0.959' })
    const rest = await server.ok(routes.contractOrderClose, { token, params: { id }, body: {}, key: keyNow() })
    expect(rest).toMatchObject({ lots: '0.2', lots_left: '0', profit: '1.918' })
    const story = await one(token, id)
    expect(story.order).toMatchObject({
      status: 'closed',
      reason: 'by_owner',
      lots_open: '0',
      lots_traded: '0.3',
      margin: '0',
      entry_price: '10002',
      realized_profit: '2.877',
      settlement_price: '10097.9',
      forced: false,
    })
    expect(story.order.settlement_time).toBeGreaterThan(story.order.created_time)
    expect(story.fills.map(({ purpose, lots_closed: closed }) => `${purpose} ${closed}`)).toEqual([
      'close 0.2',
      'close 0.1',
      'open 0',
    ])
    expect(story.fills[0]).toMatchObject({ index: '10100', role: 'taker' })
    expect(story.records.map(({ category }) => category)).toEqual(
      expect.arrayContaining(['contract_close', 'contract_order', 'transaction_fee']),
    )
    expect(story.records.every(({ reference }) => reference === id)).toBe(true)
    expect(story.liquidation).toBeNull()
    expect((await contractAccount(server, token))[1]).toBe('0')
    const again = { token, params: { id }, body: {}, key: keyNow() }
    expect((await server.call(routes.contractOrderClose, again)).code).toBe(12_247)
  })

  it('takes more margin, and targets that fire', async () => {
    const token = await derivativeDemo(server)
    const { order_id: id, liquidation_price: before } = await placed(token, market)
    const params = { id }
    const added = await server.ok(routes.contractMarginAdd, { token, params, body: { amount: '50' }, key: keyNow() })
    expect(added.margin).toBe('150.02')
    expect(Number(added.liquidation_price)).toBeLessThan(Number(before))
    const set = (body: object) => server.call(routes.contractOrderAmend, { token, params, body, key: keyNow() })
    expect((await set({ stop_loss: '9950', take_profit: '10500' })).data).toMatchObject({
      stop_loss: '9950',
      take_profit: '10500',
    })
    expect((await set({ take_profit: null })).data).toMatchObject({ stop_loss: '9950', take_profit: null })
    await server.tick(990_000)
    await expect.poll(() => ticketStatus(token, id), { timeout: 10_000 }).toBe('settled')
    const { order, fills } = await one(token, id)
    expect(order).toMatchObject({ reason: 'stop_loss', forced: false, lots_open: '0' })
    expect(order.settlement_price).toBe('9898')
    expect(fills[0]).toMatchObject({ purpose: 'stop_loss', index: '9900', side: 'sell' })
  })

  it('is amended while it rests: price and lots, with its targets or without', async () => {
    const token = await derivativeDemo(server)
    const { order_id: id } = await placed(token, limit)
    const amend = (body: object) =>
      server.call(routes.contractOrderAmend, { token, params: { id }, body, key: keyNow() })
    const changed = await amend({ price: '9890', lots: '0.5', stop_loss: '9800' })
    expect(changed.data).toMatchObject({ status: 'new', price: '9890', lots: '0.5', stop_loss: '9800' })
    expect((await amend({ price: '9895', stop_loss: '9896' })).code).toBe(12_251)
    expect((await amend({ lots: '0' })).code).not.toBe(200)
    expect((await one(token, id)).order).toMatchObject({ price: '9890', lots: '0.5', stop_loss: '9800' })
    await server.ok(routes.contractOrderCancel, { token, params: { id }, key: keyNow() })
    expect((await one(token, id)).order).toMatchObject({ status: 'canceled', price: '9890', lots: '0.5' })
    expect((await amend({ lots: '0.4' })).code).toBe(12_247)
  })

  it('is listed open and as history, and belongs to its owner alone', async () => {
    const [owner, other] = [await derivativeDemo(server), await derivativeDemo(server)]
    const first = await placed(owner, market)
    const second = await placed(owner, limit)
    const listed = async (token: string, query: Record<string, string>) =>
      (await server.ok(routes.contractOrders, { token, query })).items.map(({ order_id: id }) => id)
    expect(await listed(owner, { status: 'open' })).toEqual([second.order_id, first.order_id])
    expect(await listed(owner, { status: 'history' })).toEqual([])
    const page = await server.ok(routes.contractOrders, { token: owner, query: { limit: '1' } })
    expect(page.items[0]).toMatchObject({ order_id: second.order_id, status: 'new' })
    expect(await listed(owner, { limit: '1', cursor: page.cursor ?? '' })).toEqual([first.order_id])
    expect(await listed(other, {})).toEqual([])
    for (const id of [first.order_id, second.order_id]) {
      const as = { token: other, params: { id }, key: keyNow() }
      expect((await server.call(routes.contractOrderOne, { token: other, params: { id } })).code).toBe(11_304)
      expect((await server.call(routes.contractOrderCancel, as)).code).toBe(11_304)
      expect((await server.call(routes.contractOrderAmend, { ...as, body: { stop_loss: '1' } })).code).toBe(11_304)
      expect((await server.call(routes.contractOrderClose, { ...as, body: {} })).code).toBe(11_304)
      expect((await server.call(routes.contractMarginAdd, { ...as, body: { amount: '1' } })).code).toBe(11_304)
    }
    expect(await server.ok(routes.contractOrdersCancel, { token: owner, key: keyNow() })).toEqual({ canceled: 1 })
    const all = await server.ok(routes.contractCloseAll, { token: owner, body: {}, key: keyNow() })
    expect(all.closings).toMatchObject([{ position_id: first.order_id, lots_left: '0' }])
    expect(await listed(owner, { status: 'open' })).toEqual([])
    expect(await listed(owner, { status: 'history' })).toEqual([second.order_id, first.order_id])
    const late = { token: other, params: { id: first.order_id }, body: {}, key: keyNow() }
    expect((await server.call(routes.contractOrderClose, late)).code).toBe(11_304)
  })
})

describe('refusals', () => {
  it('give each reason its code', async () => {
    const token = await derivativeDemo(server)
    expect(await codeOf(token, { ...limit, symbol: 'NONE' })).toBe(13_003)
    expect(await codeOf(token, { ...limit, side: 'hold' })).toBe(550)
    expect(await codeOf(token, { ...limit, price: undefined })).toBe(561)
    expect(await codeOf(token, { ...market, price: '9900' })).toBe(561)
    expect(await codeOf(token, { ...limit, lots: '1e1' })).toBe(550)
    for (const lots of ['0', '0.001', '500.01', '1000', '0.005'])
      expect(await codeOf(token, { ...limit, lots })).toBe(12_200)
    expect(await codeOf(token, { ...limit, price: '0' })).toBe(12_205)
    expect(await codeOf(token, { ...limit, price: '9900.05' })).toBe(13_009)
    expect(await codeOf(token, { ...limit, price: '9700' })).toBe(13_063)
    expect(await codeOf(token, { ...limit, stop_loss: '0' })).toBe(12_250)
    expect(await codeOf(token, { ...limit, stop_loss: '9900' })).toBe(12_251)
    expect(await codeOf(token, { ...limit, take_profit: '10000' })).toBe(12_252)
    expect(await codeOf(token, { ...limit, side: 'sell', price: '10100', stop_loss: '10100' })).toBe(12_253)
    expect(await codeOf(token, { ...limit, side: 'sell', price: '10100', take_profit: '10000' })).toBe(12_254)
    for (const multiple of [0, 4, 101, -1]) expect(await codeOf(token, { ...limit, multiple })).toBe(13_062)
    expect(await codeOf(token, { ...limit, lots: '200', multiple: 100 })).toBe(13_062)
    expect(await codeOf(token, { ...market, time_in_force: 'POST_ONLY' })).toBe(13_014)
    expect(await codeOf(token, { ...limit, price: '10100', time_in_force: 'POST_ONLY' })).toBe(13_015)
    expect(await codeOf(token, { ...limit, lots: '21', multiple: 1 })).toBe(12_206)
    expect(await codeOf(token, { ...market, lots: '21', multiple: 1 })).toBe(12_206)
    expect((await server.call(routes.contractOrderPlace, { body: market })).status).toBe(401)
    expect((await server.call(routes.contractOrderOne, { token, params: { id: 'guessed' } })).code).toBe(12_213)
    expect(
      (await server.call(routes.contractOrderCancel, { token, params: { id: 'guessed' }, key: keyNow() })).code,
    ).toBe(12_213)
  })

  it('come in the order of precedence: market, shape, lots and price, targets, caps, balance', async () => {
    const token = await derivativeDemo(server)
    const exchange = server.engine.exchange
    let body: Record<string, unknown> = {
      ...limit,
      side: 'hold',
      lots: '600',
      price: '9700',
      stop_loss: '0',
      multiple: 7,
    }
    await exchange.command({ kind: 'house' }, { type: 'haltListing', listing: 0, halt: 'halted', reason: 'drill' })
    expect(await codeOf(token, body)).toBe(13_005)
    await exchange.command({ kind: 'house' }, { type: 'haltListing', listing: 0, halt: 'trading', reason: '' })
    expect(await codeOf(token, body)).toBe(550)
    expect(await codeOf(token, (body = { ...body, side: 'buy' }))).toBe(12_200)
    expect(await codeOf(token, (body = { ...body, lots: '25' }))).toBe(13_063)
    expect(await codeOf(token, (body = { ...body, price: '9900' }))).toBe(12_250)
    expect(await codeOf(token, (body = { ...body, stop_loss: '9000' }))).toBe(13_062)
    expect(await codeOf(token, (body = { ...body, multiple: 1 }))).toBe(12_206)
    expect(await codeOf(token, { ...body, lots: '1' })).toBe(200)
    expect(await contractAccount(server, token)).toEqual(['19009.505', '990.495'])
  })

  it('of a ticket come before what is asked of it', async () => {
    const token = await derivativeDemo(server)
    const { order_id: id } = await placed(token, market)
    const resting = await placed(token, limit)
    const close = (order: string, body: object) =>
      server.call(routes.contractOrderClose, { token, params: { id: order }, body, key: keyNow() })
    expect((await close(id, { lots: '0' })).code).toBe(12_200)
    expect((await close(id, { lots: '1.01' })).code).toBe(12_200)
    expect((await close(id, { lots: 1 })).code).toBe(550)
    expect((await close(resting.order_id, {})).code).toBe(13_064)
    const add = (body: object) => server.call(routes.contractMarginAdd, { token, params: { id }, body, key: keyNow() })
    expect((await add({ amount: '0' })).code).toBe(13_020)
    expect((await add({ amount: '0.0000001' })).code).toBe(550)
    expect((await add({ amount: '19900' })).code).toBe(12_206)
    const set = (body: object) => server.call(routes.contractOrderAmend, { token, params: { id }, body, key: keyNow() })
    expect((await set({})).code).toBe(561)
    expect((await set({ stop_loss: '0' })).code).toBe(12_250)
    expect((await set({ stop_loss: '10001' })).code).toBe(12_251)
    expect((await set({ take_profit: '10001' })).code).toBe(12_252)
    await server.ok(routes.contractCloseAll, { token, body: { symbol: 'BTCUSDT' }, key: keyNow() })
    expect((await server.call(routes.contractCloseAll, { token, body: { symbol: 'NONE' }, key: keyNow() })).code).toBe(
      13_003,
    )
  })
})

describe('an idempotency key', () => {
  it('of many calls at once opens one ticket', async () => {
    const token = await derivativeDemo(server)
    const options = { token, body: limit, key: keyNow() }
    const answers = await Promise.all(Array.from({ length: 20 }, () => server.call(routes.contractOrderPlace, options)))
    expect(new Set(answers.map(({ data }) => data?.order_id)).size).toBe(1)
    expect((await server.call(routes.contractOrderPlace, { ...options, body: { ...limit, lots: '2' } })).code).toBe(566)
    await server.ok(routes.contractOrdersCancel, { token, query: { symbol: 'BTCUSDT' }, key: keyNow() })
  })
})

describe('what is usable', () => {
  it('bounds transfers out of the contract account', async () => {
    const token = await derivativeDemo(server, '200')
    await placed(token, market)
    const body = { from: 'contract', to: 'coin', amount: '99.5' }
    expect((await server.call(accountRoutes.transferMake, { token, body, key: keyNow() })).code).toBe(11_902)
    await server.ok(accountRoutes.transferMake, { token, body: { ...body, amount: '99.4799' }, key: keyNow() })
    expect(await contractAccount(server, token)).toEqual(['0', '100.02'])
    await server.ok(routes.contractCloseAll, { token, body: {}, key: keyNow() })
  })
})

describe('what everyone may see', () => {
  it('names the terms and the derivative book in lots', async () => {
    const token = await derivativeDemo(server)
    const [terms] = await server.ok(routes.derivativeTermsAll)
    expect(terms).toMatchObject({ symbol: 'BTCUSDT', contract_size: '0.1', lots_min: '0.01', lots_max: '500' })
    expect(terms?.multiples).toEqual([1, 2, 3, 5, 10, 20, 50, 100])
    expect(terms?.brackets[1]).toEqual({
      floor: '50000',
      maintenance_rate: '0.005',
      cumulative: '50',
      multiple_max: 50,
    })
    expect(terms?.leverage_paused).toEqual({ real: true, demo: false })
    const read = () => server.ok(marketBook, { token, params: { symbol: 'BTCUSDT' }, query: { kind: 'derivative' } })
    await expect.poll(async () => (await read()).asks[0], { timeout: 15_000 }).toEqual({ price: '10002', amount: '50' })
    expect(await read()).toMatchObject({ kind: 'derivative', mark: '10000', simulated: false })
  })
})
