import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SteadyClock, machineTime } from './clock.ts'

const start = 1_764_000_000_000
const hour = 3_600_000

/** A machine whose clock can be set, while its time flows. */
function machine() {
  const time = { wall: start, monotonic: 5_000, slept: 700 }
  const clock = new SteadyClock({ wall: () => time.wall, monotonic: () => time.monotonic, slept: () => time.slept })
  const flow = (ms: number, step = ms): number => {
    for (let left = ms; left > 0; left -= step) {
      time.wall += Math.min(step, left)
      time.monotonic += Math.min(step, left)
      clock.now()
    }
    return clock.now()
  }
  return { time, clock, flow }
}

describe('the steady clock', () => {
  it('flows on where the machine’s clock is set back, a hundredth slower until both agree', () => {
    const { time, clock, flow } = machine()
    flow(1_000)
    time.wall -= 60_000
    expect(flow(10_000, 50) - start).toBeGreaterThanOrEqual(10_899)
    expect(clock.lead).toBeGreaterThan(59_800)
    flow(110 * 60_000, 50)
    expect(Math.abs(clock.lead)).toBeLessThanOrEqual(100)
  })

  it('does not follow a leap ahead of more than a minute, and approaches a smaller one', () => {
    const { time, clock, flow } = machine()
    time.wall += 8 * hour
    expect(flow(10_000) - start).toBe(10_000)
    expect(clock.lead).toBe(-8 * hour)
    time.wall -= 8 * hour - 30_000
    expect(flow(10_000) - start).toBe(20_100)
  })

  it('steps over a sleep of the machine at the first look, once, and by no more than its clock shows', () => {
    const { time, clock, flow } = machine()
    flow(1_000)
    time.wall += hour
    time.slept += hour
    expect(clock.now() - start).toBe(hour + 1_000)
    time.slept += hour
    expect(flow(1_000) - start).toBe(hour + 2_000)
    time.wall += 30 * 60_000
    expect(clock.now() - start).toBe(1.5 * hour + 2_000)
    time.wall += 8 * hour
    expect(flow(1_000) - start).toBe(1.5 * hour + 3_000)
  })

  it('is told by a real machine how long it has slept', () => {
    const first = machineTime.slept?.() ?? null
    expect(first === null).toBe(process.platform !== 'linux')
    if (first !== null) expect(Math.abs((machineTime.slept?.() ?? 0) - first)).toBeLessThan(500)
  })

  it('takes what the machine’s clock is corrected by at once where it is little', () => {
    const { time, flow } = machine()
    time.wall += 90
    expect(flow(1) - start).toBe(91)
  })

  it('tells all threads that begin with one origin the same time, whenever they begin', () => {
    const { time, clock, flow } = machine()
    const origin = { time: start, monotonic: 5_000 }
    time.wall -= 2 * hour
    flow(1_000)
    const later = new SteadyClock({ wall: () => time.wall, monotonic: () => time.monotonic }, origin)
    expect(Math.abs(later.now() - clock.now())).toBeLessThanOrEqual(10)
  })

  it('never goes back and never leaps over what flowed, whatever is done to the machine’s clock', () => {
    const set = fc.integer({ min: -400 * hour, max: 400 * hour })
    const step = fc.tuple(fc.integer({ min: 0, max: 5_000 }), fc.option(set, { freq: 4 }))
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const { time, clock } = machine()
        let last = clock.now()
        for (const [ms, leap] of steps) {
          time.wall += ms + (leap ?? 0)
          time.monotonic += ms
          const now = clock.now()
          expect(now).toBeGreaterThanOrEqual(last)
          expect(now - last).toBeLessThanOrEqual(ms * 1.01 + 101)
          last = now
        }
      }),
    )
  })
})
