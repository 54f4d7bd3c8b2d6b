import { describe, expect, it } from 'vitest'
import { firstMarkBeyond, liquidationPrice } from '../margin/exposure.ts'
import { ownEquity, figuresAt } from '../derivative/account.ts'
import { derivativeOf } from '../derivative/state.ts'
import { closeLadder, MarginFixture } from '../testing/marginFixture.ts'
import { decodeState, encodeState } from '../snapshot.ts'
import type { Event } from '../vocabulary.ts'

const start = 1_000_000

function begin(terms: ConstructorParameters<typeof MarginFixture>[0] = {}, insurance?: bigint): MarginFixture {
  const fixture = new MarginFixture(terms, {}, insurance)
  fixture.tick(start)
  return fixture
}

/** The first mark at which a position on its own margin is below maintenance, as its form shows it. */
function edge(fixture: MarginFixture, id: number): number {
  const position = fixture.position(id)
  if (!position) throw new Error('no position')
  const { side, lots, cost, margin, holder, listing } = position
  const derivative = derivativeOf(fixture.state.derivative, listing)
  const whole = fixture.account(holder).lots.get(listing) ?? lots
  const price = liquidationPrice({ side, quantity: lots, cost, whole }, margin, derivative.brackets)
  return firstMarkBeyond(side, price, derivative.quotePerTenthLot)
}

function types(events: readonly Event[]): string[] {
  return events.map(({ type }) => type)
}

function triggered(events: readonly Event[]): number[] {
  return events.flatMap((event) => (event.type === 'positionTriggered' ? [event.position] : []))
}

describe('a ticket', () => {
  it.each(['buy', 'sell'] as const)('%s is liquidated on the first mark beyond its price, and not before', (side) => {
    const fixture = begin()
    const holder = fixture.trader(40, 10_000)
    const id = fixture.ticket(holder, side, 100, 20)
    const first = edge(fixture, id)
    const back = side === 'buy' ? 1 : -1
    expect(types(fixture.tick(first + back))).not.toContain('liquidationStarted')
    expect(fixture.position(id)).toBeDefined()
    const events = fixture.tick(first)
    expect(events.find((event) => event.type === 'liquidationStarted')).toMatchObject({
      position: id,
      holder,
      indexTenths: first,
      indexTime: fixture.now,
    })
    expect(fixture.position(id)).toBeUndefined()
    expect(fixture.state.venue.ledger.frozen(holder, 'contract', 0)).toBe(0n)
  })

  it('is safe where its equity equals its maintenance', () => {
    const fixture = begin()
    const holder = fixture.trader(40, 10_000)
    const id = fixture.ticket(holder, 'buy', 100, 20)
    const mark = 950_000
    const position = fixture.position(id)
    if (!position) throw new Error('no position')
    const short =
      figuresAt(fixture.state.derivative, position, mark).maintenance -
      ownEquity(fixture.state.derivative, position, mark)
    expect(short > 0n).toBe(true)
    fixture.must({ type: 'addContractMargin', holder, order: id, amount: short, fault: '' })
    fixture.tick(mark)
    expect(fixture.position(id)).toBeDefined()
    fixture.tick(mark - 1)
    expect(fixture.position(id)).toBeUndefined()
  })

  it('that a gap leads past its bankruptcy price goes to the house, and loses its margin and no more', () => {
    const fixture = begin()
    const holder = fixture.trader(40, 10_000)
    const id = fixture.ticket(holder, 'buy', 100, 20)
    const margin = fixture.position(id)?.margin ?? 0n
    const before = fixture.worth(holder)
    const fund = fixture.house('insurance')
    const events = fixture.tick(900_000)
    const takeover = events.find((event) => event.type === 'positionTakenOver')
    if (takeover?.type !== 'positionTakenOver') throw new Error('no take-over')
    expect(fixture.worth(holder)).toBe(before - margin)
    expect(takeover.insurance > 0n).toBe(true)
    expect(fixture.house('insurance')).toBe(fund - takeover.insurance)
    expect(types(events)).not.toContain('derivativeTraded')
  })

  it('that no book takes goes to the house at its bankruptcy price, and the insurance fund receives what was left', () => {
    const fixture = begin()
    const holder = fixture.trader(40, 10_000)
    const id = fixture.ticket(holder, 'buy', 100, 20)
    const margin = fixture.position(id)?.margin ?? 0n
    const [worth, fund, house] = [fixture.worth(holder), fixture.house('insurance'), fixture.house('liquidity')]
    // the house is at its cap: it stands on no side that would grow its position
    const { derivative } = fixture.state
    fixture.must({
      type: 'configureDerivative',
      listing: 0,
      terms: { ...derivativeOf(derivative, 0), ladder: { ...closeLadder, levels: 0 } },
    })
    const events = fixture.tick(edge(fixture, id))
    const takeover = events.find((event) => event.type === 'positionTakenOver')
    const started = events.find((event) => event.type === 'liquidationStarted')
    if (takeover?.type !== 'positionTakenOver' || started?.type !== 'liquidationStarted')
      throw new Error('no take-over')
    expect(takeover.insurance).toBe(-started.equity)
    expect(started.equity > 0n).toBe(true)
    expect(fixture.worth(holder)).toBe(worth - margin)
    expect(fixture.house('insurance')).toBe(fund + started.equity)
    // what the house paid the fund it has in a position that it got below the mark
    const position = derivative.house.demo[0]
    expect(fixture.house('liquidity') - house).toBe(takeover.house.realised - started.equity)
    expect(position).toMatchObject({ lots: 0 })
  })

  it('is not closed while the index is old, or while too few sources stand behind it', () => {
    const fixture = begin()
    const holder = fixture.trader(40, 10_000)
    const id = fixture.ticket(holder, 'buy', 100, 20)
    fixture.now += 10_000
    // the market said it 6 s ago
    const late = fixture.must({
      type: 'quote',
      listing: 0,
      time: fixture.now - 6_000,
      indexTenths: 900_000,
      dispersionTenths: 0,
      sources: 4,
      kind: 'simulated',
    })
    expect(late).toEqual([])
    fixture.now += 250
    expect(fixture.quote(900_000, 0)).toEqual([])
    expect(fixture.position(id)).toBeDefined()
    fixture.tick(900_000)
    expect(fixture.position(id)).toBeUndefined()
  })

  it('is still liquidated where the operator has halted new risk', () => {
    const fixture = begin()
    const holder = fixture.trader(40, 10_000)
    const id = fixture.ticket(holder, 'buy', 100, 20)
    fixture.must({ type: 'haltListing', listing: 0, halt: 'cancel_only', reason: 'checking a source' })
    const events = fixture.tick(edge(fixture, id))
    expect(fixture.position(id)).toBeUndefined()
    // the house stands for closings, so that nothing had to be taken over
    expect(types(events)).toContain('derivativeTraded')
    const other = fixture.trader(41, 10_000)
    expect(fixture.run(market(other))).toMatchObject({ rejection: { reason: 'market_halted' } })
  })
})

