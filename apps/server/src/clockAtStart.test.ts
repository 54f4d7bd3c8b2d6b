import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clockAtStart, watchClock } from './clockAtStart.ts'
import { Lifecycle } from './platform/lifecycle.ts'
import { type TestDatabase, createTestDatabase } from './platform/postgres/testDatabase.ts'

const last = Date.UTC(2026, 10, 28, 12)
const hour = 3_600_000
let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
  await test.database.query(
    `INSERT INTO journal (seq, epoch, time, format, commands, events, previous, digest)
     VALUES (1, 1, ${last}, 1, '', '', decode(repeat('00', 32), 'hex'), decode(repeat('00', 32), 'hex'))`,
  )
}, 120_000)
afterAll(() => test.drop())

function startAt(wall: number, clockDifference: 'refuse' | 'accept' = 'refuse') {
  const warnings: string[] = []
  const logger = { warn: (...words: unknown[]) => void warnings.push(String(words[0])), info: () => undefined }
  const machine = { wall: () => wall, monotonic: () => 7 }
  return { warnings, started: clockAtStart({ clockDifference }, test.database, logger, machine) }
}

describe('a start', () => {
  it('goes by the machine’s clock where the journal ends before it', async () => {
    const { started, warnings } = startAt(last + hour)
    expect((await started).origin).toEqual({ time: last + hour, monotonic: 7 })
    expect(warnings).toEqual([])
  })

  it('warns and goes on from the journal’s time where that lies up to a day ahead', async () => {
    const { started, warnings } = startAt(last - 8 * hour)
    expect((await started).clock.now()).toBe(last)
    expect(warnings).toEqual([
      "The journal ends 8 h ahead of this machine's clock. It goes on from there, a hundredth slower than it flows until both agree.",
    ])
  })

  it('is refused beyond that, and with a clock that lies months ahead, unless the operator accepts it', async () => {
    await expect(startAt(last - 30 * hour).started).rejects.toThrow(
      "The journal's last row is of 2026-11-28T12:00:00.000Z, 30 h ahead of this machine's clock (2026-11-27T06:00:00.000Z). Set the clock right; if it is right, start once with CLOCK_DIFFERENCE=accept to go on from the journal's time.",
    )
    await expect(startAt(last + 91 * 24 * hour).started).rejects.toThrow('before this machine')
    expect((await startAt(last - 30 * hour, 'accept').started).clock.now()).toBe(last)
  })
})

it('says once in the log that the machine’s clock was set, and again when both agree', async () => {
  const time = { wall: last + hour, monotonic: 7 }
  const machine = { wall: () => time.wall, monotonic: () => time.monotonic }
  const told: string[] = []
  const logger = {
    warn: (...words: unknown[]) => void told.push(String(words[0])),
    info: () => void told.push('agree'),
  }
  const { clock } = await clockAtStart({ clockDifference: 'refuse' }, test.database, logger, machine)
  const lifecycle = new Lifecycle({ onError: () => undefined })
  watchClock(clock, lifecycle, logger)
  time.wall -= 90_000
  await new Promise((resolve) => setTimeout(resolve, 2_500))
  expect(told).toEqual([expect.stringContaining('stands 90 s behind the exchange')])
  time.wall += 90_000
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  expect(told[1]).toBe('agree')
  await lifecycle.stop()
}, 15_000)
