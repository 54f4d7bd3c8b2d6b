import { describe, expect, it } from 'vitest'
import { MarketView } from './marketView.ts'

const start = Date.UTC(2026, 0, 1)
const record = {
  code: 'BTCUSDT',
  status: 'open',
  reason: '',
  kind: 'live',
  source: 'binance',
  sources: 3,
  simulated: false,
  time: start,
} as const

function viewOf(told: { status: 'open' | 'halted' | 'stale'; reason: string }) {
  let now = start
  const view = new MarketView({ now: () => now })
  view.take({ type: 'index', symbol: 'BTCUSDT', price: '60000', ask: '60001', sources: 3, time: start })
  view.take({ type: 'status', record: { ...record, ...told } })
  return (later: number) => {
    now = start + later
    const { status, reason } = view.status('BTCUSDT') ?? {}
    expect(view.statuses()).toMatchObject([{ status, reason }])
    return [status, reason]
  }
}

describe('the price that a buyer pays', () => {
  it('is the reference market’s best ask, and none once its book is older than 5 s', () => {
    let now = start
    const view = new MarketView({ now: () => now })
    expect(view.figures('BTCUSDT').buyPrice).toBeNull()
    view.take({ type: 'index', symbol: 'BTCUSDT', price: '60000', ask: '60001', sources: 3, time: start })
    expect(view.figures('BTCUSDT')).toMatchObject({ buyPrice: '60001', index: '60000' })
    now = start + 5_000
    expect(view.figures('BTCUSDT').buyPrice).toBe('60001')
    now = start + 5_001
    expect(view.figures('BTCUSDT')).toMatchObject({ buyPrice: null, index: '60000' })
    view.take({ type: 'index', symbol: 'BTCUSDT', price: '60000', ask: null, sources: 1, time: now })
    expect(view.figures('BTCUSDT').buyPrice).toBeNull()
  })
})

describe('the status of a market whose thread says nothing any more', () => {
  it('grows old with its index', () => {
    const at = viewOf({ status: 'open', reason: '' })
    expect(at(5_000)).toEqual(['open', ''])
    expect(at(5_001)).toEqual(['stale', 'prices_old'])
    expect(at(60_001)).toEqual(['closed', 'no_prices'])
  })

  it('keeps what an operator or the sources decided', () => {
    expect(viewOf({ status: 'halted', reason: 'sources_few' })(60_001)).toEqual(['halted', 'sources_few'])
    expect(viewOf({ status: 'stale', reason: 'operator' })(60_001)).toEqual(['stale', 'operator'])
  })
})
