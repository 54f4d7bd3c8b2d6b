import { describe, expect, it } from 'vitest'
import { deskDerivativeChange, type DeskDerivative } from '@truemark/protocol/routes/deskDerivative'
import { bodyOf, changesOf, consequencesOf, draftOf, faultsOf, type Draft, type TermName } from './terms.ts'

const terms: DeskDerivative = {
  symbol: 'BTCUSDT',
  base: 'BTC',
  quote: 'USDT',
  price_decimals: 1,
  price_max: '1000000',
  contract_size: '0.1',
  lots_min: '0.01',
  lots_max: '500',
  multiples: [1, 2, 5],
  brackets: [{ floor: '0', maintenance_rate: '0.004', cumulative: '0', multiple_max: 100 }],
  brackets_version: 1,
  measure: null,
  fee_rate: '0.0005',
  fee_rate_maker: '0.0002',
  fee_rate_taker: '0.0005',
  limit_rate: '0.02',
  collar_rate: '0.05',
  open_interest_user_max: '100000',
  open_interest_max: '1000000',
  open_interest: { real: '0', demo: '5000' },
  lots_reach: { real: { long: '0', short: '0' }, demo: { long: '1', short: '0' } },
  insurance_floor: '50000',
  insurance: { real: '0', demo: '60000' },
  leverage_paused: { real: true, demo: false },
  contract: true,
  perpetual: true,
  funding_hours: [0, 8, 16],
  funding_interest_rate: '0.0001',
  funding_clamp_rate: '0.0005',
  funding_impact_amount: '10000',
  simulated: false,
  ladder_levels: 20,
  half_spread_rate: '0.0001',
  gap_rate: '0.0001',
  level_lots: '10',
  refill_per_second: '1',
  position_max: '1000',
  house_debt_max: '1000000',
}
const draft = draftOf(terms)

function written(over: Partial<Record<TermName, string>>): Draft {
  return { ...draft, texts: { ...draft.texts, ...over } }
}

describe('the terms of contracts and perpetuals', () => {
  it('stand as they are: nothing is changed, nothing is wrong', () => {
    expect(changesOf(terms, draft)).toEqual([])
    expect(faultsOf(draft).size).toBe(0)
    expect(consequencesOf(terms, draft)).toEqual([])
  })

  it.each([
    [{ fee_rate: '10' }, 'fee_rate', 'fee'],
    [{ fee_rate: '' }, 'fee_rate', 'fee'],
    [{ fee_rate_maker: '0.06' }, 'fee_rate_maker', 'maker'],
    [{ limit_rate: '0' }, 'limit_rate', 'limit'],
    [{ funding_clamp_rate: '10' }, 'funding_clamp_rate', 'fee'],
    [{ funding_impact_amount: '0' }, 'funding_impact_amount', 'figure'],
    [{ half_spread_rate: '101' }, 'half_spread_rate', 'rate'],
    [{ ladder_levels: '51' }, 'ladder_levels', 'levels'],
    [{ position_max: '' }, 'position_max', 'figure'],
  ] as const)('%o is refused', (over, name, fault) => {
    expect(faultsOf(written(over)).get(name)).toBe(fault)
  })

  it('say what follows from a change', () => {
    expect(consequencesOf(terms, written({ fee_rate_taker: '0.06', level_lots: '5' }))).toEqual(['fees', 'ladder'])
    expect(consequencesOf(terms, written({ open_interest_max: '4000' }))).toEqual(['capped'])
    expect(consequencesOf(terms, written({ open_interest_max: '6000' }))).toEqual([])
    expect(consequencesOf(terms, written({ insurance_floor: '60001' }))).toEqual(['floorReal', 'floorDemo'])
    expect(consequencesOf(terms, { ...draft, contract: false })).toEqual(['contractOff'])
  })

  it('travel changed and nothing else, as the call takes them', () => {
    const body = bodyOf(terms, { ...written({ fee_rate: '0.04', ladder_levels: '10' }), perpetual: false }, 'a test')
    expect(body).toEqual({ fee_rate: '0.0004', ladder_levels: 10, perpetual: false, reason: 'a test' })
    expect(deskDerivativeChange.body?.safeParse(body).success).toBe(true)
  })
})
