import { decode, list } from '@truemark/core/codec/codec'
import { packSources } from '@truemark/core/market/sources'
import { type Event, eventCodec } from '@truemark/core/vocabulary'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Projector } from '../engine/projector.ts'
import { ExchangeRun } from '../engine/testing/exchangeRun.ts'
import { type TestDatabase, createTestDatabase } from '../platform/postgres/testDatabase.ts'
import { findSourced, indexSourceProjection } from './sources.store.ts'
import { indexSampleProjection } from './store.ts'

let test: TestDatabase
let run: ExchangeRun
let projector: Projector<Event>
let projected = 0

beforeAll(async () => {
  test = await createTestDatabase()
  run = await ExchangeRun.start(test.database)
  projector = new Projector<Event>({
    database: test.database,
    projections: [indexSampleProjection, indexSourceProjection],
    decode: (frame) => decode(list(eventCodec), frame),
    projected: (to) => {
      projected = to.seq
    },
    warn: () => undefined,
  })
  projector.start()
  await run.open(1)
})
afterAll(async () => {
  await projector.stop()
  await run.close()
  await test.drop()
})

it('keeps what each source said behind the second that was recorded last, and nothing of any other', async () => {
  const one = 10n ** 12n
  const top = (source: string, price: bigint) => ({
    source,
    quote: 'USDT' as const,
    bid: price,
    ask: price,
    heard: 1_900,
  })
  const said = { tops: [top('binance', 60_000n * one), top('okx', 60_002n * one)], rate: null }
  const venues: string[] = []
  const samples = [packSources(0, said, 2_000, venues), packSources(250, said, 2_000, venues)]
  const sampled = { listing: 0, indexTenths: 600_010, sources: 2, fresh: true }
  await run.run({ type: 'sampleIndex', stamp: 2_000, kind: 'simulated', samples: [sampled] })
  await run.run({ type: 'sampleSources', stamp: 2_000, kind: 'simulated', venues, samples })
  await run.run({ type: 'sampleSources', stamp: 1_000, kind: 'simulated', venues, samples })
  await expect.poll(() => projected).toBe(run.engine.end.seq)
  const found = await findSourced(test.database, 0, { from: 0, to: 10_000, limit: 10 })
  expect(found).toEqual([{ stamp: 2_000, indexTenths: 600_010, said }])
  expect(await findSourced(test.database, 250, { from: 0, to: 10_000, limit: 10 })).toEqual([])
})
