import { describe, expect, it } from 'vitest'
import { decodeState, encodeState } from '../snapshot.ts'
import {
  act,
  balanced,
  cancel,
  complete,
  credit,
  day,
  deposit,
  funded,
  holder,
  ready,
  sayLive,
  usdt,
  withdraw,
} from '../testing/walletRun.ts'
import type { Fixture } from '../testing/exchangeFixture.ts'
import type { Command } from '../vocabulary.ts'
import { firstWalletTerms, unlimited } from './terms.ts'

const samples = [{ listing: 0, indexTenths: 1_000_000, sources: 4, fresh: true }]

describe('a deposit', () => {
  it('is credited with what was received, once, whoever clicks', () => {
    const fixture = ready()
    fixture.must(deposit(100n * usdt))
    expect(fixture.available(holder, 0)).toBe(0n)
    fixture.must(complete(1, 99n * usdt))
    expect(fixture.refused(complete(1, 100n * usdt))).toBe('deposit_done')
    expect(fixture.refused({ type: 'cancelDeposit', holder, deposit: 1 })).toBe('deposit_done')
    expect(fixture.available(holder, 0)).toBe(99n * usdt)
    expect(fixture.available(0, 0)).toBe(-99n * usdt)
    expect(balanced(fixture)).toBe(true)
  })

  it('is one at a time, and free again once decided or cancelled', () => {
    const fixture = ready()
    fixture.must(deposit(10n * usdt))
    expect(fixture.refused(deposit(10n * usdt))).toBe('deposit_pending')
    fixture.must({ type: 'cancelDeposit', holder, deposit: 1 })
    expect(fixture.refused(complete(1, 10n * usdt))).toBe('deposit_done')
    fixture.must(deposit(10n * usdt))
    fixture.must({
      type: 'decideDeposit',
      holder,
      deposit: 2,
      received: 0n,
      reason: 'duplicate',
      operator: 1,
      fault: '',
    })
    expect(fixture.available(holder, 0)).toBe(0n)
  })

  it('is at least worth 10 USDT at the index, and refused in the order of precedence', () => {
    const fixture = ready()
    fixture.demo(32)
    expect(fixture.refused(deposit(1n, { holder: 99 }))).toBe('holder_unknown')
    expect(fixture.refused(deposit(1n, { holder: 32 }))).toBe('realm_forbidden')
    expect(fixture.refused(deposit(1n, { currency: 'XYZ' }))).toBe('currency_unknown')
    expect(fixture.refused(deposit(0n, { fault: 'field_malformed' }))).toBe('field_malformed')
    expect(fixture.refused(deposit(0n))).toBe('deposit_amount_invalid')
    expect(fixture.refused(deposit(10n * usdt - 1n))).toBe('deposit_amount_invalid')
    // at 100 000 USDT a bitcoin
    sayLive(fixture, 10_000_000)
    expect(fixture.refused(deposit(9_999n, { currency: 'BTC' }))).toBe('deposit_amount_invalid')
    fixture.must(deposit(10_000n, { currency: 'BTC' }))
    fixture.must({ type: 'setStanding', holder, disabled: true, realName: 'missing', country: 'FR' })
    expect(fixture.refused(deposit(10n * usdt))).toBe('user_disabled')
    // what waits may be taken back all the same
    fixture.must({ type: 'cancelDeposit', holder, deposit: 1 })
  })

  it('without a verified name comes to 1 000 USDT a day of UTC at most, by what really came', () => {
    const fixture = ready()
    expect(fixture.refused(deposit(1_000n * usdt + 1n))).toBe('deposit_limit')
    fixture.must(deposit(600n * usdt))
    fixture.must({ type: 'cancelDeposit', holder, deposit: 1 })
    fixture.must(deposit(600n * usdt))
    fixture.must(credit(2, 900n * usdt))
    expect(fixture.refused(deposit(101n * usdt))).toBe('deposit_limit')
    fixture.must(deposit(100n * usdt))
    fixture.must(complete(3, 100n * usdt))
    fixture.now += day
    fixture.must(deposit(1_000n * usdt))
    expect(ready('approved').run(deposit(1_000_000n * usdt)).ok).toBe(true)
  })

  it('takes no word that is neither money nor a reason, nor one of another holder', () => {
    const fixture = ready()
    fixture.must(deposit(10n * usdt))
    const both = { ...complete(1, 1n), reason: 'duplicate' } as Command
    expect(fixture.refused(both)).toBe('field_malformed')
    expect(fixture.refused(complete(1, 0n))).toBe('field_malformed')
    expect(fixture.refused(complete(1, -1n))).toBe('amount_invalid')
    expect(fixture.refused(complete(2, 1n))).toBe('deposit_unknown')
    expect(fixture.refused({ ...complete(1, 1n), holder: 41 } as Command)).toBe('deposit_done')
  })
})

