import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeState, encodeState } from '../snapshot.ts'
import { evolve } from '../exchange.ts'
import { amountMax } from '../money/units.ts'
import { cancel, day, deposit, funded, holder, ready, sayLive, usdt, withdraw } from '../testing/walletRun.ts'
import type { Command } from '../vocabulary.ts'
import { boundedTerms, firstWalletTerms, termsHold, unlimited, walletBounds, type WalletTerms } from './terms.ts'
import { walletView } from './view.ts'

const configure = (terms: Partial<WalletTerms>): Command => ({
  type: 'configureWallet',
  terms: { ...firstWalletTerms, ...terms },
})
const request = (amount: bigint, feeShown: bigint | null, versionShown: number | null, currency = 'USDT'): Command => {
  const own = { holder, currency, amount, method: 'address', claim: 8, fault: '' } as const
  return { type: 'requestWithdrawal', ...own, feeShown, versionShown }
}

const money = fc.oneof(fc.bigInt({ min: -2n, max: 2n ** 63n }), fc.bigInt({ min: 0n, max: 200n * usdt }))
const limits = fc.record({ none: money, primary: money, advanced: money })
const anyTerms: fc.Arbitrary<WalletTerms> = fc.record({
  feeRate: fc.nat({ max: 2_000_000_000 }),
  feeMin: money,
  depositMin: money,
  withdrawalMin: money,
  depositDayMax: limits,
  withdrawalDayMax: limits,
  fourEyesMin: money,
  reviewMs: fc.nat({ max: 4_000_000_000 }),
})

describe('the bounds of the terms', () => {
  it.each<[string, Partial<WalletTerms>, Partial<WalletTerms>]>([
    ['the fee rate', { feeRate: walletBounds.feeRateMax }, { feeRate: walletBounds.feeRateMax + 1 }],
    ['the least fee', { feeMin: 10n * usdt }, { feeMin: 10n * usdt + 1n }],
    ['the least withdrawal', { withdrawalMin: 100n * usdt }, { withdrawalMin: 100n * usdt + 1n }],
    ['the least deposit', { depositMin: 100n * usdt }, { depositMin: 100n * usdt + 1n }],
    ['the review', { reviewMs: 72 * 3_600_000 }, { reviewMs: 72 * 3_600_000 + 1 }],
    ['a second person’s threshold', { fourEyesMin: 100_000n * usdt }, { fourEyesMin: 100_000n * usdt + 1n }],
    ['the least review', { reviewMs: 60_000 }, { reviewMs: 59_999 }],
    ['a second person’s least threshold', { fourEyesMin: 0n }, { fourEyesMin: -1n }],
    [
      'a day’s deposits',
      { depositDayMax: { none: 0n, primary: unlimited, advanced: amountMax } },
      { depositDayMax: { none: 0n, primary: unlimited, advanced: amountMax + 1n } },
    ],
    [
      'the withdrawals of the highest level',
      { withdrawalDayMax: { none: 1_000n * usdt, primary: unlimited, advanced: 1_000n * usdt } },
      { withdrawalDayMax: { none: 1_000n * usdt, primary: unlimited, advanced: 1_000n * usdt - 1n } },
    ],
    [
      'a day’s withdrawals',
      { withdrawalDayMax: { none: 1_000n * usdt, primary: 1_000n * usdt, advanced: unlimited } },
      { withdrawalDayMax: { none: 1_000n * usdt, primary: 1_000n * usdt - 1n, advanced: unlimited } },
    ],
  ])('hold %s', (_, most, beyond) => {
    const fixture = ready()
    fixture.must(configure(most))
    expect(fixture.refused(configure(beyond))).toBe('amount_invalid')
  })

  it('let through what is shipped: 500 000 USDT a day of a fully verified name, 50 000 of a verified one', () => {
    const { withdrawalDayMax, depositDayMax } = firstWalletTerms
    expect(withdrawalDayMax).toEqual({ none: 1_000n * usdt, primary: 50_000n * usdt, advanced: 500_000n * usdt })
    expect(depositDayMax).toEqual({ none: 1_000n * usdt, primary: unlimited, advanced: unlimited })
  })

  it('are none of the terms that are shipped, and bring any others within them', () => {
    expect(termsHold(firstWalletTerms)).toBe(true)
    fc.assert(
      fc.property(anyTerms, (terms) => {
        const bounded = boundedTerms(terms)
        expect(termsHold(bounded)).toBe(true)
        expect(boundedTerms(bounded)).toEqual(bounded)
        const refused = !funded(100n * usdt).run({ type: 'configureWallet', terms }).ok
        expect(refused).toBe(!termsHold(terms))
      }),
    )
  })

  it('hold for terms that were set before there were bounds, too', () => {
    const fixture = funded(1_000n * usdt)
    const shut: WalletTerms = {
      feeRate: 90_000_000,
      feeMin: 4_000_000_000n * usdt,
      depositMin: 2n ** 52n,
      withdrawalMin: 2n ** 52n,
      depositDayMax: { none: 1n, primary: 1n, advanced: 1n },
      withdrawalDayMax: { none: 1n, primary: 1n, advanced: 1n },
      fourEyesMin: 2n ** 52n,
      reviewMs: 30 * day,
    }
    evolve(fixture.state, { type: 'walletConfigured', terms: shut }, fixture.now)
    const [event] = fixture.must(withdraw(1_000n * usdt))
    expect(event).toMatchObject({ fee: 10n * usdt, deadline: fixture.now + 3 * day })
  })

  it('let whoever takes out everything do so, whatever terms an operator may set and whatever is owned', () => {
    fc.assert(
      fc.property(
        anyTerms,
        fc.bigInt({ min: 1n, max: 10_000n * usdt }),
        fc.bigInt({ min: 0n, max: 900n * usdt }),
        (any, came, gained) => {
          const fixture = ready('approved')
          const give = { kind: 'entry', account: 'coin', currency: 0, category: 'deposit' } as const
          const all = came + gained
          fixture.must(deposit(10n * usdt))
          fixture.must({
            type: 'creditDeposit',
            holder,
            deposit: 1,
            received: came,
            asker: 1,
            approver: 2,
            alone: false,
          })
          if (gained > 0n) {
            fixture.state.venue.ledger.apply([
              { ...give, holder: 0, amount: -gained },
              { ...give, holder, amount: gained },
            ])
          }
          const terms = boundedTerms(any)
          fixture.must({ type: 'configureWallet', terms })
          const [event] = fixture.must(withdraw(all))
          expect(event).toMatchObject({ amount: all })
          const fee = event?.type === 'withdrawalSubmitted' ? event.fee : -1n
          // no least fee of everything, and something arrives
          expect(fee >= 0n && fee < all && fee * 1_000_000_000n <= all * BigInt(terms.feeRate) + 1_000_000_000n).toBe(
            true,
          )
          fixture.must(cancel(1))
          // a deposit on its way back is exempt as well, beside what was earned
          fixture.must(withdraw(came))
        },
      ),
    )
  })
})

