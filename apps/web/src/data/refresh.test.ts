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
