import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Database, openDatabase } from '../platform/postgres/database.ts'
import { type TestDatabase, createTestDatabase } from '../platform/postgres/testDatabase.ts'
import { type CuttingProxy, startCuttingProxy } from './testing/cuttingProxy.ts'
import { type TallyEngine, startTally } from './testing/engineOnTally.ts'
import { fromBytes, makeTally } from './testing/tallyMachine.ts'
import { verifyJournal } from './verify.ts'

let test: TestDatabase
let proxy: CuttingProxy
let through: Database
const running: TallyEngine[] = []

beforeEach(async () => {
  test = await createTestDatabase()
  proxy = await startCuttingProxy(test.url)
  through = openDatabase({ url: proxy.url, name: 'test', onError: () => undefined })
})
afterEach(async () => {
  for (const tally of running.splice(0)) await tally.close()
  await through.close()
  await proxy.close()
  await test.drop()
})

async function start(database: Database = test.database): Promise<TallyEngine> {
  const tally = await startTally(database)
  running.push(tally)
  return tally
}

async function balance(tally: TallyEngine, account: number): Promise<number> {
  const reply = await tally.ask(account)
  return reply.kind === 'accepted' ? fromBytes<number>(reply.answer) : Number.NaN
}

async function sound(rows: number): Promise<void> {
  expect(await verifyJournal(test.database, makeTally)).toMatchObject({ rows, fault: null })
}

describe('a connection that breaks in the middle of a commit', () => {
  it('finds the row there when only the answer was lost', async () => {
    const tally = await start(through)
    await tally.send({ type: 'issue', account: 1, amount: 5 })
    const cut = proxy.cutNextInsert('before-its-answer')
    const reply = tally.send({ type: 'issue', account: 1, amount: 6 })
    await cut
    expect((await reply).kind).toBe('accepted')
    expect(await balance(tally, 1)).toBe(11)
    expect((await tally.send({ type: 'issue', account: 1, amount: 1 })).kind).toBe('accepted')
    await sound(3)
    expect(tally.engine.counts.restores).toBe(0)
  })

  it('writes the batch again when it never arrived, and only once', async () => {
    const tally = await start(through)
    await tally.send({ type: 'issue', account: 1, amount: 5 })
    const cut = proxy.cutNextInsert('before-it-arrives')
    const reply = tally.send({ type: 'issue', account: 1, amount: 6 })
    await cut
    expect((await reply).kind).toBe('accepted')
    expect(await balance(tally, 1)).toBe(11)
    await sound(2)
    expect(tally.committed.map((batch) => batch.seq)).toEqual([1, 2])
  })

  it('waits while the database is away, refuses new commands, and goes on when it is back', async () => {
    const tally = await start(through)
    const cut = proxy.cutNextInsert('for-good')
    const reply = tally.send({ type: 'issue', account: 1, amount: 6 })
    await cut
    await vi.waitFor(() => expect(tally.engine.state).toBe('resolving'), { timeout: 10_000 })
    expect(await tally.send({ type: 'issue', account: 1, amount: 1 })).toEqual({
      kind: 'refused',
      reason: 'server_busy',
    })
    proxy.mend()
    expect((await reply).kind).toBe('accepted')
    expect(tally.engine.state).toBe('running')
    await sound(1)
  })

  it('does not lose the connection for good when it breaks between commits', async () => {
    const tally = await start()
    await tally.send({ type: 'issue', account: 1, amount: 5 })
    await test.database.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'truemark engine %' AND datname = current_database()",
    )
    expect((await tally.send({ type: 'issue', account: 1, amount: 6 })).kind).toBe('accepted')
    expect(await balance(tally, 1)).toBe(11)
    await sound(2)
  })

  it('answers that the outcome is unknown when it is stopped before it could find out', async () => {
    const tally = await start(through)
    const cut = proxy.cutNextInsert('for-good')
    const reply = tally.send({ type: 'issue', account: 1, amount: 6 })
    await cut
    await tally.engine.stop()
    expect(await reply).toEqual({ kind: 'refused', reason: 'outcome_unknown' })
  })
})

describe('a line that breaks again and again under load', () => {
  it('loses and repeats nothing, with two rows under way', async () => {
    const tally = await start(through)
    await tally.send({ type: 'issue', account: 1, amount: 1_000_000 })
    const cuts = ['before-it-arrives', 'before-its-answer'] as const
    let sent = 0
    let known = 0
    let unheard = 0
    for (let cycle = 0; cycle < 20; cycle += 1) {
      // the second and third burst find a row under way and go ahead of its answer
      const replies = Array.from({ length: 3 }, async () => {
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 4))
        const burst = Array.from({ length: 200 }, () =>
          tally.send({ type: 'move', key: `k${sent++}`, from: 1, to: 2, amount: 1 }),
        )
        return Promise.all(burst)
      })
      const cut = proxy.cutNextInsert(cuts[cycle % 2] ?? 'before-it-arrives')
      for (const reply of (await Promise.all(replies)).flat()) {
        if (reply.kind === 'accepted') known += 1
        // refused while the engine finds out what became of its rows
        else if (reply.kind === 'refused' && reply.reason === 'server_busy') unheard += 1
        else throw new Error(`a transfer was ${reply.kind}`)
      }
      await cut
      await vi.waitFor(() => expect(tally.engine.state).toBe('running'), { timeout: 10_000 })
    }
    expect(known + unheard).toBe(20 * 600)
    expect(await balance(tally, 2)).toBe(known)
    const { rows } = await test.database.query<{ n: string }>('SELECT count(*) AS n FROM journal')
    await sound(Number(rows[0]?.n))
    expect(tally.committed.map((batch) => batch.seq)).toEqual(tally.committed.map((_, at) => at + 1))
    expect(tally.engine.counts.restores).toBe(0)
  }, 60_000)
})

