import type { SpotOrder } from '@truemark/protocol/routes/spot'
import { expect, test } from 'vitest'
import { filledPercent, remainingOf } from './orderText.ts'

const order: SpotOrder = {
  order_id: '1',
  symbol: 'BTCUSDT',
  side: 'buy',
  type: 'limit',
  time_in_force: 'GTC',
  price: '60000',
  quantity: '0.3',
  budget: null,
  filled: '0.1',
  amount: '6000',
  average_price: '60000',
  fee: '0',
  fee_currency: 'BTC',
  fee_rate_maker: '0.001',
  fee_rate_taker: '0.001',
  role: '',
  status: 'new',
  reason: '',
  time: 1,
  updated: 1,
  simulated: true,
}

test('the filled share is of the quantity, floored', () => {
  expect(filledPercent(order)).toBe(33)
  expect(remainingOf(order)).toBe('0.2')
})

test('of a budget it is what was spent', () => {
  const spent: SpotOrder = { ...order, type: 'market', price: null, quantity: null, budget: '12000' }
  expect(filledPercent(spent)).toBe(50)
  expect(remainingOf(spent)).toBeNull()
  expect(filledPercent({ ...spent, status: 'filled', amount: '11999.5' })).toBe(100)
})
