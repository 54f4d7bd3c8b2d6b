import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Fixture } from '../testing/exchangeFixture.ts'
import { act, cancel, funded, holder, usdt, withdraw } from '../testing/walletRun.ts'
import type { Command, Event } from '../vocabulary.ts'
import { disableMaxMs, emergencyEveryMs, emergencyMs, haltMaxMs, holderSuspensionMaxMs } from './words.ts'

const hour = 3_600_000
const day = 24 * hour

const one = { asker: 1, approver: 0, basis: 'emergency' } as const
const two = { asker: 1, approver: 2, basis: 'confirmed' } as const
const single = { asker: 3, approver: 3, basis: 'single_operator' } as const
type People = typeof one | typeof two | typeof single

const freeze = (people: People, durationMs = 7 * day): Command => {
  return { type: 'suspendHolder', holder, kind: 'freeze', ground: 'authority_order', claim: 1, durationMs, ...people }
}
const disable = (people: People, durationMs = 30 * day): Command => {
  return { type: 'suspendHolder', holder, kind: 'disable', ground: 'security', claim: 2, durationMs, ...people }
}
const halt = (people: People, durationMs = day): Command => {
  return {
    type: 'suspendMarket',
    listing: 0,
    halt: 'halted',
    reason: 'drill',
    ground: 'technical_fault',
    durationMs,
    ...people,
  }
}
const release = (kind: 'freeze' | 'disable'): Command => ({ type: 'releaseHolder', holder, kind, operator: 1 })
const buy: Command = {
  type: 'placeSpotOrder',
  holder,
  symbol: 'BTCUSDT',
  side: 'buy',
  kind: 'limit',
  timeInForce: 'GTC',
  price: 990_000,
  quantity: 100,
  budget: 0n,
  fault: '',
}

// the second's sample is the clock by which suspensions end
function tick(fixture: Fixture): readonly Event[] {
  const samples = [{ listing: 0, indexTenths: 1_000_000, sources: 4, fresh: true }]
  return fixture.must({ type: 'sampleIndex', stamp: Math.ceil(fixture.now / 1_000) * 1_000, kind: 'live', samples })
}

describe('what one person stops', () => {
  it('holds at once, for an hour and no longer, and not again within a day', () => {
    const fixture = funded(1_000n * usdt)
    fixture.must(freeze(one))
    expect(fixture.refused(withdraw(100n * usdt))).toBe('account_frozen')
    fixture.now += emergencyMs - 1
    expect(tick(fixture)).not.toContainEqual(expect.objectContaining({ type: 'holderReleased' }))
    fixture.now += 1
    expect(tick(fixture)).toContainEqual(expect.objectContaining({ type: 'holderReleased', outcome: 'lapsed' }))
    fixture.must(withdraw(100n * usdt))
    fixture.must(cancel(1))
    for (const asker of [1, 2]) {
      expect(fixture.refused({ ...freeze(one), asker } as Command)).toBe('suspension_needs_two')
    }
    fixture.now += emergencyEveryMs
    fixture.must(freeze(one))
  })

  it('is not made again by lifting it before its hour is over', () => {
    const fixture = funded(1_000n * usdt)
    fixture.must(disable(one))
    fixture.must(release('disable'))
    expect(fixture.refused(disable(one))).toBe('suspension_needs_two')
    expect(fixture.refused(release('disable'))).toBe('suspension_none')
  })

  it('is confirmed by a second person alone, until the end that both have named', () => {
    const fixture = funded(1_000n * usdt)
    const [begun] = fixture.must(freeze(one))
    fixture.now += hour / 2
    expect(fixture.refused({ ...freeze(two), approver: 1 } as Command)).toBe('second_person_needed')
    const [confirmed] = fixture.must(freeze(two))
    expect(confirmed).toMatchObject({
      suspension: 'suspension' in begun ? begun.suspension : 0,
      until: fixture.now + 7 * day,
    })
    fixture.now += 7 * day - 1
    tick(fixture)
    expect(fixture.refused(withdraw(100n * usdt))).toBe('account_frozen')
    fixture.now += 1
    expect(tick(fixture)).toContainEqual(expect.objectContaining({ type: 'holderReleased', outcome: 'expired' }))
  })
})

