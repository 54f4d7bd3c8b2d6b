import { describe, expect, it } from 'vitest'
import type { WalletEvent } from './event.ts'
import { walletMoves } from './moves.ts'

const [holder, currency] = [40, 3]
const [external, fees, treasury] = [0, 1, 9]
const hands = { entry: 1, currency, amount: 70n, asker: 1, approver: 2 } as const
const withdrawal = { withdrawal: 1, holder, currency, amount: 100n, fee: 3n } as const
const closed = { type: 'withdrawalClosed', ...withdrawal, reason: '', operator: 1 } as const
const deposit = { type: 'depositClosed', deposit: 1, holder, currency, operator: 1, reason: '' } as const
const rest = { feeRate: 1, method: 'address', claim: 1, free: 0n, counted: 0n, worth: 0n } as const

/** An entry in a line: whose, how much, and why. */
const entry = (whose: number, amount: bigint, category: string) => {
  return { kind: 'entry', account: 'coin', currency, holder: whose, amount, category }
}
const hold = (amount: bigint, category: string) => {
  return { kind: 'hold', account: 'coin', currency, holder, amount, hold: 'withdrawal', category }
}

describe('the moves of the wallet', () => {
  it.each<[string, WalletEvent, unknown[]]>([
    [
      'a deposit that came',
      { ...deposit, outcome: 'completed', received: 100n },
      [entry(external, -100n, 'deposit'), entry(holder, 100n, 'deposit')],
    ],
    ['one that did not', { ...deposit, outcome: 'rejected', received: 0n }, []],
    [
      'a withdrawal that is asked for',
      { type: 'withdrawalSubmitted', ...withdrawal, ...rest, indexTenths: 0, deadline: 1 },
      [hold(100n, 'withdrawal_frost')],
    ],
    [
      'one that is paid',
      { ...closed, outcome: 'paid' },
      [
        hold(-100n, 'withdrawal_frost'),
        entry(holder, -97n, 'withdrawal_success'),
        entry(external, 97n, 'withdrawal_success'),
        entry(holder, -3n, 'withdrawal_success'),
        entry(fees, 3n, 'withdrawal_success'),
      ],
    ],
    [
      'one that is paid without a fee',
      { ...closed, fee: 0n, outcome: 'paid' },
      [
        hold(-100n, 'withdrawal_frost'),
        entry(holder, -100n, 'withdrawal_success'),
        entry(external, 100n, 'withdrawal_success'),
      ],
    ],
    ['one that is cancelled', { ...closed, outcome: 'canceled' }, [hold(-100n, 'withdrawal_frost_cancel')]],
    ['one that is rejected', { ...closed, outcome: 'rejected' }, [hold(-100n, 'withdrawal_reject')]],
    [
      'what is credited by hand',
      { type: 'manuallyEntered', kind: 'deposit', holder, ...hands },
      [entry(treasury, -70n, 'manual_deposit'), entry(holder, 70n, 'manual_deposit')],
    ],
    [
      'what is taken by hand',
      { type: 'manuallyEntered', kind: 'withdrawal', holder, ...hands },
      [entry(holder, -70n, 'manual_withdrawal'), entry(treasury, 70n, 'manual_withdrawal')],
    ],
    [
      'what the house moves',
      { type: 'houseMoved', realm: 'real', from: 'external', to: 'treasury', ...hands },
      [entry(external, -70n, 'fund_transfer'), entry(treasury, 70n, 'fund_transfer')],
    ],
    ['what moves no money', { type: 'withdrawalsHeld', holder, until: 1 }, []],
  ])('%s', (_, event, moves) => {
    expect(walletMoves(event)).toEqual(moves)
  })
})
