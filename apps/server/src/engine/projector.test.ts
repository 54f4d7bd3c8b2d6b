import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type TestDatabase, createTestDatabase } from '../platform/postgres/testDatabase.ts'
import { type Projected, type Projection, Projector } from './projector.ts'
import { type TallyEngine, startTally } from './testing/engineOnTally.ts'
import { movedProjection as moved, movedTable } from './testing/movedProjection.ts'
import { type TallyEvent, fromBytes } from './testing/tallyMachine.ts'
import { isOfFact } from './setAside.ts'
import { Watermark } from './watermark.ts'

let test: TestDatabase
let tally: TallyEngine
const projectors: Projector<TallyEvent>[] = []

beforeEach(async () => {
  test = await createTestDatabase()
  await test.database.query(movedTable)
  await test.database.query('CREATE TABLE issued (total bigint); INSERT INTO issued VALUES (0)')
  tally = await startTally(test.database)
  await tally.send({ type: 'issue', account: 1, amount: 1_000_000 })
})
afterEach(async () => {
  for (const projector of projectors.splice(0)) await projector.stop()
  await tally.close()
  await test.drop()
})

const issued: Projection<TallyEvent> = {
  name: 'issued',
  wants: ['issued'],
  apply: async (facts, writer) => {
    let total = 0
    for (const { event } of facts) total += event.amount
    await writer.query('UPDATE issued SET total = total + $1', [total])
  },
}

function start(projections: readonly Projection<TallyEvent>[], alarms: string[] = [], counts: number[] = []): void {
  const projector = new Projector<TallyEvent>({
    database: test.database,
    projections,
    decode: (frame) => fromBytes<TallyEvent[]>(frame),
    projected: () => undefined,
    warn: () => undefined,
    alarm: (message) => alarms.push(message),
    setAside: (count) => counts.push(count),
  })
  projectors.push(projector)
  projector.start()
}

function project(
  projections: readonly Projection<TallyEvent>[],
  projected: (to: Projected) => void = () => undefined,
): string[] {
  const warnings: string[] = []
  const projector = new Projector<TallyEvent>({
    database: test.database,
    projections,
    decode: (frame) => fromBytes<TallyEvent[]>(frame),
    projected,
    warn: (message) => warnings.push(message),
  })
  projectors.push(projector)
  projector.start()
  return warnings
}

async function move(count: number, prefix: string): Promise<void> {
  await Promise.all(
    Array.from({ length: count }, (_, i) =>
      tally.send({ type: 'move', key: `${prefix}${i}`, from: 1, to: 2, amount: 1 }),
    ),
  )
}

async function count(): Promise<number> {
  const { rows } = await test.database.query<{ n: string }>('SELECT count(*) AS n FROM moved')
  return Number(rows[0]?.n)
}

async function watermark(name: string): Promise<number> {
  const { rows } = await test.database.query<{ seq: string }>('SELECT seq FROM projection WHERE name = $1', [name])
  return Number(rows[0]?.seq)
}

describe('the projector', () => {
  it('follows the journal with the watermark in the same transaction', async () => {
    const seen: number[] = []
    project([moved, issued], (to) => seen.push(to.seq))
    for (let i = 0; i < 20; i += 1) await move(10, `${i}.`)
    await vi.waitFor(async () => expect(await count()).toBe(200), { timeout: 10_000 })
    expect(await watermark('moved')).toBe(tally.engine.end.seq)
    expect(seen).toEqual(seen.toSorted((a, b) => a - b))
    const { rows } = await test.database.query('SELECT total FROM issued')
    expect(rows).toEqual([{ total: '1000000' }])
  })

  it('brings a projection that came later up to date from the first row, without repeating the others', async () => {
    project([moved])
    await move(50, 'a')
    await vi.waitFor(async () => expect(await count()).toBe(50), { timeout: 10_000 })
    await projectors.pop()?.stop()
    project([moved, issued])
    await move(50, 'b')
    await vi.waitFor(async () => expect(await count()).toBe(100), { timeout: 10_000 })
    await vi.waitFor(async () => expect(await watermark('issued')).toBe(tally.engine.end.seq), { timeout: 10_000 })
    const { rows } = await test.database.query('SELECT total FROM issued')
    expect(rows).toEqual([{ total: '1000000' }])
  })

  it('applies each row once when two of them run at the same time', async () => {
    project([moved])
    project([moved])
    for (let i = 0; i < 20; i += 1) await move(20, `${i}.`)
    await vi.waitFor(async () => expect(await count()).toBe(400), { timeout: 10_000 })
    await new Promise((resolve) => setTimeout(resolve, 400))
    expect(await count()).toBe(400)
  })

  it('undoes a failed transaction, says so once, and goes on when the cause is gone', async () => {
    let broken = true
    let tries = 0
    const failing: Projection<TallyEvent> = {
      ...moved,
      apply: async (facts, writer) => {
        tries += 1
        await moved.apply(facts, writer)
        if (broken) throw new Error('no luck')
      },
    }
    // first, for a page that holds the issue alone would not fail, and would move the watermark
    await move(30, 'a')
    const warnings = project([failing])
    await vi.waitFor(() => expect(tries).toBeGreaterThan(1), { timeout: 10_000 })
    expect([await count(), await watermark('moved')]).toEqual([0, 0])
    expect(warnings).toEqual(['the projector failed and tries again: no luck'])
    broken = false
    await vi.waitFor(async () => expect(await count()).toBe(30), { timeout: 10_000 })
  })

  it('survives the loss of its connection', async () => {
    project([moved])
    await move(30, 'a')
    await vi.waitFor(async () => expect(await count()).toBe(30), { timeout: 10_000 })
    await test.database.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'truemark projector %' AND datname = current_database()",
    )
    await move(30, 'b')
    await vi.waitFor(async () => expect(await count()).toBe(60), { timeout: 10_000 })
  })
})

