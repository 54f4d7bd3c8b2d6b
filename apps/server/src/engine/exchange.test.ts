import { decode, encode } from '@truemark/core/codec/codec'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type TestDatabase, createTestDatabase } from '../platform/postgres/testDatabase.ts'
import { eventsCodec, makeExchange } from './exchangeMachine.ts'
import { joinFrames, splitFrames } from './frames.ts'
import { readLastRow } from './journalReader.ts'
import { rowDigest } from './journalRow.ts'
import { restore } from './restore.ts'
import { stateHash } from './snapshot.ts'
import { takeSnapshot } from './snapshotter.ts'
import { ExchangeRun } from './testing/exchangeRun.ts'
import { verifyJournal } from './verify.ts'

let test: TestDatabase
beforeEach(async () => {
  test = await createTestDatabase()
})
afterEach(() => test.drop())

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

async function hashAt(upTo: number, snapshots: boolean): Promise<string> {
  const lease = await test.database.lease()
  const restored = await restore(lease, makeExchange, { upTo, snapshots })
  await lease.release()
  return hex(stateHash(restored.machine.encodeState()))
}

describe('the exchange on the journal', () => {
  it.each([1, 2, 3])(
    'is restored at every seq to the hash of a full replay: seed %i',
    async (seed) => {
      const run = await ExchangeRun.start(test.database, seed)
      await run.open(5)
      for (let i = 0; i < 60; i += 1) await Promise.all(Array.from({ length: 1 + run.next(6) }, () => run.act(5)))
      await run.close()
      const live = hex(stateHash(run.engine.settledMachine()?.encodeState() ?? new Uint8Array(0)))
      const { seq } = run.engine.end
      for (const part of [0.2, 0.5, 0.8]) await takeSnapshot(test.database, makeExchange, Math.trunc(seq * part))
      for (let upTo = 1; upTo <= seq; upTo += 1) expect(await hashAt(upTo, true)).toBe(await hashAt(upTo, false))
      const verified = await verifyJournal(test.database, makeExchange)
      expect(verified).toMatchObject({
        rows: seq,
        rowsExecuted: seq,
        snapshotsChecked: 3,
        fault: null,
        stateHash: live,
      })
    },
    60_000,
  )

  it('goes on after a restart as if there had been none', async () => {
    for (let part = 0; part < 4; part += 1) {
      const run = await ExchangeRun.start(test.database, 100 + part)
      if (part === 0) await run.open(5)
      else await run.tick()
      for (let i = 0; i < 30; i += 1) await Promise.all(Array.from({ length: 4 }, () => run.act(5)))
      const sums = await run.ask({ type: 'sums' })
      if (sums.type !== 'sums') throw new Error('no sums')
      for (const sum of sums.sums) expect([sum.posted, sum.frozen]).toEqual([0n, sum.held])
      await run.close()
      await takeSnapshot(test.database, makeExchange, run.engine.end.seq)
    }
    const { rows, rowsExecuted, fault } = await verifyJournal(test.database, makeExchange)
    expect([rowsExecuted, fault]).toEqual([rows, null])
  })

  it('is refused where a row, chained as it should be, bears what its commands do not give', async () => {
    const run = await ExchangeRun.start(test.database, 7)
    await run.open(2)
    for (let i = 0; i < 20; i += 1) await run.act(2)
    await run.run({ type: 'transfer', holder: 32, from: 'coin', to: 'contract', amount: 1_000n, fault: '' })
    await run.close()
    const lease = await test.database.lease()
    const row = await readLastRow(lease)
    if (row === null) throw new Error('nothing was written')
    const [frame = new Uint8Array(0)] = splitFrames(row.events)
    const more = decode(eventsCodec, frame).map((event) =>
      event.type === 'transferred' ? { ...event, amount: event.amount + 1n } : event,
    )
    const biased = { ...row, events: joinFrames([encode(eventsCodec, more)]) }
    await lease.query('ALTER TABLE journal DISABLE TRIGGER journal_append_only')
    await lease.query('UPDATE journal SET events = $1, digest = $2 WHERE seq = $3', [
      Buffer.from(biased.events),
      Buffer.from(rowDigest(biased)),
      row.seq,
    ])
    await lease.release()
    const { fault } = await verifyJournal(test.database, makeExchange)
    expect(fault).toMatch(new RegExp(`^row ${row.seq}, command 1: transfer wrote as fact 1 .*"1001".* gives .*"1000"`))
  })
})
