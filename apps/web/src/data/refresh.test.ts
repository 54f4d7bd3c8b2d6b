import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createRefresh } from './refresh.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('fetches again what failed, later each time, until it comes', async () => {
  const told: boolean[] = []
  const fetch = vi.fn(async () => {
    if (fetch.mock.calls.length < 4) throw new Error('no answer')
  })
  const refresh = createRefresh(fetch, (failed) => told.push(failed))
  await refresh.now()
  expect(told).toEqual([true])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(fetch).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(1_999)
  expect(fetch).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(1)
  await vi.advanceTimersByTimeAsync(4_000)
  expect(told).toEqual([true, true, true, false])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(fetch).toHaveBeenCalledTimes(4)
})

it('makes one fetch of the calls of a moment, and one more of those that come while it is under way', async () => {
  const answers: (() => void)[] = []
  const fetch = vi.fn(() => new Promise<void>((resolve) => answers.push(resolve)))
  const refresh = createRefresh(fetch, () => undefined)
  void refresh.now()
  void refresh.now()
  await vi.advanceTimersByTimeAsync(0)
  expect(fetch).toHaveBeenCalledTimes(1)
  void refresh.now()
  void refresh.now()
  expect(fetch).toHaveBeenCalledTimes(1)
  answers[0]?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(fetch).toHaveBeenCalledTimes(2)
  answers[1]?.()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(fetch).toHaveBeenCalledTimes(2)
})
