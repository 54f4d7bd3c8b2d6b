import { describe, expect, it } from 'vitest'
import { amountMax } from '../money/units.ts'
import { complete, credit, day, deposit, funded, holder, ready, sayLive, usdt } from '../testing/walletRun.ts'
import type { Fixture } from '../testing/exchangeFixture.ts'
import type { Command } from '../vocabulary.ts'
import { firstWalletTerms } from './terms.ts'

const rejection = (fixture: Fixture, command: Command) => {
  const outcome = fixture.run(command)
  return outcome.ok ? 'accepted' : outcome.rejection
}
const refuse = (id: number, more: object = {}): Command => {
  const decided = { deposit: id, received: 0n, reason: 'duplicate', operator: 1, fault: '' } as const
  return { type: 'decideDeposit', holder, ...decided, ...more }
}
const take = (id: number, more: object = {}): Command => ({ type: 'cancelDeposit', holder, deposit: id, ...more })
const close = (fixture: Fixture) => fixture.must({ type: 'tellRealMoney', unmet: ['rules_published'] })

describe('what is said to be sent', () => {
  it('is refused to who pauses, in what has no live price, and without its evidence', () => {
    const fixture = ready()
    fixture.must({ type: 'listCurrency', code: 'ETH', scale: 8 })
    expect(fixture.refused(deposit(100n * usdt, { currency: 'ETH' }))).toBe('market_stale')
    expect(fixture.refused(deposit(100n * usdt, { claim: 0 }))).toBe('request_malformed')
    fixture.must(deposit(100n * usdt, { claim: 1 }))
    fixture.must(take(1))
    fixture.must({ type: 'pauseRisk', holder, until: fixture.now + day })
    expect(fixture.refused(deposit(100n * usdt))).toBe('risk_paused')
  })

  it('is something, however low the least deposit is', () => {
    const fixture = ready()
    fixture.must({ type: 'configureWallet', terms: { ...firstWalletTerms, depositMin: 0n } })
    const detail = { min: '0', currency: 'USDT' }
    expect(rejection(fixture, deposit(0n))).toEqual({ reason: 'deposit_amount_invalid', detail })
    fixture.must(deposit(1n))
  })

  it('is worth what it is at the index, rounded down, and no more than can be counted', () => {
    const fixture = ready('approved')
    // 10 000.01 USDT a bitcoin: 100.0001 units a unit
    sayLive(fixture, 1_000_001)
    const [event] = fixture.must(deposit(100_001n, { currency: 'BTC' }))
    expect(event).toMatchObject({ worth: 10_000_110n, indexTenths: 1_000_001 })
    fixture.must(take(1))
    // 12 800 USDT a bitcoin: 128 units a unit
    sayLive(fixture, 1_280_000)
    const most = amountMax / 128n
    fixture.must(deposit(most, { currency: 'BTC' }))
    fixture.must(take(2))
    const detail = { field: 'amount' }
    const beyond = rejection(fixture, deposit(most + 1n, { currency: 'BTC' }))
    expect(beyond).toEqual({ reason: 'field_malformed', detail })
  })

  it('is told what is left of the day, never less than nothing', () => {
    const fixture = ready()
    fixture.must(deposit(900n * usdt))
    fixture.must(credit(1, 900n * usdt))
    const limited = (left: string) => ({ reason: 'deposit_limit', detail: { left } })
    expect(rejection(fixture, deposit(101n * usdt))).toEqual(limited('100'))
    fixture.must(deposit(100n * usdt))
    fixture.must(credit(2, 100n * usdt - 1n))
    expect(rejection(fixture, deposit(10n * usdt))).toEqual(limited('0.000001'))
    fixture.now += day
    fixture.must(deposit(1_000n * usdt))
    fixture.must(credit(3, 1_200n * usdt))
    expect(rejection(fixture, deposit(10n * usdt))).toEqual(limited('0'))
    fixture.must({ type: 'setStanding', holder, disabled: false, realName: 'approved', country: 'FR' })
    fixture.must(deposit(10n * usdt))
  })

  it('keeps to its holder’s own limit of a day', () => {
    const fixture = ready('approved')
    fixture.must({ type: 'setOwnLimit', holder, limit: 'deposit_day', amount: 100n * usdt })
    const limited = (max: string) => ({ reason: 'own_deposit_limit', detail: { max } })
    expect(rejection(fixture, deposit(100n * usdt + 1n))).toEqual(limited('100'))
    fixture.must(deposit(40n * usdt))
    fixture.must(complete(1, 40n * usdt))
    expect(rejection(fixture, deposit(61n * usdt))).toEqual(limited('60'))
    fixture.must(deposit(60n * usdt))
  })
})

describe('what becomes of a deposit', () => {
  const closed = { type: 'depositClosed', deposit: 1, holder, currency: 0 } as const

  it('is written whole: who decided, for what reason, and what came', () => {
    const one = () => {
      const fixture = ready('approved')
      fixture.must(deposit(100n * usdt))
      return fixture
    }
    const none = { received: 0n, reason: '', operator: 0 }
    expect(one().must(take(1))).toEqual([{ ...closed, ...none, outcome: 'canceled' }])
    expect(one().must(refuse(1))).toEqual([
      { ...closed, ...none, outcome: 'rejected', reason: 'duplicate', operator: 1 },
    ])
    const came = { ...closed, outcome: 'completed', reason: '', received: 90n * usdt }
    expect(one().must(complete(1, 90n * usdt))).toEqual([{ ...came, operator: 1 }])
    expect(one().must(credit(1, 90n * usdt))).toEqual([{ ...came, operator: 2 }])
  })

  it('is decided of one that is open alone, by who may', () => {
    const fixture = ready('approved')
    fixture.demo(32)
    fixture.must(deposit(100n * usdt))
    expect([0, 2].map((id) => fixture.refused(complete(id, 1n)))).toEqual(['deposit_unknown', 'deposit_unknown'])
    expect(fixture.refused(take(1, { holder: 99 }))).toBe('holder_unknown')
    expect(fixture.refused(take(1, { holder: 32 }))).toBe('realm_forbidden')
    expect(fixture.refused({ ...complete(1, 1n), fault: 'field_malformed' } as Command)).toBe('field_malformed')
    expect(fixture.refused(complete(1, amountMax))).toBe('second_person_needed')
    expect(fixture.refused(complete(1, amountMax + 1n))).toBe('field_malformed')
    expect(fixture.refused(credit(1, amountMax + 1n))).toBe('amount_invalid')
    fixture.must(credit(1, amountMax))
  })

  it('brings no money in while a condition of real money is not met, and can be refused all the same', () => {
    const fixture = ready('approved')
    fixture.must(deposit(100n * usdt))
    close(fixture)
    expect(fixture.refused(complete(1, 100n * usdt))).toBe('real_money_closed')
    expect(fixture.refused(complete(1, 1n))).toBe('real_money_closed')
    expect(fixture.refused(credit(1, 100n * usdt))).toBe('real_money_closed')
    fixture.must(refuse(1))
  })

  it('is refused by one person, whatever was credited on the day', () => {
    const fixture = funded(20_000n * usdt)
    fixture.must(deposit(10n * usdt))
    expect(fixture.refused(complete(2, 1n))).toBe('second_person_needed')
    fixture.must(refuse(2))
  })
})
