import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type TestDatabase, createTestDatabase } from '../platform/postgres/testDatabase.ts'
import { Projector } from './projector.ts'
import { restore } from './restore.ts'
import { listSnapshots, readSnapshotState } from './snapshot.ts'
import { takeSnapshot } from './snapshotter.ts'
import { bundleChild } from './testing/bundleChild.ts'
import { startTally } from './testing/engineOnTally.ts'
import { movedProjection, movedTable } from './testing/movedProjection.ts'
import { type TallyEvent, fromBytes, makeTally } from './testing/tallyMachine.ts'

const moves = 60
let program: string
let test: TestDatabase

beforeAll(async () => {
  program = await bundleChild('crashPointChild')
})
beforeEach(async () => {
  test = await createTestDatabase()
  await test.database.query(movedTable)
  const tally = await startTally(test.database)
  await tally.send({ type: 'issue', account: 1, amount: 1_000 })
  for (let key = 0; key < moves; key += 1) await tally.send({ type: 'move', key: `k${key}`, from: 1, to: 2, amount: 1 })
  await tally.close()
})
afterEach(() => test.drop())

/** Runs the child to its end; gives the signal that killed it, or null. */
function run(...args: string[]): Promise<string | null> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [program, test.url, ...args], { stdio: ['ignore', 'ignore', 'inherit'] })
    child.on('close', (_, signal) => resolve(signal))
  })
}

async function count(sql: string): Promise<number> {
  const { rows } = await test.database.query<{ n: string }>(sql)
  return Number(rows[0]?.n)
}

describe('kill -9 of a projector', () => {
  it.each([
    ['UPDATE projection', 'before', 0],
    ['UPDATE projection', 'after', 0],
    // the first page: sixteen rows, of which one issues what is moved
    ['COMMIT', 'after', 15],
  ] as const)('writes no row without its mark: %s, %s', async (statement, when, there) => {
    expect(await run('project', statement, when)).toBe('SIGKILL')
    // a killed session's transaction is undone in its own time
    await expect.poll(() => count('SELECT count(*) AS n FROM moved'), { timeout: 10_000 }).toBe(there)
    expect(await run('project')).toBeNull()
    expect(await count('SELECT count(*) AS n FROM moved')).toBe(moves)
    expect(await count("SELECT seq AS n FROM projection WHERE name = 'moved'")).toBe(moves + 1)
  })
})

describe('kill -9 during a snapshot', () => {
  it.each([
    ['INSERT INTO snapshot (', 'after'],
    ['INSERT INTO snapshot_part', 'after'],
    ['COMMIT', 'before'],
  ])('leaves none that is half made, and the next start restores the same: %s, %s', async (statement, when) => {
    expect(await run('snapshot', statement, when)).toBe('SIGKILL')
    const lease = await test.database.lease()
    expect(await listSnapshots(lease)).toEqual([])
    const replayed = await restore(lease, makeTally)
    expect(await takeSnapshot(test.database, makeTally, Number.MAX_SAFE_INTEGER)).toBe(moves + 1)
    const [head] = await listSnapshots(lease)
    if (head === undefined) throw new Error('no snapshot was written')
    const state = Buffer.from((await readSnapshotState(lease, head)) ?? [])
    expect(state.equals(replayed.machine.encodeState())).toBe(true)
    await lease.release()
  })
})

describe('kill -9 during a migration', () => {
  const folder = fileURLToPath(new URL(`../../../../.cache/crash-migrations-${process.pid}`, import.meta.url))

  it.each([
    ['CREATE TABLE second', 'after'],
    ['INSERT INTO migration', 'after'],
  ])('leaves it undone whole, and the next start does it once: %s, %s', async (statement, when) => {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, '0001-first.sql'), 'CREATE TABLE first (id int);\n')
    writeFileSync(join(folder, '0002-second.sql'), 'CREATE TABLE second (id int); INSERT INTO second VALUES (1);\n')
    await test.database.query('TRUNCATE migration')
    // the first is there already, so that the one that is killed is the second
    await test.database.query('CREATE TABLE first (id int)')
    const sql = 'CREATE TABLE first (id int);\n'
    await test.database.query('INSERT INTO migration (number, file, digest) VALUES (1, $1, $2)', [
      '0001-first.sql',
      createHash('sha256').update(sql).digest('hex'),
    ])
    try {
      expect(await run('migrate', statement, when, folder)).toBe('SIGKILL')
      expect(await count("SELECT count(*) AS n FROM pg_class WHERE relname = 'second'")).toBe(0)
      expect(await run('migrate', '', '', folder)).toBeNull()
      expect(await count('SELECT count(*) AS n FROM second')).toBe(1)
      expect(await count('SELECT count(*) AS n FROM migration')).toBe(2)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

describe('a disk that is full for the read models alone', () => {
  it('is waited for: no fact is set aside, and all are there when there is room again', async () => {
    await test.database.query(`CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'no space left on device' USING ERRCODE = '53100'; END $$`)
    await test.database.query('CREATE TRIGGER full_disk BEFORE INSERT ON moved EXECUTE FUNCTION full_disk()')
    const warnings: string[] = []
    const alarms: string[] = []
    const projector = new Projector<TallyEvent>({
      database: test.database,
      projections: [movedProjection],
      decode: (frame) => fromBytes<TallyEvent[]>(frame),
      projected: () => undefined,
      warn: (message) => warnings.push(message),
      alarm: (message) => alarms.push(message),
    })
    projector.start()
    await vi.waitFor(() => expect(warnings.length).toBeGreaterThan(0), { timeout: 10_000 })
    // longer than it takes to try a page in parts, were it the facts' own fault
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    expect(await count('SELECT count(*) AS n FROM moved')).toBe(0)
    await test.database.query('DROP TRIGGER full_disk ON moved')
    await expect.poll(() => count('SELECT count(*) AS n FROM moved'), { timeout: 15_000 }).toBe(moves)
    expect([alarms, await count('SELECT count(*) AS n FROM set_aside')]).toEqual([[], 0])
    await projector.stop()
  })
})

describe('a stop amid orders', () => {
  it('answers each as done or as surely not done, and the journal says the same', async () => {
    const tally = await startTally(test.database)
    const sent = Array.from({ length: 400 }, (_, at) => {
      return tally.send({ type: 'move', key: `s${at}`, from: 1, to: 2, amount: 1 }).then(({ kind }) => kind)
    })
    await sent[0]
    const late = tally.send({ type: 'move', key: 'late', from: 1, to: 2, amount: 1 })
    await tally.close()
    const kinds = await Promise.all([...sent, late.then(({ kind }) => kind)])
    const { rows } = await test.database.query<{ n: string }>('SELECT count(*) AS n FROM journal')
    expect(Number(rows[0]?.n)).toBeGreaterThan(moves + 1)
    const lease = await test.database.lease()
    const { machine } = await restore(lease, makeTally)
    const done = fromBytes<number>(machine.query(Buffer.from('2'), 0))
    expect(done).toBe(moves + kinds.filter((kind) => kind === 'accepted').length)
    await lease.release()
  })
})
