import { describe, expect, it } from 'vitest'
import type { Budget } from '../book/budget.ts'
import { figuresAt } from '../derivative/account.ts'
import { derivativeOf } from '../derivative/state.ts'
import { absorbLadders, senseLadders } from '../derivative/tick.ts'
import { evolve } from '../exchange.ts'
import { maintenanceShare } from '../margin/exposure.ts'
import { sense } from '../spot/tick.ts'
import { closeLadder, MarginFixture } from '../testing/marginFixture.ts'
import type { Event } from '../vocabulary.ts'
import type { TickStep } from './closing.ts'
import { liquidateCross } from './cross.ts'
import { liquidateOwn } from './ownMargin.ts'

const start = 1_000_000
// five levels of 30 lots, which nothing refills in a tick
const thin = { ...closeLadder, levelQuantity: 30, refillPerSecond: 1 }
const deep = { ...closeLadder, levelQuantity: 1_000_000 }

/** An exchange whose liquidations a test asks for step by step, with as many fills as it says. */
class Stepped extends MarginFixture {
  constructor(ladder: typeof closeLadder) {
    super({ ladder: deep })
    this.list('ETH')
    for (const listing of [0, 1]) this.tick(start, listing)
    this.#ladder = ladder
  }

  readonly #ladder: typeof closeLadder

