import { afterAll, beforeAll, expect, it } from 'vitest'
import { house } from './engine/door.ts'
import { MarketView } from './market/door.ts'
import { followRealConditions, followRealTrading } from './realTrading.ts'
import { type LiveServer, startLiveServer } from './testing/liveServer.ts'
import { makeOperator } from './testing/people.ts'

let server: LiveServer
beforeAll(async () => {
  server = await startLiveServer()
})
afterAll(() => server.stop())

function hear(view: MarketView, kind: 'live' | 'simulated', sources: number): void {
  const status = { code: 'BTCUSDT', status: 'open', reason: '', source: 'kraken', simulated: kind !== 'live' } as const
  view.take({ type: 'ready', kind, symbols: ['BTCUSDT'] })
  view.take({ type: 'status', record: { ...status, kind, sources, time: 1 } })
}

it('waits for two operators, three live sources and a country switched on', async () => {
  const view = new MarketView({ now: Date.now })
  let now = 0
  const conditions = followRealConditions({ database: server.database, view })
  const isOpen = followRealTrading({ exchange: server.engine.exchange, conditions }, () => now)
  const later = (): Promise<boolean> => {
    now += 5_001
    return isOpen()
  }
  expect(await isOpen()).toBe(false)
  await makeOperator(server, 'administrator', 'Ada')
  hear(view, 'live', 3)
  await server.engine.exchange.command(house, { type: 'switchProduct', country: 'CH', product: 'spot', on: true })
  expect(await later()).toBe(false)
  await makeOperator(server, 'treasurer', 'Ben')
  expect(await isOpen()).toBe(false)
  expect(await later()).toBe(true)
  hear(view, 'live', 1)
  expect(await later()).toBe(true)
  hear(view, 'simulated', 3)
  expect(await later()).toBe(false)
  hear(view, 'live', 2)
  expect(await later()).toBe(false)
  hear(view, 'live', 3)
  await server.engine.exchange.command(house, { type: 'switchProduct', country: 'CH', product: 'spot', on: false })
  expect(await later()).toBe(false)
})
