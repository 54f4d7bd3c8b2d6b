import { describe, expect, it } from 'vitest'
import { crossFigures } from '../derivative/account.ts'
import { noLadder } from '../testing/exchangeFixture.ts'
import { btcDerivative, MarginFixture } from '../testing/marginFixture.ts'
import type { Event } from '../vocabulary.ts'
import { takeoverWaitMs } from './takeoverWait.ts'

const start = 1_000_000
const holder = 40

/**
 * A cross account of 10 000 USDT, long 90 000 USDT of BTC and short as much of ETH; what one loses the other gains while both
 * move alike. Its books are the house's alone.
 */
function hedged(): MarginFixture {
  const fixture = new MarginFixture()
  fixture.list('ETH')
  fixture.tickNow(start)
  fixture.tickNow(start, 1)
  fixture.trader(holder, 10_000)
  for (const symbol of ['BTCUSDT', 'ETHUSDT']) fixture.setPerpetual(holder, 'cross', 50, symbol)
  fixture.perpetual(holder, 'buy', 9_000)
  fixture.perpetual(holder, 'sell', 9_000, { symbol: 'ETHUSDT' })
  return fixture
}

function types(events: readonly Event[]): string[] {
  return events.map(({ type }) => type)
}

const isTaken = (events: readonly Event[]): boolean => types(events).includes('positionTakenOver')

/** BTC falls by a fifth in an instant, and so did ETH, of which nothing has been heard for so long. */
function fallen(fixture: MarginFixture, silentMs: number): readonly Event[] {
  fixture.now += silentMs
  return fixture.tickNow(800_000)
}

describe('a takeover of a cross account', () => {
  it('waits where a market of it was not heard for more than a second, and does not come where that has gone as well', () => {
    const fixture = hedged()
    const before = fixture.worth(holder)
    expect(fallen(fixture, 1_001)).toMatchObject([
      {
        type: 'takeoverWaits',
        holder,
        listing: 1,
        until: fixture.now + takeoverWaitMs,
        indexTime: fixture.now - 1_001,
      },
    ])
    // nothing more is said while it waits
    fixture.now += 100
    expect(fixture.tickNow(800_000)).toEqual([])
    expect(types(fixture.tickNow(800_000, 1))).toEqual([])
    expect(fixture.account(holder).positions.size).toBe(2)
    expect(fixture.worth(holder)).toBe(before)
    const { net, maintenance } = crossFigures(fixture.state.derivative, fixture.state.venue, holder, fixture.now)
    expect(net > maintenance).toBe(true)
  })

  it('comes at once on marks on which the house trades', () => {
    const fixture = hedged()
    expect(isTaken(fallen(fixture, 1_000))).toBe(true)
    expect(fixture.account(holder).positions.size).toBe(0)
  })

  it('comes with the mark that was waited for, where that does not save the account', () => {
    const fixture = hedged()
    fallen(fixture, 1_001)
    fixture.now += 500
    const events = fixture.tickNow(1_000_000, 1)
    // BTC was heard half a second ago: the account is closed out on both
    expect(types(events)[0]).toBe('liquidationStarted')
    expect(isTaken(events)).toBe(true)
    expect(fixture.account(holder).positions.size).toBe(0)
  })

  it('comes once the mark that is waited for does not decide any more: it counts at its last and stays', () => {
    const fixture = hedged()
    fallen(fixture, 1_001)
    fixture.now += takeoverWaitMs - 2
    expect(fixture.tickNow(800_000)).toEqual([])
    fixture.now += 1
    // ETH is 5 s old, and decides for the last time
    expect(fixture.tickNow(800_000)).toEqual([])
    fixture.now += 1
    expect(isTaken(fixture.tickNow(800_000))).toBe(true)
    expect([...fixture.account(holder).perpetual.keys()]).toEqual([1])
  })

  it('comes after four seconds though its markets are old by turns for ever', () => {
    const fixture = hedged()
    fallen(fixture, 1_500)
    const began = fixture.now
    let taken = 0
    for (let turn = 0; turn < 40 && taken === 0; turn++) {
      fixture.now += 1_500
      const events = turn % 2 === 0 ? fixture.tickNow(1_000_000, 1) : fixture.tickNow(800_000)
      if (isTaken(events)) taken = fixture.now
      else expect(events).toEqual([])
    }
    expect(taken - began).toBe(4_500)
  })

  it('waits as long after a restart, and no longer', () => {
    const fixture = hedged()
    fallen(fixture, 1_001)
    const until = fixture.now + takeoverWaitMs
    fixture.reload()
    expect(fixture.account(holder).takeoverAfter).toBe(until)
    fixture.now += 1_500
    fixture.tickNow(1_000_000, 1)
    fixture.now += 1_500
    expect(isTaken(fixture.tickNow(800_000))).toBe(false)
    fixture.now = until
    expect(isTaken(fixture.tickNow(800_000))).toBe(true)
  })

  it('begins to wait anew where it waited long ago', () => {
    const fixture = hedged()
    fallen(fixture, 1_001)
    fixture.now += 100
    fixture.tickNow(800_000, 1)
    fixture.now += 60_000
    for (const listing of [0, 1]) fixture.tickNow(800_000, listing)
    fixture.now += 1_001
    expect(types(fixture.tickNow(600_000))).toEqual(['takeoverWaits'])
  })
})

