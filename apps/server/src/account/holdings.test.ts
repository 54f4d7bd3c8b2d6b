import { accountRoutes } from '@truemark/protocol/routes/account'
import { contractRoutes } from '@truemark/protocol/routes/contract'
import { holdingRoutes } from '@truemark/protocol/routes/holdings'
import { identityRoutes } from '@truemark/protocol/routes/identity'
import { spotRoutes } from '@truemark/protocol/routes/spot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Catalogue } from '../engine/door.ts'
import { keyNow } from '../testing/keys.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { sweepHour } from './worthSweep.ts'
import { dayMs, hourMs } from './worthSweep.store.ts'
import { missedBetween } from './worthHistory.ts'

let server: LiveServer
let catalogue: Catalogue
let token: string
const today = Date.now() - (Date.now() % dayMs)

type Post = Parameters<LiveServer['ok']>[0]

async function post(route: Post, body: object): Promise<unknown> {
  return server.ok(route, { token, body, key: keyNow() })
}

/** Sweeps the hour in which a moment lies, BTC standing at a price. */
function sweep(time: number, price: string | null = '10000'): Promise<boolean> {
  return sweepHour({ database: server.database, catalogue, indexOf: () => price, now: () => time })
}

async function assets() {
  return server.ok(accountRoutes.accountAssets, { token })
}

beforeAll(async () => {
  server = await startLiveServer()
  // BTC at 10 000 USDT, the index that the server's own worth is reckoned at
  await server.tick(1_000_000)
  catalogue = await Catalogue.load(server.engine.exchange)
  token = (await server.ok(identityRoutes.simulationLogin, { body: {} })).token
  await post(accountRoutes.transferMake, { from: 'coin', to: 'contract', amount: '5000' })
  await server.ok(accountRoutes.records, { token })
  await server.database.query('UPDATE holder SET opened_at = $1', [today - 3 * dayMs])
})
afterAll(() => server.stop())

describe('what is locked', () => {
  it('is told by what locks it, each with the id that opens it, and comes to what is frozen', async () => {
    const order = {
      symbol: 'BTCUSDT',
      side: 'buy',
      type: 'limit',
      time_in_force: 'GTC',
      price: '9000',
      quantity: '0.1',
    }
    const placed = await server.ok(spotRoutes.spotOrderPlace, { token, body: order, key: keyNow() })
    const ticket = { symbol: 'BTCUSDT', side: 'buy', type: 'market', lots: '0.5', multiple: 10 }
    const opened = await server.ok(contractRoutes.contractOrderPlace, { token, body: ticket, key: keyNow() })
    const { items } = await server.ok(holdingRoutes.holds, { token })
    expect(items.map(({ hold, cause }) => [hold, cause])).toEqual([
      ['spot_order', { kind: 'spot_order', id: placed.order_id }],
      ['contract_margin', { kind: 'contract', id: opened.order_id }],
    ])
    const { balances } = await assets()
    for (const { account, amount, symbol } of items) {
      expect(balances.find((one) => one.account === account && one.currency === 'USDT')?.frozen).toBe(amount)
      expect(symbol).toBe('BTCUSDT')
    }
    const coin = await server.ok(holdingRoutes.holds, { token, query: { type: 'coin', currency: 'USDT' } })
    expect(coin.items).toHaveLength(1)
    const none = await server.ok(holdingRoutes.holds, { token, query: { currency: 'BTC' } })
    expect(none.items).toEqual([])
    expect((await server.call(holdingRoutes.holds, { token, query: { currency: 'XYZ' } })).reason).toBe(
      'field_malformed',
    )
    const { records } = await server.ok(contractRoutes.contractOrderOne, { token, params: { id: opened.order_id } })
    expect(records.length).toBeGreaterThan(0)
    const lines = await server.ok(accountRoutes.records, { token, query: { category: 'contract_order' } })
    expect(lines.items[0]?.cause).toEqual({ kind: 'contract', id: opened.order_id })
    await server.ok(spotRoutes.spotOrderCancel, { token, params: { id: placed.order_id } })
  })
})

describe('the worth over time', () => {
  it('is what the assets were, once an hour, and nothing is filled in', async () => {
    const now = Date.now()
    const hour = now - (now % hourMs)
    expect(await sweep(hour - 5 * hourMs, null)).toBe(false)
    for (const back of [5, 4, 1]) expect(await sweep(hour - back * hourMs + 2_000)).toBe(true)
    expect(await sweep(hour - 4 * hourMs + 9_000)).toBe(false)
    const { points, missing, step } = await server.ok(holdingRoutes.worth, { token, query: { span: 'day' } })
    expect(step).toBe('hour')
    expect(points.map(({ time }) => time)).toEqual([5, 4, 1].map((back) => hour - back * hourMs + 2_000))
    expect(points.at(-1)?.total).toBe((await assets()).total_value)
    // of the last 24 hours three are there
    expect(missing).toBeGreaterThanOrEqual(20)
    expect(missing).toBeLessThanOrEqual(22)
    expect(missedBetween([], 1, 5, 2)).toBe(2)
    expect(missedBetween([2, 4], 1, 5, 2)).toBe(0)
  })
})

describe('the profit of a day', () => {
  it('is what prices made of the coins, without what came in and left, and what each product brought', async () => {
    // the day opened with BTC at 9 000, and it is looked at with BTC at 10 000
    await post(spotRoutes.spotOrderPlace, { symbol: 'BTCUSDT', side: 'buy', type: 'market', quantity: '0.2' })
    await server.ok(accountRoutes.records, { token })
    await server.database.query('DELETE FROM worth_sweep WHERE hour = $1', [today])
    await server.database.query('DELETE FROM worth_sample WHERE hour = $1', [today])
    await server.database.query('DELETE FROM worth_price WHERE hour = $1', [today])
    expect(await sweep(today + 3_000, '9000')).toBe(true)
    const bitcoin = (await assets()).balances.find(({ currency }) => currency === 'BTC')?.total ?? '0'
    await post(accountRoutes.transferMake, { from: 'coin', to: 'option', amount: '777' })
    const { items } = await server.ok(holdingRoutes.profit, { token, query: { days: '7' } })
    expect(items).toHaveLength(4)
    const [day, yesterday] = items
    const amountOf = (product: string) => day?.products.find((one) => one.product === product)?.amount
    // 0.1998 BTC × 1 000 USDT, to the unit that each balance's worth is rounded down at
    expect(bitcoin).toBe('0.1998')
    expect(amountOf('holding')).toBe('199.8')
    const { items: fees } = await server.ok(accountRoutes.records, {
      token,
      query: { type: 'contract', category: 'transaction_fee' },
    })
    expect(fees).toHaveLength(1)
    expect(amountOf('contract')).toBe(fees[0]?.amount)
    expect(amountOf('perpetual')).toBeUndefined()
    expect(yesterday?.products).toEqual([{ product: 'holding', amount: null }])
    expect(yesterday?.total).toBeNull()
  })
})
