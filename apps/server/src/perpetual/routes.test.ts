import { house } from '../engine/door.ts'
import { accountRoutes } from '@truemark/protocol/routes/account'
import { perpetualRoutes as routes } from '@truemark/protocol/routes/perpetual'
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

const market = { symbol: 'BTCUSDT', side: 'buy', type: 'market', lots: '1' } as const
const limit = { ...market, type: 'limit', price: '9900' } as const
const btc = { symbol: 'BTCUSDT' } as const

async function set(token: string, mode: string, multiple: number) {
  return server.call(routes.perpetualSet, { token, params: btc, body: { mode, multiple }, key: keyNow() })
}

async function placed(token: string, body: object) {
  return server.ok(routes.perpetualOrderPlace, { token, body, key: keyNow() })
}

async function codeOf(token: string, body: unknown): Promise<number> {
  return (await server.call(routes.perpetualOrderPlace, { token, body, key: keyNow() })).code
}

async function positions(token: string, query: Record<string, string> = { status: 'open' }) {
  return (await server.ok(routes.perpetualPositions, { token, query })).items
}

async function closeAll(token: string) {
  return server.ok(routes.perpetualCloseAll, { token, body: {}, key: keyNow() })
}

describe('the cross account', () => {
  it('shows margin, profit, net value and balance', async () => {
    const token = await derivativeDemo(server)
    const empty = await server.ok(routes.perpetualAccountOne, { token })
    expect(empty).toMatchObject({ currency: 'USDT', margin: '0', profit: '0', net_value: '20000', balance: '20000' })
    expect(empty).toMatchObject({ usable: '20000', margin_level: null, stale: false })
    expect(empty.settings).toMatchObject([{ symbol: 'BTCUSDT', mode: 'cross', changeable: true }])
    expect((await set(token, 'cross', 10)).data).toEqual({ ...btc, mode: 'cross', multiple: 10, changeable: true })
    await placed(token, market)
    // entry 10 002, q 0.1, fee 0.05 %
    expect(await server.ok(routes.perpetualAccountOne, { token })).toMatchObject({
      margin: '100.02',
      margin_held: '100.02',
      profit: '-0.2',
      balance: '19999.4999',
      net_value: '19999.2999',
      available: '19899.4799',
      free: '19899.2799',
      usable: '19899.2799',
      margin_level: '199.953008398',
      maintenance_margin: '4',
      margin_orders: '0',
      margin_isolated: '0',
      settings: [{ ...btc, mode: 'cross', multiple: 10, changeable: false }],
    })
    expect((await set(token, 'isolated', 10)).code).toBe(12_268)
    const body = { from: 'contract', to: 'coin', amount: '19899.28' }
    expect((await server.call(accountRoutes.transferMake, { token, body, key: keyNow() })).code).toBe(14_001)
    await closeAll(token)
    expect((await set(token, 'isolated', 20)).data).toMatchObject({ mode: 'isolated', multiple: 20 })
  })
})

