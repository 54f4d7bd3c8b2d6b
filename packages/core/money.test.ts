import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { act, moneyActs } from './testing/moneyActs.ts'
import { MoneyRun } from './testing/moneyRun.ts'

/** How many random runs of how many acts: a few in each test run; the long run sets MONEY_RUNS=5000 MONEY_ACTS=400. */
const runs = Number(process.env['MONEY_RUNS'] ?? 40)
const acts = Number(process.env['MONEY_ACTS'] ?? 120)

describe('whatever anybody asks for', () => {
  it(`no money comes from nowhere, and every start knows the same, in ${runs} random runs`, () => {
    const accepted = new Map<string, number>()
    const seen = new Map<string, number>()
    const refused = new Map<string, number>()
    const add = (sums: Map<string, number>, of: ReadonlyMap<string, number>): void => {
      for (const [name, times] of of) sums.set(name, (sums.get(name) ?? 0) + times)
    }
    fc.assert(
      fc.property(moneyActs(acts), (all) => {
        const run = new MoneyRun()
        for (const [at, one] of all.entries()) {
          act(run, one)
          if (at % 25 === 24) run.check()
        }
        run.check()
        add(accepted, run.accepted)
        add(seen, run.seen)
        add(refused, run.refused)
      }),
      {
        numRuns: runs,
        unbiased: true,
        endOnFailure: process.env['MONEY_SHRINK'] === undefined,
        ...(process.env['MONEY_SEED'] ? { seed: Number(process.env['MONEY_SEED']) } : {}),
      },
    )
    console.log(
      [...accepted]
        .sort()
        .map(([n, t]) => `${n} ${t}`)
        .join('\n'),
    )
    console.log(
      [...seen]
        .sort()
        .map(([n, t]) => `${n} ${t}`)
        .join('\n'),
    )
    console.log(
      [...refused]
        .sort()
        .map(([n, t]) => `${n} ${t}`)
        .join('\n'),
    )
    expect(accepted.size).toBeGreaterThan(0)
  }, 86_400_000)
})
