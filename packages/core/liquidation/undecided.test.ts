import { describe, expect, it } from 'vitest'
import type { ListingTerms } from '../book/listing.ts'
import { markDecides, type Mark } from '../book/mark.ts'
import { crossFigures } from '../derivative/account.ts'
import { sums } from '../query.ts'
import { decodeState, encodeState } from '../snapshot.ts'
import { MarginFixture } from '../testing/marginFixture.ts'
import type { Event } from '../vocabulary.ts'

const start = 1_000_000
const holder = 40
const none = { stopLoss: null, takeProfit: null, fault: '' }
const limit = {
  holder,
  symbol: 'BTCUSDT',
  side: 'buy',
  kind: 'limit',
  timeInForce: 'GTC',
  price: 99_000,
  lots: 10,
  ...none,
} as const
const perpetual = { ...limit, type: 'placePerpetualOrder', reduceOnly: false } as const
const ticket = { ...limit, type: 'placeContractOrder', multiple: 1 } as const
const out = { type: 'transfer', holder, from: 'contract', to: 'coin', amount: 1n, fault: '' } as const

/** A cross account of 2 000 USDT with a little of ETH, long 40 000 USDT of BTC at 50 times, and a ticket of BTC. */
function begin(): MarginFixture & { ticketId: number } {
  const fixture = new MarginFixture()
  fixture.list('ETH')
  fixture.tickNow(start)
  fixture.tickNow(start, 1)
  fixture.trader(holder, 2_000)
  for (const symbol of ['BTCUSDT', 'ETHUSDT']) fixture.setPerpetual(holder, 'cross', 50, symbol)
  fixture.perpetual(holder, 'buy', 1, { symbol: 'ETHUSDT' })
  fixture.perpetual(holder, 'buy', 4_000)
  return Object.assign(fixture, { ticketId: fixture.ticket(holder, 'buy', 1, 5) })
}

function changed(fixture: MarginFixture, listing: number, terms: Partial<ListingTerms>): void {
  fixture.must({
    type: 'configureListing',
    listing,
    terms: { ...fixture.state.venue.listings[listing], ...terms },
  })
}

function quote(fixture: MarginFixture, sources: number, indexTenths = start): void {
  const said = { listing: 1, time: fixture.now, indexTenths, dispersionTenths: 0, sources, kind: 'simulated' } as const
  fixture.must({ type: 'quote', ...said })
}

const never = [{ weekday: 0, fromMinute: 0, toMinute: 1 }]

/** Every way in which the mark of ETH ceases to decide. */
const ways: [string, (fixture: MarginFixture) => void][] = [
  ['is halted', (fixture) => changed(fixture, 1, { halt: 'halted' })],
  ['is out of its session', (fixture) => changed(fixture, 1, { sessions: never })],
  ['has no source', (fixture) => quote(fixture, 0)],
  ['is old', (fixture) => void (fixture.now += 5_001)],
]

function types(events: readonly Event[]): string[] {
  return events.map(({ type }) => type)
}

