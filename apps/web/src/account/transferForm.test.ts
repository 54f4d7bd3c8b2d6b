import { describe, expect, it } from 'vitest'
import {
  afterTransfer,
  draftInSearch,
  movableFrom,
  percentOf,
  shareOf,
  swapped,
  transferFault,
  withAccount,
} from './transferForm.ts'

const stands = { available: { coin: 100_000_000n, contract: 50_000_000n, option: 0n }, usable: 20_000_000n }
const draft = { from: 'coin', to: 'contract', amount: '10' } as const

describe('the form of a transfer', () => {
  it('opens on the accounts that the address names, and never on the same one twice', () => {
    expect(draftInSearch({})).toEqual({ from: 'coin', to: 'contract', amount: '' })
    expect(draftInSearch({ to: 'option' })).toMatchObject({ from: 'coin', to: 'option' })
    expect(draftInSearch({ from: 'option' })).toMatchObject({ from: 'option', to: 'coin' })
    expect(draftInSearch({ to: 'coin' })).toMatchObject({ from: 'contract', to: 'coin' })
    expect(draftInSearch({ from: 'option', to: 'option' })).toMatchObject({ from: 'option', to: 'coin' })
    expect(draftInSearch({ from: 'wallet', to: 7 })).toMatchObject({ from: 'coin', to: 'contract' })
  })

  it('swaps, also by choosing the account that stands at the other end', () => {
    expect(swapped(draft)).toMatchObject({ from: 'contract', to: 'coin', amount: '10' })
    expect(withAccount(draft, 'from', 'contract')).toMatchObject({ from: 'contract', to: 'coin' })
    expect(withAccount(draft, 'to', 'option')).toMatchObject({ from: 'coin', to: 'option' })
  })

  it('refuses each wrong amount for a reason of its own', () => {
    expect(transferFault({ ...draft, amount: '' }, stands)).toBe('transfer_not_positive')
    expect(transferFault({ ...draft, amount: '0.000' }, stands)).toBe('transfer_not_positive')
    expect(transferFault({ ...draft, amount: '100.000001' }, stands)).toBe('balance_insufficient')
    expect(transferFault({ ...draft, from: 'contract', amount: '20.000001' }, stands)).toBe('transfer_beyond_usable')
    expect(transferFault({ ...draft, from: 'contract', amount: '50.000001' }, stands)).toBe('balance_insufficient')
    expect(transferFault({ ...draft, amount: '100' }, stands)).toBeNull()
  })

  it('shows what stands in both accounts afterwards, and shares of what can move', () => {
    expect(afterTransfer(draft, stands)).toEqual({ from: '90', to: '60' })
    expect(afterTransfer({ ...draft, amount: '101' }, stands)).toBeNull()
    expect(movableFrom('contract', stands)).toBe(20_000_000n)
    expect(shareOf(33, 100n)).toBe('0.000033')
    expect(shareOf(100, 20_000_001n)).toBe('20.000001')
    expect([percentOf('25', 100_000_000n), percentOf('500', 100_000_000n), percentOf('1', 0n)]).toEqual([25, 100, 0])
  })
})
