import type { SymbolView } from '@truemark/protocol/routes/market'
import { expect, test } from 'vitest'
import { pressed, searched, sorted, type SortedMarket } from './order.ts'

const view = {
  status: 'open',
  kind: 'simulated',
  source: '',
  simulated: true,
  time: 1,
  halt_reason: '',
  halt_until: null,
  todayStatus: 'positive',
} as const
const terms = {
  quote: 'USDT',
  price_decimals: 2,
  quantity_decimals: 2,
  price_max: '1',
  quantity_max: '1',
  amount_min: '1',
}
const rates = { fee_rate_maker: '0', fee_rate_taker: '0', collar_rate: '0' }

function market(base: string, name: string): SymbolView {
  const figures = { lastPrice: null, buyPrice: null, index: null, high: null, low: null, volume: '0', turnover: '0' }
  return { symbol: `${base}USDT`, base, name, todayChange: '0%', ...view, ...terms, ...rates, ...figures }
}

function row(base: string, price: string | undefined, change = '0', turnover = '0'): SortedMarket {
  return { market: market(base, base), price, change, turnover }
}

const bases = (rows: readonly SortedMarket[]) => rows.map((each) => each.market.base).join('')

test('finds by symbol, pair and name', () => {
  const all = [market('BTC', 'Bitcoin'), market('ETH', 'Ethereum')]
  expect(searched(all, 'btc')).toHaveLength(1)
  expect(searched(all, ' eth / usdt ')).toHaveLength(1)
  expect(searched(all, 'coin')).toHaveLength(1)
  expect(searched(all, '')).toHaveLength(2)
  expect(searched(all, 'xyz')).toHaveLength(0)
})

test('sorts exact figures, the missing last', () => {
  const rows = [row('A', '9.5', '-2'), row('B', undefined, '3'), row('C', '10', '-10'), row('D', '9.49', '0.1')]
  expect(bases(sorted(rows, { column: 'price', descending: true }))).toBe('CADB')
  expect(bases(sorted(rows, { column: 'price', descending: false }))).toBe('DACB')
  expect(bases(sorted(rows, { column: 'change', descending: true }))).toBe('BDAC')
})

test('equals keep their order', () => {
  expect(bases(sorted([row('A', '1'), row('B', '1'), row('C', '1')], { column: 'turnover', descending: true }))).toBe(
    'ABC',
  )
})

test('a press sorts from the largest, the next one turns it around', () => {
  const first = pressed({ column: 'turnover', descending: true }, 'price')
  expect(first).toEqual({ column: 'price', descending: true })
  expect(pressed(first, 'price')).toEqual({ column: 'price', descending: false })
})