describe('a perpetual order', () => {
  it('opens, increases, reduces and flips the one net position of its symbol', async () => {
    const token = await derivativeDemo(server)
    await set(token, 'cross', 20)
    const first = await placed(token, { ...market, lots: '0.4' })
    expect(first).toMatchObject({ status: 'filled', purpose: 'open', mode: 'cross', multiple: 20, reduce_only: false })
    expect(first).toMatchObject({ average_price: '10002', role: 'taker', fee: '0.20004', fee_rate_maker: '0.0002' })
    await placed(token, { ...market, lots: '0.6' })
    const [position] = await positions(token)
    expect(position).toMatchObject({
      side: 'buy',
      lots: '1',
      entry_price: '10002',
      margin: '50.01',
      status: 'position',
    })
    await server.tick(1_010_000)
    await placed(token, { ...market, side: 'sell', lots: '0.5' })
    expect((await positions(token))[0]).toMatchObject({ lots: '0.5', realized_profit: '4.795' })
    const flip = await placed(token, { ...market, side: 'sell', lots: '1.5' })
    expect(flip.profit).toBe('4.795')
    const [short] = await positions(token)
    expect(short).toMatchObject({ side: 'sell', lots: '1', entry_price: '10097.9' })
    const past = await positions(token, { status: 'history' })
    expect(past).toMatchObject([
      { position_id: position?.position_id, status: 'closed', reason: 'by_owner', lots: '0' },
    ])
    expect(past[0]).toMatchObject({ settlement_price: '10097.9', realized_profit: '9.59', forced: false })
    const one = await server.ok(routes.perpetualPositionOne, { token, params: { id: position?.position_id ?? '' } })
    expect(one.position).toEqual(past[0])
    expect(one.fills.map(({ lots, lots_closed: closed }) => `${lots}/${closed}`)).toEqual([
      '1.5/0.5',
      '0.5/0.5',
      '0.6/0',
      '0.4/0',
    ])
    expect(one.records.length).toBeGreaterThan(6)
    await closeAll(token)
    expect((await contractAccount(server, token))[1]).toBe('0')
  })

  it('rests with held margin, reduces only, and can be cancelled one or all', async () => {
    const token = await derivativeDemo(server)
    await set(token, 'cross', 10)
    const resting = await placed(token, limit)
    expect(resting).toMatchObject({ status: 'new', margin: '99.495', price: '9900' })
    expect(await codeOf(token, { ...limit, side: 'sell', price: '10100', reduce_only: true })).toBe(13_064)
    await placed(token, market)
    const reduce = await placed(token, { ...limit, side: 'sell', price: '10100', reduce_only: true })
    expect(reduce).toMatchObject({ status: 'new', reduce_only: true, margin: '0' })
    const query = { status: 'open' }
    expect((await server.ok(routes.perpetualOrders, { token, query })).items.map((one) => one.order_id)).toEqual([
      reduce.order_id,
      resting.order_id,
    ])
    const one = { token, params: { id: resting.order_id }, key: keyNow() }
    expect(await server.ok(routes.perpetualOrderCancel, one)).toMatchObject({ status: 'canceled', reason: 'by_owner' })
    expect((await server.call(routes.perpetualOrderCancel, { ...one, key: keyNow() })).code).toBe(12_247)
    expect(await server.ok(routes.perpetualOrdersCancel, { token, key: keyNow() })).toEqual({ canceled: 1 })
    const detail = await server.ok(routes.perpetualOrderOne, { token, params: { id: resting.order_id } })
    expect(detail.order).toMatchObject({ status: 'canceled', reason: 'by_owner', margin: '0' })
    expect(detail.records.map(({ category, amount }) => `${category} ${amount}`)).toEqual([
      'pending_buy 99.495',
      'pending_buy -99.495',
    ])
    const { closings } = await closeAll(token)
    expect(closings).toMatchObject([{ lots: '1', lots_left: '0' }])
    const lines = (await contractLines(server, token)).map((line) => line.split(' ')[0])
    expect(lines).toEqual(
      expect.arrayContaining(['buy', 'margin_return', 'close_sell', 'transaction_fee', 'pending_buy']),
    )
  })

  it('is amended while it rests: price and lots, once a key, and unchanged by a refusal', async () => {
    const [token, other] = [await derivativeDemo(server), await derivativeDemo(server)]
    await set(token, 'cross', 10)
    const { order_id: id } = await placed(token, limit)
    const amend = (body: object, key = keyNow(), as = token) =>
      server.call(routes.perpetualOrderAmend, { token: as, params: { id }, body, key })
    const key = keyNow()
    const first = await amend({ price: '9890', lots: '0.5' }, key)
    expect(first.data).toMatchObject({ order_id: id, status: 'new', price: '9890', lots: '0.5', margin: '49.69725' })
    expect(await amend({ price: '9890', lots: '0.5' }, key)).toMatchObject({ data: first.data })
    expect((await amend({ lots: '0.4' }, key)).code).toBe(566)
    expect((await amend({})).code).toBe(561)
    expect((await amend({ price: '9000' })).code).not.toBe(200)
    expect((await amend({ lots: '0.4' }, keyNow(), other)).code).toBe(11_304)
    const { order } = await server.ok(routes.perpetualOrderOne, { token, params: { id } })
    expect(order).toMatchObject({ price: '9890', lots: '0.5', margin: '49.69725' })
    await server.ok(routes.perpetualOrdersCancel, { token, key: keyNow() })
    const ended = await server.ok(routes.perpetualOrderOne, { token, params: { id } })
    expect(ended.order).toMatchObject({ status: 'canceled', price: '9890', lots: '0.5', margin: '0' })
    expect((await amend({ lots: '0.4' })).code).toBe(12_247)
  })

  it('in isolated mode margins its position by a hold of its own', async () => {
    const token = await derivativeDemo(server)
    await set(token, 'isolated', 10)
    const order = await placed(token, { ...market, stop_loss: '9500', take_profit: '10500' })
    expect(order.mode).toBe('isolated')
    const [position] = await positions(token)
    expect(position).toMatchObject({ mode: 'isolated', margin: '100.02', liquidation_price: '9037.95181' })
    expect(position).toMatchObject({ stop_loss: '9500', take_profit: '10500' })
    expect(await server.ok(routes.perpetualAccountOne, { token })).toMatchObject({
      margin: '0',
      profit: '0',
      balance: '19899.4799',
      margin_isolated: '100.02',
    })
    const params = { id: position?.position_id ?? '' }
    const change = (body: object) => server.call(routes.perpetualPositionChange, { token, params, body, key: keyNow() })
    expect((await change({ margin: '50' })).data).toMatchObject({ margin: '150.02' })
    expect((await change({ stop_loss: '9600', take_profit: null })).data).toMatchObject({
      stop_loss: '9600',
      take_profit: null,
    })
    expect((await change({ margin: '1', stop_loss: '9500' })).code).toBe(561)
    expect((await change({})).code).toBe(561)
    expect((await change({ stop_loss: '0' })).code).toBe(12_250)
    expect((await change({ stop_loss: '10100' })).code).toBe(12_251)
    expect((await change({ take_profit: '9900' })).code).toBe(12_252)
    expect((await change({ margin: '99999' })).code).toBe(12_206)
    const close = { token, params, body: { lots: '0.25' }, key: keyNow() }
    expect(await server.ok(routes.perpetualPositionClose, close)).toMatchObject({ lots: '0.25', lots_left: '0.75' })
    expect(
      (await server.call(routes.perpetualPositionClose, { ...close, body: { lots: '0.76' }, key: keyNow() })).code,
    ).toBe(12_200)
    await closeAll(token)
    const gone = await server.call(routes.perpetualPositionClose, { ...close, key: keyNow() })
    expect(gone.code).toBe(13_065)
  })

  it('belongs to its owner alone', async () => {
    const [owner, other] = [await derivativeDemo(server), await derivativeDemo(server)]
    const { order_id: id } = await placed(owner, limit)
    await placed(owner, market)
    const [position] = await positions(owner)
    const params = { id: position?.position_id ?? '' }
    expect((await server.call(routes.perpetualOrderOne, { token: other, params: { id } })).code).toBe(11_304)
    expect((await server.call(routes.perpetualOrderCancel, { token: other, params: { id }, key: keyNow() })).code).toBe(
      11_304,
    )
    expect((await server.call(routes.perpetualPositionOne, { token: other, params })).code).toBe(11_304)
    const as = { token: other, params, key: keyNow() }
    expect((await server.call(routes.perpetualPositionClose, { ...as, body: {} })).code).toBe(11_304)
    expect((await server.call(routes.perpetualPositionChange, { ...as, body: { stop_loss: '9000' } })).code).toBe(
      11_304,
    )
    await closeAll(owner)
    expect((await server.call(routes.perpetualPositionClose, { ...as, body: {}, key: keyNow() })).code).toBe(11_304)
    expect((await server.call(routes.perpetualOrderCancel, { token: other, params: { id }, key: keyNow() })).code).toBe(
      11_304,
    )
  })
})

