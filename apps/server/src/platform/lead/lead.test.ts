import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { openDatabase } from '../postgres/database.ts'
import { endWithPeer } from '../postgres/peerGone.ts'
import { type TestDatabase, createTestDatabase } from '../postgres/testDatabase.ts'
import { Lead, type LeadNotice, type LeadOptions } from './lead.ts'
import { LeadSession, leaderText } from './leadSession.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop()
})

type Played = Partial<Pick<LeadOptions, 'standby' | 'patience' | 'hangs'>> & { readonly fits?: boolean }

/** As if it were a process of its own, which fits at once where it stands by. */
function play(tag: string, { fits = true, ...options }: Played = {}) {
  const told: LeadNotice[] = []
  const database = openDatabase({ url: test.url, name: 'lead', tag, connectionsMax: 1, onError: () => undefined })
  const lead = new Lead({
    database,
    place: `host-${tag}/7`,
    tag,
    standby: null,
    tell: (notice) => {
      told.push(notice)
      if (notice.notice === 'standing-by' && fits) lead.follow()
    },
    ...options,
  })
  const done = lead.run().then(() => database.close())
  const release = async (): Promise<void> => {
    lead.release()
    await done
  }
  stops.push(release)
  const until = (notice: LeadNotice['notice']) =>
    vi.waitFor(() => expect(told.map((one) => one.notice)).toContain(notice), { timeout: 10_000 })
  return { lead, told, until, release }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const sessionsOf = (tag: string) =>
  test.database.query<{ pid: number }>(
    'SELECT pid FROM pg_stat_activity WHERE application_name LIKE $1 AND datname = current_database()',
    [`truemark lead % ${tag}`],
  )

it('is had by one at a time: a second one is told of it at once, and has it once it is released', async () => {
  const first = play('aaaaaaaa')
  await first.until('leading')
  const began = performance.now()
  const second = play('bbbbbbbb')
  await second.until('ended')
  expect(performance.now() - began).toBeLessThan(3_000)
  expect(second.told[0]).toMatchObject({
    sentence: expect.stringMatching(
      /^Another Truemark uses this database: on host-aaaaaaaa \(process 7\)( from \S+)?, since 20\S+Z\. Stop that one first, or set STANDBY=yes to have this one wait for its end\.$/,
    ),
  })
  await first.release()
  const third = play('cccccccc')
  await third.until('leading')
  expect(first.told.map(({ notice }) => notice)).toEqual(['leading', 'released'])
})

it('is taken again where the session was lost, and ends this process where another was quicker', async () => {
  const first = play('aaaaaaaa')
  await first.until('leading')
  const [session] = (await sessionsOf('aaaaaaaa')).rows
  await test.database.query('SELECT pg_terminate_backend($1)', [session?.pid])
  await vi.waitFor(async () => expect((await sessionsOf('aaaaaaaa')).rows[0]?.pid).not.toBe(session?.pid), {
    timeout: 10_000,
  })
  await expect.poll(async () => (await sessionsOf('aaaaaaaa')).rows.length).toBe(1)
  const other = openDatabase({ url: test.url, name: 'lead', tag: 'bbbbbbbb', onError: () => undefined })
  stops.push(() => other.close())
  const quicker = await LeadSession.open(other, 'host-b/8')
  stops.push(() => quicker.release())
  expect(await quicker.tryTake()).toBe(false)
  const leader = await quicker.leader()
  expect(leader).toMatchObject({ place: 'host-aaaaaaaa/7', tag: 'aaaaaaaa' })
  await quicker.end(leader?.session ?? 0)
  await vi.waitFor(async () => expect(await quicker.tryTake()).toBe(true), { interval: 1 })
  expect(await quicker.tryTake()).toBe(true)
  await first.until('ended')
  expect(first.told.filter(({ notice }) => notice === 'leading')).toHaveLength(1)
  expect(first.told).toContainEqual({
    notice: 'ended',
    sentence: expect.stringMatching(
      /^Another Truemark leads this database now: on host-b \(process 8\).*, since \S+Z\. This one has stopped\.$/,
    ),
  })
})

it('is not taken from who says nothing, and is then said to be held by one that may hang', async () => {
  const silent = openDatabase({ url: test.url, name: 'lead', tag: 'aaaaaaaa', onError: () => undefined })
  stops.push(() => silent.close())
  const session = await LeadSession.open(silent, 'host-a/7')
  stops.push(() => session.release())
  expect(await session.tryTake()).toBe(true)
  const second = play('bbbbbbbb', { patience: 500 })
  await vi.waitFor(() => expect(second.told).not.toEqual([]), { timeout: 10_000 })
  const pid = (await sessionsOf('aaaaaaaa')).rows[0]?.pid
  expect(second.told[0]).toMatchObject({
    notice: 'ended',
    sentence: expect.stringContaining(
      `though it says nothing. If it hangs, end its process; if its machine is gone, end its session in the database (SELECT pg_terminate_backend(${pid})).`,
    ),
  })
  await session.beat()
})

it('takes the place of a session of its own that the database has yet to miss', async () => {
  const own = openDatabase({ url: test.url, name: 'lead', tag: 'aaaaaaaa', onError: () => undefined })
  stops.push(() => own.close())
  const left = await LeadSession.open(own, 'host-a/7')
  stops.push(() => left.release().catch(() => undefined))
  expect(await left.leader()).toBeNull()
  expect(await left.tryTake()).toBe(true)
  left.onLost(() => undefined)
  const again = play('aaaaaaaa')
  await again.until('leading')
})

describe('who stands by', () => {
  const standby = { silence: 1_000 }
  const leaderOf = (told: readonly LeadNotice[]) =>
    told.flatMap((one) => (one.notice === 'standing-by' ? [one.leader] : [])).at(-1)

  it('waits, says for whom, and is one of several of which one leads next', async () => {
    const first = play('aaaaaaaa', { standby })
    await first.until('leading')
    const others = [play('bbbbbbbb', { standby }), play('cccccccc', { standby })]
    for (const one of others) await one.until('standing-by')
    expect(others.map(({ told }) => leaderOf(told))).toEqual(Array(2).fill(expect.stringContaining('host-aaaaaaaa')))
    await expect.poll(() => LeadSession.countWaiting(test.database)).toBe(2)
    await first.release()
    await vi.waitFor(() => expect(others.filter(({ told }) => told.at(-1)?.notice === 'leading')).toHaveLength(1))
    const next = others.findIndex(({ told }) => told.at(-1)?.notice === 'leading') === 0 ? 'b' : 'c'
    const left = others[next === 'b' ? 1 : 0]
    await vi.waitFor(() => expect(leaderOf(left?.told ?? [])).toContain(`host-${next.repeat(8)}`))
    expect(await LeadSession.countWaiting(test.database)).toBe(1)
  })

  it('ends all sessions of a leader that says nothing, and leads', async () => {
    const hanging = openDatabase({ url: test.url, name: 'lead', tag: 'aaaaaaaa', onError: () => undefined })
    stops.push(() => hanging.close())
    const session = await LeadSession.open(hanging, 'host-a/7')
    stops.push(() => session.release().catch(() => undefined))
    expect(await session.tryTake()).toBe(true)
    const lost = vi.fn()
    session.onLost(lost)
    const pooled = (await hanging.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid
    const second = play('bbbbbbbb', { standby })
    await second.until('standing-by')
    const leader = await session.leader()
    if (leader === null) throw new Error('nobody leads')
    const other = await LeadSession.open(test.database, 'host-c/9')
    stops.push(() => other.release())
    // it has just been heard
    await session.beat()
    expect(await other.endSilent(leader)).toBe(false)
    await second.until('leading')
    expect(lost).toHaveBeenCalled()
    const { rows } = await test.database.query('SELECT 1 FROM pg_stat_activity WHERE pid = $1', [pooled])
    expect(rows).toEqual([])
    expect(second.told).toContainEqual({
      notice: 'warn',
      message: expect.stringMatching(
        /^who led the database has said nothing for over 1000 ms, and leads no more: on host-a/,
      ),
    })
  })

  it('leads after one whose process says that it is alive and then hangs', async () => {
    const first = play('aaaaaaaa', { hangs: 300 })
    await first.until('leading')
    first.lead.alive()
    const second = play('bbbbbbbb', { standby })
    await second.until('leading')
    await first.until('ended')
    expect(first.told).toContainEqual({
      notice: 'ended',
      sentence: expect.stringContaining('leads this database now: on host-bbbbbbbb'),
    })
  })

  it('is not counted and does not lead before it fits', async () => {
    const first = play('aaaaaaaa', { standby })
    await first.until('leading')
    const second = play('bbbbbbbb', { standby, fits: false })
    await second.until('standing-by')
    await pause(300)
    expect(await LeadSession.countWaiting(test.database)).toBe(0)
    await first.release()
    await pause(300)
    expect(second.told.map(({ notice }) => notice)).not.toContain('leading')
    second.lead.follow()
    await second.until('leading')
  })

  it('leaves the lead to a leader that beats, whatever steps the clock of the database makes', async () => {
    // in this database it stands before the clock that PostgreSQL has
    const step = (by: string) =>
      test.database.query(
        `CREATE OR REPLACE FUNCTION stepped.clock_timestamp() RETURNS timestamptz LANGUAGE sql AS
           $$ SELECT pg_catalog.clock_timestamp() + interval '${by}' $$`,
      )
    const name = new URL(test.url).pathname.slice(1)
    await test.database.query('CREATE SCHEMA stepped')
    await step('0')
    await test.database.query(`ALTER DATABASE ${name} SET search_path = stepped, pg_catalog, public`)
    stops.push(async () => void (await test.database.query(`ALTER DATABASE ${name} RESET search_path`)))
    const first = play('aaaaaaaa', { standby })
    await first.until('leading')
    const second = play('bbbbbbbb', { standby })
    await second.until('standing-by')
    await step('1 hour')
    await pause(1_500)
    expect(second.told.map(({ notice }) => notice)).toEqual(['standing-by'])
    expect(first.told.map(({ notice }) => notice)).toEqual(['leading'])
  })

  it('leaves the lead to a leader whose beats a database held up that stood still', async () => {
    const first = play('aaaaaaaa', { standby })
    await first.until('leading')
    const second = play('bbbbbbbb', { standby })
    await second.until('standing-by')
    const pids = await Promise.all(
      ['aaaaaaaa', 'bbbbbbbb'].map(async (tag) => (await sessionsOf(tag)).rows[0]?.pid ?? 0),
    )
    for (const pid of pids) process.kill(pid, 'SIGSTOP')
    await pause(1_500)
    // the standby's look is answered first
    for (const pid of pids.toReversed()) {
      process.kill(pid, 'SIGCONT')
      await pause(150)
    }
    await pause(1_500)
    expect(second.told.map(({ notice }) => notice)).toEqual(['standing-by'])
    expect(first.told.map(({ notice }) => notice)).toEqual(['leading'])
  })

  it('lets a leader come back to a database that was away', async () => {
    const first = play('aaaaaaaa', { standby })
    await first.until('leading')
    const second = play('bbbbbbbb', { standby })
    await second.until('standing-by')
    await test.database.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name LIKE 'truemark lead %' AND datname = current_database()`,
    )
    await vi.waitFor(async () => expect((await sessionsOf('aaaaaaaa')).rows).toHaveLength(1), { interval: 5 })
    await vi.waitFor(() => expect(second.told.filter(({ notice }) => notice === 'standing-by')).toHaveLength(2), {
      timeout: 10_000,
    })
    expect([first, second].map(({ told }) => told.some(({ notice }) => notice === 'ended'))).toEqual([false, false])
    expect(second.told.some(({ notice }) => notice === 'leading')).toBe(false)
  })
})

it('is not taken back by a process that hangs, which hears of the next one all the same', async () => {
  const first = play('aaaaaaaa', { hangs: 300 })
  await first.until('leading')
  first.lead.alive()
  await pause(400)
  const [session] = (await sessionsOf('aaaaaaaa')).rows
  await test.database.query('SELECT pg_terminate_backend($1)', [session?.pid])
  await expect.poll(async () => (await sessionsOf('aaaaaaaa')).rows[0]?.pid ?? session?.pid).not.toBe(session?.pid)
  await pause(300)
  const other = openDatabase({ url: test.url, name: 'lead', tag: 'bbbbbbbb', onError: () => undefined })
  stops.push(() => other.close())
  const next = await LeadSession.open(other, 'host-b/8')
  stops.push(() => next.release())
  expect(await next.tryTake()).toBe(true)
  await first.until('ended')
})

it('falls with its machine within seconds, also where an answer to it is under way', async () => {
  const tcp = new URL(test.url)
  tcp.searchParams.delete('host')
  const database = openDatabase({ url: tcp.href, name: 'lead', onError: () => undefined })
  stops.push(() => database.close())
  const lease = await database.lease()
  await endWithPeer(lease)
  const { rows } = await lease.query<{ idle: string; limit: string }>(
    "SELECT current_setting('tcp_keepalives_idle') AS idle, current_setting('tcp_user_timeout') AS limit",
  )
  await lease.release()
  expect(rows).toEqual([{ idle: '2', limit: '5000' }])
})

it('is named by machine, process and moment', () => {
  const leader = { place: 'trade-1/4711', address: null, since: 0, beat: '1', tag: 'a', session: 1 }
  expect(leaderText(leader)).toBe('on trade-1 (process 4711), since 1970-01-01T00:00:00.000Z')
  expect(leaderText({ ...leader, place: 'an unknown machine', address: '10.0.0.5' })).toBe(
    'on an unknown machine from 10.0.0.5, since 1970-01-01T00:00:00.000Z',
  )
})
