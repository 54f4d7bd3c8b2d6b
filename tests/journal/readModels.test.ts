import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { decode } from '@truemark/core/codec/codec'
import type { Event } from '@truemark/core/vocabulary'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventsCodec } from '../../apps/server/src/engine/exchangeMachine.ts'
import type { JournalRow } from '../../apps/server/src/engine/journalRow.ts'
import { Projector } from '../../apps/server/src/engine/projector.ts'
import { type TestDatabase, createTestDatabase } from '../../apps/server/src/platform/postgres/testDatabase.ts'
import { projections } from '../../apps/server/src/projections.ts'
import { derivedTables } from '../../apps/server/src/readModels.ts'
import { testKeys } from '../../apps/server/src/testing/testKeys.ts'
import { checkWhole } from '../../apps/server/src/wholeCheck.ts'
import { readRows } from './keptRows.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

async function insert({ seq, epoch, time, format, commands, events, previous, digest }: JournalRow): Promise<void> {
  await test.database.query(
    `INSERT INTO journal (seq, epoch, time, format, commands, events, previous, digest)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [seq, epoch, time, format, commands, events, previous, digest].map((value) =>
      value instanceof Uint8Array ? Buffer.from(value) : value,
    ),
  )
}

it('every kind of fact makes the same read models, whatever went into one transaction', async () => {
  const rows = readRows(readFileSync(join(import.meta.dirname, 'release1.journal')))
  let projected = 0
  const faults: string[] = []
  const projector = new Projector<Event>({
    database: test.database,
    projections,
    decode: (frame) => decode(eventsCodec, frame),
    projected: ({ seq }) => (projected = seq),
    warn: (message) => faults.push(message),
  })
  projector.start()
  // a few at a time, and ever more
  for (let from = 0, count = 1; from < rows.length; from += count, count += 1) {
    for (const row of rows.slice(from, from + count)) await insert(row)
    projector.hint()
    await expect.poll(() => projected, { timeout: 15_000, interval: 5 }).toBe(Math.min(rows.length, from + count))
  }
  await projector.stop()
  expect(faults).toEqual([])
  const said: string[] = []
  await checkWhole(test.database, testKeys(), { say: (sentence) => said.push(sentence) })
  expect(said[0]).toMatch(new RegExp(`^The journal verifies: ${rows.length} rows`))
  expect(said[1]).toBe(`The ${derivedTables.size} tables of the read models are what the journal gives.`)
})