describe('refusals', () => {
  it('give each reason its code', async () => {
    const token = await derivativeDemo(server)
    await set(token, 'cross', 1)
    expect((await set(token, 'cross', 7)).code).toBe(13_062)
    expect((await set(token, 'mixed', 5)).code).toBe(550)
    expect(await codeOf(token, { ...limit, symbol: 'NONE' })).toBe(13_003)
    expect(await codeOf(token, { ...limit, price: undefined })).toBe(561)
    expect(await codeOf(token, { ...limit, lots: '0' })).toBe(12_200)
    expect(await codeOf(token, { ...limit, price: '0' })).toBe(12_205)
    expect(await codeOf(token, { ...limit, price: '9900.01' })).toBe(13_009)
    expect(await codeOf(token, { ...limit, price: '10300' })).toBe(13_063)
    expect(await codeOf(token, { ...limit, stop_loss: '0' })).toBe(12_250)
    expect(await codeOf(token, { ...limit, stop_loss: '9950' })).toBe(12_251)
    expect(await codeOf(token, { ...limit, take_profit: '9950' })).toBe(12_252)
    expect(await codeOf(token, { ...limit, side: 'sell', price: '10100', stop_loss: '10050' })).toBe(12_253)
    expect(await codeOf(token, { ...limit, side: 'sell', price: '10100', take_profit: '10050' })).toBe(12_254)
    expect(await codeOf(token, { ...limit, lots: '25' })).toBe(12_206)
    expect(await codeOf(token, { ...market, lots: '25' })).toBe(12_206)
    expect((await server.call(routes.perpetualOrderOne, { token, params: { id: 'guessed' } })).code).toBe(12_213)
    expect((await server.call(routes.perpetualPositionOne, { token, params: { id: 'guessed' } })).code).toBe(13_065)
    const halt = { type: 'haltListing', listing: 0, reason: 'drill' } as const
    await server.engine.exchange.command(house, { ...halt, halt: 'halted' })
    expect(await codeOf(token, { ...limit, lots: '0' })).toBe(13_005)
    await server.engine.exchange.command(house, { ...halt, halt: 'trading', reason: '' })
  })
})

