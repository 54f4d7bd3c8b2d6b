import { randomBytes } from 'node:crypto'
import { accountOne } from '@truemark/protocol/routes/account'
import { holds } from '@truemark/protocol/routes/holdings'
import { identityRoutes } from '@truemark/protocol/routes/identity'
import { spotRoutes } from '@truemark/protocol/routes/spot'
import {
  type SpotConditional,
  type SpotConditionalBody,
  spotConditionalRoutes as routes,
} from '@truemark/protocol/routes/spotConditional'
import { orderChange } from '@truemark/protocol/stream'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { Catalogue, house } from '../engine/door.ts'
import { createPublicIds } from '../platform/publicId.ts'
import type { CommittedEvents } from '../platform/socket/ownStream.ts'
import { keyNow } from '../testing/keys.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { openConditionalStream } from './conditionalStream.ts'

let server: LiveServer
let hear: (batch: CommittedEvents) => void = () => undefined
beforeAll(async () => {
  server = await startLiveServer()
  server.engine.onCommitted((events, seq, time) => hear({ events, seq, time }))
})
afterAll(() => server.stop())
beforeEach(async () => {
  await server.database.query('UPDATE app_user SET guest_address_hash = NULL')
  await server.tick(1_000_000)
})
afterEach(async () => expect(await server.engine.imbalance()).toEqual([]))

const demo = async () => (await server.ok(identityRoutes.simulationLogin, { body: {} })).token

const stop = {
  symbol: 'BTCUSDT',
  side: 'buy',
  type: 'limit',
  trigger_price: '10100',
  trigger_when: 'at_or_above',
  price: '10150',
  quantity: '0.01',
} as const satisfies SpotConditionalBody

const place = (token: string, body: SpotConditionalBody = stop) =>
  server.ok(routes.spotConditionalPlace, { token, key: keyNow(), body })

async function reasonOf(token: string, more: object): Promise<string | null> {
  const sent = { token, key: keyNow(), body: { ...stop, ...more } }
  return (await server.call(routes.spotConditionalPlace, sent)).reason ?? null
}

async function listed(token: string, status: 'open' | 'history', more: object = {}): Promise<SpotConditional[]> {
  return (await server.ok(routes.spotConditionals, { token, query: { status, ...more } })).items
}

/** A second's sample of the index, in tenths of a tick. */
async function sample(indexTenths: number): Promise<void> {
  const samples = [{ listing: 0, indexTenths, sources: 4, fresh: true }]
  const stamp = Math.floor(Date.now() / 1_000) * 1_000
  const sampled = await server.engine.exchange.command(house, { type: 'sampleIndex', stamp, kind: 'live', samples })
  expect(sampled.ok).toBe(true)
}

async function frozen(token: string): Promise<string> {
  const { balances } = await server.ok(accountOne, { token, params: { kind: 'coin' } })
  return balances.find(({ currency }) => currency === 'USDT')?.frozen ?? '0'
}

