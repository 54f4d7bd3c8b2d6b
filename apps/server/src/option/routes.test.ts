import { randomBytes } from 'node:crypto'
import { optionTerms as terms } from '@truemark/core/testing/optionFixture'
import { accountOne, records, transferMake } from '@truemark/protocol/routes/account'
import { identityRoutes } from '@truemark/protocol/routes/identity'
import { type OptionOrder, optionRoutes as routes } from '@truemark/protocol/routes/option'
import { indexSamples } from '@truemark/protocol/routes/transparency'
import { orderChange } from '@truemark/protocol/stream'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { Catalogue, house } from '../engine/door.ts'
import { createPublicIds } from '../platform/publicId.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { openOptionStream } from './optionStream.ts'

let server: LiveServer
/** The newest second of which there is a sample (UTC ms). */
let sampledUntil = 0

beforeAll(async () => {
  server = await startLiveServer()
  const durations = [{ seconds: 1, rate: 800_000_000 }, ...terms.durations]
  await server.engine.exchange.command(house, {
    type: 'configureOption',
    listing: 0,
    terms: { ...terms, durations },
  })
})
afterAll(() => server.stop())
afterEach(async () => {
  expect(await server.engine.imbalance()).toEqual([])
})

/** Samples are stamped ahead of the clock: no test depends on the part of a second in which its options are placed. */
async function sample(stamp: number, indexTenths: number, fresh = true): Promise<void> {
  const samples = [{ listing: 0, indexTenths, sources: 4, fresh }]
  const done = await server.engine.exchange.command(house, { type: 'sampleIndex', stamp, kind: 'simulated', samples })
  if (!done.ok) throw new Error(`the sample was refused: ${done.reason}`)
  sampledUntil = stamp
}

/** The first second on whose sample all of these enter. */
function entryOf(...orders: readonly OptionOrder[]): number {
  return Math.ceil((Math.max(...orders.map(({ created_time }) => created_time)) + 2_000) / 1_000) * 1_000
}

/** Waits until what is placed now enters after all that was sampled. */
async function untilFree(): Promise<void> {
  const free = () => Date.now() + 2_000 > sampledUntil
  await expect.poll(free, { timeout: 15_000 }).toBe(true)
}

async function better(): Promise<string> {
  const { token } = await server.ok(identityRoutes.simulationLogin, { body: {} })
  await server.ok(transferMake, { token, body: { from: 'coin', to: 'option', amount: '1000' } })
  return token
}

const up = { symbol: 'BTCUSDT', type: 'up', trade_mode: 1, amount: '100' } as const

async function placed(token: string, body: object = up): Promise<OptionOrder> {
  return server.ok(routes.optionOrderPlace, { token, body })
}

async function codeOf(token: string, body: unknown): Promise<number> {
  return (await server.call(routes.optionOrderPlace, { token, body })).code
}

async function stands(token: string): Promise<(string | undefined)[]> {
  const { balances } = await server.ok(accountOne, { token, params: { kind: 'option' } })
  return [balances[0]?.available, balances[0]?.frozen]
}

async function until(token: string, id: string, status: string): Promise<OptionOrder> {
  const one = () => server.ok(routes.optionOrderOne, { token, params: { id } })
  await expect.poll(async () => (await one()).status, { timeout: 15_000, interval: 200 }).toBe(status)
  return one()
}

async function entered(token: string, id: string): Promise<OptionOrder> {
  const one = () => server.ok(routes.optionOrderOne, { token, params: { id } })
  await expect.poll(async () => (await one()).entry_price, { timeout: 15_000, interval: 50 }).not.toBeNull()
  return one()
}

