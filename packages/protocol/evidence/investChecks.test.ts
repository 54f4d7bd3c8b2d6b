import type { InvestEvidence } from '../routes/evidence.ts'
import { expect, it } from 'vitest'
import { investChecks } from './investChecks.ts'

const maturity = 10_000_000

function samplesUpTo(count: number, end: number, price: string) {
  return Array.from({ length: count }, (_, at) => {
    return { time: end - 1_000 * (count - 1 - at), price, sources: 3, fresh: true }
  })
}

const settled: InvestEvidence = {
  kind: 'investment',
  id: 'abc',
  symbol: 'BTCUSDT',
  realm: 'real',
  simulated: false,
  journal: null,
  method: 1,
  direction: 'sell_high',
  coin: 'BTC',
  linked_reference_price: '60000',
  annualized_return: '0.365',
  holding_period: 7,
  maturity_date: maturity,
  state: 'settled',
  settlement_price: '60000',
  paid_coin: false,
  sample_count: 1_800,
  sources_min: 2,
  index_decimals: 2,
  samples: samplesUpTo(1_800, maturity, '60000'),
}

function failing(change: Partial<InvestEvidence>): string[] {
  const checks = investChecks({ ...settled, ...change })
  return checks.filter(({ holds }) => !holds).map(({ name }) => name)
}

it('finds the settlement price and what it paid in the published seconds', () => {
  expect(investChecks(settled)).toHaveLength(3)
  expect(failing({})).toEqual([])
  // 59 999.995 goes to the even one
  const half = [...samplesUpTo(900, maturity - 900_000, '59999.99'), ...samplesUpTo(900, maturity, '60000')]
  expect(failing({ samples: half })).toEqual([])
})

it('sees another price, another outcome, and seconds that may not count or are missing', () => {
  expect(failing({ settlement_price: '60000.01' })).toEqual(['mean'])
  expect(failing({ paid_coin: true })).toEqual(['outcome'])
  expect(failing({ samples: samplesUpTo(1_800, maturity - 1_000, '60000') })).toEqual(['samples'])
  expect(failing({ samples: settled.samples.slice(1) })).toEqual(['samples'])
  expect(failing({ sources_min: 4 })).toEqual(['samples'])
})

it('lets seconds after maturity count only where those before it were too few', () => {
  const late = [...samplesUpTo(400, maturity, '60000'), ...samplesUpTo(500, maturity + 500_000, '60000')]
  expect(failing({ samples: late, sample_count: 900 })).toEqual([])
  const more = [...samplesUpTo(1_000, maturity, '60000'), ...samplesUpTo(10, maturity + 10_000, '60000')]
  expect(failing({ samples: more, sample_count: 1_010 })).toEqual(['samples'])
})

it('has nothing to reckon before it is settled', () => {
  expect(investChecks({ ...settled, state: 'running', settlement_price: null, samples: [], sample_count: 0 })).toEqual(
    [],
  )
})
