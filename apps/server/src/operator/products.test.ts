import { deskRoutes } from '@truemark/protocol/routes/desk'
import { deskDerivativeRoutes as routes } from '@truemark/protocol/routes/deskDerivative'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { makeOperator } from '../testing/people.ts'

let server: LiveServer
let admin = ''
beforeAll(async () => {
  server = await startLiveServer()
  admin = await makeOperator(server, 'administrator', 'Ada')
})
afterAll(() => server.stop())

const reason = 'licence of the country'

async function turn(country: string, product: string, on: boolean): Promise<string> {
  const params = { country, product }
  const answer = await server.call(routes.deskProductSwitch, { token: admin, params, body: { on, reason } })
  return answer.reason ?? 'done'
}

async function shown() {
  return server.ok(routes.deskProducts, { token: admin })
}

it('switches a product on only where the conditions for real money are met, and off at any time', async () => {
  expect((await shown()).conditions.map(({ name, met }) => [name, met])).toEqual([
    ['two_operators', false],
    ['three_live_sources', false],
    ['rules_published', true],
  ])
  expect(await turn('CH', 'contract', true)).toBe('switch_conditions_unmet')
  expect(await turn('ZZ', 'contract', true)).toBe('country_unknown')
  expect(await turn('CH', 'lottery', true)).toBe('field_malformed')
  await makeOperator(server, 'treasurer', 'Ben')
  expect(await turn('CH', 'contract', true)).toBe('switch_conditions_unmet')
  const status = { code: 'BTCUSDT', status: 'open', reason: '', source: 'kraken', simulated: false } as const
  server.view.take({ type: 'ready', kind: 'live', symbols: ['BTCUSDT'] })
  server.view.take({ type: 'status', record: { ...status, kind: 'live', sources: 3, time: 1 } })
  expect(await turn('CH', 'contract', true)).toBe('done')
  expect(await turn('FR', 'perpetual', true)).toBe('done')
  expect((await shown()).switches).toEqual([
    { country: 'CH', product: 'contract', on: true },
    { country: 'FR', product: 'perpetual', on: true },
  ])
  expect((await shown()).conditions.every(({ met }) => met)).toBe(true)
  server.view.take({ type: 'ready', kind: 'simulated', symbols: ['BTCUSDT'] })
  expect(await turn('CH', 'contract', false)).toBe('done')
  expect((await shown()).switches).toEqual([{ country: 'FR', product: 'perpetual', on: true }])
})

it('writes each switch to the audit log with its reason', async () => {
  const { items } = await server.ok(deskRoutes.deskAudit, { token: admin, query: { action: 'product_switched' } })
  expect(items.map(({ subject, reason: why, detail }) => [subject, why, detail['on']])).toEqual([
    ['CH:contract', reason, 'false'],
    ['FR:perpetual', reason, 'true'],
    ['CH:contract', reason, 'true'],
  ])
})
