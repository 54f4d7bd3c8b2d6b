import { identityRoutes } from '@truemark/protocol/routes/identity'
import { investRoutes } from '@truemark/protocol/routes/invest'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Catalogue } from '../engine/door.ts'
import { loadTranslate } from '../platform/texts/translator.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { type ShowroomPorts, fill } from './showroom.ts'

let server: LiveServer
let ports: ShowroomPorts
beforeAll(async () => {
  server = await startLiveServer()
  const { exchange } = server.engine
  ports = {
    exchange,
    catalogue: await Catalogue.load(exchange),
    database: server.database,
    indexOf: () => '61234.56',
    now: () => Date.now(),
    translate: await loadTranslate(),
    onError: (error) => {
      throw error
    },
  }
})
afterAll(() => server.stop())

it('keeps products in the demo’s list alone, around the index, in the reader’s language, and once', async () => {
  await fill({ ...ports, indexOf: () => null })
  const { token } = await server.ok(identityRoutes.simulationLogin, { body: {} })
  expect((await server.ok(investRoutes.investProducts, { token })).items).toEqual([])
  await fill(ports)
  await fill(ports)
  const { items: shown } = await server.ok(investRoutes.investProducts, { token, lang: 'fre' })
  expect(
    shown.map(({ direction, holding_period: days, linked_reference_price: price }) => [direction, days, price]),
  ).toEqual([
    ['sell_high', 7, '64300'],
    ['buy_low', 7, '58200'],
    ['sell_high', 30, '67400'],
  ])
  expect(shown.every(({ yield_source: source }) => source.startsWith('Présentation du compte démo'))).toBe(true)
  const { products } = await server.engine.exchange.ask({ kind: 'house' }, { type: 'investProducts', realm: 'real' })
  expect(products).toEqual([])
})
