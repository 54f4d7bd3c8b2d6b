import { contractRoutes } from '@truemark/protocol/routes/contract'
import { deskDerivativeRoutes } from '@truemark/protocol/routes/deskDerivative'
import { perpetualRoutes } from '@truemark/protocol/routes/perpetual'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { keyNow } from '../testing/keys.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { makeOperator } from '../testing/people.ts'
import { derivativeDemo } from '../testing/trader.ts'

let server: LiveServer
let admin = ''

beforeAll(async () => {
  server = await startLiveServer()
  admin = await makeOperator(server, 'treasurer', 'Ben')
})
afterAll(() => server.stop())
beforeEach(async () => {
  await server.database.query('UPDATE app_user SET guest_address_hash = NULL')
  await server.tick(1_000_000)
})

const market = { symbol: 'BTCUSDT', side: 'buy', type: 'market', lots: '1' } as const
const limit = { ...market, type: 'limit', price: '9900' } as const
const btc = { symbol: 'BTCUSDT' } as const

async function terms(body: object): Promise<void> {
  const change = { token: admin, params: btc, body: { ...body, reason: 'a test of caps' } }
  await server.ok(deskDerivativeRoutes.deskDerivativeChange, change)
}

function contract(token: string, body: object) {
  return server.call(contractRoutes.contractOrderPlace, { token, body: { multiple: 10, ...body }, key: keyNow() })
}

function perpetual(token: string, body: object) {
  return server.call(perpetualRoutes.perpetualOrderPlace, { token, body, key: keyNow() })
}

async function closeAll(token: string): Promise<void> {
  await server.ok(contractRoutes.contractCloseAll, { token, body: {}, key: keyNow() })
  await server.ok(perpetualRoutes.perpetualCloseAll, { token, body: {}, key: keyNow() })
}

describe('the caps of both products', () => {
  it('bound what one holder and all together have open, before the balance is looked at', async () => {
    const token = await derivativeDemo(server, '500')
    await terms({ open_interest_user_max: '1500' })
    for (const place of [contract, perpetual]) {
      const refusal = await place(token, { ...market, lots: '2' })
      expect([refusal.code, refusal.message.includes('1500')]).toEqual([13_067, true])
    }
    await terms({ open_interest_user_max: '1000000', open_interest_max: '1500' })
    for (const place of [contract, perpetual]) expect((await place(token, { ...limit, lots: '2' })).code).toBe(13_068)
    expect((await contract(token, market)).code).toBe(200)
    expect((await server.ok(contractRoutes.derivativeTermsAll))[0]?.open_interest).toEqual({ real: '0', demo: '1000' })
    await terms({ open_interest_max: '100000000' })
    await closeAll(token)
  })

  it('stop new leverage below the floor of the insurance fund, and leave closing on', async () => {
    const token = await derivativeDemo(server)
    expect((await contract(token, market)).code).toBe(200)
    await terms({ insurance_floor: '100000000' })
    expect((await server.ok(contractRoutes.derivativeTermsAll))[0]?.leverage_paused).toEqual({ real: true, demo: true })
    for (const place of [contract, perpetual]) expect((await place(token, market)).code).toBe(13_069)
    const closed = await server.ok(contractRoutes.contractCloseAll, { token, body: {}, key: keyNow() })
    expect(closed.closings).toMatchObject([{ lots_left: '0' }])
    await terms({ insurance_floor: '0' })
    expect((await contract(token, market)).code).toBe(200)
    await closeAll(token)
  })

  it('count open orders and positions', async () => {
    const token = await derivativeDemo(server)
    const small = { lots: '0.01' }
    const many = async (body: object): Promise<number[]> => {
      const codes: number[] = []
      while (codes.length < 204) {
        // a busy machine must not let the prices grow stale meanwhile
        await server.tick(1_000_000)
        codes.push(...(await Promise.all(Array.from({ length: 12 }, async () => (await contract(token, body)).code))))
      }
      return codes.toSorted((a, b) => a - b)
    }
    const done = Array<number>(200).fill(200)
    expect(await many({ ...limit, ...small })).toEqual([...done, 13_017, 13_017, 13_017, 13_017])
    expect((await perpetual(token, { ...limit, ...small })).code).toBe(13_017)
    expect(await server.ok(contractRoutes.contractOrdersCancel, { token, key: keyNow() })).toEqual({ canceled: 200 })
    expect(await many({ ...market, ...small })).toEqual([...done, 13_066, 13_066, 13_066, 13_066])
    const { closings } = await server.ok(contractRoutes.contractCloseAll, { token, body: {}, key: keyNow() })
    expect(closings).toHaveLength(200)
    expect(await server.engine.imbalance()).toEqual([])
  })
})

describe('a key', () => {
  it('that is too old or badly made is refused', async () => {
    const token = await derivativeDemo(server)
    const body = { ...limit, multiple: 10 }
    const place = (key: string) => server.call(contractRoutes.contractOrderPlace, { token, body, key })
    expect((await place(keyNow(Date.now() - 90_000_000))).code).toBe(13_008)
    expect((await place('not-a-key')).code).toBe(550)
  })
})

describe('a market that has fallen silent', () => {
  it('takes no new risk, closes nothing, and says so', async () => {
    const token = await derivativeDemo(server)
    const { data: ticket } = await contract(token, market)
    const resting = await contract(token, limit)
    const params = { id: ticket?.order_id ?? '' }
    server.speaking = false
    await expect.poll(() => contract(token, market).then(({ code }) => code), { timeout: 10_000 }).toBe(13_006)
    expect((await perpetual(token, { ...market, lots: '0' })).code).toBe(13_006)
    const close = await server.call(contractRoutes.contractOrderClose, { token, params, body: {}, key: keyNow() })
    expect(close.code).toBe(13_006)
    const set = { token, params, body: { stop_loss: '9000' }, key: keyNow() }
    expect((await server.call(contractRoutes.contractOrderAmend, set)).code).toBe(13_006)
    const { order } = await server.ok(contractRoutes.contractOrderOne, { token, params })
    expect(order).toMatchObject({ status: 'filled', current_price: null, profit: '0' })
    // cancelling is always on
    const cancel = { token, params: { id: resting.data?.order_id ?? '' }, key: keyNow() }
    expect((await server.ok(contractRoutes.contractOrderCancel, cancel)).status).toBe('canceled')
    server.speaking = true
    await server.tick(1_000_000)
    await closeAll(token)
  })
})
