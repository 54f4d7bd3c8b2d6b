import { identityRoutes } from '@truemark/protocol/routes/identity'
import { miningRoutes as routes } from '@truemark/protocol/routes/mining'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Catalogue } from '../engine/door.ts'
import { keyNow } from '../testing/keys.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { seedMining } from './seed.ts'

let server: LiveServer

beforeAll(async () => {
  server = await startLiveServer()
})
afterAll(() => server.stop())

it('gives the demo two examples once, which say that they pay nothing, and the real realm none', async () => {
  const { exchange } = server.engine
  const catalogue = await Catalogue.load(exchange)
  const ports = { exchange, catalogue, database: server.database, now: Date.now }
  await seedMining(ports)
  await seedMining(ports)
  const { token } = await server.ok(identityRoutes.simulationLogin, { body: {} })
  const { items: products } = await server.ok(routes.miningProducts, { token, lang: 'fre' })
  expect(products.map(({ name, currency, lockup_period: days }) => `${name} ${currency} ${days}`)).toEqual([
    'Exemple : 5 jours USDT 5',
    'Exemple : 30 jours BTC 30',
  ])
  expect(products[0]?.rates.length).toBe(30)
  expect(products[0]?.yield_source).toContain('Un compte de démonstration ne peut rien bloquer')
  const body = { product_id: products[0]?.product_id, amount: '1000' }
  expect((await server.call(routes.miningOrderPlace, { token, body, key: keyNow() })).reason).toBe('demo_no_wealth')
  const real = await exchange.ask({ kind: 'house' }, { type: 'miningProducts', realm: 'real' })
  expect(real.products).toEqual([])
})
