import { contractRoutes } from '@truemark/protocol/routes/contract'
import { optionRoutes } from '@truemark/protocol/routes/option'
import { optionTerms } from '@truemark/core/testing/optionFixture'
import { accountRoutes } from '@truemark/protocol/routes/account'
import { spotRoutes } from '@truemark/protocol/routes/spot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { house } from './engine/door.ts'
import { endKind, endingKind, kindToStart } from './feedAtStart.ts'
import { keptKind } from './market/kept.ts'
import { firstFeed } from './market/door.ts'
import { MarketStore } from './market/store.ts'
import type { RunningFeed } from './operator/door.ts'
import { keyNow } from './testing/keys.ts'
import { type LiveServer, startLiveServer } from './testing/liveServer.ts'
import { derivativeDemo } from './testing/trader.ts'

let server: LiveServer

beforeAll(async () => {
  server = await startLiveServer()
  await new MarketStore(server.database).keepValue(keptKind, 'simulated')
})
afterAll(() => server.stop())

const fresh: RunningFeed = { setting: firstFeed, fixed: null, hasReplay: false, waitsOn: null }
/** The two ways in: what operators set in the desk, and what the configuration fixes. */
const ways: readonly (readonly [string, RunningFeed])[] = [
  ['set in the desk', { ...fresh, setting: { kind: 'live', sources: {} } }],
  ['fixed by FEED', { ...fresh, fixed: 'live' }],
]

describe('a start that takes another kind of prices', () => {
  it('is one whose kind is not the one that ran last', async () => {
    expect(await endingKind(fresh, server.database)).toBeNull()
    expect(await endingKind({ ...fresh, fixed: 'simulated' }, server.database)).toBeNull()
    for (const [, feed] of ways) expect(await endingKind(feed, server.database)).toBe('simulated')
    await new MarketStore(server.database).keepValue(keptKind, 'replay')
    // the file is gone: something else comes in its place
    expect(await endingKind(fresh, server.database)).toBe('replay')
    expect(await endingKind({ ...fresh, hasReplay: true }, server.database)).toBeNull()
    await new MarketStore(server.database).keepValue(keptKind, 'simulated')
  })

  it.each(ways)('ends what is open on the demo at the old kind’s last price: %s', async (_, feed) => {
    // what the test before said of the market is unsaid first
    await server.tick(1_000_000)
    const token = await derivativeDemo(server)
    const body = { symbol: 'BTCUSDT', side: 'buy', type: 'market', lots: '1', multiple: 10 }
    const { order_id: id } = await server.ok(contractRoutes.contractOrderPlace, { token, body, key: keyNow() })
    const limit = { symbol: 'BTCUSDT', side: 'buy', type: 'limit', price: '9500', quantity: '0.1' }
    const spot = await server.ok(spotRoutes.spotOrderPlace, { token, body: limit, key: keyNow() })
    server.speaking = false
    const ran = await endingKind(feed, server.database)
    if (ran === null) throw new Error('no kind ends')
    expect(await endKind(server.engine.exchange, ran, feed)).toEqual(feed)
    expect(kindToStart(feed)).toBe('live')
    const quote = { type: 'quote', listing: 0, dispersionTenths: 0, sources: 4, kind: 'live' } as const
    await server.engine.exchange.command(house, { ...quote, time: Date.now(), indexTenths: 400_000 })
    const { order } = await server.ok(contractRoutes.contractOrderOne, { token, params: { id } })
    expect(order).toMatchObject({
      status: 'settled',
      reason: 'prices_changed',
      settlement_price: '10000',
      forced: false,
    })
    const { items } = await server.ok(spotRoutes.spotOrders, { token, query: { status: 'history' } })
    expect(items).toMatchObject([{ order_id: spot.order_id, status: 'canceled', reason: 'prices_changed' }])
    expect(await server.engine.imbalance()).toEqual([])
    server.speaking = true
  })

  it.each(ways)('goes on with the old kind while an option is open: %s', async (_, feed) => {
    // a short at a price that the test before said would be liquidated at the next
    await server.tick(1_000_000)
    await server.engine.exchange.command(house, { type: 'configureOption', listing: 0, terms: optionTerms })
    const token = await derivativeDemo(server)
    await server.ok(accountRoutes.transferMake, { token, body: { from: 'coin', to: 'option', amount: '100' } })
    const body = { symbol: 'BTCUSDT', type: 'up', trade_mode: 3_600, amount: '100' }
    await server.ok(optionRoutes.optionOrderPlace, { token, body })
    const order = { symbol: 'BTCUSDT', side: 'sell', type: 'market', lots: '1', multiple: 10 }
    const { order_id: id } = await server.ok(contractRoutes.contractOrderPlace, { token, body: order, key: keyNow() })
    const started = await endKind(server.engine.exchange, 'simulated', feed)
    expect(started).toEqual({ ...feed, waitsOn: 'simulated' })
    expect(kindToStart(started)).toBe('simulated')
    const still = await server.ok(contractRoutes.contractOrderOne, { token, params: { id } })
    expect(still.order).toMatchObject({ status: 'filled', reason: '', forced: false })
  })
})
