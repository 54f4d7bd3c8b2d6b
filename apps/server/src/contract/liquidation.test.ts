import { accountRoutes } from '@truemark/protocol/routes/account'
import { contractRoutes as routes } from '@truemark/protocol/routes/contract'
import { identityRoutes } from '@truemark/protocol/routes/identity'
import { transparencyRoutes } from '@truemark/protocol/routes/transparency'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { keyNow } from '../testing/keys.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { contractAccount, derivativeDemo } from '../testing/trader.ts'

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

async function one(token: string, id: string) {
  return server.ok(routes.contractOrderOne, { token, params: { id } })
}

async function ticketStatus(token: string, id: string): Promise<string> {
  return (await one(token, id)).order.status
}

describe('a liquidation', () => {
  it('closes what is left at the first mark beyond its price, and tells the whole of it', async () => {
    const token = await derivativeDemo(server)
    const order = await placed(token, { ...market, multiple: 20 })
    expect(order.liquidation_price).toBe('9540.06025')
    await server.tick(954_007)
    expect((await one(token, order.order_id)).order.status).toBe('filled')
    await server.tick(954_006)
    await expect.poll(() => ticketStatus(token, order.order_id), { timeout: 10_000 }).toBe('settled')
    const { order: settled, liquidation, fills } = await one(token, order.order_id)
    expect(settled).toMatchObject({ reason: 'liquidation', forced: true, lots_open: '0', margin: '0' })
    expect(fills[0]).toMatchObject({ purpose: 'liquidation', side: 'sell', index: '9540.06' })
    expect(liquidation).toMatchObject({ game: 'contract', mode: 'isolated', symbol: 'BTCUSDT', mark: '9540.06' })
    expect(liquidation?.position_id).toBe(order.order_id)
    expect(liquidation?.positions).toMatchObject([{ position_id: order.order_id, lots: '1', mark: '9540.06' }])
    expect(liquidation?.steps.map(({ type }) => type)).toEqual(['started', 'closed', 'ended'])
    expect(liquidation?.steps[0]).toMatchObject({ lots: '1', bankruptcy_price: '9501.9' })
    expect(Number(liquidation?.equity)).toBeLessThan(Number(liquidation?.maintenance))
    const { items } = await server.ok(routes.contractOrders, { token, query: { status: 'history' } })
    expect(items[0]).toEqual(settled)
    const seen = await server.ok(transparencyRoutes.liquidationsPublic, { query: { realm: 'demo' } })
    expect(seen.items[0]).toMatchObject({
      symbol: 'BTCUSDT',
      side: 'sell',
      lots: '1',
      mark: '9540.06',
      taken_over: false,
    })
    expect(JSON.stringify(seen)).not.toContain(order.order_id)
  })

  it('of a gap is taken over by the house, and the insurance fund pays for all to see', async () => {
    const token = await derivativeDemo(server)
    const order = await placed(token, { ...market, multiple: 100 })
    await server.tick(970_000)
    await expect.poll(() => ticketStatus(token, order.order_id), { timeout: 10_000 }).toBe('settled')
    const { liquidation } = await one(token, order.order_id)
    expect(liquidation?.steps.map(({ type }) => type)).toEqual(['started', 'taken_over', 'ended'])
    const paid = liquidation?.steps[1]?.insurance ?? '0'
    expect(Number(paid)).toBeGreaterThan(0)
    const fund = await server.ok(transparencyRoutes.insuranceFund, { query: { realm: 'demo' } })
    expect(fund.items[0]).toMatchObject({ realm: 'demo', symbol: 'BTCUSDT', amount: `-${paid}`, reason: 'take_over' })
    expect(fund.funds.find(({ realm }) => realm === 'demo')?.balance).toBe(fund.items[0]?.balance)
    // nobody owes anything afterwards
    const [available, frozen] = await contractAccount(server, token)
    expect([Number(available) > 19_988, frozen]).toEqual([true, '0'])
  })
})

describe('the reset of a demo', () => {
  it('cancels what rests, gives the tickets to the house at the mark, and begins anew', async () => {
    const token = await derivativeDemo(server)
    const { order_id: id } = await placed(token, market)
    const resting = await placed(token, limit)
    await server.tick(1_010_000)
    await server.ok(identityRoutes.simulationReset, { token, key: keyNow() })
    expect(await contractAccount(server, token)).toEqual(['0', '0'])
    const { balances } = await server.ok(accountRoutes.accountOne, { token, params: { kind: 'coin' } })
    expect(balances).toMatchObject([{ currency: 'USDT', available: '100000', frozen: '0' }])
    expect((await one(token, resting.order_id)).order).toMatchObject({ status: 'canceled', reason: 'demo_reset' })
    const { order, liquidation } = await one(token, id)
    expect(order).toMatchObject({ status: 'settled', reason: 'demo_reset', forced: false, settlement_price: '10100' })
    expect(liquidation).toBeNull()
  })
})
