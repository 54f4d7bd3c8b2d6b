import { describe, expect, it } from 'vitest'
import { createVenue } from '../book/venue.ts'
import { execute } from '../exchange.ts'
import type { HolderId } from '../ledger/holders.ts'
import { amountMax, dayMs } from '../money/units.ts'
import { decodeState, encodeState } from '../snapshot.ts'
import { OptionFixture } from '../testing/optionFixture.ts'
import { openForReal } from '../testing/walletRun.ts'
import {
  forGood,
  looserAfterMs,
  ownLimitRefused,
  ownLimits,
  type SelfLimitCommand,
  type SelfLimitEvent,
} from './selfLimit.ts'

const holder = 32
const usdt = 1_000_000n

function fixtureWith(): OptionFixture {
  const fixture = new OptionFixture()
  fixture.better(holder)
  return fixture
}

function viewOf(fixture: OptionFixture) {
  return fixture.state.venue.selfLimits.view(holder, fixture.now)
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

  it('of loss that today has passed already pauses new risk in the step that sets it, also after a restart', () => {
    for (const restarts of [false, true]) {
      const fixture = fixtureWith()
      fixture.must({ type: 'setOwnLimit', holder, limit: 'stake', amount: 9_000n * usdt })
      fixture.opened(holder, 'up', 1_000n * usdt)
      fixture.pass(2, 1_000_000)
      fixture.pass(61, 900_000)
      expect(viewOf(fixture)).toMatchObject({ until: 0, lost: 1_000n * usdt })
      if (restarts) fixture.reload()
      const set = (amount: bigint | null): readonly string[] =>
        fixture.must({ type: 'setOwnLimit', holder, limit: 'loss_day', amount }).map(({ type }) => type)
      expect(set(1_001n * usdt)).toEqual(['ownLimitSet'])
      expect(set(1_000n * usdt)).toEqual(['ownLimitSet', 'riskPaused'])
      fixture.quote(900_000)
      expect(fixture.option(holder, 'up')).toMatchObject({ ok: false, rejection: { reason: 'risk_paused' } })
      // what is looser holds tomorrow, and ends nothing
      expect([set(5_000n * usdt), set(900n * usdt)]).toEqual([['ownLimitSet'], ['ownLimitSet']])
    }
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

describe('selfLimits by themselves', () => {
  const now = 20_000 * dayMs + 5
  const tomorrow = 20_001 * dayMs
  const limitOf = { type: 'setOwnLimit', holder, limit: 'stake' } as const
  const standing = { realm: 'real', disabled: false, realName: 'missing', country: 'FR', suspended: false } as const

  function begin(...of: readonly HolderId[]) {
    const { holders, selfLimits } = createVenue()
    for (const one of of) holders.set(one, { ...standing, restrained: false, staff: false })
    const take = (event: SelfLimitEvent, at = now): void => selfLimits.evolve(holders, event, at)
    const due = (at = now) => {
      const events: SelfLimitEvent[] = []
      for (const step of selfLimits.steps(at)) {
        for (const event of step) take(event, at)
        events.push(...step)
      }
      return events
    }
    const setting = (limit: (typeof ownLimits)[number], amount: bigint | null, from = now) => {
      take({ type: 'ownLimitSet', holder, limit, amount, from })
    }
    const decided = (command: SelfLimitCommand) => {
      const result = selfLimits.decide(holders, command, now)
      return result.ok ? result.value : result.rejection.reason
    }
    return { holders, selfLimits, take, due, setting, decided }
  }
  const paused = (until: number, cause: 'own' | 'loss', of: HolderId = holder) => {
    return { type: 'riskPaused', holder: of, until, cause } as const
  }

  it('are of a holder that there is, and a limit is an amount or none', () => {
    const { decided } = begin(holder)
    const set = (amount: bigint | null) => decided({ ...limitOf, amount })
    expect([-1n, amountMax + 1n].map(set)).toEqual(['amount_invalid', 'amount_invalid'])
    const limit = { type: 'ownLimitSet', holder, limit: 'stake' }
    expect([0n, amountMax, null].map(set)).toEqual([
      [{ ...limit, amount: 0n, from: now }],
      [{ ...limit, amount: amountMax, from: now }],
      [{ ...limit, amount: null, from: now + dayMs }],
    ])
    expect(decided({ ...limitOf, holder: 33, amount: 1n })).toBe('holder_unknown')
    expect(decided({ type: 'pauseRisk', holder: 33, until: now + 1 })).toBe('holder_unknown')
    expect(looserAfterMs).toBe(dayMs)
  })

  it('are held to at once by a limit that stays what it is', () => {
    const { decided, setting, selfLimits } = begin(holder)
    setting('stake', 5n)
    expect(decided({ ...limitOf, amount: 5n })).toMatchObject([{ from: now }])
    expect(decided({ ...limitOf, amount: 6n })).toMatchObject([{ from: now + dayMs }])
    const none = { until: 0, cause: 'own', loss: { day: 0, amount: 0n } }
    const limits = [{ limit: 'stake', amount: 5n, next: null }]
    expect(selfLimits.keep()).toEqual([{ holder, ...none, limits }])
  })

  it('count a day’s losses less its gains, of those alone who bound themselves', () => {
    const { selfLimits, setting } = begin(holder)
    const lost = (at = now) => selfLimits.view(holder, at).lost
    selfLimits.note(holder, -5n, now)
    expect([selfLimits.isEmpty, selfLimits.has(holder), lost()]).toEqual([true, false, 0n])
    setting('stake', 5n)
    selfLimits.note(holder, -2n, now)
    selfLimits.note(holder, 1n, now)
    expect(lost()).toBe(1n)
    selfLimits.note(holder, 3n, now)
    expect(lost()).toBe(0n)
    selfLimits.note(holder, -9n, tomorrow)
    expect([lost(), lost(tomorrow)]).toEqual([0n, 9n])
    const kept = selfLimits.keep()
    selfLimits.note(holder, 0n, tomorrow + dayMs)
    expect(selfLimits.keep()).toEqual(kept)
  })

  it('pause risk for a loss until tomorrow, once, and not where a pause lasts as long or no limit is', () => {
    const { selfLimits, setting, take, due } = begin(holder)
    setting('stake', 5n)
    selfLimits.note(holder, -9n, now)
    expect(due()).toEqual([])
    setting('loss_day', 9n)
    selfLimits.note(holder, -1n, now)
    expect(due()).toEqual([paused(tomorrow, 'loss')])
    selfLimits.note(holder, -1n, now)
    expect(due()).toEqual([])
    expect(selfLimits.view(holder, now)).toMatchObject({ until: tomorrow, cause: 'loss', lost: 11n })
    take(paused(tomorrow + 5, 'own'))
    expect(selfLimits.view(holder, now)).toMatchObject({ until: tomorrow + 5, cause: 'own' })
  })

  it('end once, with the pause’s own end, and a pause for good never', () => {
    const { holders, selfLimits, take, due } = begin(holder, 33)
    take(paused(tomorrow, 'own'))
    take(paused(forGood, 'own', 33))
    expect(holders.find(holder)?.restrained).toBe(true)
    expect(due(tomorrow - 1)).toEqual([])
    expect(due(tomorrow)).toEqual([{ type: 'riskResumed', holder }])
    expect(due(tomorrow)).toEqual([])
    const kept = selfLimits.keep().map(({ holder: of, until, cause }) => ({ of, until, cause }))
    expect(kept).toEqual([
      { of: holder, until: 0, cause: 'own' },
      { of: 33, until: forGood, cause: 'own' },
    ])
    expect([holders.find(holder)?.restrained, holders.find(33)?.restrained]).toEqual([false, true])
  })

  it('end a thousand at a time', () => {
    const many = Array.from({ length: 1_001 }, (_, at) => 40 + at)
    const { take, due } = begin(...many)
    for (const one of many) take(paused(tomorrow, 'own', one))
    expect(due(tomorrow)).toHaveLength(1_000)
    expect(due(tomorrow)).toHaveLength(1)
  })

  it('come back whole from what was kept', () => {
    const { selfLimits, setting, take, due } = begin(holder)
    for (const [at, limit] of ownLimits.entries()) setting(limit, BigInt(10 + at))
    setting('stake', 90n, now + dayMs)
    selfLimits.note(holder, -11n, now)
    expect(due()).toEqual([paused(tomorrow, 'loss')])
    const again = begin(holder)
    again.selfLimits.restore(selfLimits.keep())
    expect(again.selfLimits.view(holder, now)).toEqual(selfLimits.view(holder, now))
    expect(again.selfLimits.view(holder, now)).toEqual({
      until: tomorrow,
      cause: 'loss',
      limits: [
        { limit: 'deposit_day', amount: 10n, looser: null },
        { limit: 'loss_day', amount: 11n, looser: null },
        { limit: 'stake', amount: 12n, looser: { amount: 90n, from: now + dayMs } },
      ],
      lost: 11n,
    })
    expect(again.due(tomorrow)).toEqual([{ type: 'riskResumed', holder }])
    take({ type: 'riskResumed', holder })
    const resumed = begin(holder)
    resumed.selfLimits.restore(selfLimits.keep())
    expect(resumed.due(tomorrow)).toEqual([])
  })

  it('are none of who never bound themselves, and a limit says how much of it is left, never less than nothing', () => {
    const limits = ownLimits.map((limit) => ({ limit, amount: null, looser: null }))
    expect(begin().selfLimits.view(99, now)).toEqual({ until: 0, cause: 'own', limits, lost: 0n })
    const left = [-5n, 0n, 1n].map((units) => ownLimitRefused('own_stake_limit', units).rejection.detail)
    expect(left).toEqual([{ max: '0' }, { max: '0' }, { max: '0.000001' }])
  })
})

it('each limit and each cause of a pause is in a snapshot', () => {
  const fixture = fixtureWith()
  for (const limit of ownLimits) fixture.must({ type: 'setOwnLimit', holder, limit, amount: 10n * usdt })
  fixture.opened(holder, 'up', 10n * usdt)
  fixture.pass(2, 1_000_000)
  fixture.pass(61, 900_000)
  const before = viewOf(fixture)
  expect(before).toMatchObject({ cause: 'loss', lost: 10n * usdt, limits: ownLimits.map((limit) => ({ limit })) })
  fixture.reload()
  expect(viewOf(fixture)).toEqual(before)
})