describe.each(ways)('where one of a cross account’s markets %s', (_, cease) => {
  it('its other positions are liquidated in time, at its last mark, and the fund pays nothing', () => {
    const fixture = begin()
    const fund = fixture.house('insurance')
    cease(fixture)
    let first = 0
    for (let mark = start; fixture.account(holder).perpetual.has(0); mark -= 1_000) {
      if (types(fixture.tick(mark)).includes('liquidationStarted')) first ||= mark
      const { derivative, venue } = fixture.state
      const { net, maintenance } = crossFigures(derivative, venue, holder, fixture.now)
      expect(net >= maintenance).toBe(true)
    }
    // 2 000 less 20.1 of fees, 4 of spread and 3 of the ticket: 152.9 of 1 972.8 less 1 820, where 152.8 must be kept
    expect(first).toBe(954_000)
    expect([...fixture.account(holder).perpetual.keys()]).toEqual([1])
    expect(fixture.house('insurance')).toBe(fund)
    expect(sums(fixture.state).sums.every(({ posted, frozen, held }) => posted === 0n && frozen === held)).toBe(true)
  })

  it('it opens nothing, adds no margin and sends nothing out, and it closes', () => {
    const fixture = begin()
    expect(fixture.run(perpetual)).toMatchObject({ ok: true })
    fixture.must({ type: 'cancelAllPerpetualOrders', holder, symbol: '' })
    cease(fixture)
    fixture.tick(start)
    const refusal = { rejection: { reason: 'position_undecided', detail: { symbol: 'ETHUSDT' } } }
    expect(fixture.run(perpetual)).toMatchObject(refusal)
    expect(fixture.run({ ...perpetual, side: 'sell', price: 100_100 })).toMatchObject(refusal)
    expect(fixture.run(ticket)).toMatchObject(refusal)
    expect(fixture.run(out)).toMatchObject(refusal)
    const add = { type: 'addContractMargin', holder, order: fixture.ticketId, amount: 1n, fault: '' } as const
    expect(fixture.run(add)).toMatchObject(refusal)
    fixture.must({ ...out, from: 'coin', to: 'contract' })
    fixture.must({ ...perpetual, side: 'sell', price: 100_100, reduceOnly: true })
    const position = fixture.account(holder).perpetual.get(0)?.id ?? 0
    fixture.must({ type: 'closePerpetual', holder, position, lots: 0, fault: '' })
    fixture.must({ type: 'closeContract', holder, order: fixture.ticketId, lots: 0, fault: '' })
    expect([...fixture.account(holder).positions.values()].map(({ listing }) => listing)).toEqual([1])
  })

  it('an order that rests from before opens nothing', () => {
    const fixture = begin()
    fixture.must({ ...perpetual, price: 99_000 })
    fixture.must({ ...ticket, price: 99_000, lots: 1 })
    cease(fixture)
    const events = fixture.tick(989_000)
    expect(types(events)).toEqual(['derivativeOrderClosed', 'derivativeOrderClosed'])
    expect(events).toMatchObject([{ reason: 'margin_short' }, { reason: 'margin_short' }])
    expect(fixture.account(holder).perpetual.get(0)?.lots).toBe(4_000)
  })
})

describe('a symbol that no tick was heard of since the start', () => {
  it('counts at its last sample, and whoever that leads below is closed by the next tick of another', () => {
    const fixture = begin()
    fixture.perpetual(holder, 'buy', 3_000, { symbol: 'ETHUSDT' })
    const sample = (ahead: number, indexTenths: number): void => {
      fixture.now = Math.ceil((fixture.now + ahead) / 1_000) * 1_000
      const samples = [start, indexTenths].map((each, listing) => ({
        listing,
        indexTenths: each,
        sources: 4,
        fresh: true,
      }))
      fixture.must({ type: 'sampleIndex', stamp: fixture.now, kind: 'simulated', samples })
    }
    sample(0, start)
    fixture.state = decodeState(encodeState(fixture.state))
    fixture.tickNow(start)
    // the first seconds wait for all marks
    fixture.now += 6_000
    fixture.tickNow(start)
    sample(1_000, start - 60_000)
    const events = fixture.tick(start)
    expect(events.some(({ type }) => type === 'liquidationStarted')).toBe(true)
  })
})

it('a symbol that nothing was ever heard of since a start, nor sampled before, costs nobody a position', () => {
  const fixture = begin()
  fixture.perpetual(holder, 'buy', 3_000, { symbol: 'ETHUSDT' })
  fixture.reload()
  fixture.tickNow(start)
  fixture.now += 6_000
  expect(types(fixture.tickNow(start))).not.toContain('liquidationStarted')
  expect(fixture.account(holder).positions.size).toBe(3)
  expect(types(fixture.tickNow(955_000, 1))).not.toContain('liquidationStarted')
  expect(types(fixture.tick(930_000, 1))).toContain('liquidationStarted')
})

describe('a position whose mark does not decide', () => {
  it('is not closed itself, however often it is asked, and is at once when the mark decides again', () => {
    const fixture = begin()
    fixture.must({ type: 'closeAllPerpetual', holder, symbol: 'BTCUSDT' })
    fixture.must({ type: 'closeContract', holder, order: fixture.ticketId, lots: 0, fault: '' })
    fixture.perpetual(holder, 'buy', 4_000, { symbol: 'ETHUSDT' })
    changed(fixture, 1, { halt: 'halted' })
    for (const mark of [980_000, 940_000, 900_000, 900_000]) expect(fixture.tick(mark, 1)).toEqual([])
    expect(fixture.tick(start)).toEqual([])
    expect(fixture.account(holder).perpetual.get(1)?.lots).toBe(4_001)
    changed(fixture, 1, { halt: 'trading' })
    expect(types(fixture.tick(900_000, 1))).toContain('liquidationStarted')
    expect(fixture.account(holder).positions.size).toBe(0)
  })

  it('that falls while its market is halted takes the others along, on its own tick', () => {
    const fixture = begin()
    fixture.must({ type: 'closeAllPerpetual', holder, symbol: 'BTCUSDT' })
    fixture.perpetual(holder, 'buy', 4_000, { symbol: 'ETHUSDT' })
    fixture.perpetual(holder, 'buy', 1_000)
    changed(fixture, 1, { halt: 'halted' })
    fixture.tick(start)
    expect(fixture.tick(960_000, 1)).toEqual([])
    const events = fixture.tick(955_000, 1)
    expect(events[0]).toMatchObject({ type: 'liquidationStarted', holder, listing: 1, indexTenths: 955_000 })
    const traded = events.filter((event) => event.type === 'derivativeTraded')
    expect(traded.length).toBeGreaterThan(0)
    expect(traded.every(({ listing }) => listing === 0)).toBe(true)
    expect([...fixture.account(holder).perpetual.keys()]).toEqual([1])
    // nothing is left that may be closed: no event says so again
    for (const mark of [954_000, 930_000]) expect(fixture.tick(mark, 1)).toEqual([])
    expect(fixture.tick(start)).toEqual([])
  })
})

