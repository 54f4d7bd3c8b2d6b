import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type TestDatabase, createTestDatabase } from '../platform/postgres/testDatabase.ts'
import { Journal } from './journal.ts'
import type { ChainEnd } from './journalRow.ts'
import { lostRows } from './lostRows.ts'
import { restore } from './restore.ts'
import { Standby } from './standby.ts'
import { type TallyEngine, startTally } from './testing/engineOnTally.ts'
import { makeTally } from './testing/tallyMachine.ts'
import { takeSnapshot } from './snapshotter.ts'

let test: TestDatabase
let leader: TallyEngine
beforeEach(async () => {
  test = await createTestDatabase()
  leader = await startTally(test.database)
  await leader.send({ type: 'issue', account: 0, amount: 1_000 })
})
afterEach(async () => {
  await leader.close()
  await test.drop()
})

function standBy() {
  const ends: ChainEnd[] = []
  const warnings: string[] = []
  const standby = new Standby({
    database: test.database,
    make: makeTally,
    followed: (end) => ends.push(end),
    warn: (message) => warnings.push(message),
  })
  const followed = standby.follow()
  // what it ends with is looked at later
  followed.catch(() => undefined)
  return { standby, followed, ends, warnings }
}

/** Writes rows of one transfer each. */
async function move(rows: number): Promise<void> {
  const { seq } = leader.engine.end
  for (let row = 0; row < rows; row += 1)
    expect((await leader.send({ type: 'move', from: 0, to: 1, amount: 1, key: `${seq}.${row}` })).kind).toBe('accepted')
}

/** Has the database lose all rows after `end`, as a copy of it lacks them that lagged behind. */
async function lose(end: number): Promise<void> {
  await test.database.transaction(async (client) => {
    await client.query('SET LOCAL session_replication_role = replica')
    await client.query('DELETE FROM journal WHERE seq > $1', [end])
  })
}

/** Hides the rows after `end`, and ends the session that reads row `cutAt` first. */
async function hide(end: number, cutAt: number): Promise<void> {
  await test.database.query(`
    CREATE TABLE shown AS SELECT ${end} AS up_to;
    CREATE SEQUENCE cut;
    CREATE FUNCTION cut_at(seq bigint, events bytea) RETURNS bytea LANGUAGE plpgsql STABLE AS $$
      BEGIN
        IF seq = ${cutAt} AND nextval('cut') = 1 THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF;
        RETURN events;
      END $$;
    ALTER TABLE journal RENAME TO journal_kept;
    CREATE VIEW journal AS
      SELECT seq, epoch, time, format, commands, cut_at(seq, events) AS events, previous, digest
      FROM journal_kept WHERE seq <= (SELECT up_to FROM shown)`)
}

