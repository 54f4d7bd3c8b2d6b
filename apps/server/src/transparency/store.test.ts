import { decode, list } from '@truemark/core/codec/codec'
import { type Event, eventCodec } from '@truemark/core/vocabulary'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Projector } from '../engine/projector.ts'
import { ExchangeRun } from '../engine/testing/exchangeRun.ts'
import { type TestDatabase, createTestDatabase } from '../platform/postgres/testDatabase.ts'
import { findSamples, indexSampleProjection } from './store.ts'

let test: TestDatabase
let run: ExchangeRun
let projector: Projector<Event>
let projected = 0
const warnings: string[] = []

beforeAll(async () => {
  test = await createTestDatabase()
  run = await ExchangeRun.start(test.database)
  projector = new Projector<Event>({
    database: test.database,
    projections: [indexSampleProjection],
    decode: (frame) => decode(list(eventCodec), frame),
    projected: (to) => {
      projected = to.seq
    },
    warn: (message) => warnings.push(message),
  })
  projector.start()
  await run.open(1)
})
afterAll(async () => {
  await projector.stop()
  await run.close()
  await test.drop()
})

async function sample(stamp: number, indexTenths: number): Promise<void> {
  await run.run({
    type: 'sampleIndex',
    stamp,
    kind: 'simulated',
    samples: [{ listing: 0, indexTenths, sources: 3, fresh: true }],
  })
}

async function caughtUp(): Promise<void> {
  const end = performance.now() + 10_000
  while (projected < run.engine.end.seq && performance.now() < end)
    await new Promise((resolve) => setTimeout(resolve, 20))
}

it('keeps the first sample of a second, and goes on when a clock that was set back repeats it', async () => {
  await sample(1_000, 600_000)
  await sample(2_000, 600_100)
  await caughtUp()
  await sample(2_000, 600_200)
  await sample(1_000, 600_300)
  await sample(3_000, 600_400)
  await caughtUp()
  expect(warnings).toEqual([])
  const samples = await findSamples(test.database, 0, 0, 10_000, 10)
  expect(samples.map(({ stamp, indexTenths }) => [stamp, indexTenths])).toEqual([
    [1_000, 600_000],
    [2_000, 600_100],
    [3_000, 600_400],
  ])
})