describe('after a start', () => {
  /** Long of BTC and short of ETH, 80 000 USDT each, with 2 000 USDT; the last samples stand at the start. */
  function hedged(): MarginFixture {
    const fixture = new MarginFixture()
    fixture.list('ETH')
    fixture.tickNow(start)
    fixture.tickNow(start, 1)
    fixture.trader(holder, 2_000)
    for (const symbol of ['BTCUSDT', 'ETHUSDT']) fixture.setPerpetual(holder, 'cross', 100, symbol)
    fixture.perpetual(holder, 'buy', 4_000)
    fixture.perpetual(holder, 'sell', 4_000, { symbol: 'ETHUSDT' })
    const samples = [0, 1].map((listing) => ({ listing, indexTenths: start, sources: 4, fresh: true }))
    fixture.must({ type: 'sampleIndex', stamp: fixture.now, kind: 'simulated', samples })
    fixture.now += 8 * 3_600_000
    return Object.assign(fixture, { state: decodeState(encodeState(fixture.state)) })
  }

  it('a symbol’s first mark is not set against the other’s sample of hours before', () => {
    const fixture = hedged()
    expect(types(fixture.tick(900_000))).not.toContain('liquidationStarted')
    expect(types(fixture.tick(900_000, 1))).not.toContain('liquidationStarted')
    expect(fixture.account(holder).positions.size).toBe(2)
    expect(fixture.run(perpetual)).toMatchObject({ rejection: { reason: 'price_too_far' } })
  })

  it('what stays unheard counts at its last sample after 5 s', () => {
    const fixture = hedged()
    expect(types(fixture.tick(900_000))).not.toContain('liquidationStarted')
    expect(fixture.refused(out)).toBe('position_undecided')
    fixture.now += 5_000
    expect(types(fixture.tickNow(900_000))).not.toContain('liquidationStarted')
    fixture.now += 1
    expect(types(fixture.tickNow(900_000))).toContain('liquidationStarted')
    expect([...fixture.account(holder).perpetual.keys()]).toEqual([1])
  })
})

describe('a mark decides', () => {
  const { state } = new MarginFixture()
  const listing = { ...state.venue.listings[0], halt: 'trading' as const }
  const mark: Mark = { time: 100_000, indexTenths: start, dispersionTenths: 0, sources: 2, kind: 'live' }

  it.each<[string, Partial<typeof listing> | { halt: 'cancel_only' | 'halted' }, Partial<Mark>, boolean, boolean]>([
    ['where it is fresh', {}, {}, true, true],
    ['where new risk alone is halted', { halt: 'cancel_only' }, {}, true, true],
    ['not where the symbol is halted', { halt: 'halted' }, {}, false, false],
    ['not out of the session', { sessions: never }, {}, false, false],
    ['at 5 s of age', {}, { time: 95_000 }, true, true],
    ['not older', {}, { time: 94_999 }, false, false],
    ['by one source on the demo alone', {}, { sources: 1 }, false, true],
    ['not by none', {}, { sources: 0 }, false, false],
    ['by simulated prices on the demo alone', {}, { kind: 'simulated' }, false, true],
    ['by replayed ones likewise', {}, { kind: 'replay' }, false, true],
  ])('%s', (_, terms, said, real, demo) => {
    const decides = (realm: 'real' | 'demo'): boolean =>
      markDecides({ ...listing, ...terms }, { ...mark, ...said }, realm, 100_000)
    expect([decides('real'), decides('demo')]).toEqual([real, demo])
  })
})
