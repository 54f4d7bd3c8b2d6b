import { contractRoutes } from '@truemark/protocol/routes/contract'
import { deskRoutes } from '@truemark/protocol/routes/desk'
import { deskDerivativeRoutes as routes } from '@truemark/protocol/routes/deskDerivative'
import { deskSettingsRoutes } from '@truemark/protocol/routes/deskSettings'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { house } from '../engine/door.ts'
import { keyNow } from '../testing/keys.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { makeOperator, signUp, understandRisks } from '../testing/people.ts'
import { derivativeDemo } from '../testing/trader.ts'

let server: LiveServer
let admin = ''

beforeAll(async () => {
  server = await startLiveServer()
  admin = await makeOperator(server, 'administrator', 'Ada')
})
afterAll(() => server.stop())
beforeEach(async () => {
  await server.database.query('UPDATE app_user SET guest_address_hash = NULL')
  await server.tick(1_000_000)
})

const reason = 'a steeper market'
const params = { symbol: 'BTCUSDT' }
const market = { symbol: 'BTCUSDT', side: 'buy', type: 'market', lots: '1', multiple: 10 } as const

async function change(body: object) {
  return server.call(routes.deskDerivativeChange, { token: admin, params, body: { ...body, reason } })
}

async function codeOf(token: string, body: object = market): Promise<number> {
  return (await server.call(contractRoutes.contractOrderPlace, { token, body, key: keyNow() })).code
}

describe('the desk', () => {
  it('changes the terms for everyone alike, and writes what was and what is', async () => {
    const token = await derivativeDemo(server)
    const before = await server.ok(contractRoutes.contractOrderPlace, { token, body: market, key: keyNow() })
    const changed = await change({
      multiples: [1, 2, 5],
      brackets: [
        { floor: '0', maintenance_rate: '0.01', multiple_max: 5 },
        { floor: '10000', maintenance_rate: '0.02', multiple_max: 2 },
      ],
      fee_rate: '0.0003',
      level_lots: '60',
    })
    expect(changed.data).toMatchObject({ multiples: [1, 2, 5], fee_rate: '0.0003', level_lots: '60' })
    expect(changed.data?.brackets[1]).toMatchObject({ floor: '10000', cumulative: '100' })
    expect(await server.ok(routes.deskDerivatives, { token: admin })).toEqual([changed.data])
    expect((await server.ok(contractRoutes.derivativeTermsAll))[0]).toMatchObject({
      multiples: [1, 2, 5],
      fee_rate: '0.0003',
    })
    expect(await codeOf(token)).toBe(13_062)
    const later = await derivativeDemo(server)
    const after = { token: later, body: { ...market, multiple: 5 }, key: keyNow() }
    expect((await server.ok(contractRoutes.contractOrderPlace, after)).fee_rate).toBe('0.0003')
    const { items } = await server.ok(contractRoutes.contractOrders, { token, query: { status: 'open' } })
    expect(items.find(({ order_id: id }) => id === before.order_id)?.fee_rate).toBe('0.0005')
    const audit = await server.ok(deskRoutes.deskAudit, { token: admin, query: { action: 'derivative_changed' } })
    expect(audit.items[0]).toMatchObject({ actor: 'Ada', subject: 'BTCUSDT', reason })
    expect(audit.items[0]?.detail['fee_rate']).toBe('"0.0005" → "0.0003"')
    for (const one of [token, later])
      await server.ok(contractRoutes.contractCloseAll, { token: one, body: {}, key: keyNow() })
  })

  it('is refused what cannot be exact or sound, and that is written too', async () => {
    expect((await change({ fee_rate: '1e-3' })).code).toBe(550)
    expect((await change({ fee_rate: '0.00000000001' })).code).toBe(550)
    expect((await change({ contract_size: '0.2' })).code).toBe(13_019)
    expect((await change({ brackets: [{ floor: '1', maintenance_rate: '0.01', multiple_max: 5 }] })).code).toBe(13_019)
    expect((await change({ brackets: [{ floor: '0', maintenance_rate: '0.5', multiple_max: 5 }] })).code).toBe(13_019)
    const query = { action: 'derivative_change_refused' }
    expect((await server.ok(deskRoutes.deskAudit, { token: admin, query })).items).toHaveLength(3)
    const none = { token: admin, params: { symbol: 'NONE' }, body: { reason } }
    expect((await server.call(routes.deskDerivativeChange, none)).code).toBe(13_003)
  })

  it('takes a product off the market, and leaves the way out open', async () => {
    const token = await derivativeDemo(server)
    const body = { ...market, multiple: 5 }
    const { order_id: id } = await server.ok(contractRoutes.contractOrderPlace, { token, body, key: keyNow() })
    await change({ contract: false })
    expect(await codeOf(token, body)).toBe(13_003)
    const close = { token, params: { id }, body: {}, key: keyNow() }
    expect(await server.ok(contractRoutes.contractOrderClose, close)).toMatchObject({ lots_left: '0' })
    await change({ contract: true })
    expect(await codeOf(token, body)).toBe(200)
    await server.ok(contractRoutes.contractCloseAll, { token, body: {}, key: keyNow() })
  })

  it('halts new risk in a market and leaves closing on', async () => {
    const token = await derivativeDemo(server)
    const body = { ...market, multiple: 5 }
    const { order_id: id } = await server.ok(contractRoutes.contractOrderPlace, { token, body, key: keyNow() })
    const halt = (to: string) =>
      server.ok(deskSettingsRoutes.deskSymbolHalt, {
        token: admin,
        params,
        body: { halt: to, ground: 'technical_fault', reason: 'a drill' },
      })
    await halt('cancel_only')
    expect(await codeOf(token, body)).toBe(13_005)
    const close = { token, params: { id }, body: {} }
    expect(await server.ok(contractRoutes.contractOrderClose, { ...close, key: keyNow() })).toMatchObject({
      lots_left: '0',
    })
    await halt('trading')
    expect(await codeOf(token, body)).toBe(200)
    await server.ok(contractRoutes.contractCloseAll, { token, body: {}, key: keyNow() })
  })

  it('sees what the house has at stake, and what it has made', async () => {
    const token = await derivativeDemo(server)
    await server.ok(contractRoutes.contractOrderPlace, { token, body: { ...market, multiple: 5 }, key: keyNow() })
    const shown = await server.ok(routes.deskHouse, { token: admin })
    const stake = shown.stakes.find(({ realm, product }) => realm === 'demo' && product === 'derivative')
    expect(stake).toMatchObject({
      symbol: 'BTCUSDT',
      position: '-1',
      entry_price: '10002',
      index: '10000',
      profit: '0.2',
    })
    const demo = shown.accounts.find(({ realm }) => realm === 'demo')
    expect(Number(demo?.insurance)).toBeGreaterThan(0)
    expect(Number(demo?.fees)).toBeGreaterThan(0)
    await server.ok(contractRoutes.contractCloseAll, { token, body: {}, key: keyNow() })
  })
})

