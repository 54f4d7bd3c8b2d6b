import { describe, expect, it } from 'vitest'
import { houseHolder } from './ledger/holders.ts'
import { settledEventsMax } from './demo.ts'
import { evolve, execute } from './exchange.ts'
import { sums } from './query.ts'
import { decodeState, encodeState } from './snapshot.ts'
import type { State } from './state.ts'
import { MarginFixture } from './testing/marginFixture.ts'
import type { Event } from './vocabulary.ts'

const settle = { key: null, command: { type: 'settleDemo' } } as const

/** Demo accounts with a ticket, a cross and an isolated position, and orders in both books; one second was sampled. */
function opened(): MarginFixture {
  const fixture = new MarginFixture()
  fixture.tickNow(900_000)
  const limit = { kind: 'limit', price: 89_000 } as const
  fixture.trader(40, 50_000)
  fixture.ticket(40, 'buy', 50, 20)
  fixture.ticket(40, 'buy', 30, 20, limit)
  fixture.trader(41, 50_000)
  fixture.setPerpetual(41, 'cross', 10)
  fixture.perpetual(41, 'sell', 80)
  fixture.perpetual(41, 'buy', 10, { ...limit, reduceOnly: true })
  fixture.trader(42, 50_000)
  fixture.setPerpetual(42, 'isolated', 50)
  fixture.perpetual(42, 'buy', 20)
  fixture.placed(40, 'buy', 89_000, 10_000)
  const samples = [{ listing: 0, indexTenths: 905_000, sources: 4, fresh: true }]
  fixture.must({ type: 'sampleIndex', stamp: fixture.now, kind: 'simulated', samples })
  return fixture
}

function settled(state: State, now: number): readonly Event[] {
  const outcome = execute(state, settle, now)
  if (!outcome.ok) throw new Error(outcome.rejection.reason)
  expect(outcome.answer).toEqual({ type: 'tick', more: false })
  return outcome.events
}

describe('prices that change their kind', () => {
  it('find nothing open on the demo: it has ended at the old kind’s last price, after a restart too', () => {
    const fixture = opened()
    const state = decodeState(encodeState(fixture.state))
    const now = fixture.now + 60_000
    const worth = (holder: number): bigint => state.venue.ledger.posted(holder, 'contract', 0)
    const before = [40, 41, 42].map(worth)
    const events = settled(state, now)
    expect(events.filter(({ type }) => type === 'positionTakenOver')).toMatchObject([
      { holder: 40, cause: 'prices_changed', indexTenths: 905_000, uncovered: 0n },
      { holder: 41, cause: 'prices_changed', indexTenths: 905_000, uncovered: 0n },
      { holder: 42, cause: 'prices_changed', indexTenths: 905_000, uncovered: 0n },
    ])
    const canceled = events.filter(({ type }) => type === 'spotOrderClosed' || type === 'derivativeOrderClosed')
    expect(canceled).toHaveLength(3)
    for (const order of canceled) expect(order).toMatchObject({ reason: 'prices_changed' })
    // a lot is 0.1 BTC: the mark stood 500 above or below the entries, give or take the house's spread
    const changes = [40, 41, 42].map((holder, at) => worth(holder) - before[at])
    expect(changes[0]).toBeGreaterThan(0n)
    expect(changes[1]).toBeLessThan(0n)
    const { derivative, spot, venue } = state
    expect([derivative.positions.size, derivative.orders.size, spot.orders.count(40)]).toEqual([0, 0, 0])
    expect(derivative.house.demo[0]?.lots).toBe(0)
    for (const holder of [40, 41, 42]) expect(venue.ledger.frozen(holder, 'contract', 0)).toBe(0n)
    expect(venue.ledger.posted(houseHolder('demo', 'clearing'), 'coin', 0)).toBe(0n)
    for (const { posted, frozen, held } of sums(state).sums) expect([posted, frozen]).toEqual([0n, held])
    // whatever the new kind says first, nobody gains or loses by it
    const quote = { type: 'quote', listing: 0, dispersionTenths: 0, sources: 4, kind: 'live' } as const
    const first = execute(state, { key: null, command: { ...quote, time: now, indexTenths: 300_000 } }, now)
    expect(first).toMatchObject({ ok: true, events: [] })
  })

  it('are told whole by the journal', () => {
    const fixture = opened()
    const replica = decodeState(encodeState(fixture.state))
    for (const event of settled(fixture.state, fixture.now)) evolve(replica, event, fixture.now)
    expect(encodeState(replica)).toEqual(encodeState(fixture.state))
    expect(settled(fixture.state, fixture.now)).toEqual([])
  })

  it('leave real accounts alone, and options, for which they wait', () => {
    const fixture = new MarginFixture()
    fixture.must({ type: 'openHolder', holder: 50, realm: 'real', country: '' })
    const before = encodeState(fixture.state)
    expect(settled(fixture.state, fixture.now)).toEqual([])
    expect(encodeState(fixture.state)).toEqual(before)
  })

  it('go on in further commands where much is open', () => {
    const fixture = new MarginFixture()
    const perHolder = 200
    const count = Math.ceil(settledEventsMax / perHolder) + 2
    for (let holder = 40; holder < 40 + count; holder++) {
      fixture.demo(holder)
      for (let at = 0; at < perHolder; at++) fixture.placed(holder, 'buy', 90_000, 100)
    }
    const first = execute(fixture.state, settle, fixture.now)
    expect(first).toMatchObject({ ok: true, answer: { type: 'tick', more: true } })
    expect(fixture.state.spot.orders.count(40 + count - 1)).toBe(perHolder)
    settled(fixture.state, fixture.now)
    expect(fixture.state.spot.orders.count(40 + count - 1)).toBe(0)
  })
})
