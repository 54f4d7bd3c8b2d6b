import type { HolderId } from '@truemark/core/ledger/holders'
import type { Event } from '@truemark/core/vocabulary'
import { contractRoutes } from '@truemark/protocol/routes/contract'
import { identityRoutes } from '@truemark/protocol/routes/identity'
import { optionRoutes } from '@truemark/protocol/routes/option'
import { perpetualRoutes } from '@truemark/protocol/routes/perpetual'
import type { RouteDefinition } from '@truemark/protocol/routes/route'
import { spotRoutes } from '@truemark/protocol/routes/spot'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { keyNow } from '../testing/keys.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { derivativeDemo } from '../testing/trader.ts'
import { Owners } from './owners.ts'

let server: LiveServer

beforeAll(async () => {
  server = await startLiveServer()
  await server.tick(1_000_000)
})
afterAll(() => server.stop())

const market = { symbol: 'BTCUSDT', side: 'buy', type: 'market', lots: '1' } as const
const far = { symbol: 'BTCUSDT', side: 'buy', type: 'limit', price: '9000', quantity: '0.01' } as const

/** Runs `test` while no row of an order can be written: the read models stand still. */
async function whileBehind(test: () => Promise<void>): Promise<void> {
  await server.database.transaction(async (client) => {
    await client.query('LOCK TABLE spot_order, derivative_order, derivative_position, option_order IN SHARE MODE')
    await test()
  })
}

it('another person’s order is theirs from its commit on, open or done, before any row tells of it', async () => {
  const owner = await derivativeDemo(server)
  await server.ok(identityRoutes.simulationLogin, { body: {} })
  const stranger = await derivativeDemo(server)
  const codeOf = async (route: RouteDefinition, id: string, body?: object) =>
    (await server.call(route, { token: stranger, params: { id }, key: keyNow(), ...(body && { body }) })).code
  await whileBehind(async () => {
    const { order_id: spot } = await server.ok(spotRoutes.spotOrderPlace, { token: owner, body: far, key: keyNow() })
    const touch = [spotRoutes.spotOrderOne, spotRoutes.spotOrderCancel] as const
    for (const route of touch) expect(await codeOf(route, spot)).toBe(11_304)
    await server.ok(spotRoutes.spotOrderCancel, { token: owner, params: { id: spot }, key: keyNow() })
    for (const route of touch) expect(await codeOf(route, spot)).toBe(11_304)
    expect(await codeOf(spotRoutes.spotOrderAmend, spot, { quantity: '0.02' })).toBe(11_304)

    const body = { ...market, multiple: 20 }
    const { order_id: ticket } = await server.ok(contractRoutes.contractOrderPlace, {
      token: owner,
      body,
      key: keyNow(),
    })
    await server.ok(contractRoutes.contractOrderClose, {
      token: owner,
      params: { id: ticket },
      body: {},
      key: keyNow(),
    })
    for (const route of [contractRoutes.contractOrderOne, contractRoutes.contractOrderCancel]) {
      expect(await codeOf(route, ticket)).toBe(11_304)
    }
    expect(await codeOf(contractRoutes.contractOrderClose, ticket, {})).toBe(11_304)
    expect(await codeOf(contractRoutes.contractMarginAdd, ticket, { amount: '1' })).toBe(11_304)

    const resting = { ...market, type: 'limit', price: '9900' } as const
    const place = (order: object) =>
      server.ok(perpetualRoutes.perpetualOrderPlace, { token: owner, body: order, key: keyNow() })
    const { order_id: order } = await place(resting)
    await server.ok(perpetualRoutes.perpetualOrderCancel, { token: owner, params: { id: order }, key: keyNow() })
    expect(await codeOf(perpetualRoutes.perpetualOrderOne, order)).toBe(11_304)
    expect(await codeOf(perpetualRoutes.perpetualOrderCancel, order)).toBe(11_304)
    await place(market)
    const { items } = await server.ok(perpetualRoutes.perpetualPositions, { token: owner, query: { status: 'open' } })
    const position = items[0]?.position_id ?? ''
    await server.ok(perpetualRoutes.perpetualCloseAll, { token: owner, body: {}, key: keyNow() })
    expect(await codeOf(perpetualRoutes.perpetualPositionOne, position)).toBe(11_304)
    expect(await codeOf(perpetualRoutes.perpetualPositionClose, position, {})).toBe(11_304)
  })
  // what nobody has is unknown all the same
  expect(await codeOf(spotRoutes.spotOrderOne, 'A'.repeat(22))).toBe(12_213)
  expect(await codeOf(optionRoutes.optionOrderOne, 'A'.repeat(22))).toBe(12_213)
})

it('forgets what has its row, and no more', () => {
  const owners = new Owners()
  const placed = (order: number, holder: HolderId) => ({ type: 'optionPlaced', order, holder }) as Event
  owners.take([placed(1, 40), placed(2, 41)], 7)
  owners.take([placed(3, 42)], 8)
  owners.projected(7)
  expect([1, 2, 3].map((order) => owners.of('option', order))).toEqual([null, null, 42])
  expect(owners.of('mining', 3)).toBeNull()
})
