import { describe, expect, it } from 'vitest'
import { evolve } from '../exchange.ts'
import { closeLadder, MarginFixture } from '../testing/marginFixture.ts'
import type { Event } from '../vocabulary.ts'
import { fireTargets } from './targets.ts'

const start = 1_000_000
const below = 985_000

/** A market whose house stands aside, so that what closes a position is what users have put there. */
function begin(): MarginFixture {
  const fixture = new MarginFixture({ ladder: { ...closeLadder, levels: 0 } })
  fixture.tick(start)
  for (const maker of [60, 61]) fixture.trader(maker, 90_000)
  return fixture
}

function rest(fixture: MarginFixture, side: 'buy' | 'sell', lots: number, price: number, maker = 60): number {
  return fixture.ticket(maker, side, lots, 5, { kind: 'limit', price })
}

type Targets = { readonly stopLoss?: number; readonly takeProfit?: number }

/** A ticket of 100 lots at 100 000 ticks, met by another user. */
function open(fixture: MarginFixture, holder: number, side: 'buy' | 'sell', targets: Targets): number {
  rest(fixture, side === 'buy' ? 'sell' : 'buy', 100, 100_000)
  return fixture.ticket(fixture.trader(holder, 10_000), side, 100, 5, targets)
}

const takers = (events: readonly Event[]) =>
  events.flatMap((event) => (event.type === 'derivativeTraded' ? [event.taker.holder] : []))
const fired = (events: readonly Event[]) =>
  events.flatMap((event) => (event.type === 'positionTriggered' ? [event.position] : []))
const sent = (events: readonly Event[]) => events.filter(({ type }) => type === 'derivativeOrderAccepted').length

describe('what the mark has passed', () => {
  it.each([
    ['buy', below, 98_900, 99_000, 98_500],
    ['sell', 2 * start - below, 101_100, 101_000, 101_500],
  ] as const)(
    'of a %s tries again by arrival, and sends nothing while nothing stands there',
    (side, mark, far, near, at) => {
      const fixture = begin()
      const first = open(fixture, 40, side, { stopLoss: far })
      const then = open(fixture, 41, side, { stopLoss: near })
      expect(fired(fixture.tick(mark))).toEqual([then, first])
      expect(sent(fixture.tick(mark))).toBe(0)
      rest(fixture, side, 150, at)
      const events = fixture.tick(mark)
      expect(takers(events)).toEqual([40, 41])
      expect(fixture.position(first)).toBeUndefined()
      expect(fixture.position(then)?.lots).toBe(50)
      expect(sent(fixture.tick(mark))).toBe(0)
      rest(fixture, side, 50, at)
      expect(takers(fixture.tick(mark))).toEqual([41])
    },
  )

  it('is told at its own price, whichever of the two it is', () => {
    const fixture = begin()
    open(fixture, 40, 'buy', { stopLoss: 99_000, takeProfit: 101_000 })
    open(fixture, 41, 'sell', { stopLoss: 101_500, takeProfit: 98_600 })
    const told = fixture.tick(below).filter((event) => event.type === 'positionTriggered')
    expect(told).toMatchObject([
      { cause: 'stop_loss', price: 99_000, previousTenths: start, indexTenths: below, indexTime: fixture.now },
      { cause: 'take_profit', price: 98_600 },
    ])
  })

  it('ends what rests of its ticket first', () => {
    const fixture = begin()
    rest(fixture, 'sell', 60, 100_000)
    const holder = fixture.trader(40, 10_000)
    const ticket = fixture.ticket(holder, 'buy', 100, 5, { kind: 'limit', price: 100_000, stopLoss: 99_000 })
    expect(fixture.position(ticket)?.lots).toBe(60)
    rest(fixture, 'buy', 60, 98_500, 61)
    const events = fixture.tick(below)
    const own = events.filter((event) => 'holder' in event && event.holder === holder).map(({ type }) => type)
    expect(own.slice(0, 2)).toEqual(['positionTriggered', 'derivativeOrderClosed'])
    expect(fixture.state.derivative.orders.get(ticket)).toBeUndefined()
    expect(fixture.position(ticket)).toBeUndefined()
  })
})