describe('a withdrawal', () => {
  it('is frozen at once, its fee rounded up, and leaves for good when it is paid', () => {
    const fixture = funded(1_000n * usdt)
    const [event] = fixture.must(withdraw(100n * usdt + 1n))
    expect(event).toMatchObject({ fee: 100_001n, free: 100n * usdt + 1n, counted: 0n, deadline: fixture.now + day })
    expect([fixture.available(holder, 0), fixture.frozen(holder, 0)]).toEqual([900n * usdt - 1n, 100n * usdt + 1n])
    fixture.must(act(1, 'approve'))
    expect(fixture.refused(cancel(1))).toBe('withdrawal_in_payment')
    fixture.must(act(1, 'pay', 2))
    expect(fixture.refused(act(1, 'pay'))).toBe('withdrawal_done')
    expect([fixture.available(holder, 0), fixture.frozen(holder, 0)]).toEqual([900n * usdt - 1n, 0n])
    expect(fixture.available(1, 0)).toBe(100_001n)
    expect(fixture.available(0, 0)).toBe(-1_000n * usdt + 100n * usdt + 1n - 100_001n)
    expect(balanced(fixture)).toBe(true)
  })

  it('comes back whole when it is cancelled or rejected, one of them once', () => {
    const fixture = funded(1_000n * usdt)
    fixture.must(withdraw(500n * usdt))
    expect(fixture.refused(withdraw(500n * usdt))).toBe('withdrawal_pending')
    fixture.must(cancel(1))
    for (const what of ['approve', 'pay', 'fail', 'reject'] as const) {
      expect(fixture.refused(act(1, what))).toBe('withdrawal_done')
    }
    fixture.must(withdraw(500n * usdt))
    fixture.must(act(2, 'reject'))
    expect(fixture.refused(cancel(2))).toBe('withdrawal_done')
    expect(fixture.available(holder, 0)).toBe(1_000n * usdt)
    expect(fixture.frozen(holder, 0)).toBe(0n)
  })

  it('whose payout nobody knows the outcome of is resolved by a person, one way', () => {
    const fixture = funded(1_000n * usdt)
    fixture.must(withdraw(500n * usdt))
    expect(fixture.refused(act(1, 'fail'))).toBe('withdrawal_not_approved')
    expect(fixture.refused(act(1, 'pay'))).toBe('withdrawal_not_approved')
    fixture.must(act(1, 'approve'))
    expect(fixture.refused(act(1, 'approve'))).toBe('withdrawal_in_payment')
    fixture.must(act(1, 'fail'))
    expect(fixture.refused(cancel(1))).toBe('withdrawal_in_payment')
    fixture.now += 10 * day
    fixture.must({ type: 'sampleIndex', stamp: fixture.now, kind: 'simulated', samples })
    expect(fixture.frozen(holder, 0)).toBe(500n * usdt)
    fixture.must(act(1, 'pay'))
    expect(fixture.refused(act(1, 'reject'))).toBe('withdrawal_done')
    expect(fixture.available(holder, 0)).toBe(500n * usdt)
  })

  it('refuses in the order of precedence', () => {
    const fixture = funded(100n * usdt)
    fixture.demo(32)
    expect(fixture.refused(withdraw(1n, { holder: 32 }))).toBe('realm_forbidden')
    expect(fixture.refused(withdraw(0n, { currency: 'XYZ' }))).toBe('currency_unknown')
    expect(fixture.refused(withdraw(0n, { fault: 'field_malformed' }))).toBe('field_malformed')
    expect(fixture.refused(withdraw(0n))).toBe('withdrawal_amount_invalid')
    expect(fixture.refused(withdraw(-1n))).toBe('withdrawal_amount_invalid')
    expect(fixture.refused(withdraw(10n * usdt - 1n))).toBe('withdrawal_too_small')
    expect(fixture.refused(withdraw(100n * usdt + 1n))).toBe('balance_insufficient')
  })

  it('of what was deposited is stopped by no level, limit, minimum or market', () => {
    const fixture = funded(1_000_000n * usdt, 'approved')
    fixture.must({ type: 'setStanding', holder, disabled: false, realName: 'rejected', country: '' })
    fixture.must({ type: 'haltListing', listing: 0, halt: 'halted', reason: '' })
    fixture.now += 3_600_000
    fixture.must(withdraw(999_995n * usdt))
    fixture.must(act(1, 'approve'))
    expect(fixture.refused(act(1, 'pay'))).toBe('second_person_needed')
    fixture.must(act(1, 'pay', 2))
    // the rest is less than the minimum
    expect(fixture.refused(withdraw(4n * usdt))).toBe('withdrawal_too_small')
    fixture.must(withdraw(5n * usdt))
  })

  it('of a disabled holder is taken like any other’s, and may be taken back', () => {
    const fixture = funded(100n * usdt)
    fixture.must({ type: 'setStanding', holder, disabled: true, realName: 'approved', country: 'FR' })
    expect(fixture.refused(deposit(10n * usdt))).toBe('user_disabled')
    fixture.must(withdraw(60n * usdt))
    fixture.must(cancel(1))
    fixture.must(withdraw(100n * usdt))
    fixture.must(act(2, 'approve'))
    fixture.must(act(2, 'pay'))
    expect(fixture.available(holder, 0)).toBe(0n)
  })

  it('beyond what was deposited keeps to the day’s limit of the level', () => {
    const fixture = funded(1_000n * usdt, 'approved')
    const gain = { kind: 'entry', account: 'coin', currency: 0, category: 'deposit' } as const
    fixture.state.venue.ledger.apply([
      { ...gain, holder: 0, amount: -60_000n * usdt },
      { ...gain, holder, amount: 60_000n * usdt },
    ])
    expect(fixture.refused(withdraw(51_000n * usdt + 1n))).toBe('withdrawal_limit')
    fixture.must(withdraw(51_000n * usdt))
    fixture.must(cancel(1))
    fixture.must(withdraw(51_000n * usdt))
    fixture.must(act(2, 'approve'))
    fixture.must(act(2, 'fail', 3))
    expect(fixture.refused(act(2, 'pay'))).toBe('second_person_needed')
    fixture.must(act(2, 'pay', 2))
    expect(fixture.refused(withdraw(10n * usdt))).toBe('withdrawal_limit')
    fixture.must({ type: 'setStanding', holder, disabled: false, realName: 'advanced', country: 'FR' })
    fixture.must(withdraw(10n * usdt))
    fixture.must(cancel(3))
    fixture.must({ type: 'setStanding', holder, disabled: false, realName: 'approved', country: 'FR' })
    fixture.now += day
    fixture.must(withdraw(9_000n * usdt))
  })

  it('escalates once when its deadline passes, also after a restore', () => {
    const fixture = funded(100n * usdt)
    fixture.must(withdraw(50n * usdt))
    const sample = (at: Fixture) =>
      at.must({ type: 'sampleIndex', stamp: at.now, kind: 'simulated', samples }).map(({ type }) => type)
    fixture.now += day - 1
    expect(sample(fixture)).toEqual(['indexSampled'])
    const restored = decodeState(encodeState(fixture.state))
    expect(encodeState(restored)).toEqual(encodeState(fixture.state))
    expect(restored.wallet.agenda.nextDue).toBe(fixture.state.wallet.agenda.nextDue)
    fixture.now += 1
    expect(sample(fixture)).toEqual(['indexSampled', 'withdrawalEscalated'])
    fixture.now += 1
    expect(sample(fixture)).toEqual(['indexSampled'])
    fixture.must(cancel(1))
    expect(fixture.frozen(holder, 0)).toBe(0n)
  })
})

