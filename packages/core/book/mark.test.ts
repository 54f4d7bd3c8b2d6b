import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { btcTerms } from '../testing/exchangeFixture.ts'
import type { Listing } from './listing.ts'
import { closingRefusal, houseStands, inSession, markDecides, marketRefusal, unheard, type Mark } from './mark.ts'

const now = Date.UTC(2026, 0, 1, 12)
const listing: Listing = { ...btcTerms, id: 0, quotePerTickStep: 1, basePerStep: 1_000 }
const mark: Mark = { time: now, indexTenths: 1_000_000, dispersionTenths: 0, sources: 2, kind: 'live' }
const aged = (age: number, more: Partial<Mark> = {}): Mark => ({ ...mark, time: now - age, ...more })
const halted = (halt: Listing['halt']): Listing => ({ ...listing, halt })
// the first of January 2026 is a Thursday
const thursday = { weekday: 4, fromMinute: 720, toMinute: 721 }

describe('the session', () => {
  it('is on from its first minute until its last has passed, on its day of UTC', () => {
    const of = (time: number) => inSession({ sessions: [thursday] }, time)
    expect([now - 1, now, now + 59_999, now + 60_000, now + 86_400_000].map(of)).toEqual([
      false,
      true,
      true,
      false,
      false,
    ])
    expect(inSession({ sessions: [] }, now)).toBe(true)
  })

  it('is what a calendar says', () => {
    const minute = fc.nat(1_440)
    const session = fc.record({ weekday: fc.nat(6), fromMinute: minute, toMinute: minute })
    fc.assert(
      fc.property(fc.array(session, { minLength: 1, maxLength: 3 }), fc.nat(2 ** 42), (sessions, time) => {
        const date = new Date(time)
        const at = 60 * date.getUTCHours() + date.getUTCMinutes()
        const today = sessions.filter(({ weekday }) => weekday === date.getUTCDay())
        const isOn = today.some(({ fromMinute, toMinute }) => fromMinute <= at && at < toMinute)
        expect(inSession({ sessions }, time)).toBe(isOn)
      }),
      { numRuns: 500 },
    )
  })
})

describe('a market', () => {
  it.each<[string, Listing, Mark, 'real' | 'demo', string | null]>([
    ['trades five seconds after its index', listing, aged(5_000), 'real', null],
    ['is old after them', listing, aged(5_001), 'real', 'market_stale'],
    ['is old for a minute', listing, aged(60_000), 'real', 'market_stale'],
    ['is closed after it', listing, aged(60_001), 'real', 'market_closed'],
    ['is closed where nothing was ever heard', listing, unheard, 'demo', 'market_closed'],
    [
      'is closed out of its session',
      { ...listing, sessions: [{ ...thursday, weekday: 5 }] },
      mark,
      'demo',
      'market_closed',
    ],
    ['is closed rather than halted', halted('halted'), aged(60_001), 'real', 'market_closed'],
    ['is halted for new orders', halted('cancel_only'), mark, 'real', 'market_halted'],
    ['is halted', halted('halted'), mark, 'demo', 'market_halted'],
    ['is halted rather than old', halted('halted'), aged(5_001), 'real', 'market_halted'],
    ['has no simulated prices for real money', listing, aged(5_001, { kind: 'simulated' }), 'real', 'prices_simulated'],
    ['has them for the demo', listing, aged(0, { kind: 'simulated' }), 'demo', null],
    ['has no replayed prices for real money', listing, aged(0, { kind: 'replay' }), 'real', 'prices_simulated'],
    ['needs two sources for real money', listing, aged(0, { sources: 1 }), 'real', 'market_halted'],
    ['needs one for the demo', listing, aged(0, { sources: 1 }), 'demo', null],
    ['needs one', listing, aged(0, { sources: 0 }), 'demo', 'market_halted'],
  ])('%s', (_, of, said, realm, refusal) => {
    expect(marketRefusal(of, said, realm, now)).toBe(refusal)
    // closing goes on where an operator stops new orders alone
    expect(closingRefusal(of, said, realm, now)).toBe(of.halt === 'cancel_only' ? null : refusal)
    expect(houseStands(of, said, realm, now)).toBe(refusal === null && now - said.time <= 1_000)
    const decides = (refusal === null || of.halt === 'cancel_only') && now - said.time <= 5_000
    expect(markDecides(of, said, realm, now)).toBe(decides)
  })

  it('of which nothing was heard has no time, no index and no source', () => {
    expect(unheard).toEqual({ time: 0, indexTenths: 0, dispersionTenths: 0, sources: 0, kind: 'live' })
  })

  it('has the house’s levels for a second', () => {
    expect([1_000, 1_001].map((age) => houseStands(listing, aged(age), 'demo', now))).toEqual([true, false])
    expect(houseStands(halted('cancel_only'), mark, 'demo', now)).toBe(false)
  })
})
