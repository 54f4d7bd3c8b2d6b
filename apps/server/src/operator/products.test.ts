import type { ToldCondition } from '@truemark/core/book/realMoney'
import { deskRoutes } from '@truemark/protocol/routes/desk'
import { deskDerivativeRoutes as routes } from '@truemark/protocol/routes/deskDerivative'
import { deskWaitingRoutes } from '@truemark/protocol/routes/deskWaiting'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { house } from '../engine/door.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { makeOperator } from '../testing/people.ts'

let server: LiveServer
let admin = ''
let missing: readonly ToldCondition[] = ['rules_published']
beforeAll(async () => {
  server = await startLiveServer({ missing: async () => missing })
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
    ['two_operators', true],
    ['rules_published', false],
    ['mail_configured', true],
    ['https_address', true],
    ['three_live_sources', true],
    ['country_on', true],
  ])
  expect(await turn('CH', 'contract', true)).toBe('switch_conditions_unmet')
  expect(await turn('ZZ', 'contract', true)).toBe('country_unknown')
  expect(await turn('CH', 'lottery', true)).toBe('field_malformed')
  expect(await turn('FR', 'ieo', false)).toBe('done')
  missing = []
  server.speaking = false
  const told = { type: 'quote', listing: 0, time: Date.now(), indexTenths: 1_000_000, dispersionTenths: 0 } as const
  await server.engine.exchange.command(house, { ...told, kind: 'live', sources: 2 })
  expect(await turn('CH', 'contract', true)).toBe('switch_conditions_unmet')
  server.speaking = true
  await server.tick(1_000_000)
  // the switch itself is what the last condition waits for
  expect((await shown()).conditions.filter(({ met }) => !met).map(({ name }) => name)).toEqual(['country_on'])
  expect(await turn('CH', 'contract', true)).toBe('done')
  expect(await turn('FR', 'perpetual', true)).toBe('done')
  expect((await shown()).switches).toEqual([
    { country: 'CH', product: 'contract', on: true },
    { country: 'FR', product: 'perpetual', on: true },
  ])
  expect((await shown()).conditions.every(({ met }) => met)).toBe(true)
  missing = ['two_operators']
  const { real_money_missing } = await server.ok(deskWaitingRoutes.deskWaiting, { token: admin })
  expect(real_money_missing).toEqual([])
  await shown()
  const after = await server.ok(deskWaitingRoutes.deskWaiting, { token: admin })
  expect(after.real_money_missing).toEqual(['two_operators'])
  expect(await turn('CH', 'contract', false)).toBe('done')
  expect((await shown()).switches).toEqual([{ country: 'FR', product: 'perpetual', on: true }])
})

it('writes each switch to the audit log with its reason', async () => {
  const { items } = await server.ok(deskRoutes.deskAudit, { token: admin, query: { action: 'product_switched' } })
  expect(items.map(({ subject, reason: why, detail }) => [subject, why, detail['on']])).toEqual([
    ['CH:contract', reason, 'false'],
    ['FR:perpetual', reason, 'true'],
    ['CH:contract', reason, 'true'],
    ['FR:ieo', reason, 'false'],
  ])
})