describe('an entry by hand', () => {
  const hands = { holder, currency: 0, amount: 50n * usdt, asker: 1, approver: 2 } as const

  it('needs two people and a treasury that has the money', () => {
    const fixture = ready()
    const credit = { type: 'enterManually', kind: 'deposit', ...hands } as const
    expect(fixture.refused({ ...credit, approver: 1 })).toBe('second_person_needed')
    expect(fixture.refused({ ...credit, asker: 0 })).toBe('second_person_needed')
    expect(fixture.refused(credit)).toBe('balance_insufficient')
    const fund = { type: 'moveHouse', realm: 'real', from: 'external', to: 'treasury', ...hands } as const
    expect(fixture.refused({ ...fund, to: 'clearing' })).toBe('account_invalid')
    expect(fixture.refused({ ...fund, from: 'insurance' })).toBe('balance_insufficient')
    const server = { asker: 0, approver: 0 } as const
    expect(fixture.refused({ ...fund, ...server })).toBe('second_person_needed')
    fixture.must({ ...fund, ...server, realm: 'demo' })
    fixture.must(fund)
    fixture.must(credit)
    expect(fixture.available(holder, 0)).toBe(50n * usdt)
    expect(fixture.refused({ ...credit, kind: 'withdrawal', amount: 51n * usdt })).toBe('balance_insufficient')
    fixture.must({ ...credit, kind: 'withdrawal' })
    expect(balanced(fixture)).toBe(true)
  })

  it('never touches the demo', () => {
    const fixture = ready()
    fixture.demo(32)
    expect(fixture.refused({ type: 'enterManually', kind: 'deposit', ...hands, holder: 32 })).toBe('realm_forbidden')
  })
})

describe('the terms', () => {
  it('are what later requests go by, and cannot shut withdrawals', () => {
    const fixture = funded(100n * usdt)
    const terms = { ...firstWalletTerms, feeRate: 0, feeMin: 2n * usdt }
    fixture.must({ type: 'configureWallet', terms })
    const [event] = fixture.must(withdraw(20n * usdt))
    expect(event).toMatchObject({ fee: 2n * usdt })
    fixture.must({ type: 'configureWallet', terms: firstWalletTerms })
    expect(fixture.state.wallet.withdrawals.get(holder)?.fee).toBe(2n * usdt)
    const shut = { ...terms, withdrawalDayMax: { ...terms.withdrawalDayMax, none: 0n } }
    expect(fixture.refused({ type: 'configureWallet', terms: shut })).toBe('amount_invalid')
    expect(fixture.refused({ type: 'configureWallet', terms: { ...terms, feeRate: 100_000_000 } })).toBe(
      'amount_invalid',
    )
    expect(unlimited).toBe(-1n)
  })
})
