import { describe, expect, it } from 'vitest'
import { EngineTime } from './engineTime.ts'

const start = 1_764_000_000_000
const hour = 3_600_000

describe('engine time', () => {
  it('is not led ahead by a clock that leaps for one row, and goes on with it when it is right again', () => {
    let wall = start
    let monotonic = 0
    const time = new EngineTime(
      () => wall,
      () => monotonic,
    )
    let last = time.after(start - 1)
    const after = (ms: number): number => {
      wall += ms
      monotonic += ms
      return (last = time.after(last))
    }
    wall += 8 * hour
    expect(after(1_000) - start).toBe(1_000)
    wall -= 8 * hour
    expect(after(1_000) - start).toBe(2_000)
    wall -= hour
    expect(after(1_000) - start).toBeGreaterThanOrEqual(2_990)
  })

  it('grows with each row where the clock stands still', () => {
    const time = new EngineTime(
      () => start,
      () => 0,
    )
    expect([time.after(start), time.after(start + 1), time.isEarly(start + 30)]).toEqual([start + 1, start + 2, true])
  })
})
