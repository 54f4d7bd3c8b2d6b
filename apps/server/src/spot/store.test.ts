import { decode, list } from '@truemark/core/codec/codec'
import { type Event, eventCodec } from '@truemark/core/vocabulary'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Projector } from '../engine/projector.ts'
import { ExchangeRun } from '../engine/testing/exchangeRun.ts'
import { type TestDatabase, createTestDatabase } from '../platform/postgres/testDatabase.ts'
import { findFills, findOrder, findOrders, spotProjection } from './store.ts'

const holders = 6
let test: TestDatabase
let run: ExchangeRun
let projector: Projector<Event>
let projected = 0

beforeAll(async () => {
  test = await createTestDatabase()
  run = await ExchangeRun.start(test.database, 21)
  projector = new Projector<Event>({
    database: test.database,
    projections: [spotProjection],
    decode: (frame) => decode(list(eventCodec), frame),
    projected: (to) => {
      projected = to.seq
    },
    warn: (message) => {
      throw new Error(message)
    },
  })
  projector.start()
  await run.open(holders)
  for (let i = 0; i < 250; i += 1) await Promise.all(Array.from({ length: 5 }, () => run.act(holders)))
  const end = performance.now() + 20_000
  while (projected < run.engine.end.seq && performance.now() < end)
    await new Promise((resolve) => setTimeout(resolve, 20))
})
afterAll(async () => {
  await projector.stop()
  await run.close()
  await test.drop()
})

describe('the spot tables', () => {
  it('hold each open order as the engine does', async () => {
    let open = 0
    for (let holder = 32; holder < 32 + holders; holder += 1) {
      const reply = await run.ask({ type: 'spotOrders', holder })
      if (reply.type !== 'spotOrders') throw new Error('no orders')
      const stored = await findOrders(test.database, { holder, status: 'open', limit: 1_000 })
      const wanted = reply.orders.toSorted((a, b) => b.order - a.order)
      expect(stored).toMatchObject(wanted)
      open += stored.length
    }
    expect(open).toBeGreaterThan(0)
  })

  it('keep ended orders with a reason, and fills that come to what was filled', async () => {
    let ended = 0
    for (let holder = 32; holder < 32 + holders; holder += 1) {
      for (const order of await findOrders(test.database, { holder, status: 'history', limit: 1_000 })) {
        expect(order.status).not.toBe('new')
        expect(order.reason).not.toBeNull()
        const fills = await findFills(test.database, { holder, order: order.order, limit: 1_000 })
        const filled = fills.reduce((sum, fill) => sum + fill.quantity, 0)
        const paid = fills.reduce((sum, fill) => sum + fill.quoteAmount, 0n)
        const fee = fills.reduce((sum, fill) => sum + fill.fee, 0n)
        expect([filled, paid, fee]).toEqual([order.filled, order.quoteFilled, order.feePaid])
        expect([fills.some((fill) => fill.maker), fills.some((fill) => !fill.maker)]).toEqual([order.made, order.took])
        if (order.status === 'filled' && order.budget === 0n) expect(order.filled).toBe(order.quantity)
        ended += 1
      }
    }
    expect(ended).toBeGreaterThan(50)
  })

  it('give a fill the evidence of the index where the house was on the other side', async () => {
    const { rows } = await test.database.query<{ n: string }>(
      'SELECT count(*) AS n FROM spot_fill WHERE index_tenths > 0 AND index_time > 0',
    )
    expect(Number(rows[0]?.n)).toBeGreaterThan(0)
  })

  it('page through orders and fills, newest first', async () => {
    const all = await findOrders(test.database, { holder: 33, limit: 1_000 })
    const first = await findOrders(test.database, { holder: 33, limit: 5 })
    const next = await findOrders(test.database, { holder: 33, limit: 1_000, before: first.at(-1)?.order })
    expect([...first, ...next]).toEqual(all)
    expect(await findOrders(test.database, { holder: 33, listing: 7, limit: 5 })).toEqual([])
    const fills = await findFills(test.database, { holder: 33, limit: 1_000 })
    const older = await findFills(test.database, { holder: 33, limit: 1_000, before: fills[2]?.trade })
    expect(older).toEqual(fills.slice(3))
    expect((await findOrder(test.database, all[0]?.order ?? 0))?.holder).toBe(33)
    expect(await findOrder(test.database, 9_999_999)).toBeNull()
  })
})