describe('a suspension', () => {
  it('has an end within the bound of its kind and ground', () => {
    const fixture = funded(1_000n * usdt)
    expect(holderSuspensionMaxMs('freeze', 'court_order')).toBe(30 * day)
    expect(holderSuspensionMaxMs('freeze', 'sanctions_list')).toBe(7 * day)
    expect(holderSuspensionMaxMs('disable', 'security')).toBe(90 * day)
    expect(fixture.refused(freeze(two, 7 * day + 1))).toBe('suspension_too_long')
    expect(fixture.refused(disable(single, disableMaxMs + 1))).toBe('suspension_too_long')
    expect(fixture.refused(halt(two, haltMaxMs + 1))).toBe('suspension_too_long')
    expect(fixture.refused(halt(two, 0))).toBe('suspension_too_long')
    fixture.must({ ...freeze(two, 30 * day), ground: 'court_order' } as Command)
  })

  it('is renewed by two again, and by nobody alone', () => {
    const fixture = funded(1_000n * usdt)
    fixture.must(halt(two))
    fixture.now += 23 * hour
    expect(fixture.refused(halt(one))).toBe('suspension_needs_two')
    fixture.must(halt(two))
    expect(fixture.state.venue.suspensions.ofListing(0).until).toBe(fixture.now + day)
  })

  it('has a ground of its kind, and one that is stated', () => {
    const fixture = funded(1_000n * usdt)
    for (const ground of ['security', 'unstated']) {
      expect(fixture.refused({ ...freeze(one), ground } as Command)).toBe('field_malformed')
    }
    expect(fixture.refused({ ...disable(two), ground: 'unstated' } as Command)).toBe('field_malformed')
    expect(fixture.refused({ ...halt(two), ground: 'unstated' } as Command)).toBe('field_malformed')
    expect(fixture.refused({ ...halt(two), halt: 'trading' } as Command)).toBe('field_malformed')
  })

  it('is carried over once from what had no end', () => {
    const fixture = funded(1_000n * usdt)
    const carried = { ...disable(two), ground: 'unstated', asker: 0, approver: 0, basis: 'carried_over' } as Command
    fixture.must(carried)
    expect(fixture.refused(carried)).toBe('suspension_needs_two')
  })

  it('is lifted earlier, a halt by two', () => {
    const fixture = funded(1_000n * usdt)
    fixture.must(halt(two))
    for (const people of [one, { ...two, approver: 1 }]) {
      expect(fixture.refused({ type: 'resumeMarket', listing: 0, ...people })).toBe('second_person_needed')
    }
    fixture.must({ type: 'resumeMarket', listing: 0, ...two })
    expect(fixture.state.venue.listings[0]).toMatchObject({ halt: 'trading', haltReason: '' })
    expect(fixture.refused({ type: 'resumeMarket', listing: 0, ...two })).toBe('suspension_none')
  })
})

describe('a frozen account', () => {
  it('is paid nothing, not even what was asked for before, and may be given its money back', () => {
    const fixture = funded(1_000n * usdt)
    fixture.must(withdraw(100n * usdt))
    fixture.must(freeze(two))
    expect(fixture.refused(act(1, 'approve'))).toBe('account_frozen')
    fixture.must(act(1, 'reject'))
    fixture.must(release('freeze'))
    fixture.must(withdraw(100n * usdt))
    fixture.must(act(2, 'approve'))
    fixture.must(freeze(two))
    expect(fixture.refused(act(2, 'pay', 2))).toBe('account_frozen')
    fixture.must(act(2, 'fail', 2))
  })
})

describe('a disabled account', () => {
  it('takes no risk, whatever is told of its name meanwhile, and withdraws', () => {
    const fixture = funded(1_000n * usdt)
    fixture.must(buy)
    expect(fixture.must(disable(two))).toContainEqual(
      expect.objectContaining({ type: 'spotOrderClosed', reason: 'user_disabled' }),
    )
    fixture.must({ type: 'setStanding', holder, disabled: false, realName: 'advanced', country: 'FR' })
    expect(fixture.refused(buy)).toBe('user_disabled')
    fixture.must(withdraw(100n * usdt))
    fixture.now += 30 * day
    tick(fixture)
    fixture.must(buy)
  })
})