describe('a cross liquidation', () => {
  it('cancels what rests, closes what must be, and can be read step by step', async () => {
    const token = await derivativeDemo(server, '100')
    await set(token, 'cross', 20)
    await placed(token, { ...market, lots: '1.5' })
    const resting = await placed(token, { ...limit, side: 'sell', price: '10100', lots: '0.1' })
    const [position] = await positions(token)
    await server.tick(935_000)
    // only until equity is 1.2 × maintenance: a part stays open
    await expect.poll(async () => (await positions(token))[0]?.lots, { timeout: 10_000 }).not.toBe('1.5')
    expect(await positions(token)).toMatchObject([{ status: 'position', position_id: position?.position_id }])
    const list = async () => (await server.ok(routes.perpetualLiquidations, { token })).items
    const first = (await list())[0]
    expect(first).toMatchObject({
      game: 'perpetual',
      mode: 'cross',
      position_id: null,
      symbol: 'BTCUSDT',
      mark: '9350',
    })
    expect(first?.steps.map(({ type }) => type).slice(0, 3)).toEqual(['started', 'order_canceled', 'closed'])
    expect(first?.steps[1]).toMatchObject({ order_id: resting.order_id, lots: '0.1' })
    await server.tick(800_000)
    await expect.poll(async () => (await positions(token)).length, { timeout: 10_000 }).toBe(0)
    const { order } = await server.ok(routes.perpetualOrderOne, { token, params: { id: resting.order_id } })
    expect(order).toMatchObject({ status: 'canceled', reason: 'liquidation' })
    const params = { id: position?.position_id ?? '' }
    const detail = await server.ok(routes.perpetualPositionOne, { token, params })
    expect(detail.position).toMatchObject({ status: 'settled', reason: 'liquidation', forced: true, lots: '0' })
    const items = await list()
    expect(detail.liquidation).toEqual(items[0])
    expect(items).toHaveLength(2)
    expect(items[0]?.steps.at(-2)).toMatchObject({ type: 'taken_over' })
    expect(items[1]).toEqual(first)
    expect((await contractAccount(server, token))[1]).toBe('0')
  })
})

describe('funding', () => {
  it('tells the rate so far and the next stamp, and what past stamps came to', async () => {
    const token = await derivativeDemo(server)
    await set(token, 'cross', 10)
    await placed(token, market)
    const { exchange } = server.engine
    const sample = (stamp: number) =>
      exchange.command(house, {
        type: 'sampleIndex',
        stamp,
        kind: 'simulated',
        samples: [{ listing: 0, indexTenths: 1_000_000, sources: 4, fresh: true }],
      })
    const every = 28_800_000
    const stamp = (Math.floor(Date.now() / every) + 1) * every
    await sample(stamp - 2_000)
    await sample(stamp - 1_000)
    const before = await server.ok(routes.perpetualFunding, { token, query: btc })
    expect(before).toMatchObject({ symbol: 'BTCUSDT', rate: '0.0001', premium: '0', next_time: stamp, items: [] })
    await sample(stamp)
    const after = async () => server.ok(routes.perpetualFunding, { token, query: btc })
    await expect.poll(async () => (await after()).items.length, { timeout: 10_000 }).toBe(1)
    // −s·q·M·F: 1 000 USDT at 0.01 %
    expect((await after()).items[0]).toMatchObject({ time: stamp, rate: '0.0001', mark: '10000', payment: '-0.1' })
    expect((await after()).next_time).toBe(stamp + every)
    const query = { type: 'contract', category: 'transaction_fee', limit: '1' }
    await expect
      .poll(async () => (await server.ok(accountRoutes.records, { token, query })).items[0]?.reason, {
        timeout: 10_000,
      })
      .toBe('funding')
    expect((await positions(token))[0]?.funding).toBe('-0.1')
    expect((await server.call(routes.perpetualFunding, { token, query: { symbol: 'NONE' } })).code).toBe(13_003)
    await closeAll(token)
  })
})
