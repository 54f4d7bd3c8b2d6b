import { describe, expect, it } from 'vitest'
import { decodeState, encodeState } from '../snapshot.ts'
import { credit, day, deposit, funded, holder, ready, sayLive, usdt, withdraw } from '../testing/walletRun.ts'
import type { Fixture } from '../testing/exchangeFixture.ts'
import { amountWorth, whoBrings } from './checks.ts'
import { firstWalletTerms } from './terms.ts'
import { walletView } from './view.ts'

const view = ({ state, now }: Fixture, of = holder) => walletView(state.wallet, state.venue, of, now)

describe('a wallet as it is shown', () => {
  it('is of nobody that of a level without a name, under the terms as they stand', () => {
    const fixture = ready()
    const least = 1_000n * usdt
    expect(view(fixture, 99)).toMatchObject({
      level: 'none',
      terms: firstWalletTerms,
      termsVersion: 0,
      unmet: [],
      deposit: null,
      withdrawal: null,
      depositLeft: least,
      withdrawalLeft: least,
      heldUntil: 0,
    })
    fixture.must({ type: 'configureWallet', terms: { ...firstWalletTerms, feeRate: 7 } })
    expect(view(fixture)).toMatchObject({ termsVersion: 1, terms: { feeRate: 7 } })
  })

  it('says what is left of the day, never less than nothing, and no number where no limit is', () => {
    const fixture = ready()
    const left = () => view(fixture).depositLeft
    fixture.must(deposit(600n * usdt))
    expect(left()).toBe(400n * usdt)
    expect(view(fixture).deposit).toMatchObject({ deposit: 1, amount: 600n * usdt })
    fixture.must(credit(1, 1_000n * usdt))
    expect([left(), view(fixture).deposit]).toEqual([0n, null])
    fixture.now += day
    fixture.must(deposit(999n * usdt))
    fixture.must(credit(2, 1_500n * usdt))
    expect(left()).toBe(0n)
    fixture.must({ type: 'setStanding', holder, disabled: false, realName: 'approved', country: 'FR' })
    expect(view(fixture)).toMatchObject({ level: 'primary', depositLeft: -1n, withdrawalLeft: 50_000n * usdt })
    fixture.must({ type: 'setStanding', holder, disabled: false, realName: 'advanced', country: 'FR' })
    expect(view(fixture)).toMatchObject({ level: 'advanced', depositLeft: -1n, withdrawalLeft: 500_000n * usdt })
  })

  it('counts what is withdrawn beyond what was deposited', () => {
    const fixture = funded(1_000n * usdt, 'approved')
    const gain = { kind: 'entry', account: 'coin', currency: 0, category: 'deposit' } as const
    fixture.state.venue.ledger.apply([
      { ...gain, holder: 0, amount: -500n * usdt },
      { ...gain, holder, amount: 500n * usdt },
    ])
    expect(view(fixture).currencies[0]).toMatchObject({
      currency: 0,
      available: 1_500n * usdt,
      owned: 1_500n * usdt,
      deposited: 1_000n * usdt,
    })
    fixture.must(withdraw(1_300n * usdt))
    expect(view(fixture)).toMatchObject({ withdrawalLeft: 49_700n * usdt, withdrawal: { withdrawal: 1 } })
    expect(view(fixture).currencies[0]).toMatchObject({ available: 200n * usdt, owned: 1_500n * usdt, deposited: 0n })
  })

  it('is held until a day after a reset, and not at that moment any more', () => {
    const fixture = funded(1_000n * usdt)
    const until = fixture.now + day
    fixture.must({ type: 'holdWithdrawals', holder })
    expect(view(fixture).heldUntil).toBe(until)
    fixture.now = until - 1
    expect(view(fixture).heldUntil).toBe(until)
    fixture.now = until
    expect(view(fixture).heldUntil).toBe(0)
  })

  it('lacks what its own country lacks', () => {
    const fixture = ready()
    fixture.must({ type: 'openHolder', holder: 41, realm: 'real', country: 'DE' })
    expect([view(fixture).unmet, view(fixture, 41).unmet, view(fixture, 99).unmet]).toEqual([[], ['country_on'], []])
  })
})