describe('an option', () => {
  it('is taken with an empty entry, enters, and settles on a sample that anyone can check', async () => {
    const token = await better()
    await untilFree()
    const order = await placed(token)
    expect(order).toMatchObject({
      status: 'open',
      payout_rate: '0.8',
      payout: '180',
      tie_rule: 'stake_returned',
      entry_price: null,
      expiration_time: null,
      countdown: null,
      earnings: null,
      fee: '0',
      current_price: '10000',
      simulated: true,
    })
    expect(await stands(token)).toEqual(['900', '100'])
    const stamp = entryOf(order)
    await sample(stamp, 1_000_000)
    const running = await entered(token, order.order_id)
    expect(running).toMatchObject({ entry_price: '10000', volume: '0.01', entry_sources: 4 })
    expect([running.entry_time, running.expiration_time]).toEqual([stamp, stamp + 1_000])
    await sample(stamp + 1_000, 1_000_001)
    const closed = await until(token, order.order_id, 'closed')
    expect(closed).toMatchObject({ outcome: 'win', close_price: '10000.01', earnings: '80', countdown: null })
    expect(closed.close_sample_time).toBe(closed.expiration_time)
    expect(await stands(token)).toEqual(['1080', '0'])
    const { items } = await server.ok(records, { token })
    expect(
      items.slice(0, 3).map(({ category, amount, balance, reference }) => [category, amount, balance, reference]),
    ).toEqual([
      ['options_close', '80', '1080', order.order_id],
      ['options_close', '100', '1000', order.order_id],
      ['options_order', '-100', '900', order.order_id],
    ])
    const query = { expiration: String(closed.expiration_time) }
    const [exit] = await server.ok(routes.optionExits, { params: { symbol: 'BTCUSDT' }, query })
    expect(exit).toMatchObject({ state: 'sampled', price: '10000.01', sources: 4, simulated: true })
    expect(exit?.sample_time).toBe(closed.close_sample_time)
    expect(exit?.samples.find(({ time }) => time === exit.sample_time)?.price).toBe('10000.01')
    const seconds = { from: String(exit?.sample_time), to: String((exit?.sample_time ?? 0) + 1) }
    const [first] = await server.ok(indexSamples, { params: { symbol: 'BTCUSDT' }, query: seconds })
    expect(first?.index).toBe('10000.01')
  })

  it('loses its stake, or has it back in a tie; opposite options complement each other', async () => {
    const token = await better()
    const other = await better()
    await untilFree()
    const [long, short] = [await placed(token), await placed(token, { ...up, type: 'down' })]
    const stamp = entryOf(long, short)
    await sample(stamp, 1_000_000)
    await sample(stamp + 1_000, 999_999)
    expect(await until(token, long.order_id, 'closed')).toMatchObject({ outcome: 'loss', earnings: '-100' })
    expect(await until(token, short.order_id, 'closed')).toMatchObject({ outcome: 'win', earnings: '80' })
    expect(await stands(token)).toEqual(['980', '0'])
    await untilFree()
    const tied = await placed(other)
    await sample(entryOf(tied), 999_999)
    await sample(entryOf(tied) + 1_000, 999_999)
    expect(await until(other, tied.order_id, 'closed')).toMatchObject({ outcome: 'tie', earnings: '0' })
    expect(await stands(other)).toEqual(['1000', '0'])
  })

  it('is void where no fresh sample comes, and is counted in public', async () => {
    const token = await better()
    await untilFree()
    const order = await placed(token)
    await sample(entryOf(order), 1_000_000, false)
    await sample(entryOf(order) + 4_000, 1_000_000, false)
    const void_ = await until(token, order.order_id, 'expired')
    expect(void_).toMatchObject({ reason: 'no_entry', outcome: null, earnings: '0', entry_price: null })
    expect(await stands(token)).toEqual(['1000', '0'])
    const voids = await server.ok(routes.optionVoids)
    expect(voids).toMatchObject([{ symbol: 'BTCUSDT', reason: 'no_entry', count: 1 }])
    expect(voids[0]?.settled).toBeGreaterThan(2)
  })
})

