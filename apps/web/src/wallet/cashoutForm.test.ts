import type { WalletTerms } from '@truemark/protocol/routes/wallet'
import { ApiError } from '@truemark/protocol/calling'
import { expect, it } from 'vitest'
import { amountFault, cashoutPlaces, payeeFault, reckonCashout } from './cashoutForm.ts'
import { depositFaults } from './depositForm.ts'
import { placeOf } from './refusal.ts'

const usdt = {
  currency: 'USDT',
  available: '500',
  owned: '500',
  deposited: '200',
  deposit_min: '10',
  withdrawal_min: '10',
  fee_min: '0',
}
const terms: WalletTerms = {
  networks: [],
  currencies: [usdt],
  card_withdrawals: ['USDT'],
  level: 'none',
  deposit_left: '1000',
  withdrawal_left: '100',
  fee_rate: '0.001',
  terms_version: 3,
  withdrawals_held_until: null,
  missing: [],
  review_hours: 24,
  deposit_pending: false,
  withdrawal_pending: false,
}
const fault = (amount: string, with_: Partial<typeof usdt> = {}) =>
  amountFault({ currency: 'USDT', amount }, { ...terms, currencies: [{ ...usdt, ...with_ }] }, 6)

it('the fee is a rate, rounded up, and at least the minimum', () => {
  expect(reckonCashout('100', 'USDT', terms, 6)).toEqual({ amount: 100_000_000n, fee: 100_000n, payout: 99_900_000n })
  expect(reckonCashout('0.000001', 'USDT', terms, 6)).toEqual({ amount: 1n, fee: 1n, payout: 0n })
  const least = { ...terms, currencies: [{ ...usdt, fee_min: '2' }] }
  expect(reckonCashout('100', 'USDT', least, 6)?.fee).toBe(2_000_000n)
  expect(reckonCashout('', 'USDT', terms, 6)).toBeNull()
  expect(reckonCashout('0', 'USDT', terms, 6)).toBeNull()
})

it.each([
  ['', 'withdrawal_amount_invalid'],
  ['0', 'withdrawal_amount_invalid'],
  ['500.01', 'balance_insufficient'],
  ['9.99', 'withdrawal_too_small'],
  ['300.01', 'withdrawal_limit'],
  ['300', undefined],
  ['10', undefined],
])('an amount of %j is refused for %j', (amount, reason) => {
  expect(fault(amount)?.reason).toBe(reason)
})

it('all that is owned, and all that was deposited, can leave below the minimum and without the least fee', () => {
  expect(fault('5', { available: '5', owned: '5' })).toBeNull()
  expect(fault('5', { available: '5', owned: '9' })?.reason).toBe('withdrawal_too_small')
  expect(fault('5', { available: '9', deposited: '5' })).toBeNull()
  expect(fault('5', { available: '9', deposited: '4' })?.reason).toBe('withdrawal_too_small')
  const least = { ...terms, currencies: [{ ...usdt, fee_min: '2', available: '5', owned: '5' }] }
  expect(reckonCashout('5', 'USDT', least, 6)?.fee).toBe(5_000n)
  expect(reckonCashout('4', 'USDT', least, 6)?.fee).toBe(2_000_000n)
})

it('a held payee and a card without its international code are told at the payee', () => {
  const card = {
    id: 'a',
    payee_name: 'N',
    payee_address: 'A',
    bank_type: 'savings',
    bank_name: 'B',
    account_number: '1234',
    bank_address: 'C',
    bank_country: 'FR',
    international_code: '',
    aba_routing_number: '',
    created: 0,
    usable_from: 0,
  } as const
  expect(payeeFault({ method: 'card', of: card }, 1)?.reason).toBe('bank_international_code_missing')
  const held = { ...card, international_code: 'DEUTDEFF', usable_from: 3_600_001 }
  expect(payeeFault({ method: 'card', of: held }, 1)).toMatchObject({ reason: 'payee_held', params: { hours: '1' } })
  expect(payeeFault({ method: 'card', of: held }, 3_600_001)).toBeNull()
})

it('a deposit needs its minimum, what the level allows, and a voucher', () => {
  const reasons = (amount: string, hasVoucher = true) =>
    depositFaults({ currency: 'USDT', amount, hasVoucher }, terms, 6).map((one) => one.reason)
  expect(reasons('10')).toEqual([])
  expect(reasons('', false)).toEqual(['deposit_amount_invalid', 'voucher_missing'])
  expect(reasons('9.999999')).toEqual(['deposit_amount_invalid'])
  expect(reasons('1000.000001')).toEqual(['deposit_limit'])
})

it('a refusal stands at its field, and over the whole form where it has none', () => {
  expect(placeOf(new ApiError('payee_held', 13093, ''), cashoutPlaces)).toBe('payee')
  expect(placeOf(new ApiError('balance_insufficient', 11902, ''), cashoutPlaces)).toBe('amount')
  expect(placeOf(new ApiError('withdrawal_pending', 11904, ''), cashoutPlaces)).toBe('form')
  expect(placeOf(new TypeError('lost'), cashoutPlaces)).toBe('form')
  expect(placeOf(null, cashoutPlaces)).toBeNull()
})
