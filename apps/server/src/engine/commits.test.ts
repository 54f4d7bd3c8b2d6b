import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Database, openDatabase } from '../platform/postgres/database.ts'
import { type TestDatabase, createTestDatabase } from '../platform/postgres/testDatabase.ts'
import { Commits, type Landed } from './commits.ts'
import { joinFrames } from './frames.ts'
import { type BatchJournal, Journal } from './journal.ts'
import { chainRow, chainStart } from './journalRow.ts'
import { type CuttingProxy, startCuttingProxy } from './testing/cuttingProxy.ts'
import { makeTally, toBytes } from './testing/tallyMachine.ts'
import { withAppend } from './testing/withAppend.ts'
import { verifyJournal } from './verify.ts'

let test: TestDatabase
let proxy: CuttingProxy
let through: Database
let journal: Journal
let commits: Commits<number>
let lost: string[]

beforeEach(async () => {
  test = await createTestDatabase()
  proxy = await startCuttingProxy(test.url)
  through = openDatabase({ url: proxy.url, name: 'test', onError: () => undefined })
  journal = await Journal.open(through)
  commits = new Commits(journal, chainStart)
  lost = []
})
afterEach(async () => {
  await journal.close()
  await through.close()
  await proxy.close()
  await test.drop()
})

const ports = { stopped: () => false, lost: (why: string) => lost.push(why) }

function send(batch: number): void {
  const events = joinFrames([toBytes([{ type: 'issued', account: 1, amount: batch }])])
  commits.send({ time: commits.head.time + 1, commands: joinFrames([toBytes('')]), events }, batch)
}

async function land(count: number): Promise<Landed<number>[]> {
  const landed: Landed<number>[] = []
  for (let at = 0; at < count; at += 1) {
    const one = await commits.land(ports)
    if (one !== null) landed.push(one)
  }
  return landed
}

const ends = (landed: readonly Landed<number>[]): unknown[] => landed.map(({ end, batches }) => [end.kind, ...batches])

async function expectRows(rows: number): Promise<void> {
  expect(await verifyJournal(test.database, makeTally)).toMatchObject({ rows, fault: null })
  expect(commits.end.seq).toBe(rows)
  expect(commits.size).toBe(0)
}