describe('the least that can be withdrawn', () => {
  it('is named as it is: above the least fee where that is more, in the currency itself', () => {
    const fixture = funded(1_000n * usdt)
    fixture.must(configure({ feeMin: 10n * usdt, withdrawalMin: 0n }))
    const refused = (amount: bigint) => fixture.run(withdraw(amount))
    const detail = { min: '10.000001', currency: 'USDT' }
    expect(refused(10n * usdt)).toMatchObject({ rejection: { reason: 'withdrawal_too_small', detail } })
    fixture.must(withdraw(10n * usdt + 1n))
    fixture.must(cancel(1))
    const view = walletView(fixture.state.wallet, fixture.state.venue, holder, fixture.now)
    expect(view.currencies[0]).toMatchObject({ withdrawalMin: 10n * usdt + 1n, feeMin: 10n * usdt })
    fixture.must(configure({ withdrawalMin: 100n * usdt }))
    expect(refused(99n * usdt)).toMatchObject({ rejection: { detail: { min: '100', currency: 'USDT' } } })
  })
})

describe('a withdrawal that says what its form showed', () => {
  it('is taken at that fee, and refused where the fee or the terms are others', () => {
    const fixture = funded(1_000n * usdt)
    const version = fixture.state.wallet.termsVersion
    fixture.must(request(100n * usdt, 100_000n, version))
    fixture.must(cancel(1))
    for (const wrong of [0n, 99_999n, 100_001n]) {
      const outcome = fixture.run(request(100n * usdt, wrong, version))
      expect(outcome).toMatchObject({ rejection: { reason: 'withdrawal_terms_changed', detail: { fee: '0.1' } } })
    }
    fixture.must(configure({ reviewMs: 2 * day }))
    // the same fee, and yet another deadline
    expect(fixture.refused(request(100n * usdt, 100_000n, version))).toBe('withdrawal_terms_changed')
    const restored = decodeState(encodeState(fixture.state))
    expect(restored.wallet.termsVersion).toBe(version + 1)
    fixture.must(request(100n * usdt, 100_000n, version + 1))
    fixture.must(cancel(2))
    fixture.must(request(100n * usdt, null, null))
  })

  it('keeps a least fee in coins that a price has moved a little since, and no more than that', () => {
    const fixture = ready('approved')
    fixture.must(configure({ feeMin: 10n * usdt }))
    const version = fixture.state.wallet.termsVersion
    fixture.must(deposit(100_000_000n, { currency: 'BTC' }))
    fixture.must({
      type: 'creditDeposit',
      holder,
      deposit: 1,
      received: 100_000_000n,
      asker: 1,
      approver: 2,
      alone: false,
    })
    // 10 USDT at 10 000 a bitcoin
    sayLive(fixture, 1_000_000)
    const [event] = fixture.must(request(1_000_000n, 100_000n, version, 'BTC'))
    expect(event).toMatchObject({ fee: 100_000n })
    fixture.must(cancel(1))
    sayLive(fixture, 1_009_000)
    expect(fixture.must(request(1_000_000n, 100_000n, version, 'BTC'))[0]).toMatchObject({ fee: 100_000n })
    fixture.must(cancel(2))
    sayLive(fixture, 1_020_000)
    expect(fixture.refused(request(1_000_000n, 100_000n, version, 'BTC'))).toBe('withdrawal_terms_changed')
  })
})