describe('a halted market', () => {
  it('goes on by itself at the end, whatever terms were changed meanwhile', () => {
    const fixture = funded(1_000n * usdt)
    fixture.must(halt(one))
    expect(fixture.refused(buy)).toBe('market_halted')
    const { id: _, quotePerTickStep: _quote, basePerStep: _base, ...terms } = fixture.state.venue.listings[0]
    fixture.must({ type: 'setListingTerms', listing: 0, terms: { ...terms, halt: 'trading', feeRateMaker: 7 } })
    expect(fixture.refused(buy)).toBe('market_halted')
    fixture.now += hour
    expect(tick(fixture)).toContainEqual({
      type: 'marketResumed',
      suspension: 1,
      listing: 0,
      outcome: 'lapsed',
      asker: 0,
      approver: 0,
    })
    expect(fixture.state.venue.listings[0]).toMatchObject({ halt: 'trading', haltReason: '', feeRateMaker: 7 })
    fixture.must(buy)
    // what was read from before the end does not halt it again
    fixture.must({ type: 'setListingTerms', listing: 0, terms: { ...terms, halt: 'halted' } })
    fixture.must(buy)
  })
})

interface Model {
  until: number
  emergencyAt: number
}

const subjects = { freeze, disable, halt }
const maxMs = { freeze: 7 * day, disable: disableMaxMs, halt: haltMaxMs }

function stops(fixture: Fixture, what: keyof typeof subjects): boolean {
  const { suspensions, holders, listings } = fixture.state.venue
  if (what === 'freeze') return suspensions.has(holder, 'freeze', fixture.now)
  if (what === 'disable') return holders.find(holder)?.suspended ?? false
  return listings[0].halt !== 'trading'
}

describe('any run of steps by one and by two, of lifts, terms, payouts, time and restarts', () => {
  it('stops just what a naive model says, and nobody alone for more than an hour a day', () => {
    const step = fc.record({
      pass: fc.oneof(fc.nat(hour), fc.nat(3 * day), fc.constantFrom(hour, day, 7 * day)),
      what: fc.constantFrom('freeze', 'disable', 'halt'),
      by: fc.constantFrom<People>(one, one, one, two, single),
      durationMs: fc.oneof(fc.nat(2 * hour), fc.nat(100 * day)),
      does: fc.constantFrom('stop', 'stop', 'stop', 'lift', 'terms', 'withdraw', 'standing', 'restart'),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const fixture = funded(100_000n * usdt)
        const none = (): Model => ({ until: 0, emergencyAt: -emergencyEveryMs })
        const model = { freeze: none(), disable: none(), halt: none() }
        for (const { pass, what, by, durationMs, does } of steps) {
          fixture.now += pass
          tick(fixture)
          const own = model[what]
          const isOn = own.until > fixture.now
          if (does === 'stop') {
            const isAlone = by.basis === 'emergency'
            const fits = durationMs > 0 && durationMs <= maxMs[what]
            const may = fits && (!isAlone || (!isOn && fixture.now >= own.emergencyAt + emergencyEveryMs))
            expect(fixture.run(subjects[what](by, durationMs)).ok).toBe(may)
            if (may) {
              own.until = fixture.now + (isAlone ? Math.min(durationMs, emergencyMs) : durationMs)
              if (isAlone) own.emergencyAt = fixture.now
            }
          } else if (does === 'lift') {
            const lift: Command = what === 'halt' ? { type: 'resumeMarket', listing: 0, ...two } : release(what)
            expect(fixture.run(lift).ok).toBe(isOn)
            own.until = 0
          } else if (does === 'terms') {
            const { id: _, quotePerTickStep: _quote, basePerStep: _base, ...terms } = fixture.state.venue.listings[0]
            fixture.must({ type: 'setListingTerms', listing: 0, terms: { ...terms, halt: 'cancel_only' } })
          } else if (does === 'standing') {
            fixture.must({ type: 'setStanding', holder, disabled: false, realName: 'advanced', country: 'FR' })
          } else if (does === 'restart') fixture.restart()
          else {
            const asked = fixture.run(withdraw(20n * usdt))
            expect(asked.ok ? '' : asked.rejection.reason).toBe(
              model.freeze.until > fixture.now ? 'account_frozen' : '',
            )
            const open = fixture.state.wallet.withdrawals.get(holder)
            if (open) fixture.must(cancel(open.withdrawal))
          }
          for (const name of ['freeze', 'disable', 'halt'] as const) {
            expect([name, stops(fixture, name)]).toEqual([name, model[name].until > fixture.now])
          }
        }
      }),
      { numRuns: 60 },
    )
  })
})