  /** The mark falls to where nothing has been fired yet; the ladder stands anew by it. */
  fallsTo(indexTenths: number, listing = 0): void {
    const { derivative, venue } = this.state
    for (const [at, terms] of derivative.terms.entries()) {
      if (terms) this.must({ type: 'configureDerivative', listing: at, terms: { ...terms, ladder: this.#ladder } })
    }
    this.now += 1_000
    const quote = { type: 'quote', time: this.now, dispersionTenths: 0, sources: 4, kind: 'simulated' } as const
    for (const at of [0, 1]) {
      sense(venue, { ...quote, listing: at, indexTenths: at === listing ? indexTenths : start }, this.now)
      senseLadders(derivative, venue, at, this.now)
    }
  }

  #all(steps: Iterable<TickStep>): Event[] {
    const events: Event[] = []
    for (const step of steps) {
      expect(step.length).toBeGreaterThan(0)
      for (const event of step) {
        evolve(this.state, event, this.now)
        if (event.type === 'derivativeTraded') absorbLadders(this.state.derivative, event)
        events.push(event)
      }
    }
    return events
  }

  own(budget: Budget): Event[] {
    const { derivative, venue, watch } = this.state
    watch.refresh(derivative, venue, this.now)
    const tick = { state: derivative, venue, watch, realm: 'demo', listing: 0, budget, now: this.now } as const
    return this.#all(liquidateOwn(tick))
  }

  cross(holder: number, budget: Budget): Event[] {
    const { derivative, venue } = this.state
    return this.#all(liquidateCross({ state: derivative, venue, listing: 0, budget, now: this.now }, holder))
  }
}

function of<T extends Event['type']>(events: readonly Event[], type: T): Extract<Event, { type: T }>[] {
  return events.filter((event): event is Extract<Event, { type: T }> => event.type === type)
}

function typesOf(events: readonly Event[]): string[] {
  return events.map(({ type }) => type)
}

const rest = { kind: 'limit', price: 101_500 } as const

describe('the fills of a tick’s liquidations of positions on their own margin', () => {
  // a long of 20× is below its maintenance at 4.6 % less
  const below = 953_000

  it('are counted one by one, at least one for each position', () => {
    const fixture = new Stepped(thin)
    const first = fixture.ticket(fixture.trader(40, 10_000), 'buy', 100, 20)
    const second = fixture.ticket(fixture.trader(41, 10_000), 'buy', 40, 20)
    const third = fixture.ticket(fixture.trader(42, 10_000), 'buy', 5, 20)
    fixture.fallsTo(below)
    const budget = { fills: 10 }
    const events = fixture.own(budget)
    // 30, 30, 30 and 10; then 20 and 20, and 5
    expect(of(events, 'derivativeTraded').map(({ lots }) => lots)).toEqual([30, 30, 30, 10, 20, 20, 5])
    expect(of(events, 'derivativeTraded').every(({ taker }) => taker.purpose === 'liquidation')).toBe(true)
    expect(budget).toEqual({ fills: 3 })
    expect([first, second, third].map((id) => fixture.position(id))).toEqual([undefined, undefined, undefined])
    expect(of(events, 'positionTakenOver')).toEqual([])
  })

  it('end in the middle of a position, which is not taken over then, and goes on', () => {
    const fixture = new Stepped(thin)
    const id = fixture.ticket(fixture.trader(40, 10_000), 'buy', 100, 20)
    const other = fixture.ticket(fixture.trader(41, 10_000), 'buy', 40, 20)
    fixture.fallsTo(below)
    const budget = { fills: 2 }
    expect(of(fixture.own(budget), 'derivativeTraded').map(({ lots }) => lots)).toEqual([30, 30])
    expect(budget).toEqual({ fills: 0 })
    expect(fixture.position(id)?.lots).toBe(40)
    expect(fixture.position(other)?.lots).toBe(40)
    expect(fixture.own({ fills: 0 })).toEqual([])
    const events = fixture.own({ fills: 100 })
    expect(of(events, 'liquidationStarted').map(({ position }) => position)).toEqual([id, other])
    expect([id, other].map((one) => fixture.position(one))).toEqual([undefined, undefined])
  })

  it('are one for a position that nothing takes, which sends no order that could only be cancelled', () => {
    const fixture = new Stepped({ ...thin, levels: 0 })
    const ids = [40, 41].map((holder) => fixture.ticket(fixture.trader(holder, 10_000), 'buy', 100, 20))
    fixture.fallsTo(below)
    const budget = { fills: 1 }
    expect(typesOf(fixture.own(budget))).toEqual(['liquidationStarted', 'liquidationReckoned', 'positionTakenOver'])
    expect(budget).toEqual({ fills: 0 })
    expect(ids.map((id) => fixture.position(id)?.lots)).toEqual([undefined, 100])
  })

  it('leave what the book does not take to the house', () => {
    const fixture = new Stepped({ ...thin, levels: 2 })
    const id = fixture.ticket(fixture.trader(40, 10_000), 'buy', 100, 20)
    fixture.fallsTo(below)
    const budget = { fills: 10 }
    const events = fixture.own(budget)
    expect(of(events, 'derivativeTraded').map(({ lots }) => lots)).toEqual([30, 30])
    expect(of(events, 'positionTakenOver')).toMatchObject([{ position: id, lots: 40, cause: 'bankruptcy' }])
    expect(budget).toEqual({ fills: 8 })
  })

  it('are said with all that decided: one position at its mark, and its figures', () => {
    const fixture = new Stepped(thin)
    const holder = fixture.trader(40, 10_000)
    const id = fixture.ticket(holder, 'buy', 100, 20)
    const position = fixture.position(id)
    if (!position) throw new Error('no position')
    fixture.fallsTo(below)
    const { profit, maintenance } = figuresAt(fixture.state.derivative, position, below)
    const equity = position.margin + profit
    const [started] = of(fixture.own({ fills: 10 }), 'liquidationStarted')
    const at = { indexTenths: below, profit, maintenance }
    expect(started).toEqual({
      type: 'liquidationStarted',
      position: id,
      realm: 'demo',
      holder,
      listing: 0,
      equity,
      maintenance,
      positions: [{ position: id, listing: 0, lots: 100, ...at }],
      indexTenths: below,
      indexTime: fixture.now,
    })
    expect(equity < maintenance).toBe(true)
  })

  it('spare a position that the closing of its holder’s other one has led back above its maintenance', () => {
    const fixture = new Stepped(deep)
    const holder = fixture.trader(40, 10_000)
    // 60 000 USDT stand in the second bracket together, and either alone in the first
    const ids = [4_000, 2_000].map((lots) => fixture.ticket(holder, 'buy', lots, 20))
    fixture.fallsTo(954_000)
    const events = fixture.own({ fills: 100 })
    expect(of(events, 'liquidationStarted').map(({ position }) => position)).toEqual([ids[0]])
    expect(fixture.position(ids[1])?.lots).toBe(2_000)
  })

  it('end the order that rests of the ticket, and no other', () => {
    const fixture = new Stepped(thin)
    const holder = fixture.trader(40, 10_000)
    const other = fixture.ticket(holder, 'sell', 10, 1, rest)
    fixture.setPerpetual(holder, 'cross', 1)
    fixture.must(perpetual(holder, 'BTCUSDT'))
    fixture.fallsTo(start)
    const id = fixture.ticket(holder, 'buy', 200, 20, { kind: 'limit', price: 100_100 })
    fixture.fallsTo(below)
    const events = fixture.own({ fills: 10 })
    expect(of(events, 'liquidationStarted')).toMatchObject([{ position: id }])
    const closed = of(events, 'derivativeOrderClosed').filter(({ status }) => status === 'canceled')
    expect(closed).toMatchObject([{ order: id, reason: 'liquidation', filled: 150, lots: 200 }])
    expect([...fixture.account(holder).orders.keys()]).toContain(other)
    expect(fixture.account(holder).orders.size).toBe(2)
  })

  it('end an isolated symbol’s orders, and leave those of contracts and of other symbols', () => {
    const fixture = new Stepped(deep)
    const holder = fixture.trader(40, 10_000)
    const ticket = fixture.ticket(holder, 'sell', 10, 1, rest)
    for (const symbol of ['BTCUSDT', 'ETHUSDT']) fixture.setPerpetual(holder, 'isolated', 20, symbol)
    fixture.perpetual(holder, 'buy', 100)
    const [mine, elsewhere] = ['BTCUSDT', 'ETHUSDT'].map((symbol) => {
      const [event] = of(fixture.must(perpetual(holder, symbol)), 'derivativeOrderAccepted')
      return event.order
    })
    fixture.fallsTo(below)
    const closed = of(fixture.own({ fills: 10 }), 'derivativeOrderClosed').filter(({ status }) => status === 'canceled')
    expect(closed).toMatchObject([{ order: mine, reason: 'liquidation', product: 'perpetual' }])
    expect([...fixture.account(holder).orders.keys()]).toEqual([ticket, elsewhere])
    expect(fixture.account(holder).perpetual.size).toBe(0)
  })
})

describe('the fills of a cross account’s liquidation', () => {
  // levels of 100 lots, so that relief takes many of them
  const levels = { ...closeLadder, levels: 20, levelQuantity: 100, refillPerSecond: 1 }
  const marks = { buy: 953_500, sell: 1_046_000 }

  /** 5 000 lots, 50 000 USDT, at a mark that leaves less than their maintenance. */
  function account(ladder: typeof closeLadder, side: 'buy' | 'sell' = 'buy'): Stepped {
    const fixture = new Stepped(ladder)
    fixture.trader(40, 2_535)
    fixture.setPerpetual(40, 'cross', 20)
    fixture.perpetual(40, side, 5_000)
    fixture.fallsTo(marks[side])
    return fixture
  }

  it('close just so many lots that equity is 1.2 times the maintenance, at what the book gives and with its fees', () => {
    for (const side of ['buy', 'sell'] as const) {
      const fixture = account(levels, side)
      const mark = marks[side]
      const sign = side === 'buy' ? 1n : -1n
      const events = fixture.cross(40, { fills: 100 })
      const [started] = of(events, 'liquidationStarted')
      const fills = of(events, 'derivativeTraded').map(({ price, lots }) => ({ price, lots }))
      const closed = fills.reduce((sum, { lots }) => sum + lots, 0)
      expect(fills.length).toBeGreaterThan(2)
      expect(of(events, 'derivativeOrderAccepted')).toMatchObject([{ purpose: 'liquidation', lots: closed }])
      /** Whether so many lots fewer would have done. */
      const relieved = (fewer: number): boolean => {
        let { equity } = started
        let left = closed - fewer
        for (const { price, lots } of fills) {
          const taken = Math.min(lots, left)
          left -= taken
          // a lot at a tick is 100 units, 0.05 % is the fee
          const quote = BigInt(price * taken * 100)
          equity += sign * (quote - BigInt(mark * taken * 10)) - (quote * 5n + 9_999n) / 10_000n
        }
        // 0.4 % in the first bracket, rounded up
        const maintenance = (BigInt(mark * (5_000 - closed + fewer) * 10) * 4n + 999n) / 1_000n
        return equity * 5n >= maintenance * 6n
      }
      expect([relieved(0), relieved(1)]).toEqual([true, false])
      expect(fixture.cross(40, { fills: 100 })).toEqual([])
    }
  })

  it('are counted, and end in the middle of it: nothing is taken over then, and it goes on', () => {
    const whole = account(levels)
    const budget = { fills: 100 }
    const all = of(whole.cross(40, budget), 'derivativeTraded')
    expect(budget.fills).toBe(100 - all.length)
    const fixture = account(levels)
    const few = { fills: 2 }
    const events = fixture.cross(40, few)
    expect(of(events, 'derivativeTraded').map(({ lots }) => lots)).toEqual([100, 100])
    expect(of(events, 'positionTakenOver')).toEqual([])
    expect(few).toEqual({ fills: 0 })
    expect(of(fixture.cross(40, { fills: 0 }), 'derivativeTraded')).toEqual([])
    const rest = of(fixture.cross(40, { fills: 100 }), 'derivativeTraded')
    const lotsOf = (trades: typeof all) => trades.reduce((sum, { lots }) => sum + lots, 0)
    // what is closed in two parts may come to a lot more, since each fee is rounded up
    expect(Math.abs(lotsOf(all) - 200 - lotsOf(rest))).toBeLessThanOrEqual(1)
  })

  it('close so many lots too where other positions count, and a ticket in the same symbol', () => {
    const fixture = new Stepped(levels)
    fixture.trader(40, 13_000)
    for (const symbol of ['BTCUSDT', 'ETHUSDT']) fixture.setPerpetual(40, 'cross', 20, symbol)
    fixture.ticket(40, 'buy', 1_000, 1)
    fixture.perpetual(40, 'buy', 5_000)
    fixture.perpetual(40, 'buy', 500, { symbol: 'ETHUSDT' })
    let events: readonly Event[] = []
    let mark = start
    while (events.length === 0) {
      mark -= 500
      fixture.fallsTo(mark)
      events = fixture.cross(40, { fills: 100 })
    }
    const [started] = of(events, 'liquidationStarted')
    expect(started.positions.map(({ listing, lots }) => [listing, lots])).toEqual([
      [0, 5_000],
      [1, 500],
    ])
    const fills = of(events, 'derivativeTraded').map(({ price, lots }) => ({ price, lots }))
    const closed = fills.reduce((sum, { lots }) => sum + lots, 0)
    expect(of(events, 'derivativeOrderAccepted')).toMatchObject([{ listing: 0, lots: closed }])
    const { brackets } = derivativeOf(fixture.state.derivative, 0)
    const relieved = (fewer: number): boolean => {
      let { equity } = started
      let taking = closed - fewer
      for (const { price, lots } of fills) {
        const taken = Math.min(lots, taking)
        taking -= taken
        const quote = BigInt(price * taken * 100)
        equity += quote - BigInt(mark * taken * 10) - (quote * 5n + 9_999n) / 10_000n
      }
      const left = 5_000 - closed + fewer
      const own = maintenanceShare(brackets, left, left + 1_000, BigInt(mark * 10))
      const [, { maintenance: other }] = started.positions
      return equity * 5n >= (own + other) * 6n
    }
    expect([relieved(0), relieved(1)]).toEqual([true, false])
  })

  it('come after the end of all of its orders, and only where it is below its maintenance still', () => {
    for (const [usdt, lots, closes] of [
      [2_535, 8, true],
      [2_580, 94, false],
    ] as const) {
      const fixture = new Stepped(levels)
      fixture.trader(40, usdt)
      for (const symbol of ['BTCUSDT', 'ETHUSDT']) fixture.setPerpetual(40, 'cross', 20, symbol)
      fixture.perpetual(40, 'buy', 5_000)
      fixture.must({ ...perpetual(40, 'ETHUSDT'), lots })
      fixture.fallsTo(marks.buy)
      const events = fixture.cross(40, { fills: 100 })
      const head = ['liquidationStarted', 'liquidationReckoned', 'derivativeOrderClosed']
      expect(typesOf(events).slice(0, 3)).toEqual(head)
      expect(of(events, 'derivativeOrderClosed')[0]).toMatchObject({ reason: 'liquidation', status: 'canceled', lots })
      expect(events.length > 3).toBe(closes)
      expect(of(events, 'derivativeTraded').length > 0).toBe(closes)
    }
  })

  it('are all that it takes, also where it goes on with another position', () => {
    const fixture = new Stepped({ ...levels, levels: 1 })
    fixture.trader(40, 4_600)
    for (const symbol of ['BTCUSDT', 'ETHUSDT']) fixture.setPerpetual(40, 'cross', 20, symbol)
    fixture.perpetual(40, 'buy', 5_000)
    fixture.perpetual(40, 'buy', 4_000, { symbol: 'ETHUSDT' })
    fixture.fallsTo(914_000)
    const one = { fills: 1 }
    const events = fixture.cross(40, one)
    expect(of(events, 'derivativeTraded').map(({ listing, lots }) => [listing, lots])).toEqual([[0, 100]])
    expect(of(events, 'positionTakenOver')).toEqual([])
    expect(one).toEqual({ fills: 0 })
  })

  it('leave to the house what no book takes', () => {
    const fixture = account({ ...levels, levels: 0 })
    const budget = { fills: 5 }
    const events = fixture.cross(40, budget)
    expect(typesOf(events).slice(0, 3)).toEqual(['liquidationStarted', 'liquidationReckoned', 'positionTakenOver'])
    expect(of(events, 'positionTakenOver')).toMatchObject([{ cause: 'bankruptcy', lots: 5_000 }])
    expect(fixture.account(40).perpetual.size).toBe(0)
    expect(budget).toEqual({ fills: 4 })
  })

  it('are none for who has no account or enough in it', () => {
    const fixture = account(levels)
    fixture.fallsTo(start)
    expect(fixture.cross(40, { fills: 100 })).toEqual([])
    expect(fixture.cross(77, { fills: 100 })).toEqual([])
  })

  it('go to the larger maintenance first, and where they are equal to what was opened first', () => {
    for (const [bitcoin, ether, first] of [
      [5_000, 4_000, 0],
      [4_000, 5_000, 1],
      [4_500, 4_500, 1],
    ] as const) {
      const fixture = new Stepped({ ...levels, levels: 0 })
      fixture.trader(40, 4_600)
      for (const symbol of ['BTCUSDT', 'ETHUSDT']) fixture.setPerpetual(40, 'cross', 20, symbol)
      fixture.perpetual(40, 'buy', ether, { symbol: 'ETHUSDT' })
      fixture.perpetual(40, 'buy', bitcoin)
      fixture.fallsTo(start)
      const { venue } = fixture.state
      const quote = { type: 'quote', time: fixture.now, dispersionTenths: 0, sources: 4, kind: 'simulated' } as const
      for (const listing of [0, 1]) sense(venue, { ...quote, listing, indexTenths: 952_000 }, fixture.now)
      const taken = of(fixture.cross(40, { fills: 9 }), 'positionTakenOver')
      expect(taken[0]).toMatchObject({ listing: first })
    }
  })
})

function perpetual(holder: number, symbol: string) {
  return {
    type: 'placePerpetualOrder',
    holder,
    symbol,
    side: 'sell',
    timeInForce: 'GTC',
    lots: 10,
    reduceOnly: false,
    stopLoss: null,
    takeProfit: null,
    fault: '',
    ...rest,
  } as const
}
