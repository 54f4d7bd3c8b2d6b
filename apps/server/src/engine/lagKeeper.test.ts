import { describe, expect, it } from 'vitest'
import { LagKeeper } from './lagKeeper.ts'

describe('the lag keeper', () => {
  it('slows the intake while the read models lag, and lets it go when they have caught up', () => {
    const committed = { seq: 10, time: 100_000, commands: 0 }
    const projected = { seq: 10, time: 100_000 }
    const paces: (number | null)[] = []
    const keeper = new LagKeeper({
      committed: () => committed,
      projected: () => projected,
      setPace: (pace) => paces.push(pace === null ? null : Math.round(pace)),
    })
    const second = (rows: number, commands: number, projectedRows: number): void => {
      committed.seq += rows
      committed.time += 1_000
      committed.commands += commands
      projected.seq = Math.min(committed.seq, projected.seq + projectedRows)
      projected.time = committed.seq === projected.seq ? committed.time : projected.time + 100
      keeper.step(1_000)
    }
    second(100, 10_000, 100)
    expect([keeper.lag, paces]).toEqual([0, []])
    for (let i = 0; i < 4; i += 1) second(100, 10_000, 10)
    expect(keeper.lag).toBeGreaterThan(2_000)
    expect(paces).toEqual([6_000, 3_600])
    second(1, 3_600, 1_000)
    expect([keeper.lag, paces.at(-1)]).toEqual([0, 5_400])
    for (let i = 0; i < 10; i += 1) second(1, 100, 1_000)
    expect(keeper.pace).toBeNull()
  })

  it('never stops users altogether', () => {
    const keeper = new LagKeeper({
      committed: () => ({ seq: 10, time: 100_000, commands: 0 }),
      projected: () => ({ seq: 1, time: 0 }),
      setPace: () => undefined,
    })
    for (let i = 0; i < 50; i += 1) keeper.step(1_000)
    expect(keeper.pace).toBe(50)
  })
})
