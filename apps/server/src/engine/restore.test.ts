import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type TestDatabase, createTestDatabase } from '../platform/postgres/testDatabase.ts'
import type { MachineMaker } from './machine.ts'
import { restore } from './restore.ts'
import { stateHash } from './snapshot.ts'
import { takeSnapshot } from './snapshotter.ts'
import { startTally } from './testing/engineOnTally.ts'
import { makeTally } from './testing/tallyMachine.ts'
import { verifyJournal } from './verify.ts'

let test: TestDatabase
beforeEach(async () => {
  test = await createTestDatabase()
})
afterEach(() => test.drop())

/** Commits about `rows` rows of random transfers, seeded, some rejected. */
async function write(rows: number, seed = 7): Promise<number> {
  const tally = await startTally(test.database)
  let random = seed
  const next = (below: number): number => {
    random = (random * 48_271) % 2_147_483_647
    return random % below
  }
  await tally.send({ type: 'issue', account: 0, amount: 50 })
  for (let row = 1; row < rows; row += 1) {
    const sends = Array.from({ length: 1 + next(4) }, (_, i) =>
      tally.send({ type: 'move', key: `${row}.${i}`, from: next(3), to: next(3), amount: 1 + next(9) }),
    )
    await Promise.all(sends)
  }
  const { seq } = tally.engine.end
  await tally.close()
  return seq
}

async function hashAt(upTo: number | undefined, snapshots: boolean): Promise<string> {
  const lease = await test.database.lease()
  const options = upTo === undefined ? { snapshots } : { upTo, snapshots }
  const restored = await restore(lease, makeTally, options)
  await lease.release()
  return Buffer.from(stateHash(restored.machine.encodeState())).toString('hex')
}

/** Changes what the append-only trigger protects, as someone with all rights could. */
async function tamper(sql: string): Promise<void> {
  await test.database.query('ALTER TABLE journal DISABLE TRIGGER journal_append_only')
  await test.database.query(sql)
}

describe('restore', () => {
  it('gives the hash of a full replay at every seq, whatever snapshots there are', async () => {
    const seq = await write(60)
    for (const upTo of [1, 17, 40]) await takeSnapshot(test.database, makeTally, upTo)
    for (let upTo = 1; upTo <= seq; upTo += 1) expect(await hashAt(upTo, true)).toBe(await hashAt(upTo, false))
    const verified = await verifyJournal(test.database, makeTally)
    expect(verified).toMatchObject({ rows: seq, snapshotsChecked: 3, fault: null, stateHash: await hashAt(seq, true) })
  })

  it('starts from the newest snapshot and evolves only the tail', async () => {
    const seq = await write(30)
    expect(await takeSnapshot(test.database, makeTally, 25)).toBe(25)
    const lease = await test.database.lease()
    const restored = await restore(lease, makeTally)
    await lease.release()
    expect([restored.snapshotSeq, restored.rowsEvolved]).toEqual([25, seq - 25])
  })

  it('keeps three snapshots, and passes over a damaged one', async () => {
    await write(30)
    for (const upTo of [5, 10, 15, 20]) await takeSnapshot(test.database, makeTally, upTo)
    const { rows } = await test.database.query<{ seq: string }>('SELECT seq FROM snapshot ORDER BY seq')
    expect(rows.map((row) => row.seq)).toEqual(['10', '15', '20'])
    const sound = await hashAt(undefined, true)
    await test.database.query(`UPDATE snapshot_part SET bytes = '\\x00' WHERE seq = 20`)
    const lease = await test.database.lease()
    const restored = await restore(lease, makeTally)
    await lease.release()
    expect(restored.snapshotSeq).toBe(15)
    expect(await hashAt(undefined, true)).toBe(sound)
    expect((await verifyJournal(test.database, makeTally)).fault).toBe('the snapshot at row 20 is damaged')
  })

  it('passes over a snapshot that another version wrote, and replays the whole journal where there is no other', async () => {
    await write(12)
    await takeSnapshot(test.database, makeTally, 9)
    const sound = await hashAt(undefined, true)
    const lease = await test.database.lease()
    const make: MachineMaker = (state) => {
      if (state !== null) throw new RangeError('a snapshot of version 2 cannot be read')
      return makeTally(null)
    }
    const restored = await restore(lease, make)
    await lease.release()
    expect(restored.snapshotSeq).toBe(0)
    expect(await verifyJournal(test.database, make)).toMatchObject({ fault: null, snapshotsChecked: 0 })
    expect(Buffer.from(stateHash(restored.machine.encodeState())).toString('hex')).toBe(sound)
  })

  it('continues the chain after a restart', async () => {
    const seq = await write(5)
    expect(await write(5, 8)).toBeGreaterThan(seq)
    expect((await verifyJournal(test.database, makeTally)).fault).toBeNull()
  })
})

describe('a journal that somebody changed', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    [
      'an event',
      `UPDATE journal SET events = set_byte(events, 20, get_byte(events, 20) # 1) WHERE seq = 7`,
      'row 7 has been changed',
    ],
    ['a command', `UPDATE journal SET commands = set_byte(commands, 9, 65) WHERE seq = 7`, 'row 7 has been changed'],
    ['a time', `UPDATE journal SET time = time + 1 WHERE seq = 7`, 'row 7 has been changed'],
    ['a digest', `UPDATE journal SET digest = sha256('x') WHERE seq = 7`, 'row 7 has been changed'],
    ['a row taken out', `DELETE FROM journal WHERE seq = 7`, 'row 7 is missing'],
    [
      'two rows exchanged',
      `UPDATE journal SET seq = CASE seq WHEN 7 THEN 1000 ELSE 7 END WHERE seq IN (7, 8); UPDATE journal SET seq = 8 WHERE seq = 1000`,
      'row 7 does not follow the row before it',
    ],
  ]
  it.each(cases)('is not started from: %s', async (_, sql, sentence) => {
    await write(12)
    await tamper(sql)
    await expect(startTally(test.database)).rejects.toThrow(sentence)
    expect((await verifyJournal(test.database, makeTally)).fault).toContain(sentence)
  })

  it('is found out where its end was cut off behind a snapshot', async () => {
    await write(12)
    await takeSnapshot(test.database, makeTally, 12)
    await tamper('DELETE FROM journal WHERE seq > 9')
    await expect(startTally(test.database)).rejects.toThrow('row 12 is missing, though a snapshot was taken at it')
    expect((await verifyJournal(test.database, makeTally)).fault).toContain('row 10 is missing')
  })

  it('is refused to be changed by mistake', async () => {
    await write(2)
    await expect(test.database.query('DELETE FROM journal')).rejects.toThrow('append-only')
    await expect(test.database.query('UPDATE journal SET time = 0')).rejects.toThrow('append-only')
    await expect(test.database.query('TRUNCATE journal')).rejects.toThrow('append-only')
  })
})
