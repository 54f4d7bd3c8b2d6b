import { expect, test } from 'vitest'
import { bookRows, spreadOf } from './bookRows.ts'

const asks = [
  { price: '101', amount: '0.1' },
  { price: '102', amount: '0.3' },
]
const bids = [{ price: '100.5', amount: '0.2' }]

test('amounts add up along each side; bars share one measure', () => {
  const rows = bookRows(asks, bids)
  expect(rows.asks.map((row) => [row.total, row.depth])).toEqual([
    ['0.1', 25],
    ['0.4', 100],
  ])
  expect(rows.bids.map((row) => [row.total, row.depth])).toEqual([['0.2', 50]])
})

test('the spread needs both sides', () => {
  expect(spreadOf(asks, bids)).toBe('0.5')
  expect(spreadOf(asks, [])).toBeNull()
})
