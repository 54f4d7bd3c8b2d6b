import { deskRoutes } from '@truemark/protocol/routes/desk'
import { deskDerivativeRoutes } from '@truemark/protocol/routes/deskDerivative'
import { deskOptionRoutes as routes } from '@truemark/protocol/routes/deskOption'
import { optionRoutes } from '@truemark/protocol/routes/option'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { house } from '../engine/door.ts'
import { optionTermsFirst } from '../option/seed.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { makeOperator } from '../testing/people.ts'
import { derivativeDemo } from '../testing/trader.ts'

let server: LiveServer
let admin = ''
beforeAll(async () => {
  server = await startLiveServer()
  const terms = { type: 'configureOption', listing: 0, terms: optionTermsFirst } as const
  expect((await server.engine.exchange.command(house, terms)).ok).toBe(true)
  admin = await makeOperator(server, 'administrator', 'Ada')
})
afterAll(() => server.stop())

const reason = 'a calmer market'
const params = { symbol: 'BTCUSDT' }

async function change(body: object, token = admin) {
  return server.call(routes.deskOptionChange, { token, params, body: { ...body, reason } })
}

it('changes the terms of options for everyone alike, and writes what was and what is', async () => {
  const trade_modes = [
    { trade_mode: 30, payout_rate: '0.75' },
    { trade_mode: 60, payout_rate: '0.8' },
  ]
  const changed = await change({ trade_modes, amount_max: '500', exposure_max: '9000' })
  expect(changed.data).toMatchObject({ on: true, amount_max: '500', exposure_max: '9000', amount_min: '10' })
  expect(changed.data?.trade_modes[0]).toEqual({ trade_mode: 30, payout_rate: '0.75', break_even_rate: '0.571428572' })
  expect(await server.ok(routes.deskOptions, { token: admin })).toEqual([changed.data])
  const token = await derivativeDemo(server)
  expect((await server.ok(optionRoutes.optionTerms, { token }))[0]).toMatchObject({ amount_max: '500' })
  const { items } = await server.ok(deskRoutes.deskAudit, { token: admin, query: { action: 'option_changed' } })
  expect(items[0]).toMatchObject({ subject: 'BTCUSDT', reason, detail: { amount_max: '"10000" → "500"' } })
})

it('refuses terms that cannot hold, and says so in the audit log', async () => {
  expect((await change({ amount_min: '600' })).reason).toBe('listing_invalid')
  expect((await change({ amount_min: '1.0000001' })).reason).toBe('field_malformed')
  expect((await change({ trade_modes: [{ trade_mode: 60, payout_rate: '1.5' }] })).reason).toBe('listing_invalid')
  const { items } = await server.ok(deskRoutes.deskAudit, { token: admin, query: { action: 'option_change_refused' } })
  expect(items).toHaveLength(2)
  const support = await makeOperator(server, 'support', 'Sue')
  expect((await change({ on: false }, support)).reason).toBe('permission_insufficient')
  const unknown = { token: admin, params: { symbol: 'NONE' }, body: { on: false, reason } }
  expect((await server.call(routes.deskOptionChange, unknown)).reason).toBe('symbol_unknown')
})

it('tells the rates of funding and what each product has at stake', async () => {
  const funding = await server.ok(deskDerivativeRoutes.deskFunding, { token: admin })
  expect(funding.map(({ symbol, realm }) => [symbol, realm])).toEqual([
    ['BTCUSDT', 'real'],
    ['BTCUSDT', 'demo'],
  ])
  const { options, profits, accounts } = await server.ok(deskDerivativeRoutes.deskHouse, { token: admin })
  expect(options[0]).toEqual({ symbol: 'BTCUSDT', realm: 'real', up: '0', down: '0', exposure_max: '9000' })
  expect(profits.map(({ realm, product, profit }) => [realm, product, profit])).toEqual([
    ['real', 'spot', '0'],
    ['real', 'derivative', '0'],
    ['real', 'option', '0'],
    ['demo', 'spot', '0'],
    ['demo', 'derivative', '0'],
    ['demo', 'option', '0'],
  ])
  expect(accounts.every(({ option_pool: pool }) => pool === '0')).toBe(true)
})
