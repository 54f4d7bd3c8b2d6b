import { describe, expect, it } from 'vitest'
import { amountMax } from '../money/units.ts'
import { decodeState, encodeState } from '../snapshot.ts'
import { balanced, complete, day, deposit, holder, ready, sayLive, seen, usdt } from '../testing/walletRun.ts'
import type { Fixture } from '../testing/exchangeFixture.ts'
import type { Command } from '../vocabulary.ts'
import { firstWalletTerms } from './terms.ts'

const two = { asker: 1, approver: 2 }
const rejection = (fixture: Fixture, command: Command) => {
  const outcome = fixture.run(command)
  return outcome.ok ? 'accepted' : outcome.rejection
}
const available = (fixture: Fixture, currency = 0) => fixture.state.venue.ledger.available(holder, 'coin', currency)

describe('a payment that a network shows', () => {
  it('is credited by a machine as a deposit of its own, counted and owed as any other', () => {
    const fixture = ready('approved')
    const deposited = { type: 'depositSubmitted', deposit: 1, holder, currency: 0, claim: 9, indexTenths: 0 }
    const done = { type: 'depositClosed', deposit: 1, holder, currency: 0, outcome: 'completed', reason: '' }
    expect(fixture.must(seen(100n * usdt))).toEqual([
      { ...deposited, amount: 100n * usdt, worth: 100n * usdt },
      { ...done, received: 100n * usdt, operator: 0 },
    ])
    expect(available(fixture)).toBe(100n * usdt)
    expect(fixture.state.wallet.deposits.size).toBe(0)
    expect(fixture.state.wallet.deposited.get(holder)?.get(0)).toBe(100n * usdt)
    fixture.must(deposit(50n * usdt))
    expect([...fixture.state.wallet.deposits.values()].map((one) => one.deposit)).toEqual([2])
    expect(balanced(fixture)).toBe(true)
    expect(encodeState(decodeState(encodeState(fixture.state)))).toEqual(encodeState(fixture.state))
  })

  it('is worth what it is at the index, rounded down', () => {
    const fixture = ready('approved')
    sayLive(fixture, 1_000_001)
    const [event] = fixture.must(seen(100_001n, { currency: 'BTC' }))
    expect(event).toMatchObject({ worth: 10_000_110n, indexTenths: 1_000_001 })
  })

  it('is left to people below the least amount, beyond a limit, and where two people credit', () => {
    const fixture = ready()
    const min = { reason: 'deposit_amount_invalid', detail: { min: '10', currency: 'USDT' } }
    expect(rejection(fixture, seen(10n * usdt - 1n))).toEqual(min)
    fixture.must(seen(10n * usdt))
    expect(rejection(fixture, seen(990n * usdt + 1n))).toEqual({ reason: 'deposit_limit', detail: { left: '990' } })
    fixture.must(seen(990n * usdt))
    expect(rejection(fixture, seen(10n * usdt))).toEqual({ reason: 'deposit_limit', detail: { left: '0' } })
    fixture.must({ type: 'setStanding', holder, disabled: false, realName: 'approved', country: 'FR' })
    fixture.must({ type: 'setOwnLimit', holder, limit: 'deposit_day', amount: 1_100n * usdt })
    const own = { reason: 'own_deposit_limit', detail: { max: '100' } }
    expect(rejection(fixture, seen(100n * usdt + 1n))).toEqual(own)
    fixture.must(seen(100n * usdt))
    const { fourEyesMin } = firstWalletTerms
    const other = ready('approved')
    expect(other.refused(seen(fourEyesMin))).toBe('second_person_needed')
    other.must(seen(fourEyesMin - 10n * usdt))
    expect(other.refused(seen(10n * usdt))).toBe('second_person_needed')
    other.now += day
    other.must(seen(10n * usdt))
  })

  it('beyond a day’s limit already is told that nothing is left', () => {
    const fixture = ready()
    fixture.must(seen(1_200n * usdt, two))
    expect(rejection(fixture, seen(10n * usdt))).toEqual({ reason: 'deposit_limit', detail: { left: '0' } })
  })

  it('is credited to no account by a machine that brings nothing in now', () => {
    const fixture = ready('approved')
    fixture.demo(32)
    expect(fixture.refused(seen(100n * usdt, { holder: 32 }))).toBe('realm_forbidden')
    expect(fixture.refused(seen(100n * usdt, { holder: 99 }))).toBe('holder_unknown')
    fixture.must({ type: 'pauseRisk', holder, until: fixture.now + day })
    expect(fixture.refused(seen(100n * usdt))).toBe('risk_paused')
    const disabled = ready('approved')
    disabled.must({ type: 'setStanding', holder, disabled: true, realName: 'approved', country: 'FR' })
    expect(disabled.refused(seen(100n * usdt))).toBe('user_disabled')
    disabled.must(seen(100n * usdt, two))
    const frozen = ready('approved')
    const ground = { kind: 'freeze', ground: 'authority_order', claim: 1, durationMs: day } as const
    frozen.must({ type: 'suspendHolder', holder, ...ground, ...two, basis: 'confirmed' })
    expect(frozen.refused(seen(100n * usdt))).toBe('account_frozen')
    frozen.must(seen(100n * usdt, two))
  })

  it('needs a live price, a claim, an amount, and the conditions of real money, whoever credits', () => {
    const fixture = ready('approved')
    fixture.must({ type: 'listCurrency', code: 'ETH', scale: 8 })
    for (const more of [{}, two]) {
      expect(fixture.refused(seen(100n * usdt, { ...more, currency: 'ETH' }))).toBe('market_stale')
      expect(fixture.refused(seen(100n * usdt, { ...more, currency: 'XYZ' }))).toBe('currency_unknown')
      expect(fixture.refused(seen(100n * usdt, { ...more, claim: 0 }))).toBe('request_malformed')
      expect(fixture.refused(seen(0n, more))).toBe('amount_invalid')
      expect(fixture.refused(seen(-1n, more))).toBe('amount_invalid')
    }
    fixture.must({ type: 'tellRealMoney', unmet: ['rules_published'] })
    expect(fixture.refused(seen(100n * usdt))).toBe('real_money_closed')
    expect(fixture.refused(seen(100n * usdt, two))).toBe('real_money_closed')
  })

  it('is credited by two people, or by one where there is no other, however large', () => {
    const fixture = ready()
    const large = 50_000n * usdt
    for (const who of [
      { asker: 1, approver: 1 },
      { asker: 0, approver: 2 },
      { asker: 1, approver: 0 },
    ]) {
      expect(fixture.refused(seen(large, who))).toBe('second_person_needed')
    }
    expect(fixture.must(seen(large, two))[1]).toMatchObject({ operator: 2, received: large })
    fixture.must(seen(1n, { asker: 1, approver: 1, alone: true }))
    expect(available(fixture)).toBe(large + 1n)
    const rich = ready()
    expect(rich.refused(seen(amountMax + 1n, two))).toBe('amount_invalid')
    rich.must(seen(amountMax, two))
    // 12 800 USDT a bitcoin: 128 units a unit
    const other = ready()
    sayLive(other, 1_280_000)
    expect(other.refused(seen(amountMax / 128n + 1n, { ...two, currency: 'BTC' }))).toBe('amount_invalid')
    other.must(seen(amountMax / 128n, { ...two, currency: 'BTC' }))
  })

  it('ends the open deposit that it is, and waits beside one that it is not', () => {
    const fixture = ready('approved')
    fixture.must(deposit(100n * usdt))
    for (const more of [{}, two]) expect(fixture.refused(seen(100n * usdt, more))).toBe('deposit_pending')
    expect(fixture.refused(seen(100n * usdt, { deposit: 2 }))).toBe('deposit_unknown')
    expect(fixture.refused(seen(1n, { deposit: 1, currency: 'BTC' }))).toBe('currency_unknown')
    expect(fixture.refused(seen(100n * usdt + 1n, { deposit: 1 }))).toBe('second_person_needed')
    expect(fixture.must(seen(90n * usdt, { deposit: 1 }))).toEqual([
      {
        type: 'depositClosed',
        deposit: 1,
        holder,
        currency: 0,
        outcome: 'completed',
        received: 90n * usdt,
        reason: '',
        operator: 0,
      },
    ])
    expect(fixture.refused(seen(90n * usdt, { deposit: 1 }))).toBe('deposit_done')
    expect(fixture.refused(complete(1, 1n))).toBe('deposit_done')
    fixture.must(deposit(100n * usdt))
    fixture.must(seen(150n * usdt, { deposit: 2, ...two }))
    expect(available(fixture)).toBe(240n * usdt)
  })
})
