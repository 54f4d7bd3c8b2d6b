import type { SpotOrder } from '@truemark/protocol/routes/spot'
import { expect, test } from 'vitest'
import { amendment } from './amendment.ts'

const order: SpotOrder = {
  order_id: '1',
  symbol: 'BTCUSDT',
  side: 'buy',
  type: 'limit',
  time_in_force: 'GTC',
  price: '60000',
  quantity: '0.3',
  budget: null,
  filled: '0',
  amount: '0',
  average_price: null,
  fee: '0',
  fee_currency: 'BTC',
  fee_rate_maker: '0',
  fee_rate_taker: '0',
  role: '',
  status: 'new',
  reason: '',
  time: 1,
  updated: 1,
  simulated: true,
}

test.each([
  ['60000', '0.3', null],
  ['60000.00', '0.30', null],
  ['', '0.2', null],
  ['0', '0.2', null],
  ['60000', '0.2', { quantity: '0.2' }],
  ['59999', '0.3', { price: '59999' }],
  ['59999', '0.4', { price: '59999', quantity: '0.4' }],
])('price %s and quantity %s send %o', (price, quantity, change) => {
  expect(amendment(order, price, quantity)).toEqual(change)
})
