import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { publicCases, type PublicCase } from './testing/publicCases.ts'

/** Where a whole group runs, whatever cases it holds: each of these tests fails on a shape that it does not read. */
const groups: Readonly<Record<string, string>> = {
  matching: 'spot/vectors.test.ts',
  market_order_budget: 'spot/vectors.test.ts',
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
  order_validation: 'derivative/vectors.test.ts',
  binary_option: 'option/vectors.test.ts',
  dual_investment: 'invest/vectors.test.ts',
  locked_mining: 'mining/vectors.test.ts',
}

/** Cases in prose, each of which is restated by hand in a test that bears its id. */
const restated: Readonly<Record<string, string>> = {
  balances: 'spot/balances.test.ts',
  fees: 'spot/balances.test.ts',
  margin_fees: 'derivative/vectors.test.ts',
  order_types: '../../apps/server/src/spot/routes.test.ts',
  kline_aggregation: '../../apps/server/src/market/candles.test.ts',
}

const inverse = 'an inverse contract, margined and settled in its coin: ours are linear, in USDT'
/** Groups that state what this exchange does not have. */
const absent: Readonly<Record<string, string>> = {
  stop_orders:
    'an order that waits for a price and then opens: here stops close what is open, marks fire them, and one on the wrong side is refused (12251 to 12254)',
  liquidation_cross_inverse: inverse,
  liquidation_isolated_inverse: inverse,
  pnl_inverse: inverse,
  option_premium_pnl:
    'an option with a premium that is traded on: ours have a stake and a fixed rate, and no early end',
  recorded_trades: 'its recorded trades may not be kept, and are not among the data',
}

/** A case's group, told finer by its shape where one group holds two kinds. */
function kindOf({ group, inputs }: PublicCase): string {
  if (group === 'fees' && inputs['contract'] !== undefined) return 'margin_fees'
  if (group === 'order_validation' && inputs['orders'] !== undefined) return 'order_types'
  if (group === 'kline_aggregation' && inputs['trades'] !== undefined) return 'recorded_trades'
  return group
}

const textOf = (test: string): string => readFileSync(new URL(test, import.meta.url), 'utf8')

describe.skipIf(publicCases.length === 0)('the public cases (../shared/data is needed)', () => {
  it('are each run by one of our tests, or of a kind that is named with the reason why not', () => {
    const left = publicCases.filter((one) => {
      const kind = kindOf(one)
      if (kind in absent) return false
      const [whole, single] = [groups[kind], restated[kind]]
      if (whole !== undefined) return !new RegExp(`\\b${one.group}\\b`).test(textOf(whole))
      return single === undefined || !new RegExp(`\\b${one.id}\\b`).test(textOf(single))
    })
    expect(left.map(({ id, group }) => `${id} of ${group}`)).toEqual([])
  })

  it('are named here only as kinds that the file has', () => {
    const known = new Set(publicCases.map(kindOf))
    const named = [groups, restated, absent].flatMap((table) => Object.keys(table))
    expect(named.filter((kind) => !known.has(kind))).toEqual([])
    expect(new Set(named).size).toBe(named.length)
  })
})
