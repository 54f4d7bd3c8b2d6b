import type { PerpetualAccount, PerpetualOrder } from '@truemark/protocol/routes/perpetual'
import { expect, test } from 'vitest'
import { withDerivativeChange, type Derivatives } from './derivativeFold.ts'

const account: PerpetualAccount = {
  currency: 'USDT',
  margin: '0',
  margin_held: '0',
  profit: '0',
  net_value: '0',
  balance: '0',
  available: '0',
  free: '0',
  usable: '0',
  margin_level: null,
  maintenance_margin: '0',
  margin_orders: '0',
  margin_isolated: '0',
  stale: false,
  settings: [],
  kept_brackets: [],
  seq: 0,
  simulated: true,
  time: 0,
}
const nothing: Derivatives = { tickets: [], orders: [], positions: [], account }

function order(id: string, updated: number, status: PerpetualOrder['status'] = 'new'): PerpetualOrder {
  return {
    order_id: id,
    symbol: 'BTCUSDT',
    side: 'buy',
    type: 'limit',
    time_in_force: 'GTC',
    price: '1',
    lots: '1',
    lots_traded: '0',
    reduce_only: false,
    purpose: 'open',
    mode: 'cross',
    multiple: 10,
    margin: '0',
    average_price: null,
    fee: '0',
    fee_rate_maker: '0',
    fee_rate_taker: '0',
    role: '',
    profit: '0',
    stop_loss: null,
    take_profit: null,
    status,
    reason: '',
    created_time: Number(id),
    updated,
    simulated: true,
  }
}

const change = (perpetual: PerpetualOrder) =>
  ({ order_id: perpetual.order_id, game: 'perpetual', type: 'new', perpetual }) as const

test('orders come newest first, change in their place and leave when they are done', () => {
  const two = [order('1', 1), order('2', 2)].reduce((state, each) => withDerivativeChange(state, change(each)), nothing)
  expect(two.orders.map((each) => each.order_id)).toEqual(['2', '1'])
  const changed = withDerivativeChange(two, change({ ...order('1', 5), lots_traded: '0.5' }))
  expect(changed.orders[1]?.lots_traded).toBe('0.5')
  const done = withDerivativeChange(changed, change(order('2', 6, 'canceled')))
  expect(done.orders.map((each) => each.order_id)).toEqual(['1'])
})

test('an older version of an order changes nothing, and one that was never seen and is done does not come', () => {
  const one = withDerivativeChange(nothing, change(order('1', 5)))
  expect(withDerivativeChange(one, change(order('1', 4, 'canceled'))).orders).toHaveLength(1)
  expect(withDerivativeChange(nothing, change(order('3', 1, 'filled'))).orders).toEqual([])
})
