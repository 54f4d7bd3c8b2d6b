import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/** The public cases, and which of our tests runs which: every case of the file is run, or named here with its reason. */
const file = new URL('../../../shared/data/vectors/trading.json', import.meta.url)

/** Where a whole group runs; cases of another rule are named with that rule in the test. */
const groups: Readonly<Record<string, string>> = {
  matching: 'spot/vectors.test.ts',
  market_order_budget: 'spot/vectors.test.ts',
  balances: 'spot/balances.test.ts',
  fees: 'spot/balances.test.ts',
  liquidation_isolated: 'margin/liquidationVectors.test.ts',
  liquidation_cross: 'margin/liquidationVectors.test.ts',
  bankruptcy_cross: 'margin/liquidationVectors.test.ts',
  is_liquidatable: 'margin/liquidationVectors.test.ts',
  funding: 'margin/liquidationVectors.test.ts',
  funding_index: 'margin/liquidationVectors.test.ts',
  margin_requirement: 'derivative/vectors.test.ts',
  maintenance_tiers: 'derivative/vectors.test.ts',
  pnl_linear: 'derivative/vectors.test.ts',
  stop_loss_take_profit: 'derivative/vectors.test.ts',
  binary_option: 'option/vectors.test.ts',
  dual_investment: 'invest/vectors.test.ts',
  locked_mining: 'mining/vectors.test.ts',
}

/** Single cases that run elsewhere than their group. */
const single: Readonly<Record<string, string>> = {
  'MX-17': '../../apps/server/src/spot/routes.test.ts',
  'LOT-01': 'derivative/vectors.test.ts',
  'FEE-04': 'derivative/vectors.test.ts',
  'KLN-01': '../../apps/server/src/market/candles.test.ts',
}

const inverse = 'an inverse contract, margined and settled in its coin: ours are linear, in USDT'
/** Cases that state what this exchange does not have. */
const absent: Readonly<Record<string, string>> = {
  'MX-09':
    'an order that waits for a price and then opens: here stops close what is open, and marks fire them, not prints',
  'MX-10': 'an order that waits for a price and then opens: here a stop on the wrong side is refused (12251 to 12254)',
  'LIQ-25': inverse,
  'LIQ-26': inverse,
  'PNL-06': inverse,
  'PNL-07': inverse,
  'PNL-09': 'an option with a premium that is traded on: ours have a stake and a fixed rate, and no early end',
  'KLN-02': 'its recorded trades may not be kept, and are not among the data',
}

interface Case {
  readonly id: string
  readonly group: string
}

const cases: Case[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []

describe.skipIf(cases.length === 0)('the public cases (../shared/data is needed)', () => {
  it('are each run by one of our tests, or named with the reason why not', () => {
    const left = cases.filter(({ id, group }) => {
      if (id in absent) return false
      const test = single[id] ?? groups[group]
      if (test === undefined) return true
      const text = readFileSync(new URL(test, import.meta.url), 'utf8')
      return !new RegExp(`\\b(${group}|${id})\\b`).test(text)
    })
    expect(left).toEqual([])
  })

  it('are named here only where they are in the file, and run nowhere where they are called absent', () => {
    const ids = new Set(cases.map(({ id }) => id))
    const known = new Set(cases.map(({ group }) => group))
    expect([...Object.keys(single), ...Object.keys(absent)].filter((id) => !ids.has(id))).toEqual([])
    expect(Object.keys(groups).filter((group) => !known.has(group))).toEqual([])
    expect(Object.keys(absent).filter((id) => id in single)).toEqual([])
    const wholly = cases.filter(({ id, group }) => id in absent && group in groups)
    expect(wholly).toEqual([])
  })
})