describe('meanwhile', () => {
  it('orders end and what the books give is closed, as ever', () => {
    const fixture = hedged()
    const limit = { type: 'placePerpetualOrder', symbol: 'ETHUSDT', kind: 'limit', timeInForce: 'GTC' } as const
    const order = { ...limit, price: 98_000, stopLoss: null, takeProfit: null, fault: '' } as const
    fixture.must({ ...order, holder, side: 'buy', lots: 9_000, reduceOnly: true })
    const events = fallen(fixture, 1_001)
    expect(types(events)).toEqual([
      'liquidationStarted',
      'liquidationReckoned',
      'derivativeOrderClosed',
      'takeoverWaits',
    ])
    // one sent while it waits is no reason to begin again
    fixture.must({ ...order, holder, side: 'buy', lots: 10, reduceOnly: true })
    fixture.now += 100
    expect(fixture.tickNow(800_000)).toEqual([])
  })
})

describe('an account of several markets', () => {
  it('is closed where one gives something before the rest of it waits', () => {
    const fixture = hedged()
    fixture.now += 1_001
    // BTC has taken nearly all of it, and the house stands there; ETH is too old for the house to stand
    const events = fixture.tickNow(891_000)
    expect(types(events)[0]).toBe('liquidationStarted')
    const closed = events.flatMap((event) => (event.type === 'derivativeTraded' ? [event.listing] : []))
    expect(new Set(closed)).toEqual(new Set([0]))
    expect(isTaken(events)).toBe(false)
  })

  it('is closed in each market that gives something by the same tick, and then taken over', () => {
    const fixture = hedged()
    for (const listing of [0, 1]) {
      fixture.must({ type: 'configureDerivative', listing, terms: { ...btcDerivative, ladder: noLadder } })
    }
    fixture.trader(41, 2_000)
    fixture.tickNow(905_000)
    fixture.tickNow(start, 1)
    fixture.perpetual(41, 'buy', 10, { kind: 'limit', price: 89_500 })
    fixture.perpetual(41, 'sell', 10, { kind: 'limit', price: 100_010, symbol: 'ETHUSDT' })
    const events = fixture.tickNow(898_000)
    const closed = events.flatMap((event) => (event.type === 'derivativeTraded' ? [event.listing] : []))
    expect(new Set(closed)).toEqual(new Set([0, 1]))
    expect(types(events).filter((type) => type === 'liquidationStarted')).toHaveLength(1)
    expect(isTaken(events)).toBe(true)
  })
})