describe('what another’s closing has changed meanwhile', () => {
  /** A long ticket of 40, and a short of 41 whose own order to buy it back stands in the long's way down. */
  function facing(takeProfit: number): { fixture: MarginFixture; long: number } {
    const fixture = begin()
    const long = open(fixture, 40, 'buy', { stopLoss: 99_000 })
    rest(fixture, 'buy', 100, 100_000)
    fixture.trader(41, 10_000)
    fixture.setPerpetual(41, 'cross', 5)
    fixture.perpetual(41, 'sell', 100, { takeProfit })
    return { fixture, long }
  }
  const back = { kind: 'limit', price: 98_500 } as const

  it('fires no more where it has closed the position', () => {
    const { fixture, long } = facing(98_600)
    fixture.perpetual(41, 'buy', 100, back)
    const events = fixture.tick(below)
    expect(fired(events)).toEqual([long])
    expect(takers(events)).toEqual([40])
    expect(fixture.state.derivative.positions.size).toBe(2)
  })

  it('is not tried again where it has', () => {
    const { fixture, long } = facing(98_600)
    expect(fired(fixture.tick(below))).toHaveLength(2)
    fixture.perpetual(41, 'buy', 100, back)
    expect(takers(fixture.tick(below))).toEqual([40])
    expect(fixture.position(long)).toBeUndefined()
    expect(fixture.account(41).perpetual.size).toBe(0)
  })

  it('is tried by those whose margin bears the price, also behind one whose does not', () => {
    const fixture = begin()
    rest(fixture, 'sell', 200, 100_000)
    const thin = fixture.ticket(fixture.trader(40, 10_000), 'buy', 100, 20, { stopLoss: 99_000 })
    const whole = fixture.ticket(fixture.trader(41, 10_000), 'buy', 100, 2, { stopLoss: 99_000 })
    expect(fired(fixture.tick(960_000))).toEqual([thin, whole])
    // a twentieth of its price is all that the first can lose
    rest(fixture, 'buy', 200, 94_500)
    expect(takers(fixture.tick(960_000))).toEqual([41])
    expect(fixture.position(thin)?.lots).toBe(100)
  })
})

describe('a tick’s fills', () => {
  /** The steps of a budget, each evolved; a position's own closing goes on with what is left of it. */
  function fire(fixture: MarginFixture, fills: number): { events: Event[]; left: number } {
    const { state, now } = fixture
    const { derivative, venue, watch } = state
    watch.refresh(derivative, venue, now)
    const budget = { fills }
    const events: Event[] = []
    for (const step of fireTargets({ state: derivative, venue, watch, realm: 'demo', listing: 0, budget, now })) {
      for (const event of step) evolve(state, event, now)
      events.push(...step)
    }
    return { events, left: budget.fills }
  }

  function waiting(): MarginFixture {
    const fixture = begin()
    for (const holder of [40, 41]) open(fixture, holder, 'buy', { stopLoss: 99_000 })
    for (let at = 0; at < 4; at++) rest(fixture, 'buy', 50, 98_500)
    Object.assign(fixture.state.venue.marks.of(0), { indexTenths: below })
    return fixture
  }

  it('are spent by what fires, and the rest fires in the next command', () => {
    const fixture = waiting()
    const first = fire(fixture, 2)
    expect([fired(first.events).length, takers(first.events), first.left]).toEqual([1, [40, 40], 0])
    const then = fire(fixture, 5)
    expect([fired(then.events).length, takers(then.events), then.left]).toEqual([1, [41, 41], 3])
  })

  it('are needed for what has fired already too, one at least for each', () => {
    const fixture = waiting()
    expect(fire(fixture, 1).left).toBe(0)
    expect(fire(fixture, 0)).toEqual({ events: [], left: 0 })
    expect(takers(fire(fixture, 1).events)).toEqual([40])
    const empty = begin()
    open(empty, 40, 'buy', { stopLoss: 99_000 })
    Object.assign(empty.state.venue.marks.of(0), { indexTenths: below })
    expect(fire(empty, 9).left).toBe(8)
  })
})