describe('a database that says no', () => {
  it('leads back to the last row, read-only until it takes writes again', async () => {
    const tally = await start()
    await tally.send({ type: 'issue', account: 1, amount: 5 })
    // As a full disk answers: to the journal and to the probe alike.
    await test.database.query(`CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'no space left on device' USING ERRCODE = '53100'; END $$`)
    await test.database.query('CREATE TRIGGER full_disk BEFORE INSERT ON journal EXECUTE FUNCTION full_disk()')
    await test.database.query('CREATE TRIGGER full_disk BEFORE UPDATE ON engine_epoch EXECUTE FUNCTION full_disk()')
    const began = performance.now()
    const reply = await tally.send({ type: 'issue', account: 1, amount: 6 })
    expect(reply).toEqual({ kind: 'refused', reason: 'not_committed' })
    expect(performance.now() - began).toBeLessThan(10_000)
    expect(tally.engine.state).toBe('read-only')
    expect(await tally.send({ type: 'issue', account: 1, amount: 6 })).toEqual({
      kind: 'refused',
      reason: 'server_busy',
    })
    expect(await balance(tally, 1)).toBe(5)
    await test.database.query('DROP TRIGGER full_disk ON journal')
    await test.database.query('DROP TRIGGER full_disk ON engine_epoch')
    await vi.waitFor(() => expect(tally.engine.state).toBe('running'), { timeout: 10_000 })
    expect((await tally.send({ type: 'issue', account: 1, amount: 1 })).kind).toBe('accepted')
    expect(await balance(tally, 1)).toBe(6)
    await sound(2)
  })

  it('leads back over two rows that were under way, and keeps what was answered', async () => {
    const tally = await start()
    await tally.send({ type: 'issue', account: 1, amount: 1_000 })
    await test.database.query(`CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      PERFORM pg_sleep(0.05);
      IF NEW.seq >= 3 THEN RAISE EXCEPTION 'no space left on device' USING ERRCODE = '53100'; END IF; RETURN NEW; END $$`)
    await test.database.query(
      'CREATE TRIGGER full_disk BEFORE INSERT ON journal FOR EACH ROW EXECUTE FUNCTION full_disk()',
    )
    const bursts: Promise<string[]>[] = []
    for (let burst = 0; burst < 4; burst += 1) {
      const replies = Array.from({ length: 100 }, (_, at) =>
        tally.send({ type: 'move', key: `${burst}.${at}`, from: 1, to: 2, amount: 1 }),
      )
      bursts.push(Promise.all(replies).then((all) => [...new Set(all.map((one) => JSON.stringify(one.kind)))]))
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    const kinds = await Promise.all(bursts)
    expect(kinds[0]).toEqual(['"accepted"'])
    expect(kinds.slice(1).flat()).toEqual(['"refused"', '"refused"', '"refused"'])
    await test.database.query('DROP TRIGGER full_disk ON journal')
    await vi.waitFor(() => expect(tally.engine.state).toBe('running'), { timeout: 10_000 })
    expect(await balance(tally, 2)).toBe(100)
    expect((await tally.send({ type: 'move', key: 'late', from: 1, to: 2, amount: 1 })).kind).toBe('accepted')
    await sound(3)
  })

  it('is asked again, a bounded number of times, where it asks for that', async () => {
    const tally = await start()
    await test.database.query('CREATE SEQUENCE storms')
    await test.database.query(`CREATE FUNCTION storm() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF nextval('storms') % 4 <> 0 THEN RAISE EXCEPTION 'conflict' USING ERRCODE = '40001'; END IF; RETURN NULL; END $$`)
    await test.database.query('CREATE TRIGGER storm AFTER INSERT ON journal EXECUTE FUNCTION storm()')
    for (let i = 0; i < 10; i += 1) {
      expect((await tally.send({ type: 'issue', account: 1, amount: 1 })).kind).toBe('accepted')
    }
    expect(await balance(tally, 1)).toBe(10)
    await sound(10)
  })
})

describe('two engines on one journal', () => {
  it('lets only the newer one commit, and ends the older with a sentence', async () => {
    const old = await start()
    await old.send({ type: 'issue', account: 1, amount: 5 })
    const young = await start()
    expect(await old.send({ type: 'issue', account: 1, amount: 100 })).toEqual({
      kind: 'refused',
      reason: 'not_committed',
    })
    expect(old.endings).toEqual(['Another engine has taken over the journal; this one has stopped.'])
    expect((await young.send({ type: 'issue', account: 1, amount: 6 })).kind).toBe('accepted')
    expect(await balance(young, 1)).toBe(11)
    await sound(2)
  })

  it('makes the newer one wait for an insert that is under way, so that it sees it', async () => {
    const old = await start()
    await old.send({ type: 'issue', account: 1, amount: 5 })
    await test.database.query(`CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_sleep(1); RETURN NULL; END $$`)
    await test.database.query('CREATE TRIGGER slow AFTER INSERT ON journal EXECUTE FUNCTION slow()')
    const late = old.send({ type: 'issue', account: 1, amount: 6 })
    const sleeping = async () => {
      const { rows } = await test.database.query(
        "SELECT 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database()",
      )
      return rows.length
    }
    await expect.poll(sleeping, { timeout: 10_000, interval: 10 }).toBe(1)
    const young = await start()
    expect(young.engine.end.seq).toBe(2)
    expect((await late).kind).toBe('accepted')
    expect(await balance(young, 1)).toBe(11)
  })
})
