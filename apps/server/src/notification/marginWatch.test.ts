import { contractRoutes } from '@truemark/protocol/routes/contract'
import { notificationRoutes } from '@truemark/protocol/routes/notification'
import { perpetualRoutes } from '@truemark/protocol/routes/perpetual'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Catalogue } from '../engine/door.ts'
import { keyNow } from '../testing/keys.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { derivativeDemo } from '../testing/trader.ts'
import { MarginWatch } from './marginWatch.ts'

let server: LiveServer
let watch: MarginWatch
beforeAll(async () => {
  server = await startLiveServer()
  const { exchange } = server.engine
  const catalogue = await Catalogue.load(exchange)
  watch = new MarginWatch({ database: server.database, exchange, catalogue, now: Date.now, onError: raise })
})
afterAll(() => server.stop())

function raise(error: unknown): never {
  throw error
}

async function told(token: string) {
  const { items } = await server.ok(notificationRoutes.notifications, { token, query: { category: 'margin' } })
  return items.map(({ kind, params }): Readonly<Record<string, string>> => ({ kind, ...params }))
}

it('a ticket is warned of once for each time that its margin grows thin', async () => {
  const token = await derivativeDemo(server)
  const body = { symbol: 'BTCUSDT', side: 'buy', type: 'market', lots: '1', multiple: 20 }
  await server.ok(contractRoutes.contractOrderPlace, { token, body, key: keyNow() })
  await watch.step()
  expect(await told(token)).toEqual([])
  // 5 % of margin: at 4.5 % down about half a per cent is left, of which 0.4 % must stay
  await server.tick(955_000)
  await watch.step()
  await watch.step()
  const first = await told(token)
  expect(first).toHaveLength(1)
  expect(first[0]).toMatchObject({ kind: 'margin_low_position', symbol: 'BTCUSDT', game: 'contract' })
  expect(Number(first[0]?.['percent'])).toBeGreaterThanOrEqual(100)
  expect(Number(first[0]?.['percent'])).toBeLessThan(150)
  await server.tick(1_000_000)
  await watch.step()
  await server.tick(955_000)
  await watch.step()
  expect(await told(token)).toHaveLength(2)
  await server.tick(1_000_000)
})

it('a cross account is warned of as a whole, and a liquidation is told', async () => {
  const token = await derivativeDemo(server, '1100')
  const body = { symbol: 'BTCUSDT', side: 'buy', type: 'market', lots: '10' }
  await server.ok(perpetualRoutes.perpetualOrderPlace, { token, body, key: keyNow() })
  await server.tick(895_500)
  await watch.step()
  expect(await told(token)).toMatchObject([{ kind: 'margin_low_account' }])
  await server.tick(893_000)
  const end = performance.now() + 15_000
  while ((await told(token)).length < 2 && performance.now() < end)
    await new Promise((resolve) => setTimeout(resolve, 30))
  expect((await told(token))[0]).toMatchObject({ kind: 'liquidated_account' })
})
