import { afterAll, beforeAll, expect, it } from 'vitest'
import { btcTerms } from '../engine/testing/exchangeRun.ts'
import { Catalogue, house } from '../engine/door.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { sweepHour, worthPrices } from './worthSweep.ts'

let server: LiveServer

beforeAll(async () => {
  server = await startLiveServer()
})
afterAll(() => server.stop())

const hour = 3_600_000

it('waits for every price, but not for that of a market that was listed later and never had one', async () => {
  const { database } = server
  const { exchange } = server.engine
  const first = await Catalogue.load(exchange)
  const silent = { database, catalogue: first, indexOf: () => null, now: () => 11 * hour }
  // at the first start, and whenever a price that was there is away
  expect(await worthPrices(silent)).toBeNull()
  expect(await sweepHour({ ...silent, indexOf: () => '10000', now: () => 10 * hour })).toBe(true)
  expect(await worthPrices(silent)).toBeNull()
  expect(await sweepHour(silent)).toBe(false)

  await exchange.command(house, { type: 'listCurrency', code: 'PEP', scale: 8 })
  await exchange.command(house, { type: 'listSymbol', terms: { ...btcTerms, code: 'PEPUSDT', base: 2 } })
  const catalogue = await Catalogue.load(exchange)
  const indexOf = (symbol: string): string | null => (symbol === 'BTCUSDT' ? '10000' : null)
  const prices = await worthPrices({ database, catalogue, indexOf, now: () => 12 * hour })
  expect(prices?.map(({ currency }) => currency)).toEqual([0, 1])
  expect(await sweepHour({ database, catalogue, indexOf, now: () => 11 * hour })).toBe(true)
  // once it had a price it is waited for like the others
  expect(await sweepHour({ database, catalogue, indexOf: () => '2', now: () => 12 * hour })).toBe(true)
  expect(await worthPrices({ database, catalogue, indexOf, now: () => 12 * hour })).toBeNull()

  // for two days; then it counts as a coin that never had one, and the others' hours are kept
  const later = (at: number) => ({ database, catalogue, indexOf, now: () => at * hour })
  expect(await sweepHour(later(60))).toBe(false)
  expect((await worthPrices(later(61)))?.map(({ currency }) => currency)).toEqual([0, 1])
  expect(await sweepHour(later(61))).toBe(true)
  expect(await sweepHour(later(62))).toBe(true)
  // after two days without a server all are waited for until the first is heard
  expect(await worthPrices({ ...later(200), indexOf: () => null })).toBeNull()
  expect(await sweepHour({ ...later(200), indexOf: () => '2' })).toBe(true)
  expect(await worthPrices(later(200))).toBeNull()
})

it('does not wait for a market in which nothing is traded any more', async () => {
  const { database } = server
  const { exchange } = server.engine
  const terms = { ...btcTerms, code: 'PEPUSDT', base: 2, spot: false }
  expect((await exchange.command(house, { type: 'configureListing', listing: 1, terms })).ok).toBe(true)
  const catalogue = await Catalogue.load(exchange)
  const only = (code: string) => ({
    database,
    catalogue,
    now: () => 200 * hour,
    indexOf: (symbol: string) => (symbol === code ? '2' : null),
  })
  expect((await worthPrices(only('BTCUSDT')))?.map(({ currency }) => currency)).toEqual([0, 1])
  expect(await worthPrices(only('PEPUSDT'))).toBeNull()
  // what an hour can't hold is no price
  const indexOf = (symbol: string) => (symbol === 'BTCUSDT' ? '2' : '10000000')
  expect((await worthPrices({ ...only(''), indexOf }))?.map(({ currency }) => currency)).toEqual([0, 1])
})
