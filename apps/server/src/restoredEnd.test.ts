import { sign } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ChainEnd, chainStart } from './engine/door.ts'
import { chainRow } from './engine/journalRow.ts'
import { type Keys, openKeys } from './platform/keys/keys.ts'
import { type TestDatabase, createTestDatabase } from './platform/postgres/testDatabase.ts'
import { compareEnd } from './restoredEnd.ts'

let test: TestDatabase
let folder = ''
let keys: Keys
let end: ChainEnd = chainStart
const nothing = new Uint8Array(0)

beforeAll(async () => {
  test = await createTestDatabase()
  folder = await mkdtemp(`${tmpdir()}/keys-`)
  keys = await openKeys({ database: test.database, folder, now: () => 1 })
  for (let time = 1_000; time <= 3_000; time += 1_000) {
    const row = chainRow(end, { epoch: 1, time, commands: nothing, events: nothing })
    await test.database.query(
      `INSERT INTO journal (seq, epoch, time, format, commands, events, previous, digest)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [row.seq, row.epoch, row.time, row.format, row.commands, row.events, row.previous, row.digest],
    )
    end = row
  }
})
afterAll(async () => {
  await test.drop()
  await rm(folder, { recursive: true })
})

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

/** A line as a witness holds it. */
function lineOf(time: number, journal: { seq: number; digest: string }) {
  const zeros = '0'.repeat(64)
  const said = { version: 1, statement: 'heads', time, journal }
  const statement = JSON.stringify({
    ...said,
    evidence: { size: 0, root: zeros },
    liabilities: { epoch: 0, digest: zeros },
  })
  return { statement, signature: sign(null, Buffer.from(statement), keys.signing.key('evidence').key).toString('hex') }
}

const compare = (told: Partial<Parameters<typeof compareEnd>[1]>, ...lines: readonly object[]) => {
  const journal = { seq: end.seq, digest: hex(end.digest) }
  const text = lines.map((line) => JSON.stringify(line)).join('\n')
  return compareEnd(test.database, { journal, anchor: null, ...told }, keys.signing, text)
}

it('a restored journal ends where its backup says, and has every row that was signed until then', async () => {
  const own = { seq: end.seq, digest: hex(end.digest) }
  expect(await compare({ anchor: lineOf(5_000, own) }, lineOf(5_000, own))).toEqual({ fault: null, beyond: null })
  expect((await compare({ journal: { seq: 4, digest: own.digest } })).fault).toContain('it ends at row 3')
  expect((await compare({ journal: { seq: 3, digest: 'ab'.repeat(32) } })).fault).toContain('with another digest')
  const other = lineOf(6_000, { seq: 2, digest: 'cd'.repeat(32) })
  expect((await compare({ anchor: other })).fault).toContain('row 2 has another digest than the signed head of')
  expect((await compare({}, other)).fault).toContain('row 2 has another digest')
})

it('what a witness holds of later rows says that they are lost; what is not signed here says nothing', async () => {
  const later = [8, 12, 9].map((seq) => lineOf(seq * 1_000, { seq, digest: 'ef'.repeat(32) }))
  const { fault, beyond } = await compare({}, ...later)
  expect(fault).toBeNull()
  expect(beyond?.journal.seq).toBe(12)
  const forged = { ...lineOf(9_000, { seq: 40, digest: 'ef'.repeat(32) }), signature: '00'.repeat(64) }
  expect((await compare({}, forged, { note: 'no statement' })).beyond).toBeNull()
})