describe('a standby', () => {
  it('holds the same state as the leader when it takes over, with the rows of the last moment', async () => {
    const { standby, followed, ends, warnings } = standBy()
    await move(30)
    await vi.waitFor(() => expect(ends.at(-1)?.seq).toBe(31), { timeout: 5_000 })
    const lease = await test.database.lease()
    await takeSnapshot(test.database, makeTally, 20)
    standby.take()
    const state = await followed
    if (state === null) throw new Error('nothing was followed')
    await move(5)
    const journal = await Journal.open(test.database)
    const mine = await standby.catchUp(journal.lease, state)
    const cold = await restore(lease, makeTally, { snapshots: false })
    expect(mine.end).toEqual(cold.end)
    expect(mine.machine.encodeState()).toEqual(cold.machine.encodeState())
    expect([mine.snapshotSeq, mine.rowsEvolved]).toEqual([20, 16])
    expect(warnings).toEqual([])
    // whom it took the journal from commits nothing any more
    expect((await leader.send({ type: 'issue', account: 0, amount: 1 })).kind).toBe('refused')
    expect(leader.endings).toEqual(['Another engine has taken over the journal; this one has stopped.'])
    await journal.close()
    await lease.release()
  })

  it('goes on where its session was lost, and has nothing where it is told before it has read anything', async () => {
    const { standby, followed, ends, warnings } = standBy()
    await vi.waitFor(() => expect(ends).not.toEqual([]), { timeout: 5_000 })
    await test.database.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'truemark standby %' AND datname = current_database()",
    )
    await move(3)
    await vi.waitFor(() => expect(ends.at(-1)?.seq).toBe(4), { timeout: 5_000 })
    expect(warnings).toHaveLength(1)
    standby.take()
    expect((await followed)?.end.seq).toBe(4)
    const early = new Standby({ database: test.database, make: makeTally, followed: () => {}, warn: () => {} })
    early.take()
    expect(await early.follow()).toBeNull()
  })

  it('has each row once where its session was lost between two pages of the journal', async () => {
    const rows = 50
    await move(rows - leader.engine.end.seq)
    await leader.close()
    await hide(1, 40)
    const { standby, followed, ends, warnings } = standBy()
    await vi.waitFor(() => expect(ends.at(-1)?.seq).toBe(1), { timeout: 5_000 })
    await test.database.query('UPDATE shown SET up_to = $1', [rows])
    await vi.waitFor(() => expect(warnings).toHaveLength(1), { timeout: 5_000 })
    await vi.waitFor(() => expect(ends.at(-1)?.seq).toBe(rows), { timeout: 5_000 })
    standby.take()
    const state = await followed
    const lease = await test.database.lease()
    const cold = await restore(lease, makeTally)
    await lease.release()
    expect(state?.end).toEqual(cold.end)
    expect(state?.machine.encodeState()).toEqual(cold.machine.encodeState())
  })

  it('knows how far its machine is where it is told to take over while its session dies', async () => {
    await move(50 - leader.engine.end.seq)
    await leader.close()
    await hide(1, 40)
    const { standby, followed, ends } = standBy()
    await vi.waitFor(() => expect(ends.at(-1)?.seq).toBe(1), { timeout: 5_000 })
    const cut = vi.waitFor(
      async () => {
        const { rows } = await test.database.query<{ is: boolean }>('SELECT is_called AS is FROM cut')
        expect(rows[0]?.is).toBe(true)
        standby.take()
      },
      { timeout: 5_000, interval: 1 },
    )
    await test.database.query('UPDATE shown SET up_to = 50')
    await cut
    const state = await followed
    if (state === null) throw new Error('nothing was followed')
    const journal = await Journal.open(test.database)
    const mine = await standby.catchUp(journal.lease, state)
    const cold = await restore(journal.lease, makeTally)
    await journal.close()
    expect(mine.end).toEqual(cold.end)
    expect(mine.machine.encodeState()).toEqual(cold.machine.encodeState())
  })

  it('does not go on with a journal that has lost rows, whether it follows or takes over', async () => {
    const { followed, ends } = standBy()
    await move(9)
    await vi.waitFor(() => expect(ends.at(-1)?.seq).toBe(10), { timeout: 5_000 })
    const other = standBy()
    await vi.waitFor(() => expect(other.ends.at(-1)?.seq).toBe(10), { timeout: 5_000 })
    other.standby.take()
    const state = await other.followed
    if (state === null) throw new Error('nothing was followed')
    await lose(7)
    const sentence =
      /^The journal has lost rows: it ends at row 7, and rows 8 to 10 were there before\. A database that/
    await expect(followed).rejects.toThrow(sentence)
    const journal = await Journal.open(test.database)
    await expect(other.standby.catchUp(journal.lease, state)).rejects.toThrow(sentence)
    await journal.close()
  })
})

it('an engine whose rows the database has lost says so, and not that another has taken over', async () => {
  await move(3)
  await lose(3)
  expect(await leader.send({ type: 'issue', account: 0, amount: 1 })).toMatchObject({ kind: 'refused' })
  expect(leader.endings).toEqual([
    expect.stringMatching(/^The journal has lost rows: it ends at row 3, and row 4 was there before\./),
  ])
})

it('says of a row that another one stands in its place', async () => {
  await move(2)
  expect(await lostRows(test.database, { seq: 0, digest: '' })).toBeNull()
  expect(await lostRows(test.database, { seq: 2, digest: 'ab' })).toMatch(
    /^The journal goes on from before row 2, which is another one now than the one that was there: decide/,
  )
})
