import { deskRoutes } from '@truemark/protocol/routes/desk'
import { deskDerivativeRoutes as routes } from '@truemark/protocol/routes/deskDerivative'
import { deskOptionRoutes } from '@truemark/protocol/routes/deskOption'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { house } from '../engine/door.ts'
import { btcTerms } from '../engine/testing/exchangeRun.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { makeOperator } from '../testing/people.ts'

const reason = 'asked for by customers'
const options = {
  trade_modes: [{ trade_mode: 60, payout_rate: '0.8' }],
  amount_max: '10000',
  exposure_max: '200000',
  pool_debt_max: '2000000',
}

let server: LiveServer
let ada = ''
beforeAll(async () => {
  server = await startLiveServer({ singleOperator: true })
  ada = await makeOperator(server, 'administrator', 'Ada')
  await command({ type: 'listCurrency', code: 'PEP', scale: 8 })
  const { currencies } = await server.engine.exchange.ask(house, { type: 'catalogue' })
  await command({ type: 'listSymbol', terms: { ...btcTerms, code: 'PEPUSDT', base: currencies.at(-1)?.id ?? -1 } })
})
afterAll(() => server.stop())

async function command(one: Parameters<typeof server.engine.exchange.command>[1]): Promise<void> {
  const told = await server.engine.exchange.command(house, one)
  if (!told.ok) throw new Error(told.reason)
}

it('of two different first terms that are set in the same moment one stands, and the other is told so', async () => {
  const asked = ['10', '20', '30', '40'].map(async (amount) => {
    const call = { token: ada, params: { symbol: 'PEPUSDT' }, body: { ...options, amount_min: amount, reason } }
    return { amount, ...(await server.call(deskOptionRoutes.deskOptionOpen, call)) }
  })
  const answers = await Promise.all(asked)
  const set = answers.filter(({ code }) => code === 200)
  expect(set).toHaveLength(1)
  expect(answers.filter(({ reason: why }) => why === 'terms_there')).toHaveLength(3)
  const { items } = await server.ok(deskRoutes.deskAudit, { token: ada, query: { action: 'option_opened' } })
  expect(items.map(({ detail }) => detail['amount_min'])).toEqual(set.map(({ amount }) => amount))
})

it('of two changes in the same moment neither undoes the other', async () => {
  const change = (body: object) =>
    server.call(routes.deskDerivativeChange, { token: ada, params: { symbol: 'BTCUSDT' }, body: { ...body, reason } })
  const answers = await Promise.all([change({ fee_rate: '0.0004' }), change({ limit_rate: '0.03' })])
  expect(answers.map(({ code }) => code)).toEqual([200, 200])
  const items = await server.ok(routes.deskDerivatives, { token: ada })
  expect(items.find(({ symbol }) => symbol === 'BTCUSDT')).toMatchObject({ fee_rate: '0.0004', limit_rate: '0.03' })
})