describe('an order that waits for a price', () => {
  it('holds what it needs, and gives it back when its owner ends it', async () => {
    const token = await demo()
    const placed = await place(token)
    expect(placed).toMatchObject({
      ...stop,
      other: null,
      budget: null,
      held: '101.5',
      held_currency: 'USDT',
      status: 'waiting',
    })
    expect(await frozen(token)).toBe('101.5')
    const cause = { kind: 'spot_conditional', id: placed.order_id }
    expect((await server.ok(holds, { token })).items).toMatchObject([{ hold: 'spot_conditional', cause }])
    expect(await listed(token, 'open', { symbol: 'BTCUSDT' })).toEqual([placed])
    const params = { id: placed.order_id }
    const ended = await server.ok(routes.spotConditionalCancel, { token, key: keyNow(), params })
    expect(ended).toMatchObject({ order_id: placed.order_id, held: '0', status: 'canceled', reason: 'by_owner' })
    expect([await frozen(token), await listed(token, 'open')]).toEqual(['0', []])
    expect(await listed(token, 'history')).toEqual([ended])
    expect((await server.call(routes.spotConditionalCancel, { token, key: keyNow(), params })).reason).toBe(
      'order_done',
    )
  })

  it('becomes the order of its id when the index has come', async () => {
    const token = await demo()
    const { order_id: id } = await place(token)
    await server.tick(1_009_999)
    expect(await listed(token, 'open')).toHaveLength(1)
    await server.tick(1_010_000)
    expect(await listed(token, 'open')).toEqual([])
    await expect
      .poll(() => listed(token, 'history'), { timeout: 5_000 })
      .toMatchObject([{ order_id: id, status: 'triggered', reason: '', refusal: '' }])
    const { order } = await server.ok(spotRoutes.spotOrderOne, { token, params: { id } })
    expect(order).toMatchObject({ order_id: id, type: 'limit', price: '10150', quantity: '0.01', status: 'filled' })
  })

  it('spends a budget, and ends with all other orders', async () => {
    const token = await demo()
    const { price: _price, quantity: _quantity, ...head } = stop
    const placed = await place(token, { ...head, type: 'market', amount: '250' })
    expect(placed).toMatchObject({ type: 'market', price: null, quantity: null, budget: '250', held: '250' })
    await place(token)
    const query = { symbol: 'BTCUSDT' }
    expect(await server.ok(spotRoutes.spotOrdersCancel, { token, key: keyNow(), query })).toEqual({ canceled: 2 })
    await expect.poll(async () => (await listed(token, 'history', query)).length, { timeout: 5_000 }).toBe(2)
    const { items, cursor } = await server.ok(routes.spotConditionals, { token, query: { limit: '1' } })
    expect(items).toHaveLength(1)
    const rest = await server.ok(routes.spotConditionals, { token, query: { limit: '1', cursor: cursor ?? '' } })
    expect(rest.items).toMatchObject([{ order_id: placed.order_id, reason: 'by_owner' }])
  })

  it('waits for two prices under one hold, and whichever comes first ends the other', async () => {
    const token = await demo()
    const pair = { ...stop, other: { trigger_price: '9900', type: 'limit', price: '9890' } } as const
    const placed = await place(token, pair)
    const below = { trigger_price: '9900', trigger_when: 'at_or_below', type: 'limit', price: '9890' }
    const above = { trigger_price: '10100', trigger_when: 'at_or_above', type: 'limit', price: '10150' }
    expect(placed).toMatchObject({ ...below, other: above, held: '101.5' })
    expect(await listed(token, 'open')).toEqual([placed])
    await server.tick(990_000)
    await expect
      .poll(() => listed(token, 'history'), { timeout: 5_000 })
      .toMatchObject([{ ...below, other: above, status: 'triggered', held: '0' }])
    const { order } = await server.ok(spotRoutes.spotOrderOne, { token, params: { id: placed.order_id } })
    expect(order.price).toBe('9890')
    await server.tick(1_000_000)
    const again = await place(token, pair)
    const params = { id: again.order_id }
    const ended = await server.ok(routes.spotConditionalCancel, { token, key: keyNow(), params })
    expect(ended).toMatchObject({ ...below, other: above, status: 'canceled', reason: 'by_owner' })
  })

  it('follows the index from the highest second it has seen, and the market is taken where it turns', async () => {
    const token = await demo()
    const body = { symbol: 'BTCUSDT', side: 'buy', trail: '0.01', amount: '250' } as const
    const placed = await server.ok(routes.spotTrailingPlace, { token, key: keyNow(), body })
    const terms = { side: 'buy', type: 'market', trigger_when: 'at_or_above', budget: '250', held: '250' }
    const trail = { rate: '0.01', extreme_price: '10000' }
    expect(placed).toMatchObject({ ...terms, trail, trigger_price: '10100', quantity: null, price: null, other: null })
    await sample(980_000)
    const lower = { trail: { rate: '0.01', extreme_price: '9800' }, trigger_price: '9898' }
    expect(await listed(token, 'open')).toMatchObject([{ ...terms, ...lower }])
    const all = await server.ok(routes.spotConditionals, { token, query: {} })
    expect(all.items).toMatchObject([{ ...terms, ...lower, status: 'waiting' }])
    await server.tick(989_799)
    expect(await listed(token, 'open')).toHaveLength(1)
    await server.tick(989_800)
    await expect
      .poll(() => listed(token, 'history'), { timeout: 5_000 })
      .toMatchObject([{ ...terms, ...lower, order_id: placed.order_id, status: 'triggered', held: '0' }])
    const { order } = await server.ok(spotRoutes.spotOrderOne, { token, params: { id: placed.order_id } })
    expect(order).toMatchObject({ type: 'market', side: 'buy', budget: '250' })
  })

  it('follows no index by figures that are none', async () => {
    const token = await demo()
    const good = { symbol: 'BTCUSDT', side: 'sell', trail: '0.05', quantity: '0.01' }
    const cases: [object, string][] = [
      [{ trail: '0.0009' }, 'trail_out_of_range'],
      [{ trail: '0.00105' }, 'trail_out_of_range'],
      [{ trail: '0.51' }, 'trail_out_of_range'],
      [{ trail: '1000000000000000000000' }, 'field_malformed'],
      [{ trail: '1000000' }, 'trail_out_of_range'],
      [{ trail: 'x' }, 'field_malformed'],
      [{ trail: undefined }, 'field_malformed'],
      [{ quantity: undefined }, 'quantity_out_of_range'],
      [{ quantity: '0.0000001' }, 'quantity_off_step'],
      [{ amount: '5' }, 'request_malformed'],
      [{ side: 'buy' }, 'request_malformed'],
      [{ symbol: 'NOUSDT' }, 'symbol_unknown'],
      [{}, 'balance_insufficient_order'],
    ]
    for (const [more, reason] of cases) {
      const sent = { token, key: keyNow(), body: { ...good, ...more } }
      expect((await server.call(routes.spotTrailingPlace, sent)).reason, JSON.stringify(more)).toBe(reason)
    }
  })

  it('is refused where its price has come, or a field is none', async () => {
    const token = await demo()
    const cases: [object, string][] = [
      [{ trigger_price: '10000' }, 'trigger_passed'],
      [{ trigger_when: 'at_or_below' }, 'trigger_passed'],
      [{ trigger_when: 'sometime' }, 'field_malformed'],
      [{ trigger_price: '10100.001' }, 'price_off_tick'],
      [{ trigger_price: 'x' }, 'field_malformed'],
      [{ price: undefined }, 'price_invalid'],
      [{ quantity: undefined }, 'quantity_out_of_range'],
      [{ amount: '5' }, 'request_malformed'],
      [{ amount: '5', other: { trigger_price: '9900', type: 'limit', price: '9900' } }, 'request_malformed'],
      [{ other: { trigger_price: '9900', type: 'market' } }, 'request_malformed'],
      [{ other: { trigger_price: '9900.001', type: 'limit', price: '9900' } }, 'price_off_tick'],
      [{ other: { trigger_price: '10200', type: 'limit', price: '9900' } }, 'trigger_passed'],
      [{ symbol: 'NOUSDT' }, 'symbol_unknown'],
      [{ quantity: '0.0000001' }, 'quantity_off_step'],
      [{ quantity: '0.00001' }, 'notional_too_small'],
      [{ quantity: '90' }, 'balance_insufficient_order'],
    ]
    for (const [more, reason] of cases) expect(await reasonOf(token, more), JSON.stringify(more)).toBe(reason)
    const bad = await server.call(routes.spotConditionals, { token, query: { cursor: 'none' } })
    expect(bad.reason).toBe('field_malformed')
    const none = await server.call(routes.spotConditionals, { token, query: { symbol: 'NOUSDT' } })
    expect(none.reason).toBe('symbol_unknown')
  })

  it('is nobody else’s, waiting or done', async () => {
    const [token, other] = [await demo(), await demo()]
    const { order_id: id } = await place(token)
    const cancel = async (by: string, of = id) =>
      (await server.call(routes.spotConditionalCancel, { token: by, key: keyNow(), params: { id: of } })).reason ?? null
    expect(await cancel(other)).toBe('not_owner')
    expect(await cancel(other, 'A'.repeat(26))).toBe('order_unknown')
    expect(await listed(other, 'open')).toEqual([])
    expect(await cancel(token)).toBeNull()
    expect(await cancel(other)).toBe('not_owner')
    await expect.poll(async () => (await listed(token, 'history')).length, { timeout: 5_000 }).toBe(1)
    expect(await cancel(other)).toBe('not_owner')
    const spot = await server.ok(spotRoutes.spotOrderPlace, {
      token,
      key: keyNow(),
      body: { symbol: 'BTCUSDT', side: 'buy', type: 'limit', price: '9000', quantity: '0.01' },
    })
    expect(await cancel(token, spot.order_id)).toBe('order_unknown')
  })

  it('is told on the socket: new, then triggered or canceled', async () => {
    const told: string[] = []
    const stream = openConditionalStream({
      hub: {
        isOpen: () => true,
        toHolder: (_, __, data) => {
          const { conditional, type } = z.parse(orderChange, data)
          if (conditional !== undefined) told.push(`${type} ${conditional.status}`)
        },
      },
      watermark: server.engine.watermark,
      database: server.database,
      catalogue: await Catalogue.load(server.engine.exchange),
      ids: createPublicIds(randomBytes(16)),
      simulated: () => true,
      onError: (error) => told.push(String(error)),
    })
    hear = (batch) => stream.take(batch)
    const token = await demo()
    await place(token)
    await expect.poll(() => told, { timeout: 5_000 }).toEqual(['new waiting'])
    await server.tick(1_010_000)
    await expect.poll(() => told, { timeout: 5_000 }).toEqual(['new waiting', 'triggered triggered'])
    hear = () => undefined
    await stream.close()
  })
})
