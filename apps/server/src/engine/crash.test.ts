import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestDatabase, createTestDatabase } from '../platform/postgres/testDatabase.ts'
import { splitFrames } from './frames.ts'
import { bundleChild } from './testing/bundleChild.ts'
import { startTally } from './testing/engineOnTally.ts'
import { type TallyEvent, fromBytes, makeTally } from './testing/tallyMachine.ts'
import { verifyJournal } from './verify.ts'

const cycles = Number(process.env['CRASH_CYCLES'] ?? 10)
let program: string
let test: TestDatabase

beforeAll(async () => {
  program = await bundleChild('crashChild')
})
beforeEach(async () => {
  test = await createTestDatabase()
  const tally = await startTally(test.database)
  await tally.send({ type: 'issue', account: 1, amount: 1_000_000 })
  await tally.close()
})
afterEach(() => test.drop())

interface Child {
  readonly process: ChildProcess
  readonly lines: string[]
  readonly exited: Promise<unknown>
  waitFor(start: string): Promise<string>
  /** Waits until `count` transfers were answered, be it as done now or as done before. */
  untilAnswered(count: number): Promise<void>
  move(key: string): void
}

const isAnswer = (line: string): boolean => /^(ok|no) /.test(line)

async function startChild(point = '', at = 0): Promise<Child> {
  const child = spawn(process.execPath, [program, test.url, point, String(at)], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.on('error', () => undefined)
  const lines: string[] = []
  const waiting: { start: string; resolve: (line: string) => void }[] = []
  const reader = createInterface({ input: child.stdout })
  reader.on('line', (line) => {
    lines.push(line)
    for (const waiter of waiting) if (line.startsWith(waiter.start)) waiter.resolve(line)
  })
  const exited = Promise.all([once(child, 'exit'), once(reader, 'close')])
  const waitFor = (start: string): Promise<string> =>
    new Promise((resolve) => {
      const found = lines.find((line) => line.startsWith(start))
      if (found === undefined) waiting.push({ start, resolve })
      else resolve(found)
    })
  const untilAnswered = (count: number): Promise<void> =>
    new Promise((resolve) => {
      let left = count - lines.filter(isAnswer).length
      if (left <= 0) return resolve()
      reader.on('line', (line) => {
        if (isAnswer(line) && --left === 0) resolve()
      })
    })
  await waitFor('ready')
  return {
    process: child,
    lines,
    exited,
    waitFor,
    untilAnswered,
    move: (key) => void child.stdin.write(`${key} 1 2 1\n`),
  }
}

function acknowledged(child: Child): string[] {
  return child.lines.filter((line) => line.startsWith('ok ')).map((line) => line.slice(3))
}

/** How often each key's transfer stands in the journal. */
async function journaled(): Promise<Map<string, number>> {
  const { rows } = await test.database.query<{ events: Buffer }>('SELECT events FROM journal ORDER BY seq')
  const times = new Map<string, number>()
  for (const row of rows) {
    for (const event of splitFrames(row.events).flatMap((frame) => fromBytes<TallyEvent[]>(frame))) {
      if (event.type === 'moved') times.set(event.key, (times.get(event.key) ?? 0) + 1)
    }
  }
  return times
}

/** What was acknowledged is there once, all else once or not at all. */
async function expectKept(keys: readonly string[]): Promise<Map<string, number>> {
  const times = await journaled()
  for (const key of keys) expect([key, times.get(key)]).toEqual([key, 1])
  for (const [key, count] of times) expect([key, count]).toEqual([key, 1])
  return times
}

/** Sends transfers a few at a time, or as many as make two rows go at once, for as long as the child lives. */
async function feed(child: Child, keys: readonly string[], burst = 7): Promise<void> {
  for (const [i, key] of keys.entries()) {
    if (child.process.signalCode !== null) return
    child.move(key)
    if (i % burst === 0) await new Promise((resolve) => setTimeout(resolve, 1))
  }
}

/** As `feed`, but in five parts that each wait for an answer, so that there are rows enough to crash at the fourth. */
async function feedInParts(child: Child, keys: readonly string[]): Promise<void> {
  const part = Math.ceil(keys.length / 5)
  for (let at = 0; at < keys.length; at += part) {
    await feed(child, keys.slice(at, at + part))
    await Promise.race([child.waitFor(`ok ${keys[at] ?? ''}`), child.exited])
  }
}

/** A client that got no answer sends its commands again: afterwards each stands there exactly once. */
async function retry(keys: readonly string[]): Promise<void> {
  const child = await startChild()
  await feed(child, keys)
  await child.untilAnswered(keys.length)
  child.process.kill('SIGKILL')
  await child.exited
}

describe('kill -9', () => {
  it.each(['before-insert', 'insert-sent', 'before-answer', 'after-answer'])(
    'loses nothing that was acknowledged: %s',
    async (point) => {
      const keys = Array.from({ length: 150 }, (_, i) => `${point}.${i}`)
      const child = await startChild(point, 4)
      await feedInParts(child, keys)
      await child.exited
      const kept = acknowledged(child)
      expect(kept.length).toBeLessThan(keys.length)
      const times = await expectKept(kept)
      if (point === 'before-insert') expect(times.size).toBe(kept.length)
      if (point === 'before-answer') expect(times.size).toBeGreaterThan(kept.length)
      await retry(keys.filter((key) => !kept.includes(key)))
      expect((await expectKept(keys)).size).toBe(keys.length)
      expect((await verifyJournal(test.database, makeTally)).fault).toBeNull()
    },
    120_000,
  )

  it(`at random moments, ${cycles} times`, async () => {
    const sent: string[] = []
    const kept: string[] = []
    for (let cycle = 0; cycle < cycles; cycle += 1) {
      const child = await startChild()
      const keys = Array.from({ length: 2_000 }, (_, i) => `${cycle}.${i}`)
      sent.push(...keys)
      setTimeout(() => child.process.kill('SIGKILL'), Math.random() * 250)
      await feed(child, keys, cycle % 2 === 0 ? 7 : 150)
      await child.exited
      kept.push(...acknowledged(child))
    }
    await expectKept(kept)
    const acknowledgedOnce = new Set(kept)
    await retry(sent.filter((key) => !acknowledgedOnce.has(key)))
    expect((await expectKept(sent)).size).toBe(sent.length)
    const verified = await verifyJournal(test.database, makeTally)
    expect(verified.fault).toBeNull()
  }, 240_000)
})

describe('a stopped leader', () => {
  it('wakes up as a stale one: it commits nothing and ends with a sentence', async () => {
    const child = await startChild()
    child.move('before')
    await child.waitFor('ok before')
    child.process.kill('SIGSTOP')
    child.move('asleep')
    const young = await startTally(test.database)
    expect((await young.send({ type: 'move', key: 'young', from: 1, to: 2, amount: 1 })).kind).toBe('accepted')
    child.process.kill('SIGCONT')
    expect(await child.waitFor('ended')).toContain('Another engine has taken over')
    await child.exited
    await young.close()
    expect([...(await journaled()).keys()]).toEqual(['before', 'young'])
  })
})