describe('the least amounts', () => {
  const inCoin = (fixture: Fixture) => view(fixture).currencies[1]

  it('are worth what the terms say in USDT at the live price, rounded up', () => {
    const fixture = ready()
    const terms = { ...firstWalletTerms, feeMin: 2n * usdt }
    // 10 000.01 USDT a bitcoin: a unit of it is 100.0001 units
    sayLive(fixture, 1_000_001)
    expect(inCoin(fixture)).toMatchObject({ depositMin: 100_000n, withdrawalMin: 100_000n, feeMin: 0n })
    fixture.must({ type: 'configureWallet', terms })
    expect(inCoin(fixture)).toMatchObject({ depositMin: 100_000n, withdrawalMin: 100_000n, feeMin: 20_000n })
    expect(view(fixture).currencies[0]).toEqual({
      currency: 0,
      available: 0n,
      owned: 0n,
      deposited: 0n,
      depositMin: 10n * usdt,
      withdrawalMin: 10n * usdt,
      feeMin: 2n * usdt,
    })
    const all = { ...terms, withdrawalMin: 2n * usdt }
    fixture.must({ type: 'configureWallet', terms: all })
    // a withdrawal is more than its fee
    expect(inCoin(fixture)).toMatchObject({ withdrawalMin: 20_001n, feeMin: 20_000n })
  })

  it('go by the last live price for a day where nobody says one, but none comes in', () => {
    const fixture = ready()
    fixture.must({ type: 'configureWallet', terms: { ...firstWalletTerms, feeMin: 2n * usdt } })
    fixture.now = Math.ceil(fixture.now / 1_000) * 1_000
    const samples = [{ listing: 0, indexTenths: 1_000_001, sources: 4, fresh: true }]
    fixture.must({ type: 'sampleIndex', stamp: fixture.now, kind: 'live', samples })
    fixture.goesOn = false
    fixture.now += day
    expect(inCoin(fixture)).toMatchObject({ depositMin: -1n, withdrawalMin: 100_000n, feeMin: 20_000n })
    fixture.now += 1
    expect(inCoin(fixture)).toMatchObject({ depositMin: -1n, withdrawalMin: 1n, feeMin: 0n })
    expect(view(fixture).unmet).toEqual(['three_live_sources'])
  })

  it('are the first whole unit that is worth enough', () => {
    const price = { numerator: 3n, denominator: 1n }
    expect([9n, 10n, 11n, 12n].map((worth) => amountWorth(worth, price))).toEqual([3n, 4n, 4n, 4n])
    expect(amountWorth(10n, { numerator: 3n, denominator: 2n })).toBe(7n)
  })
})

describe('who brings money in', () => {
  it('is real, not disabled, and of a country that is on', () => {
    const fixture = ready()
    fixture.demo(32)
    fixture.must({ type: 'openHolder', holder: 41, realm: 'real', country: 'DE' })
    const brings = (of: number) => {
      const who = whoBrings(fixture.state.venue, of, fixture.now)
      return who.ok ? who.value.country : who.rejection
    }
    expect([holder, 32, 99].map(brings)).toMatchObject([
      'FR',
      { reason: 'realm_forbidden' },
      { reason: 'holder_unknown' },
    ])
    expect(brings(41)).toEqual({ reason: 'real_money_closed', detail: { missing: 'country_on' } })
    fixture.must({ type: 'setStanding', holder, disabled: true, realName: 'missing', country: 'FR' })
    expect(brings(holder)).toMatchObject({ reason: 'user_disabled' })
  })
})

it('a withdrawal that has escalated does not wait for its deadline again after a restart', () => {
  const fixture = funded(100n * usdt)
  fixture.must(withdraw(50n * usdt))
  fixture.now += day
  fixture.must({ type: 'sampleIndex', stamp: fixture.now, kind: 'simulated', samples: [] })
  expect(fixture.state.wallet.withdrawals.get(holder)?.escalatedAt).toBe(fixture.now)
  expect(decodeState(encodeState(fixture.state)).wallet.agenda.nextDue).toBe(Number.POSITIVE_INFINITY)
})
