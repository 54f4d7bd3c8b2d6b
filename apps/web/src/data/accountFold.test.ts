import type { Assets } from '@truemark/protocol/routes/account'
import type { SpotOrder } from '@truemark/protocol/routes/spot'
import { expect, test } from 'vitest'
import { foldFetched, foldPrivate, foldSequence, noAccount, withOrder, type PrivateMessage } from './accountFold.ts'

function assets(seq: number, available: string): Assets {
  return {
    realm: 'demo',
    total_value: '0',
    values: { coin: '0', contract: '0', option: '0', invested: '0' },
    invested: [],
    balances: [{ account: 'coin', currency: 'USDT', available, frozen: '0', total: available, value: available }],
    simulated: true,
    seq,
    time: 1,
  }
}

function balance(seq: number, money: string, frozen = '0', currency = 'USDT'): PrivateMessage {
  const data = {
    time: seq,
    type: 'spot_buy',
    account: 'coin',
    currency,
    money,
    margin: '0',
    frozen,
    change: '-1',
  } as const
  return { type: 3, seq, data }
}

function order(id: string, updated: number, status: SpotOrder['status'] = 'new', filled = '0'): SpotOrder {
  return {
    order_id: id,
    symbol: 'BTCUSDT',
    side: 'buy',
    type: 'limit',
    time_in_force: 'GTC',
    price: '1',
    quantity: '1',
    budget: null,
    filled,
    amount: '0',
    average_price: null,
    fee: '0',
    fee_currency: 'BTC',
    fee_rate_maker: '0.001',
    fee_rate_taker: '0.001',
    role: '',
    status,
    reason: '',
    time: Number(id),
    updated,
    simulated: true,
  }
}

function orderMessage(seq: number, of: SpotOrder): PrivateMessage {
  return { type: 5, seq, data: { order_id: of.order_id, game: 'spot', type: 'new', order: of } }
}

test('messages in order are folded, repeated ones are not, a hole is a gap', () => {
  let state = foldFetched(noAccount, assets(5, '10'), [])
  const steps: [PrivateMessage, boolean][] = [
    [balance(6, '9', '1'), false],
    [balance(6, '8'), false],
    [balance(8, '7'), true],
  ]
  for (const [message, gap] of steps) {
    const step = foldPrivate(state, message)
    state = step.state
    expect(step.gap).toBe(gap)
  }
  expect(state.assets?.balances[0]).toMatchObject({ available: '7', frozen: '0', total: '7' })
  expect(state.balanceChanges).toHaveLength(2)
})

test('available and frozen add up exactly', () => {
  const state = foldFetched(noAccount, assets(1, '10'), [])
  const next = foldPrivate(state, balance(2, '9.999999', '0.000001', 'ETH')).state
  expect(next.assets?.balances[1]).toMatchObject({ currency: 'ETH', total: '10' })
})

test('a message that came during the fetch is not undone by it', () => {
  let state = foldFetched(noAccount, assets(5, '10'), [])
  state = foldPrivate(state, balance(6, '9')).state
  state = foldPrivate(state, orderMessage(7, order('7', 7))).state
  state = foldPrivate(state, balance(8, '8')).state
  const fetched = foldFetched(state, assets(6, '9'), [])
  expect(fetched.assets?.balances[0]?.available).toBe('8')
  expect(fetched.openOrders?.map((each) => each.order_id)).toEqual(['7'])
  expect(fetched.seq).toBe(8)
})

test('the number on subscribing shows what was missed', () => {
  const state = foldFetched(noAccount, assets(5, '10'), [])
  expect(foldSequence(state, 5).gap).toBe(false)
  expect(foldSequence(state, 9)).toMatchObject({ gap: true, state: { seq: 9 } })
  expect(foldSequence(noAccount, 9).gap).toBe(false)
})

test('an order that is done leaves the open ones; an older version changes nothing', () => {
  const open = withOrder(withOrder([], order('1', 1)), order('2', 2))
  expect(open.map((each) => each.order_id)).toEqual(['2', '1'])
  expect(withOrder(open, order('2', 3, 'new', '0.5'))[0]?.filled).toBe('0.5')
  expect(withOrder(open, order('2', 1, 'canceled'))).toBe(open)
  expect(withOrder(open, order('2', 3, 'filled'))).toHaveLength(1)
  expect(withOrder(open, order('9', 3, 'canceled'))).toBe(open)
})

test('keeps the last 10 balance changes and 20 order changes', () => {
  let state = foldFetched(noAccount, assets(0, '1'), [])
  for (let seq = 1; seq <= 60; seq += 1) {
    const message = seq % 2 === 0 ? balance(seq, '1') : orderMessage(seq, order(String(seq), seq))
    state = foldPrivate(state, message).state
  }
  expect(state.balanceChanges).toHaveLength(10)
  expect(state.orderChanges).toHaveLength(20)
  expect(state.orderChanges[0]?.order_id).toBe('59')
})

test('a deposit that was decided is told, and counts among the messages', () => {
  const change = { kind: 'deposit', id: 'd', status: 'completed', reason: '', time: 1 } as const
  const state = foldFetched(noAccount, assets(4, '5'), [])
  const told = foldPrivate(state, { type: 6, seq: 5, data: change })
  expect(told).toMatchObject({ gap: false, state: { seq: 5, walletChange: change } })
  expect(foldPrivate(told.state, balance(6, '7')).gap).toBe(false)
})
