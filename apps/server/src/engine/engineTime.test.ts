import { describe, expect, it } from 'vitest'
import { SteadyClock } from '../platform/clock.ts'
import { EngineTime } from './engineTime.ts'

const start = 1_764_000_000_000
const hour = 3_600_000

describe('engine time', () => {
  it('is not led ahead by a clock that leaps for one row, and goes on with it when it is right again', () => {
    let wall = start
    let monotonic = 0
    const time = new EngineTime(() => wall, { monotonic: () => monotonic })
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

  it('steps over a sleep of the machine together with the clock that is handed over', () => {
    let wall = start
    let slept = 0
    const machine = { monotonic: () => 5, slept: () => slept }
    const steady = new SteadyClock({ ...machine, wall: () => wall })
    const time = new EngineTime(() => steady.now(), machine)
    wall += hour
    slept += hour
    expect(time.after(start)).toBe(start + hour)
  })

  it('grows with each row where the clock stands still', () => {
    const time = new EngineTime(() => start, { monotonic: () => 0 })
    expect([time.after(start), time.after(start + 1), time.isEarly(start + 30)]).toEqual([start + 1, start + 2, true])
  })
})
