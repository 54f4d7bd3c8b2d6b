import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { AnchorKeeper, refuseLostRows } from './anchor.ts'
import { findJournalEnd, rowPlaceAt } from './engine/door.ts'
import { startTally } from './engine/testing/engineOnTally.ts'
import { type TestDatabase, createTestDatabase } from './platform/postgres/testDatabase.ts'

const folder = mkdtempSync(join(tmpdir(), 'truemark-anchor-'))
const path = join(folder, 'journal.anchor')
let test: TestDatabase
let empty: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
  empty = await createTestDatabase()
  const tally = await startTally(test.database)
  for (let row = 0; row < 5; row += 1) await tally.send({ type: 'issue', account: 0, amount: 1 })
  await tally.close()
})
afterAll(async () => {
  await test.drop()
  await empty.drop()
  rmSync(folder, { recursive: true })
})

it('a folder tells how far its journal went, and of no other journal', async () => {
  const end = (await findJournalEnd(test.database)) ?? { seq: 0, digest: '' }
  await refuseLostRows(folder, test.database)
  await new AnchorKeeper(folder, empty.database).keep(end)
  expect(() => readFileSync(path)).toThrow('ENOENT')
  const keeper = new AnchorKeeper(folder, test.database)
  await keeper.keep({ seq: 0, digest: '00' })
  await keeper.keep(end)
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject(end)
  await refuseLostRows(folder, test.database)
  await refuseLostRows(folder, empty.database)
  const earlier = await rowPlaceAt(test.database, 4)
  if (earlier === null) throw new Error('there is no row 4')
  await keeper.keep(earlier)
  const again = new AnchorKeeper(folder, test.database)
  await again.compare()
  await again.keep(earlier)
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject(end)
  await test.database.transaction(async (client) => {
    await client.query('SET LOCAL session_replication_role = replica')
    await client.query('DELETE FROM journal WHERE seq > 3')
  })
  await expect(refuseLostRows(folder, test.database)).rejects.toThrow(
    `The journal has lost rows: it ends at row 3, and rows 4 to 5 were there before.`,
  )
  await expect(refuseLostRows(folder, test.database)).rejects.toThrow(`remove the file ${path}.`)
  const before = readFileSync(path, 'utf8')
  const third = await rowPlaceAt(test.database, 3)
  if (third === null) throw new Error('there is no row 3')
  // whoever did not compare first is kept from writing over the only note of the lost rows
  await expect(new AnchorKeeper(folder, test.database).keep(third)).rejects.toThrow('rows 4 to 5 were there before.')
  expect(readFileSync(path, 'utf8')).toBe(before)
  for (const text of ['', '{}', '{"seq":"5","digest":"","first":""}']) {
    writeFileSync(path, text)
    await refuseLostRows(folder, test.database)
  }
})
