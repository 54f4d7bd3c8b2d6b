import type { OptionOrder } from '@truemark/protocol/routes/option'
import { expect, test } from 'vitest'
import { withOption } from './optionFold.ts'

function option(id: string, more: Partial<OptionOrder> = {}): OptionOrder {
  return {
    order_id: id,
    symbol: 'BTCUSDT',
    type: 'up',
    trade_mode: 60,
    payout_rate: '0.8',
    tie_rule: 'stake_returned',
    order_amount: '100',
    payout: '180',
    entry_price: null,
    entry_time: null,
    entry_sources: null,
    current_price: null,
    close_price: null,
    close_sample_time: null,
    closed_time: null,
    volume: null,
    created_time: Number(id),
    expiration_time: null,
    fee: '0',
    countdown: null,
    earnings: null,
    status: 'open',
    outcome: null,
    reason: null,
    simulated: true,
    ...more,
  }
}

test('a new option comes first, one that has ended leaves', () => {
  const two = withOption(withOption([], option('1')), option('2'))
  expect(two.map((each) => each.order_id)).toEqual(['2', '1'])
  expect(withOption(two, option('1', { status: 'closed' })).map((each) => each.order_id)).toEqual(['2'])
  expect(withOption(two, option('3', { status: 'expired' }))).toBe(two)
})

test('an entry is taken in, and a message from before it changes nothing', () => {
  const entered = option('1', { entry_time: 5, entry_price: '1' })
  const list = withOption([option('1')], entered)
  expect(list).toEqual([entered])
  expect(withOption(list, option('1'))).toBe(list)
})
