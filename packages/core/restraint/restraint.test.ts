import { describe, expect, it } from 'vitest'
import { execute } from '../exchange.ts'
import { dayMs } from '../money/units.ts'
import { decodeState, encodeState } from '../snapshot.ts'
import { OptionFixture } from '../testing/optionFixture.ts'
import { openForReal } from '../testing/walletRun.ts'
import { forGood, looserAfterMs } from './restraint.ts'

const holder = 32
const usdt = 1_000_000n

function fixtureWith(): OptionFixture {
  const fixture = new OptionFixture()
  fixture.better(holder)
  return fixture
}

function viewOf(fixture: OptionFixture) {
  return fixture.state.venue.restraints.view(holder, fixture.now)
}

const buy = {
  type: 'placeSpotOrder',
  holder,
  symbol: 'BTCUSDT',
  side: 'buy',
  kind: 'limit',
  timeInForce: 'GTC',
} as const
const order = { ...buy, price: 90_000, quantity: 10_000, budget: 0n, fault: '' }

describe('a pause', () => {
  it('refuses new risk of every kind until its end, and resumes by itself', () => {
    const fixture = fixtureWith()
    fixture.must({ type: 'pauseRisk', holder, until: fixture.now + 3_600_000 })
    expect(fixture.refused(order)).toBe('risk_paused')
    expect(fixture.option(holder, 'up')).toMatchObject({ ok: false, rejection: { reason: 'risk_paused' } })
    fixture.now += 3_600_000
    expect(fixture.sample(1_000_000)).toContainEqual({ type: 'riskResumed', holder })
    fixture.quote(1_000_000)
    fixture.must(order)
  })

  it('ends every order that would have taken new risk while it lasts, and so does being disabled', () => {
    const standing = { type: 'setStanding', holder, realName: 'advanced', country: 'FR' } as const
    for (const [end, reason] of [
      [{ type: 'pauseRisk', holder, until: forGood }, 'paused'],
      [{ ...standing, disabled: true }, 'user_disabled'],
    ] as const) {
      const fixture = fixtureWith()
      fixture.must(order)
      fixture.must({ ...order, price: 89_000 })
      const outcome = fixture.run(end)
      const closed = outcome.ok ? outcome.events.filter(({ type }) => type === 'spotOrderClosed') : []
      expect(closed).toMatchObject([{ reason }, { reason }])
      expect(fixture.state.spot.orders.count(holder)).toBe(0)
    }
  })

  it('can be made longer and never shorter, whatever else changes', () => {
    const fixture = fixtureWith()
    const until = fixture.now + 7 * dayMs
    fixture.must({ type: 'pauseRisk', holder, until })
    expect(fixture.refused({ type: 'pauseRisk', holder, until: until - 1 })).toBe('pause_shorter')
    expect(fixture.refused({ type: 'pauseRisk', holder, until: fixture.now })).toBe('request_malformed')
    fixture.must({ type: 'setStanding', holder, disabled: false, realName: 'advanced', country: 'FR' })
    expect(fixture.refused(order)).toBe('risk_paused')
    fixture.must({ type: 'pauseRisk', holder, until: forGood })
    fixture.now = until + 1
    fixture.sample(1_000_000)
    expect(fixture.refused(order)).toBe('risk_paused')
    expect(fixture.refused({ type: 'pauseRisk', holder, until: forGood })).toBe('pause_shorter')
  })

  it('outlives a restart, its end included', () => {
    const fixture = fixtureWith()
    fixture.must({ type: 'pauseRisk', holder, until: fixture.now + 60_000 })
    fixture.must({ type: 'setOwnLimit', holder, limit: 'stake', amount: 100n * usdt })
    const state = decodeState(encodeState(fixture.state))
    expect(encodeState(state)).toEqual(encodeState(fixture.state))
    expect(state.venue.holders.find(holder)?.restrained).toBe(true)
    const samples = { stamp: fixture.now + 60_000, samples: [], kind: 'simulated' } as const
    const outcome = execute(state, { key: null, command: { type: 'sampleIndex', ...samples } }, fixture.now + 60_000)
    expect(outcome).toMatchObject({ ok: true, events: expect.arrayContaining([{ type: 'riskResumed', holder }]) })
  })
})

