import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type TestDatabase, createTestDatabase } from '../platform/postgres/testDatabase.ts'
import { intakeLimits } from './intake.ts'
import { restore } from './restore.ts'
import type { Appended, BatchJournal, Journal } from './journal.ts'
import type { JournalRow } from './journalRow.ts'
import { type TallyEngine, startTally } from './testing/engineOnTally.ts'
import { fromBytes, makeTally } from './testing/tallyMachine.ts'
import { withAppend } from './testing/withAppend.ts'
import { stateHash } from './snapshot.ts'

let test: TestDatabase
const running: TallyEngine[] = []

async function start(options: Parameters<typeof startTally>[1] = {}): Promise<TallyEngine> {
  const tally = await startTally(test.database, options)
  running.push(tally)
  return tally
}

beforeAll(async () => {
  test = await createTestDatabase()
})
afterEach(async () => {
  for (const tally of running.splice(0)) await tally.close()
  await test.drop()
  test = await createTestDatabase()
})
afterAll(() => test.drop())

async function rows(): Promise<number> {
  const { rows: found } = await test.database.query<{ n: string }>('SELECT count(*) AS n FROM journal')
  return Number(found[0]?.n)
}

type Append = (journal: Journal, row: JournalRow) => Promise<Appended>

/** The real journal, whose answers come when the `gates` are opened: one for each append, in order. */
function gated(
  gates: (() => void)[],
  append: Append = (journal, row) => journal.append(row),
): (journal: Journal) => BatchJournal {
  return (journal) =>
    withAppend(journal, async (row) => {
      const answer = new Promise<void>((resolve) => gates.push(resolve))
      const appended = await append(journal, row)
      await answer
      return appended
    })
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
const user = { kind: 'holder', holder: 40, realm: 'real' } as const

describe('the engine', () => {
  it('makes one row of what waited while a batch committed', async () => {
    const tally = await start()
    const first = tally.send({ type: 'issue', account: 1, amount: 100 })
    const later = Array.from({ length: 500 }, (_, i) =>
      tally.send({ type: 'move', key: `k${i}`, from: 1, to: 2, amount: 1 }),
    )
    await first
    const replies = await Promise.all(later)
    expect(replies.filter((reply) => reply.kind === 'accepted')).toHaveLength(100)
    expect(replies.filter((reply) => reply.kind === 'rejected')).toHaveLength(400)
    expect(await rows()).toBeLessThanOrEqual(3)
    const balance = await tally.ask(2)
    expect(balance.kind === 'accepted' && fromBytes<number>(balance.answer)).toBe(100)
  })

  it('sends a second row ahead of the answer to the first where many wait, and never a third', async () => {
    const gates: (() => void)[] = []
    const tally = await start({ wrap: gated(gates) })
    const replies: Promise<unknown>[] = []
    const sentAfter = async (count: number): Promise<number> => {
      for (let at = 0; at < count; at += 1) replies.push(tally.send({ type: 'issue', account: 1, amount: 1 }))
      await wait(20)
      return gates.length
    }
    expect(await sentAfter(1)).toBe(1)
    expect(await sentAfter(63)).toBe(1)
    expect(await sentAfter(1)).toBe(2)
    expect(await sentAfter(200)).toBe(2)
    gates[0]?.()
    await vi.waitFor(() => expect(gates).toHaveLength(3))
    gates.slice(1).forEach((open) => open())
    await Promise.all(replies)
    const reply = await tally.ask(1)
    expect(reply.kind === 'accepted' && [fromBytes<number>(reply.answer), reply.seq]).toEqual([265, 3])
  })

  it('sends no third row where what may go ahead does not fit in one', async () => {
    const gates: (() => void)[] = []
    const tally = await start({ wrap: gated(gates), limits: { ...intakeLimits, batchBytesMax: 64 * 1024 * 1024 } })
    const replies = [tally.send({ type: 'issue', account: 1, amount: 1 })]
    await wait(0)
    for (let at = 0; at < 64; at += 1) {
      // two of them fill a row each
      const key = at < 2 ? `${at}`.repeat(8 * 1024 * 1024) : `${at}`
      replies.push(tally.send({ type: 'move', key, from: 1, to: 2, amount: 0 }))
    }
    await vi.waitFor(() => expect(gates).toHaveLength(2), { timeout: 10_000 })
    await wait(50)
    expect(gates).toHaveLength(2)
    for (let at = 0; at < 4; at += 1) {
      await vi.waitFor(() => expect(gates.length).toBeGreaterThan(at), { timeout: 10_000 })
      gates[at]?.()
    }
    const seqs = (await Promise.all(replies)).map((reply) => (reply.kind === 'accepted' ? reply.seq : null))
    expect([...new Set(seqs)]).toEqual([1, 2, 3, 4])
  })

  it('has no settled state where it was stopped before it knew what became of the younger row', async () => {
    const gates: (() => void)[] = []
    const lost: Append = (journal, row) =>
      row.seq === 1 ? journal.append(row) : Promise.resolve({ kind: 'unknown', error: new Error('lost') })
    const tally = await start({ wrap: gated(gates, lost) })
    const older = tally.send({ type: 'issue', account: 1, amount: 1 })
    await wait(0)
    const younger = Array.from({ length: 64 }, () => tally.send({ type: 'issue', account: 1, amount: 1 }))
    await vi.waitFor(() => expect(gates).toHaveLength(2))
    const stopped = tally.engine.stop()
    gates.forEach((open) => open())
    await stopped
    expect((await older).kind).toBe('accepted')
    for (const reply of await Promise.all(younger))
      expect(reply).toEqual({ kind: 'refused', reason: 'outcome_unknown' })
    expect([tally.engine.end.seq, tally.engine.settledMachine()]).toEqual([1, null])
  })

  it('answers a query that has seen a row under way only with that row', async () => {
    const tally = await start()
    const order: string[] = []
    const note = (name: string) => () => order.push(name)
    const replies = [tally.send({ type: 'issue', account: 1, amount: 7 }).then(note('first'))]
    await new Promise((resolve) => setImmediate(resolve))
    const asked = Array.from({ length: 100 }, () => tally.ask(1))
    replies.push(...asked.map((reply) => reply.then(note('query'))))
    await Promise.all(replies)
    expect(order[0]).toBe('first')
    for (const reply of await Promise.all(asked))
      expect(reply.kind === 'accepted' && [fromBytes<number>(reply.answer), reply.seq]).toEqual([7, 1])
    expect(await rows()).toBe(1)
  })

  it('sends nothing ahead for the sake of users whom the pace holds back', async () => {
    const gates: (() => void)[] = []
    const tally = await start({ wrap: gated(gates) })
    // so many a second may never be taken in one go as are enough to send a row ahead
    tally.engine.setPace(1_000)
    const replies = [tally.send({ type: 'issue', account: 1, amount: 1 })]
    await wait(0)
    for (let at = 0; at < 200; at += 1) replies.push(tally.send({ type: 'issue', account: 1, amount: 1 }, user))
    await wait(100)
    expect(gates).toHaveLength(1)
    for (let at = 0; at < 64; at += 1) replies.push(tally.send({ type: 'issue', account: 1, amount: 1 }))
    await vi.waitFor(() => expect(gates).toHaveLength(2))
    tally.engine.setPace(null)
    gates.forEach((open) => open())
    await vi.waitFor(() => expect(gates).toHaveLength(3))
    gates[2]?.()
    expect(new Set((await Promise.all(replies)).map((reply) => reply.kind))).toEqual(new Set(['accepted']))
  })

  it('decides no more than one batch of questions before the row that they have seen is answered', async () => {
    const gates: (() => void)[] = []
    const tally = await start({ wrap: gated(gates), limits: { ...intakeLimits, waitingMax: 200 } })
    const first = tally.send({ type: 'issue', account: 1, amount: 7 })
    await wait(0)
    const asked: ReturnType<TallyEngine['ask']>[] = []
    for (let burst = 0; burst < 4; burst += 1) {
      for (let at = 0; at < 100; at += 1) asked.push(tally.ask(1, user))
      await wait(10)
    }
    gates[0]?.()
    expect((await first).kind).toBe('accepted')
    const busy = (await Promise.all(asked)).filter((reply) => reply.kind === 'refused')
    expect(busy).toEqual(Array.from({ length: 100 }, () => ({ kind: 'refused', reason: 'server_busy' })))
  })

  it('lets no answer wait while engine time waits for the clock', async () => {
    const gates: (() => void)[] = []
    let now = 1_000_000
    const clock = (): number => now
    const tally = await start({ wrap: gated(gates), clock, ports: { machine: { wall: clock, monotonic: clock } } })
    // each row takes a millisecond of a clock that stands still, until the next has to wait
    for (let row = 0; row < 20; row += 1) {
      const issued = tally.send({ type: 'issue', account: 1, amount: 1 })
      await vi.waitFor(() => expect(gates).toHaveLength(1))
      gates.shift()?.()
      await issued
    }
    const first = tally.send({ type: 'issue', account: 1, amount: 1 })
    await vi.waitFor(() => expect(gates).toHaveLength(1))
    const later = Array.from({ length: 100 }, () => tally.send({ type: 'issue', account: 1, amount: 1 }))
    await wait(10)
    gates[0]?.()
    expect((await first).kind).toBe('accepted')
    expect(gates).toHaveLength(1)
    now += 500
    await vi.waitFor(() => expect(gates).toHaveLength(2))
    gates[1]?.()
    await Promise.all(later)
  })

  it('answers what is under way when it has to end, and all else once', async () => {
    const gates: (() => void)[] = []
    let now = 1_000_000
    const tally = await start({ wrap: gated(gates), clock: () => now })
    const first = tally.send({ type: 'issue', account: 1, amount: 1 })
    await vi.waitFor(() => expect(gates).toHaveLength(1))
    // a time that no row can bear
    now = Number.NaN
    const later = Array.from({ length: 100 }, () => tally.send({ type: 'issue', account: 1, amount: 1 }))
    await wait(20)
    gates.forEach((open) => open())
    expect((await first).kind).toBe('accepted')
    for (const reply of await Promise.all(later)) expect(reply).toEqual({ kind: 'refused', reason: 'outcome_unknown' })
    await tally.engine.stop()
    expect([tally.endings.length, await rows(), tally.engine.settledMachine()]).toEqual([1, 1, null])
  })

  it('writes no row where nothing changed', async () => {
    const tally = await start()
    const replies = await Promise.all([
      tally.send({ type: 'sense', price: 1 }),
      tally.send({ type: 'move', key: 'a', from: 1, to: 2, amount: 1 }),
      tally.ask(1),
    ])
    expect(replies.map((reply) => reply.kind)).toEqual(['accepted', 'rejected', 'accepted'])
    expect(await rows()).toBe(0)
    expect(tally.committed).toEqual([])
  })

  it('answers a query with what its batch committed', async () => {
    const tally = await start()
    void tally.send({ type: 'issue', account: 1, amount: 7 })
    const reply = await tally.ask(1)
    expect(await rows()).toBe(1)
    expect(reply.kind === 'accepted' && [fromBytes<number>(reply.answer), reply.seq]).toEqual([7, 1])
  })

  it('lets engine time grow strictly when the clock stands or goes back', async () => {
    let now = 1_000_000
    const tally = await start({ clock: () => now })
    for (let i = 0; i < 10; i += 1) {
      await tally.send({ type: 'issue', account: 1, amount: 1 })
      if (i === 5) now -= 60_000
    }
    const times = tally.committed.map((batch) => batch.time)
    expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b))
    expect(times).toHaveLength(10)
  })

  it('never runs ahead of the clock by more than 20 ms', async () => {
    const tally = await start()
    let ahead = 0
    for (let i = 0; i < 300; i += 1) {
      await tally.send({ type: 'issue', account: 1, amount: 1 })
      ahead = Math.max(ahead, tally.engine.end.time - Date.now())
    }
    expect(ahead).toBeLessThanOrEqual(20)
  })

  it('refuses the command on which the machine fails, and decides the others on the restored state', async () => {
    const tally = await start()
    await tally.send({ type: 'issue', account: 0, amount: 5 })
    const replies = await Promise.all([
      tally.send({ type: 'issue', account: 0, amount: 1 }),
      tally.send({ type: 'fail' }),
      tally.send({ type: 'move', key: 'a', from: 0, to: 1, amount: 6 }),
    ])
    expect(replies.map((reply) => reply.kind)).toEqual(['accepted', 'refused', 'accepted'])
    const balance = await tally.ask(1)
    expect(balance.kind === 'accepted' && fromBytes<number>(balance.answer)).toBe(6)
    expect(tally.engine.counts.restores).toBe(1)
  })

  it('keeps the row that was under way when the machine fails on a later command', async () => {
    const tally = await start()
    const first = tally.send({ type: 'issue', account: 1, amount: 5 })
    await new Promise((resolve) => setImmediate(resolve))
    const later = Array.from({ length: 100 }, (_, at) =>
      tally.send(at === 50 ? { type: 'fail' } : { type: 'issue', account: 1, amount: 1 }),
    )
    expect((await first).kind).toBe('accepted')
    const kinds = (await Promise.all(later)).map((reply) => reply.kind)
    expect(kinds.filter((kind) => kind === 'accepted')).toHaveLength(99)
    expect(kinds[50]).toBe('refused')
    const balance = await tally.ask(1)
    expect(balance.kind === 'accepted' && fromBytes<number>(balance.answer)).toBe(104)
    expect([await rows(), tally.engine.counts.restores]).toEqual([2, 1])
  })

  it('stops for good when the machine keeps failing', async () => {
    const tally = await start()
    for (let i = 0; i < 6; i += 1) await tally.send({ type: 'fail' })
    await vi.waitFor(() => expect(tally.endings.join()).toContain('failed 5 times within a minute'), {
      timeout: 10_000,
    })
  })

  it('refuses with server_busy beyond its bound and goes on', async () => {
    const tally = await start({ limits: { ...intakeLimits, waitingMax: 10 } })
    const replies = await Promise.all(
      Array.from({ length: 30 }, () => tally.send({ type: 'issue', account: 1, amount: 1 }, user)),
    )
    const busy = replies.filter((reply) => reply.kind === 'refused' && reply.reason === 'server_busy')
    expect(busy).toHaveLength(20)
    expect((await tally.send({ type: 'issue', account: 1, amount: 1 }, user)).kind).toBe('accepted')
  })

  it('slows users down to the wanted pace, but not the house', async () => {
    const tally = await start()
    tally.engine.setPace(100)
    const began = performance.now()
    const done: string[] = []
    const users = Array.from({ length: 30 }, () =>
      tally.send({ type: 'issue', account: 1, amount: 1 }, user).then(() => done.push('user')),
    )
    const houses = Array.from({ length: 30 }, () =>
      tally.send({ type: 'issue', account: 2, amount: 1 }).then(() => done.push('house')),
    )
    await Promise.all([...users, ...houses])
    expect(performance.now() - began).toBeGreaterThan(200)
    expect(done.lastIndexOf('house')).toBeLessThan(40)
  })

  it('refuses what comes after stop, and restores the same state', async () => {
    const tally = await start()
    await tally.send({ type: 'issue', account: 1, amount: 9 })
    await tally.engine.stop()
    const hash = stateHash(tally.engine.settledMachine()?.encodeState() ?? new Uint8Array(0))
    expect(await tally.send({ type: 'issue', account: 1, amount: 9 })).toEqual({
      kind: 'refused',
      reason: 'engine_stopping',
    })
    const lease = await test.database.lease()
    const restored = await restore(lease, makeTally)
    await lease.release()
    expect(stateHash(restored.machine.encodeState())).toEqual(hash)
  })
})
