import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, listAt, newKey, openDemo, placeOrder, textAt, valueAt } from '../client.ts'
import { type Product, makeFolder, startProduct } from '../product.ts'
import { faultsOf } from './books.ts'
import { MovedClock } from './clock.ts'

const hour = 3_600_000
const folder = makeFolder()
let clock: MovedClock
let product: Product

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const settings = () => clock.settings
const shown = () => clock.shown()

beforeAll(async () => {
  clock = new MovedClock(Date.now())
  product = await startProduct(folder, settings())
})
afterAll(async () => {
  await product.stop()
  await folder.remove()
  clock.remove()
})

/**
 * Buys again and again, from several accounts at once, for so long (ms of the machine that runs the test), with keys of
 * the world's time. Gives how many orders were refused.
 */
async function trade(ms: number, keyTime = () => clock.now()): Promise<number> {
  const tokens = await Promise.all(Array.from({ length: 4 }, async () => (await openDemo(product.address)).token))
  const end = performance.now() + ms
  let refused = 0
  await Promise.all(
    tokens.map(async (token) => {
      while (performance.now() < end) {
        const order = { symbol: 'BTCUSDT', side: 'buy', type: 'market', quantity: '0.0001' }
        const { code } = await placeOrder(product.address, token, order, newKey(keyTime()))
        if (code !== 200) refused += 1
      }
    }),
  )
  return refused
}

interface Fill {
  readonly time: number
  readonly indexTime: number
}

/** The fills since a moment of the exchange's time; those of a read model that has come to rest. */
async function fillsSince(time: number): Promise<Fill[]> {
  let rows: { time: string; index_time: string }[] = []
  for (let before = -1; rows.length !== before; await wait(500)) {
    before = rows.length
    const text = 'SELECT time, index_time FROM spot_fill WHERE time >= $1 ORDER BY time'
    ;({ rows } = await product.database().query<{ time: string; index_time: string }>(text, [time]))
  }
  return rows.map((row) => ({ time: Number(row.time), indexTime: Number(row.index_time) }))
}

async function serverTime(): Promise<number> {
  const { data } = await call(product.address, '/data')
  return Number(valueAt(data, 'time'))
}

/** What must hold of fills made in `ms` of real time: prices were never older than a second, and moved all along. */
function expectFresh(fills: readonly Fill[], ms: number): void {
  expect(fills.length).toBeGreaterThan(20)
  expect(fills.filter(({ time, indexTime }) => time - indexTime > 1_000)).toEqual([])
  const first = fills[0]?.indexTime ?? 0
  const last = fills.at(-1)?.indexTime ?? 0
  expect(last - first).toBeGreaterThan(ms * 0.7)
  expect(last - first).toBeLessThan(ms * 1.3 + 2_000)
  expect(new Set(fills.map(({ indexTime }) => indexTime)).size).toBeGreaterThan(ms / 500)
}

describe('a clock of the machine that is set while people trade', () => {
  it.each([
    ['back by a minute', -60_000],
    ['back by eight hours', -8 * hour],
    ['ahead again by eight hours and a minute', 8 * hour + 60_000],
    ['ahead by eight hours', 8 * hour],
  ])(
    '%s: prices go on, and nothing fills at an old one',
    async (_name, by) => {
      await trade(500)
      const from = await serverTime()
      const under = trade(8_000)
      await wait(1_500)
      clock.set(by)
      await under
      const until = await serverTime()
      expectFresh(await fillsSince(from), 8_000)
      // the exchange's own time has neither leapt nor stood
      expect(Math.abs(until - from - 8_000)).toBeLessThan(4_000)
      const { data } = await call(product.address, '/market/status')
      const status = listAt({ data }, 'data').find((one) => textAt(one, 'code') === 'BTCUSDT')
      expect(status).toMatchObject({ status: 'open' })
      expect(await faultsOf(product.database())).toEqual([])
    },
    60_000,
  )

  it('goes on from the journal after a restart with a clock that is eight hours behind it, keys of the right time included', async () => {
    await product.stop()
    clock.set(-16 * hour)
    product = await startProduct(folder, settings())
    await expect.poll(() => trade(300, shown), { timeout: 20_000 }).toBe(0)
    const from = await serverTime()
    expect(from - clock.shown()).toBeGreaterThan(7 * hour)
    expect(await trade(4_000, shown)).toBe(0)
    expectFresh(await fillsSince(from), 4_000)
  }, 90_000)

  it('does not start with a clock days behind the journal, until that is accepted', async () => {
    await product.stop()
    clock.set(-30 * hour)
    await expect(startProduct(folder, settings())).rejects.toThrow('CLOCK_DIFFERENCE=accept')
    product = await startProduct(folder, { ...settings(), CLOCK_DIFFERENCE: 'accept' })
    await expect.poll(() => trade(300, shown), { timeout: 20_000 }).toBe(0)
    const from = await serverTime()
    expect(from - clock.shown()).toBeGreaterThan(37 * hour)
    expect(await trade(4_000, shown)).toBe(0)
    expectFresh(await fillsSince(from), 4_000)
    expect(await faultsOf(product.database())).toEqual([])
  }, 90_000)
})
