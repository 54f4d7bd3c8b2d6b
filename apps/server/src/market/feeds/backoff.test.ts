import { describe, expect, it } from 'vitest'
import { Backoff } from './backoff.ts'

describe('Backoff', () => {
  it('doubles from the least to the most, and starts again after a reset', () => {
    const backoff = new Backoff(1_000, 30_000, () => 0)
    const delays = Array.from({ length: 7 }, () => backoff.next())
    expect(delays).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
    backoff.reset()
    expect(backoff.next()).toBe(1_000)
  })

  it('stretches by less than half, never beyond the most', () => {
    const backoff = new Backoff(1_000, 30_000, () => 0.999)
    expect(Array.from({ length: 6 }, () => backoff.next())).toEqual([1_500, 2_999, 5_998, 11_996, 23_992, 30_000])
    for (let attempt = 0; attempt < 2_000; attempt += 1) expect(backoff.next()).toBe(30_000)
  })
})
