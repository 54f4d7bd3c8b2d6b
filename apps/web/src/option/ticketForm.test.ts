import type { OptionTermsView } from '@truemark/protocol/routes/option'
import { expect, test } from 'vitest'
import { amountError, bodyOf, chipsOf, modeOf, mostOf } from './ticketForm.ts'

const terms: OptionTermsView = {
  symbol: 'BTCUSDT',
  on: true,
  trade_modes: [
    { trade_mode: 60, payout_rate: '0.8', break_even_rate: '0.555555556' },
    { trade_mode: 180, payout_rate: '0.82', break_even_rate: '0.549450550' },
  ],
  amount_min: '10',
  amount_max: '10000',
  tie_rule: 'stake_returned',
  entry_after: 2_000,
  entry_until: 5_000,
}
const form = { type: 'up', tradeMode: 180, amount: '100' } as const

test('an amount is refused for its bounds, then for the balance', () => {
  expect(amountError(terms, '', '5')).toBeNull()
  expect(amountError(terms, '9.99', '5')).toMatchObject({ reason: 'stake_out_of_range', isBelow: true })
  expect(amountError(terms, '10000.000001', null)).toMatchObject({ reason: 'stake_out_of_range', isBelow: false })
  expect(amountError(terms, '10', '9')?.reason).toBe('balance_insufficient_order')
  expect(amountError(terms, '10', '10')).toBeNull()
})

test('the order names the payout that was shown', () => {
  expect(bodyOf('BTCUSDT', terms, form, '100')).toEqual({
    symbol: 'BTCUSDT',
    type: 'up',
    trade_mode: 180,
    amount: '100',
    payout_rate: '0.82',
  })
  expect(bodyOf('BTCUSDT', terms, { ...form, amount: '' }, '100')).toBeNull()
  expect(bodyOf('BTCUSDT', terms, form, '99')).toBeNull()
  expect(modeOf(terms, { ...form, tradeMode: 7 })?.trade_mode).toBe(60)
  expect(modeOf({ ...terms, trade_modes: [] }, form)).toBeUndefined()
})

test('chips and the most keep within the bounds', () => {
  expect(chipsOf({ ...terms, amount_min: '50', amount_max: '500' })).toEqual(['50', '100', '500'])
  expect(mostOf(terms, '20000')).toBe('10000')
  expect(mostOf(terms, '12.5')).toBe('12.5')
})