function market(holder: number) {
  return {
    type: 'placeContractOrder',
    holder,
    symbol: 'BTCUSDT',
    side: 'buy',
    kind: 'market',
    timeInForce: 'GTC',
    price: 0,
    lots: 100,
    multiple: 20,
    stopLoss: null,
    takeProfit: null,
    fault: '',
  } as const
}

describe('stop-losses and take-profits', () => {
  it('fire nearest the previous mark first, then by arrival, also after a restart', () => {
    const run = (restarts: boolean): number[] => {
      const fixture = begin()
      const stops = [95_000, 99_000, 97_000, 99_000, 96_500, 97_000]
      const ids = stops.map((stopLoss, at) =>
        fixture.ticket(fixture.trader(40 + at, 10_000), 'buy', 100, 5, { stopLoss }),
      )
      fixture.must({
        type: 'sampleIndex',
        stamp: fixture.now,
        kind: 'simulated',
        samples: [{ listing: 0, indexTenths: start, sources: 4, fresh: true }],
      })
      fixture.tick(999_000)
      if (restarts) Object.assign(fixture, { state: decodeState(encodeState(fixture.state)) })
      const fired = triggered(fixture.tick(955_000))
      expect(ids.map((id) => fixture.position(id) === undefined)).toEqual([false, true, true, true, true, true])
      return fired.map((id) => ids.indexOf(id))
    }
    expect(run(false)).toEqual([1, 3, 2, 5, 4])
    expect(run(true)).toEqual([1, 3, 2, 5, 4])
  })

  it('go on in further commands where there are many, in the same order', () => {
    const fixture = begin({ ladder: { ...closeLadder, levelQuantity: 1_000_000 } })
    const ids: number[] = []
    for (let holder = 40; holder < 46; holder++) {
      fixture.trader(holder, 90_000)
      for (let at = 0; at < 200; at++) {
        ids.push(fixture.ticket(holder, 'buy', 1, 5, { stopLoss: 99_000 - ((at * 37 + holder) % 500) }))
      }
    }
    const prices = new Map(ids.map((id) => [id, fixture.position(id)?.stopLoss ?? 0]))
    fixture.now += 250
    const first = fixture.quote(970_000)
    expect(triggered(first)).toHaveLength(1_000)
    const all = [...triggered(first), ...triggered(fixture.tickNow(970_000))]
    const expected = ids.toSorted((a, b) => (prices.get(b) ?? 0) - (prices.get(a) ?? 0) || a - b)
    expect(all).toEqual(expected)
  })

  it('wait until the ladder has finished, in however many commands', () => {
    const fixture = begin({ ladder: { ...closeLadder, levelQuantity: 1_000_000 } })
    const id = fixture.ticket(fixture.trader(40, 10_000), 'buy', 100, 5, { stopLoss: 99_200 })
    for (let holder = 41; holder < 47; holder++) {
      fixture.trader(holder, 90_000)
      const orders = holder === 46 ? 1 : 200
      for (let at = 0; at < orders; at++) fixture.ticket(holder, 'buy', 1, 5, { kind: 'limit', price: 99_500 })
    }
    fixture.now += 250
    const quote = { type: 'quote', listing: 0, indexTenths: 990_000, dispersionTenths: 0, sources: 4 } as const
    const tick = () => fixture.run({ ...quote, time: fixture.now, kind: 'simulated' })
    const first = tick()
    if (!first.ok) throw new Error(first.rejection.reason)
    expect(first.answer).toEqual({ type: 'tick', more: true })
    expect(first.events.filter(({ type }) => type === 'derivativeTraded')).toHaveLength(1_000)
    expect(triggered(first.events)).toEqual([])
    const then = tick()
    if (!then.ok) throw new Error(then.rejection.reason)
    const kinds = then.events.map(({ type }) => type)
    expect(kinds.indexOf('derivativeTraded')).toBeLessThan(kinds.indexOf('positionTriggered'))
    expect(triggered(then.events)).toEqual([id])
    expect(then.answer).toEqual({ type: 'tick', more: false })
  })

  it('fill where the book stands after a gap, not at their price', () => {
    const fixture = begin()
    const holder = fixture.trader(40, 10_000)
    const id = fixture.ticket(holder, 'buy', 100, 5, { stopLoss: 99_000 })
    const events = fixture.tick(950_000)
    const trade = events.find((event) => event.type === 'derivativeTraded')
    // the house bids a hundredth of a per cent below 95 000.0
    expect(trade).toMatchObject({ price: 94_990, indexTenths: 950_000, taker: { purpose: 'stop_loss', lots: 0 } })
    expect(fixture.position(id)).toBeUndefined()
    expect(triggered(events)).toEqual([id])
  })

  it('fire at their price exactly, on either side', () => {
    const fixture = begin()
    const long = fixture.ticket(fixture.trader(40, 10_000), 'buy', 100, 5, { stopLoss: 99_000, takeProfit: 101_000 })
    const short = fixture.ticket(fixture.trader(41, 10_000), 'sell', 100, 5, { stopLoss: 101_000, takeProfit: 99_000 })
    expect(triggered(fixture.tick(990_001))).toEqual([])
    expect(triggered(fixture.tick(1_009_999))).toEqual([])
    expect(triggered(fixture.tick(1_010_000))).toEqual([long, short])
  })

  it('try again with what the book did not take', () => {
    const fixture = begin({ ladder: { ...ladder, levelQuantity: 30, levels: 2, refillPerSecond: 60 } })
    const holder = fixture.trader(40, 100_000)
    const id = fixture.ticket(holder, 'buy', 50, 5)
    fixture.now += 10_000
    fixture.tick(start)
    fixture.must({
      type: 'setContractTargets',
      holder,
      order: id,
      stopLoss: { change: 'set', price: 99_000 },
      takeProfit: { change: 'keep', price: 0 },
      fault: '',
    })
    // a user takes most of what the house bids
    fixture.ticket(fixture.trader(41, 100_000), 'sell', 50, 5)
    const first = fixture.tick(989_000)
    expect(triggered(first)).toEqual([id])
    const left = fixture.position(id)?.lots ?? 0
    expect(left).toBeGreaterThan(0)
    expect(fixture.position(id)?.triggered).toBe('stop_loss')
    // the price has come back; a stop that has fired goes on all the same
    for (let at = 0; at < 8; at++) fixture.tick(995_000)
    expect(fixture.position(id)).toBeUndefined()
  })
})

const ladder = {
  levels: 2,
  halfSpreadRate: 100_000,
  gapRate: 100_000,
  levelQuantity: 30,
  refillPerSecond: 60,
  positionMax: 10_000_000,
}
