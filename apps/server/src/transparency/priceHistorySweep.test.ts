import { packSources } from '@truemark/core/market/sources'
import { publicCheckRoutes as open } from '@truemark/protocol/routes/publicChecks'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Catalogue } from '../engine/door.ts'
import { must } from '../invest/testing/saver.ts'
import type { NamedPrice, PastPrice } from '../market/door.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { checkPriceHistory } from './priceHistorySweep.ts'
import { findSourced } from './sources.store.ts'

const one = 10n ** 12n
const minute = 60_000
const stamp = Math.floor(Date.now() / 1_000) * 1_000 + 10_000
let server: LiveServer
beforeAll(async () => {
  server = await startLiveServer()
  server.speaking = false
})
afterAll(() => server.stop())

/** Records a second of a listing in which two sources named a price. */
async function record(kind: 'live' | 'simulated', listing: number, at: number): Promise<void> {
  const top = (source: string, quote: 'USD' | 'USDT', price: bigint) => {
    return { source, quote, bid: price * one, ask: price * one, heard: at - 100 }
  }
  const rate = { source: 'coinbase', bid: one, ask: one, heard: at - 200 }
  const said = { tops: [top('binance', 'USDT', 10_000n), top('kraken', 'USD', 10_002n)], rate }
  const venues: string[] = []
  const samples = [packSources(listing, said, at, venues)]
  await must(server, {
    type: 'sampleIndex',
    stamp: at,
    kind,
    samples: [{ listing, indexTenths: 1_000_100, sources: 2, fresh: true }],
  })
  await must(server, { type: 'sampleSources', stamp: at, kind, venues, samples })
  const span = { from: at, to: at + 1, limit: 1 }
  await expect.poll(async () => (await findSourced(server.database, listing, span)).length).toBe(1)
}

/** Compares as the sweep does, twenty minutes later; gives what was compared. */
async function compare(stateOf: (named: NamedPrice) => PastPrice): Promise<readonly NamedPrice[]> {
  const asked: NamedPrice[] = []
  const history = {
    compare: async (named: NamedPrice) => {
      asked.push(named)
      return stateOf(named)
    },
  }
  const catalogue = await Catalogue.load(server.engine.exchange)
  let drawn = 0
  await checkPriceHistory({
    database: server.database,
    catalogue,
    history,
    // the first listing, and the oldest of the hour that is compared
    random: () => (drawn++ % 2 === 0 ? 0 : 0.1),
    now: () => stamp + 20 * minute,
  })
  return asked
}

const agreeing: PastPrice = { state: 'agrees', low: one, high: one }
const untold: PastPrice = { state: 'untold', reason: 'unavailable' }
const shown = async () => (await server.ok(open.ownChecks, {})).find(({ name }) => name === 'prices')

it('notes nothing where no price was live, and nothing where none can be told', async () => {
  await record('simulated', 0, stamp)
  expect(await compare(() => agreeing)).toEqual([])
  expect(await shown()).toBeUndefined()
  await record('live', 0, stamp + 1_000)
  expect(await compare(() => untold)).toHaveLength(3)
  expect(await shown()).toBeUndefined()
})

it('tells everyone whether recorded prices agree with the sources’ own history', async () => {
  const asked = await compare(() => agreeing)
  const heard = stamp + 1_000 - 100
  expect(asked).toEqual([
    { source: 'binance', symbol: 'BTCUSDT', quote: 'USDT', sum: 20_000n * one, heard },
    { source: 'kraken', symbol: 'BTCUSDT', quote: 'USD', sum: 20_004n * one, heard },
    { source: 'coinbase', symbol: 'USDTUSD', quote: 'USD', sum: 2n * one, heard: heard - 100 },
  ])
  expect(await shown()).toMatchObject({ holds: true, failed: 0 })
  await compare(({ source }) => (source === 'kraken' ? { state: 'apart', low: one, high: 2n * one } : agreeing))
  expect(await shown()).toMatchObject({ holds: false })
  const { rows } = await server.database.query("SELECT detail FROM own_check WHERE name = 'prices'")
  expect(rows[0]).toMatchObject({
    detail: expect.stringContaining(
      `kraken BTCUSDT 10002 at ${new Date(heard).toISOString()}, traded around then: 1 to 2`,
    ),
  })
})
