import { describe, expect, it } from 'vitest'
import { deskSymbolChange, type DeskSymbol } from '@truemark/protocol/routes/deskSettings'
import { bodyOf, changesOf, decimalsOf, draftOf, faultsOf, termNames } from './terms.ts'

const market: DeskSymbol = {
  symbol: 'BTCUSDT',
  base: 'BTC',
  quote: 'USDT',
  price_decimals: 1,
  quantity_decimals: 5,
  price_max: '1000000',
  quantity_max: '100',
  amount_min: '1',
  fee_rate_maker: '0.001',
  fee_rate_taker: '0.001',
  collar_rate: '0.05',
  ladder_levels: 20,
  half_spread_rate: '0.0001',
  gap_rate: '0.0001',
  level_quantity: '0.5',
  refill_per_second: '0.1',
  position_max: '20',
  sessions: [],
  halt: 'trading',
  halt_reason: '',
  halt_until: null,
  spot: true,
  status: 'open',
  kind: 'live',
  source: 'binance',
  sources: 4,
}

describe('a draft of a market’s terms', () => {
  const draft = draftOf(market)

  it('starts from the market, without change or fault', () => {
    expect(draft.fee_rate_maker).toBe('0.1')
    expect(draft.ladder_levels).toBe('20')
    expect(termNames).toHaveLength(10)
    expect(changesOf(market, draft)).toEqual([])
    expect(faultsOf(market, draft).size).toBe(0)
  })

  it('sends the changed terms in the wire’s notation and nothing else', () => {
    const changed = { ...draft, fee_rate_maker: '0.08', ladder_levels: '10', position_max: '20.0', spot: false }
    const body = bodyOf(market, changed, 'cheaper')
    expect(body).toEqual({ fee_rate_maker: '0.0008', ladder_levels: 10, spot: false, reason: 'cheaper' })
    expect(deskSymbolChange.body.safeParse(body).success).toBe(true)
    expect(changesOf(market, changed)).toEqual([
      { name: 'fee_rate_maker', from: '0.1', to: '0.08' },
      { name: 'ladder_levels', from: '20', to: '10' },
    ])
  })

  it('finds what can’t stand', () => {
    const bad = {
      ...draft,
      fee_rate_taker: '100.0000001',
      collar_rate: '',
      ladder_levels: '51',
      level_quantity: '0.000001',
    }
    expect([...faultsOf(market, bad)]).toEqual(['fee_rate_taker', 'collar_rate', 'ladder_levels', 'level_quantity'])
  })

  it('takes as many decimals as the term has', () => {
    expect(decimalsOf(market, 'position_max')).toBe(5)
    expect(decimalsOf(market, 'gap_rate')).toBe(7)
    expect(decimalsOf(market, 'ladder_levels')).toBe(0)
  })
})
