import { notificationRoutes } from '@truemark/protocol/routes/notification'
import { identityRoutes } from '@truemark/protocol/routes/identity'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MarketMessage } from '../../market/door.ts'
import { type LiveServer, startLiveServer } from '../../testing/liveServer.ts'
import { Alerts } from './alerts.ts'

let server: LiveServer
beforeAll(async () => {
  server = await startLiveServer()
})
afterAll(() => server.stop())

const mark = (price: string): MarketMessage => ({
  type: 'index',
  symbol: 'BTCUSDT',
  price,
  ask: null,
  sources: 4,
  time: Date.now(),
})
const at = { symbol: 'BTCUSDT', source: 'mark', direction: 'above', price: '10500', repeats: false } as const

async function demo(): Promise<string> {
  server.view.take(mark('10000'))
  return (await server.ok(identityRoutes.simulationLogin, { body: {} })).token
}

async function watcher(): Promise<Alerts> {
  const alerts = new Alerts({ database: server.database, now: Date.now, onError: raise })
  await alerts.load()
  return alerts
}

function raise(error: unknown): never {
  throw error
}

async function hear(alerts: Alerts, ...prices: readonly string[]): Promise<void> {
  for (const price of prices) {
    alerts.heard(mark(price))
    await alerts.settled()
  }
}

async function toldOf(token: string): Promise<readonly Readonly<Record<string, string>>[]> {
  const { items } = await server.ok(notificationRoutes.notifications, { token, query: { category: 'alerts' } })
  return items.map(({ params }) => params)
}

const waiting = async (token: string) =>
  (await server.ok(notificationRoutes.priceAlerts, { token, query: { limit: '100' } })).items

describe('a price alert', () => {
  it('tells once, and is gone then, whoever watches at the same time', async () => {
    const token = await demo()
    await server.ok(notificationRoutes.priceAlertMake, { token, body: at })
    const [one, two] = [await watcher(), await watcher()]
    await hear(one, '10400')
    one.heard(mark('10600'))
    two.heard(mark('10600'))
    await Promise.all([one.settled(), two.settled()])
    expect(await toldOf(token)).toEqual([{ symbol: 'BTCUSDT', level: '10500', price: '10600', source: 'mark' }])
    expect(await waiting(token)).toEqual([])
  })

  it('outlives a restart: what passed meanwhile is told at the first price', async () => {
    const token = await demo()
    await server.ok(notificationRoutes.priceAlertMake, { token, body: { ...at, direction: 'below', price: '9000' } })
    await hear(await watcher(), '9500')
    const next = await watcher()
    await hear(next, '8800')
    await hear(await watcher(), '8700')
    expect(await toldOf(token)).toHaveLength(1)
  })

  it('that repeats tells again only after the price has gone back, across a restart too', async () => {
    const token = await demo()
    await server.ok(notificationRoutes.priceAlertMake, { token, body: { ...at, repeats: true } })
    const alerts = await watcher()
    await hear(alerts, '10500', '10490', '10510', '10460')
    expect(await toldOf(token)).toHaveLength(1)
    const next = await watcher()
    await hear(next, '10500', '10447.5', '10499')
    expect(await toldOf(token)).toHaveLength(1)
    await hear(next, '10500')
    expect(await toldOf(token)).toHaveLength(2)
    expect((await waiting(token))[0]).toMatchObject({ repeats: true, price: '10500' })
  })

  it('is refused where it makes no sense, made once where it is sent twice, and removed by its owner alone', async () => {
    const [token, other] = [await demo(), await demo()]
    const reason = async (body: object) =>
      (await server.call(notificationRoutes.priceAlertMake, { token, body: { ...at, ...body } })).reason
    expect(await reason({ symbol: 'NONEUSDT' })).toBe('symbol_unknown')
    expect(await reason({ price: '0' })).toBe('price_invalid')
    expect(await reason({ price: '10500.123456789' })).toBe('price_off_tick')
    expect(await reason({ price: '10000' })).toBe('alert_price_passed')
    expect(await reason({ direction: 'below', price: '10000.1' })).toBe('alert_price_passed')
    expect(await reason({ source: 'last' })).toBe('market_stale')
    expect(await reason({ price: '1e5' })).toBe('field_malformed')
    const made = await server.ok(notificationRoutes.priceAlertMake, { token, body: at })
    const again = await server.ok(notificationRoutes.priceAlertMake, { token, body: { ...at, price: '10500.0' } })
    expect(again.id).toBe(made.id)
    for (let step = 1; step < 50; step += 1) {
      await server.ok(notificationRoutes.priceAlertMake, { token, body: { ...at, price: String(10_500 + step) } })
    }
    expect(await reason({ price: '11000' })).toBe('alerts_too_many')
    expect(await reason({ repeats: true })).toBeNull()
    const params = { id: made.id }
    expect((await server.call(notificationRoutes.priceAlertRemove, { token: other, params })).reason).toBe(
      'alert_unknown',
    )
    await server.ok(notificationRoutes.priceAlertRemove, { token, params })
    expect((await server.call(notificationRoutes.priceAlertRemove, { token, params })).reason).toBe('alert_unknown')
    expect(await waiting(token)).toHaveLength(49)
  })
})