describe('a real account', () => {
  it('needs its country switched on, an approved name, and prices that are live', async () => {
    const token = await signUp(server, 'real@example.com', '+33612345699')
    const { exchange } = server.engine
    expect(await codeOf(token, { ...market, symbol: 'NONE', lots: '0' })).toBe(13_002)
    await exchange.command(house, { type: 'switchProduct', country: 'FR', product: 'contract', on: true })
    expect(await codeOf(token, { ...market, symbol: 'NONE', lots: '0' })).toBe(12_114)
    const { rows } = await server.database.query<{ real_holder: number }>(
      `SELECT real_holder FROM app_user WHERE email = 'real@example.com'`,
    )
    const holder = Number(rows[0]?.real_holder)
    const stand = (realName: 'pending' | 'rejected' | 'approved') =>
      exchange.command(house, { type: 'setStanding', holder, disabled: false, realName, country: 'FR' })
    await stand('pending')
    expect(await codeOf(token, { ...market, symbol: 'NONE' })).toBe(12_116)
    await stand('rejected')
    expect(await codeOf(token, { ...market, symbol: 'NONE' })).toBe(13_117)
    await stand('approved')
    // what is asked before a first order comes after who may trade, and before all that is of the order
    expect(await codeOf(token, { ...market, symbol: 'NONE', lots: '0' })).toBe(13_905)
    await understandRisks(server, token)
    expect(await codeOf(token, { ...market, symbol: 'NONE' })).toBe(13_003)
    server.speaking = false
    const told = { type: 'quote', listing: 0, time: Date.now(), indexTenths: 1_000_000, dispersionTenths: 0 } as const
    await server.engine.exchange.command(house, { ...told, kind: 'simulated', sources: 4 })
    expect(await codeOf(token, market)).toBe(13_007)
    await server.engine.exchange.command(house, { ...told, kind: 'live', sources: 2 })
    expect(await codeOf(token, market)).toBe(14_101)
    await server.engine.exchange.command(house, { ...told, kind: 'live', sources: 4 })
    await server.engine.exchange.command(house, { type: 'tellRealMoney', unmet: ['mail_configured'] })
    expect(await codeOf(token, market)).toBe(14_100)
    await server.engine.exchange.command(house, { type: 'tellRealMoney', unmet: [] })
    server.speaking = true
    await exchange.command(house, { type: 'switchProduct', country: 'FR', product: 'contract', on: false })
    expect(await codeOf(token, market)).toBe(13_002)
  })
})