describe('options', () => {
  it('are listed open and as history, page by page, with filters', async () => {
    const token = await better()
    const sent = [
      await placed(token, { ...up, trade_mode: 60 }),
      await placed(token, { ...up, trade_mode: 60, type: 'down' }),
      await placed(token, { ...up, trade_mode: 180 }),
    ].map(({ order_id }) => order_id)
    const open = { status: 'open', limit: '2' }
    const first = await server.ok(routes.optionOrders, { token, query: open })
    const second = await server.ok(routes.optionOrders, { token, query: { ...open, cursor: first.cursor ?? '' } })
    expect([...first.items, ...second.items].map(({ order_id }) => order_id)).toEqual(sent.toReversed())
    expect(second.cursor).toBeNull()
    const down = await server.ok(routes.optionOrders, { token, query: { status: 'open', type: 'down' } })
    expect(down.items.map(({ order_id }) => order_id)).toEqual([sent[1]])
    await server.ok(identityRoutes.simulationReset, { token, body: {} })
    const ended = async () => {
      const { items } = await server.ok(routes.optionOrders, { token, query: { status: 'history', outcome: 'void' } })
      return items.map(({ order_id, reason }) => [order_id, reason])
    }
    await expect.poll(ended, { timeout: 5_000 }).toEqual(sent.toReversed().map((id) => [id, 'demo_reset']))
    const wins = { token, query: { status: 'history', outcome: 'win' } }
    expect((await server.ok(routes.optionOrders, wins)).items).toEqual([])
    expect((await server.call(routes.optionOrders, { token, query: { symbol: 'NOPE' } })).code).toBe(13_003)
    expect((await server.call(routes.optionOrders, { token, query: { cursor: 'zzz' } })).code).toBe(550)
  })

  it('show their terms before: payout, break-even, bounds, tie rule and entry', async () => {
    const [view] = await server.ok(routes.optionTerms, { token: await better() })
    expect(view).toMatchObject({ symbol: 'BTCUSDT', on: true, amount_min: '10', amount_max: '10000' })
    expect(view).toMatchObject({ tie_rule: 'stake_returned', entry_after: 2_000, entry_until: 5_000 })
    expect(view?.trade_modes[1]).toEqual({ trade_mode: 60, payout_rate: '0.8', break_even_rate: '0.555555556' })
  })

  it('belong to their owner', async () => {
    const [mine, other] = [await better(), await better()]
    const order = await placed(mine, { ...up, trade_mode: 60 })
    const params = { id: order.order_id }
    expect((await server.call(routes.optionOrderOne, { token: other, params: { id: 'nobody' } })).code).toBe(12_213)
    await expect
      .poll(async () => (await server.call(routes.optionOrderOne, { token: other, params })).code, { timeout: 5_000 })
      .toBe(11_304)
    expect((await server.ok(routes.optionOrders, { token: other })).items).toEqual([])
  })

  it('are refused with the code of the first rung that fails', async () => {
    const token = await better()
    expect(await codeOf(token, { ...up, symbol: 'NOPE', amount: '-1' })).toBe(13_003)
    for (const amount of ['1e3', '1,000', '-1', ' 1', '0.0000001', 100, null]) {
      expect(await codeOf(token, { ...up, amount })).toBe(550)
    }
    expect(await codeOf(token, { ...up, type: 'sideways' })).toBe(550)
    expect(await codeOf(token, { ...up, trade_mode: 61 })).toBe(13_071)
    expect(await codeOf(token, { ...up, amount: '9.999999' })).toBe(13_072)
    expect(await codeOf(token, { ...up, payout_rate: '0.9' })).toBe(13_073)
    expect(await codeOf(token, { ...up, amount: '1000.01' })).toBe(12_206)
    expect(await stands(token)).toEqual(['1000', '0'])
    const real = await server.call(routes.optionOrderPlace, { body: up })
    expect(real.code).toBe(551)
    expect(
      (await server.call(routes.optionExits, { params: { symbol: 'NOPE' }, query: { expiration: '0' } })).code,
    ).toBe(13_003)
    expect(await server.ok(routes.optionExits, { params: { symbol: 'BTCUSDT' }, query: { expiration: '0' } })).toEqual(
      [],
    )
  })

  it('are taken once under one key', async () => {
    const token = await better()
    const time = Date.now().toString(16).padStart(12, '0')
    const key = `${time.slice(0, 8)}-${time.slice(8)}-7abc-8abc-defabcdefabc`
    const body = { ...up, trade_mode: 60 }
    const [first, again] = [
      await server.ok(routes.optionOrderPlace, { token, key, body }),
      await server.ok(routes.optionOrderPlace, { token, key, body }),
    ]
    expect(again.order_id).toBe(first.order_id)
    expect(await stands(token)).toEqual(['900', '100'])
    expect((await server.call(routes.optionOrderPlace, { token, key, body: up })).code).toBe(566)
  })
})

it('tells a holder of an option when it is placed, has its entry, and ends', async () => {
  const told: string[] = []
  const { exchange, watermark, onCommitted } = server.engine
  const stream = openOptionStream({
    hub: {
      isOpen: () => true,
      toHolder: (_holder, _type, data) => {
        const change = z.parse(orderChange, data)
        if (change.game === 'option') told.push(`${change.type} ${change.option?.entry_price}`)
      },
    },
    watermark,
    database: server.database,
    catalogue: await Catalogue.load(exchange),
    ids: createPublicIds(randomBytes(16)),
    indexOf: () => '10000',
    simulated: () => true,
    now: Date.now,
    onError: (error) => told.push(String(error)),
  })
  onCommitted((events, seq, time) => stream.take({ events, seq, time }))
  const hears = (line: string) => expect.poll(() => told.at(-1), { timeout: 15_000 }).toBe(line)
  const token = await better()
  await untilFree()
  const order = await placed(token)
  await hears('new null')
  await sample(entryOf(order), 1_000_000)
  await hears('position 10000')
  await sample(entryOf(order) + 1_000, 1_000_001)
  await hears('closed 10000')
  await stream.close()
})
