import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { act, moneyActs } from './testing/moneyActs.ts'
import { MoneyRun } from './testing/moneyRun.ts'

/**
 * How many random runs of how many acts: a few in each test run; the long run sets MONEY_RUNS=5000 MONEY_ACTS=400, and is
 * told how often each command was accepted and what came of them.
 */
const runs = Number(process.env['MONEY_RUNS'] ?? 25)
const acts = Number(process.env['MONEY_ACTS'] ?? 100)
const seed = process.env['MONEY_SEED']

/** What a few runs already reach: without it they would be worth nothing. */
const reached = [
  'placeSpotOrder',
  'placeContractOrder',
  'placePerpetualOrder',
  'placeOption',
  'closePerpetual',
  'transfer',
  'askConversion',
  'submitDeposit',
  'requestWithdrawal',
  'spotTraded',
  'derivativeTraded',
  'fundingPaid',
  'a key again',
]

describe('whatever anybody asks for', () => {
  it(`no money comes from nowhere, and every start knows the same, in ${runs} random runs`, () => {
    const counts = new Map<string, number>()
    fc.assert(
      fc.property(moneyActs(acts), (all) => {
        const run = new MoneyRun()
        for (const [at, one] of all.entries()) {
          act(run, one)
          if (at % 25 === 24) run.check()
        }
        run.check()
        for (const [name, times] of [...run.accepted, ...run.seen, ...run.refused]) {
          counts.set(name, (counts.get(name) ?? 0) + times)
        }
      }),
      // edges are in the acts themselves: numbers that are all alike make runs that do little
      { numRuns: runs, unbiased: true, ...(seed === undefined ? {} : { seed: Number(seed) }) },
    )
    if (process.env['MONEY_RUNS'] !== undefined) {
      const table = [...counts].sort(([one], [other]) => (one < other ? -1 : 1))
      process.stdout.write(table.map(([name, times]) => `${name} ${times}\n`).join(''))
    }
    for (const name of reached) expect(counts.get(name) ?? 0, name).toBeGreaterThan(0)
  }, 86_400_000)
})
