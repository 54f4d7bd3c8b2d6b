import { describe, expect, it } from 'vitest'
import { amountMax } from '../money/units.ts'
import {
  act,
  cancel,
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
import { worthReceived, payoutNeedsSecond } from './secondPerson.ts'
import { firstWalletTerms, unlimited, type WalletTerms } from './terms.ts'
import { withdrawalFee } from './withdrawal.ts'

const rejection = (fixture: Fixture, command: Command) => {
  const outcome = fixture.run(command)
  return outcome.ok ? 'accepted' : outcome.rejection
}
const configure = (fixture: Fixture, terms: Partial<WalletTerms>) =>
  fixture.must({ type: 'configureWallet', terms: { ...firstWalletTerms, ...terms } })

/** Money that was never deposited. */
function gain(fixture: Fixture, amount: bigint, currency = 0): void {
  const entry = { kind: 'entry', account: 'coin', currency, category: 'deposit' } as const
  fixture.state.venue.ledger.apply([
    { ...entry, holder: 0, amount: -amount },
    { ...entry, holder, amount },
  ])
}

/** A withdrawal whose form showed a fee. */
const shown = (amount: bigint, feeShown: bigint, currency = 'USDT'): Command => {
  const of = { holder, currency, amount, method: 'address', claim: 8, fault: '' } as const
  return { type: 'requestWithdrawal', ...of, feeShown, versionShown: null }
}

describe('the fee of a withdrawal', () => {
  const owned = { available: 10n ** 16n, owned: 10n ** 16n, deposited: 0n }
  const rate = { feeRate: 1_000_000 }

  it('is its share to the unit, rounded up, and at least the least fee', () => {
    const fee = (amount: bigint, feeMin = 0n) => withdrawalFee(rate, amount, feeMin, owned)
    expect([fee(10n ** 15n), fee(10n ** 15n + 1n), fee(1n)]).toEqual([10n ** 12n, 10n ** 12n + 1n, 1n])
    expect([fee(1_000n, 2n), fee(3_000n, 2n), fee(1_000n, 1n)]).toEqual([2n, 3n, 1n])
  })

  it('is none where it would leave nothing of everything, and nothing is never everything', () => {
    expect(withdrawalFee(rate, 1n, 5n, { available: 1n, owned: 1n, deposited: 0n })).toBe(0n)
    expect(withdrawalFee(rate, 2n, 5n, { available: 9n, owned: 9n, deposited: 2n })).toBe(1n)
    expect(withdrawalFee(rate, 0n, 5n, { available: 0n, owned: 0n, deposited: 0n })).toBe(5n)
    expect(withdrawalFee(rate, 2n, 5n, { available: 2n, owned: 3n, deposited: 0n })).toBe(5n)
  })

  it('leaves something of what is not everything', () => {
    const fixture = funded(1_000n * usdt)
    configure(fixture, { withdrawalMin: 0n })
    const detail = { fee: '0.000001' }
    expect(rejection(fixture, withdraw(1n))).toEqual({ reason: 'withdrawal_terms_changed', detail })
    fixture.must(withdraw(2n))
  })

  it('in coins may have moved with its price by one part in a hundred, to the unit', () => {
    const fixture = ready('approved')
    configure(fixture, { feeMin: 10n * usdt })
    gain(fixture, 1_000_000_000n, 1)
    // 10 USDT at 10 000 a bitcoin
    for (const fee of [99_000n, 100_000n, 101_000n]) {
      expect(fixture.must(shown(1_000_000n, fee, 'BTC'))[0]).toMatchObject({ fee, indexTenths: 1_000_000 })
      fixture.must(cancel(fixture.state.wallet.nextWithdrawal - 1))
    }
    for (const fee of [98_999n, 101_001n, 0n]) {
      expect(fixture.refused(shown(1_000_000n, fee, 'BTC'))).toBe('withdrawal_terms_changed')
    }
    // a share of the amount does not move with the price
    expect(fixture.refused(shown(200_000_000n, 200_001n, 'BTC'))).toBe('withdrawal_terms_changed')
    configure(fixture, { feeMin: 0n })
    expect(fixture.refused(shown(90_000_000n, 90_001n, 'BTC'))).toBe('withdrawal_terms_changed')
  })

  it('in USDT is the very one that was shown: no price moves it', () => {
    const fixture = funded(1_000n * usdt)
    configure(fixture, { feeMin: 10n * usdt })
    expect(fixture.refused(shown(100n * usdt, 10n * usdt + 1n))).toBe('withdrawal_terms_changed')
    fixture.must(shown(100n * usdt, 10n * usdt))
  })
})

describe('a withdrawal without a price', () => {
  const noPrice = (realName: 'missing' | 'advanced' = 'missing') => {
    const fixture = ready(realName)
    configure(fixture, { feeMin: 10n * usdt })
    fixture.must({ type: 'listCurrency', code: 'ETH', scale: 8 })
    gain(fixture, 1_000n, 2)
    return fixture
  }

  it('has no minimum and no least fee, and is a whole day’s, once', () => {
    const fixture = noPrice()
    const [event] = fixture.must(withdraw(5n, { currency: 'ETH' }))
    expect(event).toMatchObject({ fee: 1n, free: 0n, counted: 1_000n * usdt, worth: -1n, indexTenths: 0 })
    fixture.must(act(1, 'approve', 1))
    // nobody knows what it is worth
    expect(fixture.refused(act(1, 'pay', 1))).toBe('second_person_needed')
    fixture.must(act(1, 'pay', 2))
    const detail = { left: '0' }
    expect(rejection(fixture, withdraw(5n, { currency: 'ETH' }))).toEqual({ reason: 'withdrawal_limit', detail })
  })

  it('costs nothing where its rate is nothing', () => {
    const fixture = noPrice()
    configure(fixture, { feeRate: 0, feeMin: 10n * usdt })
    expect(fixture.must(withdraw(5n, { currency: 'ETH' }))[0]).toMatchObject({ fee: 0n })
  })

  it('counts as nothing where there is no limit', () => {
    const fixture = noPrice('advanced')
    configure(fixture, { withdrawalDayMax: { ...firstWalletTerms.withdrawalDayMax, advanced: unlimited } })
    expect(fixture.must(withdraw(5n, { currency: 'ETH' }))[0]).toMatchObject({ counted: 0n })
    fixture.must(cancel(1))
    gain(fixture, 100n * usdt)
    expect(fixture.must(withdraw(20n * usdt))[0]).toMatchObject({ counted: 20n * usdt })
  })

  it('of what was deposited counts as nothing, whatever it is worth by now', () => {
    const fixture = ready('approved')
    fixture.must(deposit(1_000_000n, { currency: 'BTC' }))
    fixture.must(credit(1, 1_000_000n))
    fixture.goesOn = false
    fixture.now += 120_000
    const [event] = fixture.must(withdraw(1_000_000n, { currency: 'BTC' }))
    expect(event).toMatchObject({ free: 1_000_000n, counted: 0n, worth: -1n })
  })
})

describe('the limit of a day', () => {
  it('counts what a rest is worth, rounded up, and says what is left, never less than nothing', () => {
    const fixture = ready()
    sayLive(fixture, 1_000_001)
    gain(fixture, 100_000_000n, 1)
    // 1 000.1 units of a hundred-thousandth
    const [event] = fixture.must(withdraw(100_001n, { currency: 'BTC' }))
    expect(event).toMatchObject({ counted: 10_000_111n, worth: 10_000_111n, indexTenths: 1_000_001 })
    const limited = (left: string) => ({ reason: 'withdrawal_limit', detail: { left } })
    fixture.must(cancel(1))
    expect(rejection(fixture, withdraw(99_000_000n, { currency: 'BTC' }))).toEqual(limited('1000'))
    gain(fixture, 5_000n * usdt)
    fixture.must(withdraw(400n * usdt))
    fixture.must(act(2, 'approve'))
    fixture.must(act(2, 'pay', 2))
    expect(rejection(fixture, withdraw(601n * usdt))).toEqual(limited('600'))
    fixture.must(withdraw(600n * usdt))
    fixture.must(act(3, 'approve'))
    fixture.must(act(3, 'pay', 2))
    expect(rejection(fixture, withdraw(10n * usdt))).toEqual(limited('0'))
  })

  it('lets what was deposited go when it is used up or lowered below what is used, and not a unit more', () => {
    const fixture = ready('approved')
    gain(fixture, 60_000n * usdt)
    fixture.must(withdraw(50_000n * usdt))
    fixture.must(act(1, 'approve'))
    fixture.must(act(1, 'pay', 2))
    fixture.must(deposit(500n * usdt))
    fixture.must(credit(1, 500n * usdt))
    expect(fixture.refused(withdraw(500n * usdt + 1n))).toBe('withdrawal_limit')
    fixture.must({ type: 'setStanding', holder, disabled: false, realName: 'missing', country: 'FR' })
    const detail = { left: '0' }
    expect(rejection(fixture, withdraw(501n * usdt))).toEqual({ reason: 'withdrawal_limit', detail })
    expect(fixture.must(withdraw(500n * usdt))[0]).toMatchObject({ counted: 0n, free: 500n * usdt })
  })
})

describe('what becomes of a withdrawal', () => {
  const closed = { type: 'withdrawalClosed', withdrawal: 1, holder, currency: 0, amount: 100n * usdt, fee: 100_000n }
  const one = () => {
    const fixture = funded(1_000n * usdt)
    fixture.must(withdraw(100n * usdt))
    return fixture
  }

  it('is written whole: who decided, and for what reason', () => {
    expect(one().must(cancel(1))).toEqual([{ ...closed, outcome: 'canceled', reason: '', operator: 0 }])
    const rejected = { ...closed, outcome: 'rejected', reason: 'payee_invalid', operator: 3 }
    expect(one().must(act(1, 'reject', 3))).toEqual([rejected])
    expect(one().must(act(1, 'reject_alone', 3))).toEqual([rejected])
    const fixture = one()
    fixture.must(act(1, 'approve', 1))
    expect(fixture.must(act(1, 'pay', 3))).toEqual([{ ...closed, outcome: 'paid', reason: '', operator: 3 }])
  })

  it('is decided of one that is open alone, by who may, and refused with a reason alone', () => {
    const fixture = one()
    fixture.demo(32)
    expect([0, 2].map((id) => fixture.refused(cancel(id)))).toEqual(['withdrawal_unknown', 'withdrawal_unknown'])
    expect(fixture.refused({ type: 'cancelWithdrawal', holder: 99, withdrawal: 1 })).toBe('holder_unknown')
    expect(fixture.refused({ type: 'cancelWithdrawal', holder: 32, withdrawal: 1 })).toBe('realm_forbidden')
    for (const [what, reason] of [
      ['approve', 'legal_order'],
      ['reject', ''],
      ['reject_alone', ''],
    ] as const) {
      expect(fixture.refused({ ...act(1, what), reason } as Command)).toBe('field_malformed')
    }
  })
})

describe('a withdrawal that is asked for', () => {
  it('names its evidence, and no more than can be counted', () => {
    const fixture = funded(1_000n * usdt)
    expect(fixture.refused(withdraw(100n * usdt, { claim: 0 }))).toBe('request_malformed')
    fixture.must(withdraw(100n * usdt, { claim: 1 }))
    fixture.must(cancel(1))
    fixture.must({ type: 'setStanding', holder, disabled: false, realName: 'advanced', country: 'FR' })
    configure(fixture, { withdrawalDayMax: { ...firstWalletTerms.withdrawalDayMax, advanced: unlimited } })
    // 12 800 USDT a bitcoin: 128 units a unit
    sayLive(fixture, 1_280_000)
    const most = amountMax / 128n
    expect(fixture.refused(withdraw(most, { currency: 'BTC' }))).toBe('balance_insufficient')
    const beyond = rejection(fixture, withdraw(most + 1n, { currency: 'BTC' }))
    expect(beyond).toEqual({ reason: 'field_malformed', detail: { field: 'amount' } })
  })

  it('after a reset is told the hours until it may be, and is taken at the end of them', () => {
    const fixture = funded(1_000n * usdt)
    fixture.must({ type: 'holdWithdrawals', holder })
    const hours = (after: number) => {
      fixture.now += after
      const told = rejection(fixture, withdraw(100n * usdt))
      return typeof told === 'string' ? told : told.detail
    }
    expect([hours(0), hours(3_599_999), hours(1)]).toEqual([{ hours: '24' }, { hours: '24' }, { hours: '23' }])
    expect([hours(day - 3_600_001), hours(1)]).toEqual([{ hours: '1' }, 'accepted'])
  })
})

describe('the threshold of two people', () => {
  it('is compared with what came in proportion, rounded up, and with all that was paid', () => {
    expect(worthReceived({ worth: 10n, amount: 3n }, 1n)).toBe(4n)
    expect(worthReceived({ worth: 10n, amount: 5n }, 2n)).toBe(4n)
    const { wallet } = ready().state
    const open = { ...firstWalletTerms, holder } as object
    const needs = (worth: bigint) =>
      payoutNeedsSecond(wallet, { ...open, worth } as Parameters<typeof payoutNeedsSecond>[1], 0)
    expect([-1n, 0n, 1n, 10_000n * usdt - 1n, 10_000n * usdt].map(needs)).toEqual([true, false, false, false, true])
  })
})

describe('what lies in another account or is held', () => {
  const least = 100n * usdt
  const earned = (): Fixture => {
    const fixture = ready('approved')
    configure(fixture, { feeMin: 10n * usdt, withdrawalMin: least })
    gain(fixture, 10_000n * usdt)
    return fixture
  }

  it.each(['contract', 'option'] as const)(
    'is owned still: neither the least amount nor the least fee is left out for %s',
    (to) => {
      const fixture = earned()
      expect(fixture.refused(withdraw(5n * usdt))).toBe('withdrawal_too_small')
      fixture.must({ type: 'transfer', holder, from: 'coin', to, amount: 9_995n * usdt, fault: '' })
      expect(fixture.refused(withdraw(5n * usdt))).toBe('withdrawal_too_small')
      fixture.must({ type: 'transfer', holder, from: to, to: 'coin', amount: 9_895n * usdt, fault: '' })
      // all of the coin account, but not all that is owned
      expect(fixture.must(withdraw(9_900n * usdt))[0]).toMatchObject({ fee: 10n * usdt })
    },
  )

  it('is owned still where an order holds it, and all of what is owned goes without either', () => {
    const fixture = earned()
    const size = { price: 900_000, quantity: 11_105, budget: 0n, fault: '' } as const
    const buy = { type: 'placeSpotOrder', holder, symbol: 'BTCUSDT', side: 'buy', kind: 'limit', ...size } as const
    fixture.must({ ...buy, timeInForce: 'GTC' })
    const left = fixture.state.venue.ledger.available(holder, 'coin', 0)
    expect(left).toBe(5_500_000n)
    expect(fixture.refused(withdraw(left))).toBe('withdrawal_too_small')
    const alone = ready('approved')
    configure(alone, { feeMin: 10n * usdt, withdrawalMin: least })
    gain(alone, left)
    expect(alone.must(withdraw(left))[0]).toMatchObject({ fee: 5_500n })
  })
})