describe('a limit of one’s own', () => {
  it('holds at once where it is tighter, and a day later where it is looser', () => {
    const fixture = fixtureWith()
    const set = (amount: bigint | null) => fixture.must({ type: 'setOwnLimit', holder, limit: 'stake', amount })
    set(100n * usdt)
    expect(fixture.option(holder, 'up', 101n * usdt)).toMatchObject({
      ok: false,
      rejection: { reason: 'own_stake_limit', detail: { max: '100' } },
    })
    expect(fixture.option(holder, 'up', 100n * usdt).ok).toBe(true)
    set(500n * usdt)
    expect(viewOf(fixture).limits).toContainEqual({
      limit: 'stake',
      amount: 100n * usdt,
      looser: { amount: 500n * usdt, from: fixture.now + looserAfterMs },
    })
    expect(fixture.option(holder, 'up', 101n * usdt).ok).toBe(false)
    // tighter again: what was asked for later is forgotten
    set(50n * usdt)
    expect(fixture.option(holder, 'up', 60n * usdt).ok).toBe(false)
    set(null)
    fixture.now += looserAfterMs - 1
    expect(viewOf(fixture).limits[2]?.amount).toBe(50n * usdt)
    fixture.now += 1
    expect(viewOf(fixture).limits[2]).toEqual({ limit: 'stake', amount: null, looser: null })
  })

  it('of loss pauses new risk until the next day once it is reached', () => {
    const fixture = fixtureWith()
    fixture.must({ type: 'setOwnLimit', holder, limit: 'loss_day', amount: 150n * usdt })
    const lose = (stake: bigint): readonly unknown[] => {
      fixture.opened(holder, 'up', stake)
      fixture.pass(2, 1_000_000)
      return fixture.pass(61, 900_000)
    }
    expect(lose(100n * usdt)).not.toContainEqual(expect.objectContaining({ type: 'riskPaused' }))
    expect(viewOf(fixture)).toMatchObject({ until: 0, lost: 100n * usdt })
    const until = (Math.floor(fixture.now / dayMs) + 1) * dayMs
    expect(lose(50n * usdt)).toContainEqual({ type: 'riskPaused', holder, until, cause: 'loss' })
    expect(fixture.option(holder, 'up')).toMatchObject({ ok: false, rejection: { reason: 'risk_paused' } })
    fixture.now = until
    expect(fixture.sample(900_000)).toContainEqual({ type: 'riskResumed', holder })
    fixture.quote(900_000)
    expect(fixture.option(holder, 'up').ok).toBe(true)
    expect(viewOf(fixture).lost).toBe(0n)
  })

  it('of deposits is told with what is left of it', () => {
    const fixture = fixtureWith()
    openForReal(fixture)
    fixture.must({ type: 'openHolder', holder: 40, realm: 'real', country: 'FR' })
    fixture.must({ type: 'setOwnLimit', holder: 40, limit: 'deposit_day', amount: 200n * usdt })
    const deposit = { type: 'submitDeposit', holder: 40, currency: 'USDT', claim: 1, fault: '' } as const
    const outcome = fixture.run({ ...deposit, amount: 201n * usdt })
    expect(outcome).toMatchObject({ ok: false, rejection: { reason: 'own_deposit_limit', detail: { max: '200' } } })
    fixture.must({ ...deposit, amount: 200n * usdt })
    fixture.must({ type: 'pauseRisk', holder: 40, until: forGood })
    expect(fixture.refused({ ...deposit, amount: 1n * usdt })).toBe('risk_paused')
  })
})
