import * as fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { openDatabase } from '../postgres/database.ts'
import { type TestDatabase, createTestDatabase } from '../postgres/testDatabase.ts'
import { ClockDuty } from './clockDuty.ts'
import { LeadSession } from './leadSession.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

const everyMs = 20
const grace = 200
/** Of all processes of a test, who works now; more than one are told of in `clashes`. */
const working = new Set<string>()
const clashes: string[] = []

/** As if it were a process of its own, whose work takes some time to end. */
function play(tag: string, role: 'core' | 'worker', silence = 60_000) {
  const database = openDatabase({ url: test.url, name: 'clock', tag, connectionsMax: 2, onError: () => undefined })
  const warnings: string[] = []
  const duty = new ClockDuty({
    database,
    place: `host-${tag}/7`,
    isWorker: role === 'worker',
    silence,
    everyMs,
    grace,
    warn: (message) => warnings.push(message),
    start: () => {
      working.add(tag)
      if (working.size > 1) clashes.push([...working].join(' and '))
      return {
        stop: async () => {
          await pause(15)
          working.delete(tag)
        },
      }
    },
  })
  let isOver = false
  const release = async (): Promise<void> => {
    if (isOver) return
    isOver = true
    await duty.release()
    await database.close()
  }
  ends.push(release)
  return { duty, release, warnings }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const worksAlone = (tag: string) => vi.waitFor(() => expect([...working]).toEqual([tag]), { timeout: 10_000 })

const sessionOf = async (tag: string) => {
  const { rows } = await test.database.query<{ pid: number }>(
    'SELECT pid FROM pg_stat_activity WHERE application_name LIKE $1 AND datname = current_database()',
    [`truemark clock host-% ${tag}`],
  )
  return rows[0]?.pid
}

it('is the core’s until a worker is there, and again once none is', async () => {
  const core = play('aaaaaaaa', 'core')
  await worksAlone('aaaaaaaa')
  const first = play('bbbbbbbb', 'worker')
  await worksAlone('bbbbbbbb')
  expect([core.duty.isMine, first.duty.isMine]).toEqual([false, true])
  const second = play('cccccccc', 'worker')
  const looking = await LeadSession.open(test.database, 'host-z/7', 'clock')
  await vi.waitFor(async () => expect(await looking.waiting()).toMatchObject([{ place: 'host-cccccccc/7' }]))
  await looking.release()
  await first.release()
  // the one that waits has it before the core does
  await worksAlone('cccccccc')
  await second.release()
  await worksAlone('aaaaaaaa')
  await core.release()
  expect([...working]).toEqual([])
  expect(clashes).toEqual([])
})

it('ends with its session, and goes on where there is one again', async () => {
  const { warnings } = play('dddddddd', 'core')
  await worksAlone('dddddddd')
  const pid = await sessionOf('dddddddd')
  await test.database.query('SELECT pg_terminate_backend($1)', [pid])
  await vi.waitFor(() => expect([...working]).toEqual([]))
  await worksAlone('dddddddd')
  expect(await sessionOf('dddddddd')).not.toBe(pid)
  expect(warnings).toEqual([expect.stringMatching(/^what goes by the clock is not done here for now: /)])
})

it('is taken from a process that says nothing, and left to one that does', async () => {
  const silent = openDatabase({
    url: test.url,
    name: 'clock',
    tag: 'eeeeeeee',
    connectionsMax: 1,
    onError: () => undefined,
  })
  ends.push(() => silent.close())
  const session = await LeadSession.open(silent, 'host-eeeeeeee/7', 'clock')
  expect(await session.tryTake()).toBe(true)
  const lost = vi.fn()
  session.onLost(lost)
  const core = play('ffffffff', 'core', 600)
  for (let beats = 0; beats < 10; beats += 1) {
    await session.beat()
    await pause(100)
  }
  expect(core.duty.isMine).toBe(false)
  await worksAlone('ffffffff')
  await vi.waitFor(() => expect(lost).toHaveBeenCalledOnce())
  expect(core.warnings[0]).toMatch(/says nothing: on host-eeeeeeee \(process 7\)/)
  await session.release().catch(() => undefined)
})

it('waits for no worker that hangs while it waits', async () => {
  const hanging = openDatabase({
    url: test.url,
    name: 'clock',
    tag: 'acacacac',
    connectionsMax: 1,
    onError: () => undefined,
  })
  ends.push(() => hanging.close())
  const session = await LeadSession.open(hanging, 'host-acacacac/7', 'clock')
  await session.follow()
  const core = play('adadadad', 'core', 600)
  await pause(300)
  expect(core.duty.isMine).toBe(false)
  await worksAlone('adadadad')
  expect(core.warnings[0]).toMatch(/says nothing: on host-acacacac \(process 7\)/)
  await session.release().catch(() => undefined)
})

it('is no lead: neither hinders the other', async () => {
  play('abababab', 'core')
  await worksAlone('abababab')
  const session = await LeadSession.open(test.database, 'host-a/7')
  ends.push(() => session.release())
  expect(await session.tryTake()).toBe(true)
  expect((await session.leader())?.place).toBe('host-a/7')
})

it('is done by one at a time and never by none for long, whoever comes, goes or is cut off', async () => {
  const tags = ['11111111', '22222222', '33333333', '44444444'] as const
  const acts = fc.array(fc.record({ at: fc.nat({ max: 3 }), cut: fc.boolean(), wait: fc.constantFrom(0, 5, 30, 80) }), {
    minLength: 4,
    maxLength: 14,
  })
  await fc.assert(
    fc.asyncProperty(acts, async (sequence) => {
      const there = new Map<string, ReturnType<typeof play>>()
      const come = (at: number): void => {
        const tag = tags[at] ?? ''
        there.set(tag, play(tag, at < 2 ? 'core' : 'worker'))
      }
      for (const { at, cut, wait } of sequence) {
        const tag = tags[at] ?? ''
        const one = there.get(tag)
        if (one === undefined) come(at)
        else if (cut) await test.database.query('SELECT pg_terminate_backend($1)', [await sessionOf(tag)])
        else {
          there.delete(tag)
          await one.release()
        }
        await pause(wait)
      }
      if (there.size > 0) {
        const workers = tags.slice(2).filter((tag) => there.has(tag))
        const candidates = workers.length > 0 ? workers : [...there.keys()]
        await vi.waitFor(() => expect([working.size, candidates]).toEqual([1, expect.arrayContaining([...working])]), {
          timeout: 10_000,
        })
      }
      for (const one of there.values()) await one.release()
      expect([...working]).toEqual([])
      expect(clashes).toEqual([])
    }),
    { numRuns: 12 },
  )
}, 120_000)
