import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createRounds, startRounds } from './rounds.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('begins now or after a while, and no round beside another', async () => {
  const ends: (() => void)[] = []
  const work = () => new Promise<void>((resolve) => ends.push(resolve))
  const stopNow = startRounds(work, { everyMs: 1_000, first: 'now', onError: vi.fn() })
  expect(ends).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(ends).toHaveLength(1)
  ends[0]?.()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(ends).toHaveLength(2)
  ends[1]?.()
  await stopNow()
  const stopLater = startRounds(work, { everyMs: 1_000, first: 'later', onError: vi.fn() })
  expect(ends).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(ends).toHaveLength(3)
  ends[2]?.()
  await stopLater()
})

it('tells of a round that failed, and goes on', async () => {
  const told: unknown[] = []
  let rounds = 0
  const work = () => Promise.reject(new Error(`round ${(rounds += 1)}`))
  const stop = startRounds(work, { everyMs: 1_000, first: 'now', onError: (error) => told.push(String(error)) })
  await vi.advanceTimersByTimeAsync(1_000)
  await stop()
  expect(told).toEqual(['Error: round 1', 'Error: round 2'])
})

it('stops once what is under way has ended, and begins nothing more', async () => {
  let end: () => void = () => undefined
  let rounds = 0
  const work = () => {
    rounds += 1
    return new Promise<void>((resolve) => (end = resolve))
  }
  const stop = startRounds(work, { everyMs: 1_000, first: 'now', onError: vi.fn() })
  let stopped = false
  const stopping = stop().then(() => (stopped = true))
  await vi.advanceTimersByTimeAsync(3_000)
  expect([stopped, rounds]).toEqual([false, 1])
  end()
  await stopping
  await vi.advanceTimersByTimeAsync(3_000)
  expect(rounds).toBe(1)
})

it('does a round for who asks, after the one under way, and one for all who ask meanwhile', async () => {
  const ends: (() => void)[] = []
  const work = () => new Promise<void>((resolve) => ends.push(resolve))
  const rounds = createRounds(work, { everyMs: 1_000, first: 300, onError: vi.fn() })
  await vi.advanceTimersByTimeAsync(299)
  expect(ends).toHaveLength(0)
  await vi.advanceTimersByTimeAsync(1)
  expect(ends).toHaveLength(1)
  let asked = 0
  for (let i = 0; i < 3; i += 1) void rounds.now().then(() => (asked += 1))
  await vi.advanceTimersByTimeAsync(10)
  expect([ends.length, asked]).toEqual([1, 0])
  ends[0]?.()
  await vi.advanceTimersByTimeAsync(10)
  expect([ends.length, asked]).toEqual([2, 0])
  ends[1]?.()
  await vi.advanceTimersByTimeAsync(10)
  expect(asked).toBe(3)
  await rounds.stop()
  await rounds.now()
  expect(ends).toHaveLength(2)
})

it('does work that waits for nothing, and tells where that throws', async () => {
  const told: unknown[] = []
  let rounds = 0
  const work = (): void => {
    rounds += 1
    if (rounds === 2) throw new Error('no')
  }
  const stop = startRounds(work, { everyMs: 1_000, first: 'later', onError: (error) => told.push(String(error)) })
  await vi.advanceTimersByTimeAsync(3_000)
  await stop()
  expect([rounds, told]).toEqual([3, ['Error: no']])
})