describe('the watermark', () => {
  it('lets a reader wait until the read models hold what it was told, but not for ever', async () => {
    const mark = new Watermark(`test watermark ${test.url}`)
    project([moved], (to) => mark.note(to))
    await move(100, 'a')
    expect(await mark.waitFor(tally.engine.end.seq, 5_000)).toBe(true)
    expect(await count()).toBe(100)
    expect(await mark.waitFor(tally.engine.end.seq + 1, 50)).toBe(false)
    mark.close()
  })
})

describe('a fact that a projection cannot take', () => {
  const unlucky = (isBad: (key: string) => boolean): Projection<TallyEvent> => ({
    ...moved,
    apply: async (facts, writer) => {
      await moved.apply(facts, writer)
      const bad = facts.filter(({ event }) => event.type === 'moved' && isBad(event.key))
      // the database's own word: 10^19 is out of range for a bigint
      if (bad.length > 0) await writer.query('SELECT $1::numeric::bigint', ['10000000000000000000'])
    },
  })
  const others: Projection<TallyEvent> = { ...issued, name: 'others', wants: ['issued', 'moved'] }
  const setAsideRows = async () =>
    (
      await test.database.query<{ projection: string; event: string; tries: number }>(
        'SELECT projection, event, tries FROM set_aside',
      )
    ).rows

  it('is set aside with an alarm while the rest of its projection and all others go on', async () => {
    await move(300, 'a')
    const alarms: string[] = []
    const counts: number[] = []
    start(
      [unlucky((key) => key === 'a17' || key === 'a200'), { ...others, apply: async () => undefined }],
      alarms,
      counts,
    )
    await vi.waitFor(async () => expect(await count()).toBe(298), { timeout: 20_000 })
    await vi.waitFor(async () => expect(await watermark('others')).toBe(tally.engine.end.seq), { timeout: 10_000 })
    expect(await setAsideRows()).toEqual([
      { projection: 'moved', event: 'moved', tries: 1 },
      { projection: 'moved', event: 'moved', tries: 1 },
    ])
    await vi.waitFor(() => expect(counts.at(-1)).toBe(2))
    expect(alarms).toHaveLength(2)
    expect(alarms[0]).toMatch(/^the projection moved could not take moved \(row \d+, place \d+\): .*out of range/)
    await move(20, 'b')
    await vi.waitFor(async () => expect(await count()).toBe(318), { timeout: 10_000 })
  })

  it('is tried again by the next start: once more in vain, and taken once its projection can', async () => {
    await move(40, 'a')
    start([unlucky((key) => key === 'a3' || key === 'a9')])
    await vi.waitFor(async () => expect(await count()).toBe(38), { timeout: 20_000 })
    await projectors.pop()?.stop()
    const counts: number[] = []
    start([unlucky((key) => key === 'a9')], [], counts)
    await vi.waitFor(() => expect(counts).toEqual([1]), { timeout: 10_000 })
    expect(await count()).toBe(39)
    expect(await setAsideRows()).toEqual([{ projection: 'moved', event: 'moved', tries: 2 }])
    await projectors.pop()?.stop()
    start([moved], [], counts)
    await vi.waitFor(() => expect(counts).toEqual([1, 0]), { timeout: 10_000 })
    expect(await count()).toBe(40)
    expect(await setAsideRows()).toEqual([])
  })

  it('is nothing that the database’s own trouble makes of it: that is waited for', () => {
    const coded = (code: string) => isOfFact(Object.assign(new Error('x'), { code }))
    // a full disk, a shutdown, a deadlock, a lock not had, no room for connections, a missing table, a lost connection
    for (const code of ['53100', '57P01', '40P01', '55P03', '53300', '42P01', '08006', '25P03'])
      expect(coded(code)).toBe(false)
    for (const code of ['22003', '23505', '23514', '21000', '54000', 'P0001', 'ERR_OUT_OF_RANGE'])
      expect(coded(code)).toBe(true)
  })
})