/** Lets inserts of row `seq` fail with `code`, for good or the first time only. */
async function failAt(seq: number, code: string, once: boolean): Promise<void> {
  await test.database.query('CREATE SEQUENCE tries')
  await test.database.query(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF NEW.seq = ${seq} AND (nextval('tries') = 1 OR NOT ${once}) THEN
      RAISE EXCEPTION 'refused' USING ERRCODE = '${code}'; END IF; RETURN NEW; END $$`)
  await test.database.query('CREATE TRIGGER fail BEFORE INSERT ON journal FOR EACH ROW EXECUTE FUNCTION fail()')
}

describe('rows under way to the journal', () => {
  it('are sent before the one before is answered, and land in order', async () => {
    send(1)
    expect(commits.follow(10)).toBe(true)
    send(2)
    expect([commits.size, commits.head.seq, commits.end.seq]).toEqual([2, 2, 0])
    expect(ends(await land(2))).toEqual([
      ['committed', 1, 10],
      ['committed', 2],
    ])
    expect(commits.follow(11)).toBe(false)
    expect(await commits.land(ports)).toBeNull()
    await expectRows(2)
  })

  it('fall with the one before them', async () => {
    send(1)
    await land(1)
    await failAt(2, '53100', false)
    send(2)
    send(3)
    expect(ends(await land(1))).toEqual([['absent', 2, 3]])
    await expectRows(1)
  })

  it('fall alone where the one before them stands', async () => {
    await failAt(2, '53100', false)
    send(1)
    send(2)
    expect(ends(await land(2))).toEqual([
      ['committed', 1],
      ['absent', 2],
    ])
    await expectRows(1)
  })

  it('are sent again behind one that the database wanted to be asked again', async () => {
    await failAt(1, '40001', true)
    send(1)
    send(2)
    expect(ends(await land(2))).toEqual([
      ['committed', 1],
      ['committed', 2],
    ])
    await expectRows(2)
    expect(lost).toEqual([])
  })

  it.each(['before-it-arrives', 'before-its-answer'] as const)('outlive a line that is cut %s', async (when) => {
    send(1)
    await land(1)
    const cut = proxy.cutNextInsert(when)
    send(2)
    send(3)
    await cut
    expect(ends(await land(2))).toEqual([
      ['committed', 2],
      ['committed', 3],
    ])
    await expectRows(3)
    expect(lost.length).toBeGreaterThan(0)
  })

  it('outlive a line that is cut between them', async () => {
    send(1)
    await land(1)
    // the first has arrived and is being written when the second one's Bind ends the line
    await test.database.query(`CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_sleep(0.3); RETURN NULL; END $$`)
    await test.database.query('CREATE TRIGGER slow AFTER INSERT ON journal EXECUTE FUNCTION slow()')
    send(2)
    await new Promise((resolve) => setTimeout(resolve, 100))
    const cut = proxy.cutNextInsert('before-it-arrives')
    send(3)
    await cut
    expect(ends(await land(2))).toEqual([
      ['committed', 2],
      ['committed', 3],
    ])
    await expectRows(3)
  })

  it('are all refused to one who has lost the journal', async () => {
    send(1)
    await land(1)
    const young = await Journal.open(test.database)
    const content = { time: 2_000, commands: new Uint8Array(0), events: joinFrames([]) }
    const row = chainRow(commits.end, { ...content, epoch: young.epoch })
    expect(await young.append(row)).toEqual({ kind: 'committed' })
    send(2)
    send(3)
    expect(ends(await land(1))).toEqual([['superseded', 2, 3]])
    expect(await young.end()).toMatchObject({ seq: 2, digest: row.digest })
    await young.close()
  })
})

/** What the first append of a row gives. `lost`: it never arrived; `unheard`: its answer did not. */
const outcomes = ['committed', 'superseded', 'failed', 'again', 'lost', 'unheard'] as const
type Outcome = (typeof outcomes)[number]

/** The real journal, with the first append of each of the next rows answered as told. */
function scripted(...told: Outcome[]): BatchJournal {
  return withAppend(journal, async (row) => {
    const outcome = told.shift() ?? 'committed'
    const error = new Error(outcome)
    if (outcome === 'superseded') return { kind: 'superseded' }
    if (outcome === 'failed' || outcome === 'again') return { kind: 'failed', error, again: outcome === 'again' }
    if (outcome === 'lost') return { kind: 'unknown', error }
    const appended = await journal.append(row)
    return outcome === 'unheard' ? { kind: 'unknown', error } : appended
  })
}

/** How two rows have to end, after what the first append of each gave. */
function endsAfter(older: Outcome, younger: Outcome): unknown[] {
  if (older === 'superseded') return [['superseded', 1, 2]]
  if (older === 'failed') return [['absent', 1, 2]]
  // what the younger one heard before the older one's end was known counts for nothing
  if (older === 'committed' && younger === 'superseded')
    return [
      ['committed', 1],
      [younger, 2],
    ]
  if (older === 'committed' && younger === 'failed')
    return [
      ['committed', 1],
      ['absent', 2],
    ]
  return [
    ['committed', 1],
    ['committed', 2],
  ]
}

describe('two rows under way', () => {
  it.each(outcomes)('end as they have to where the older one is %s, whatever the younger one is', async (older) => {
    let rows = 0
    for (const younger of outcomes) {
      commits = new Commits(scripted(older, younger), await journal.end())
      send(1)
      send(2)
      const expected = endsAfter(older, younger)
      expect([younger, ends(await land(2))]).toEqual([younger, expected])
      rows += expected.filter((end) => Array.isArray(end) && end[0] === 'committed').length
      expect(await journal.end()).toEqual(expect.objectContaining(commits.end))
      await expectRows(rows)
    }
  })

  it('are given up together where the older one took longer than anybody waits for it', async () => {
    commits = new Commits(scripted('lost', 'lost'), chainStart)
    send(1)
    send(2)
    const late = performance.now() + 11_000
    const clock = vi.spyOn(performance, 'now').mockReturnValue(late)
    expect(ends(await land(2))).toEqual([['absent', 1, 2]])
    clock.mockRestore()
    await expectRows(0)
  })

  it('are full, as is one for which another batch waits', async () => {
    send(1)
    expect(commits.isFull).toBe(false)
    commits.follow(10)
    expect(commits.isFull).toBe(true)
    await land(1)
    send(2)
    send(3)
    expect(commits.isFull).toBe(true)
    await land(1)
    expect(commits.isFull).toBe(false)
    await land(1)
  })
})

describe('an append', () => {
  it('is refused where the row before it is another', async () => {
    send(1)
    await land(1)
    const stranger = { ...commits.end, digest: new Uint8Array(32) }
    const content = { time: 2_000, commands: new Uint8Array(0), events: joinFrames([]), epoch: journal.epoch }
    expect(await journal.append(chainRow(stranger, content))).toEqual({ kind: 'superseded' })
    expect(await journal.append(chainRow({ ...commits.end, seq: 2 }, content))).toEqual({ kind: 'superseded' })
    await expectRows(1)
  })
})
