import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { IdTable, noPlace } from './idTable.ts'

describe('IdTable', () => {
  it('holds what a Map holds after any additions and removals', () => {
    // few ids, so that they meet again; large ones, so that hashes meet
    const id = fc.oneof(
      fc.integer({ min: 1, max: 200 }),
      fc.integer({ min: 1, max: 50 }).map((at) => at * 2 ** 40 + 7),
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(id, fc.boolean()), { maxLength: 1_000 }), (acts) => {
        const table = new IdTable()
        const twin = new Map<number, number>()
        acts.forEach(([at, adds], place) => {
          if (!adds) {
            table.remove(at)
            twin.delete(at)
          } else if (!twin.has(at)) {
            table.add(at, place)
            twin.set(at, place)
          }
        })
        expect(table.size).toBe(twin.size)
        for (const [at] of acts) expect(table.get(at)).toBe(twin.get(at) ?? noPlace)
      }),
      { numRuns: 200 },
    )
  })

  it('holds nothing under 0, which marks its free entries', () => {
    const table = new IdTable()
    for (let id = 1; id <= 100; id += 1) table.add(id, id)
    for (let id = 1; id <= 99; id += 1) table.remove(id)
    expect(table.get(0)).toBe(noPlace)
    table.remove(0)
    expect([table.size, table.get(100), table.get(0)]).toEqual([1, 100, noPlace])
  })
})