describe('a ticket', () => {
  it('is not taken over by a tick that has come more than a second late, and is by the next', () => {
    const fixture = new MarginFixture()
    fixture.tickNow(start)
    const ticket = fixture.ticket(fixture.trader(holder, 2_000), 'buy', 100, 50)
    fixture.now += 5_000
    const late = { type: 'quote', listing: 0, indexTenths: 900_000, dispersionTenths: 0, sources: 4 } as const
    const events = fixture.must({ ...late, time: fixture.now - 1_001, kind: 'simulated' })
    expect(types(events)).toEqual(['takeoverWaits'])
    expect(fixture.position(ticket)).toBeDefined()
    fixture.now += 250
    expect(types(fixture.tickNow(990_000))).toEqual([])
    expect(fixture.position(ticket)).toBeDefined()
    fixture.now += 250
    expect(isTaken(fixture.tickNow(900_000))).toBe(true)
  })
})

describe('a ticket of which a book gives a part', () => {
  const none = { stopLoss: null, takeProfit: null, fault: '' } as const

  /** A ticket of 100 lots, and a tick that is too old for the house's levels to stand there. */
  function late() {
    const fixture = new MarginFixture()
    fixture.tickNow(start)
    const ticket = fixture.ticket(fixture.trader(holder, 2_000), 'buy', 100, 50)
    fixture.trader(41, 2_000)
    const bid = (lots: number): void => {
      const limit = { kind: 'limit', timeInForce: 'GTC', price: 98_300, lots, reduceOnly: false, ...none } as const
      fixture.must({ type: 'placePerpetualOrder', holder: 41, symbol: 'BTCUSDT', side: 'buy', ...limit })
    }
    const tick = (ageMs: number): readonly Event[] => {
      const quote = { type: 'quote', listing: 0, indexTenths: 983_000, dispersionTenths: 0, sources: 4 } as const
      return fixture.must({ ...quote, time: fixture.now - ageMs, kind: 'simulated' })
    }
    return { fixture, ticket, bid, tick }
  }

  it('is closed by that part at once, and waits with what is left', () => {
    const { fixture, ticket, bid, tick } = late()
    bid(10)
    fixture.now += 5_000
    const events = tick(1_001)
    expect(types(events).slice(0, 2)).toEqual(['liquidationStarted', 'liquidationReckoned'])
    expect(events.at(-1)).toMatchObject({ type: 'takeoverWaits', holder, listing: 0 })
    expect(isTaken(events)).toBe(false)
    expect(fixture.position(ticket)?.lots).toBe(90)
  })

  it('is closed by what comes while it waits, and says nothing more of the wait', () => {
    const { fixture, ticket, bid, tick } = late()
    fixture.now += 5_000
    expect(types(tick(1_001))).toEqual(['takeoverWaits'])
    fixture.now += 100
    expect(tick(1_101)).toEqual([])
    bid(10)
    fixture.now += 100
    const events = types(tick(1_201))
    expect(events).toContain('derivativeTraded')
    expect(events.filter((type) => type === 'takeoverWaits' || type === 'positionTakenOver')).toEqual([])
    expect(fixture.position(ticket)?.lots).toBe(90)
  })

  it('waits anew where its last wait was over for longer than a mark decides, and not before', () => {
    for (const [ms, said] of [
      [takeoverWaitMs + 5_000, 'positionTakenOver'],
      [takeoverWaitMs + 5_001, 'takeoverWaits'],
    ] as const) {
      const { fixture, tick } = late()
      fixture.now += 5_000
      expect(types(tick(1_001))).toEqual(['takeoverWaits'])
      fixture.now += ms
      expect(types(tick(1_001))).toContain(said)
    }
  })
})

describe('a house that stands nowhere', () => {
  it('takes over at once what no book closes, on marks that are young', () => {
    const fixture = hedged()
    for (const listing of [0, 1]) {
      fixture.must({ type: 'configureDerivative', listing, terms: { ...btcDerivative, ladder: noLadder } })
    }
    fixture.tickNow(start, 1)
    expect(isTaken(fixture.tickNow(800_000))).toBe(true)
  })
})
