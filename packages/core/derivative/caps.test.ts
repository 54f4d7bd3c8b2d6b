import { holderName } from '../ledger/holders.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bracketOf } from '../margin/brackets.ts'
import { btcDerivative, closeLadder, MarginFixture } from '../testing/marginFixture.ts'
import type { Command } from '../vocabulary.ts'
import { fillableLots } from './caps.ts'
import { longReach, shortReach } from './reach.ts'
import type { Reach } from './state.ts'
import type { DerivativeTerms } from './terms.ts'

const unit = 1_000_000n
const start = 100_000
const none = { stopLoss: null, takeProfit: null, fault: '' } as const
const limit = {
  type: 'placePerpetualOrder',
  symbol: 'BTCUSDT',
  kind: 'limit',
  timeInForce: 'GTC',
  reduceOnly: false,
  ...none,
} as const

function trader(terms: Partial<DerivativeTerms>, usdt = 100_000, multiple = 10): MarginFixture {
  const fixture = new MarginFixture(terms)
  fixture.tickNow(start * 10)
  for (const holder of [32, 33]) {
    fixture.trader(holder, usdt)
    fixture.setPerpetual(holder, 'cross', multiple)
  }
  return fixture
}

function reasonOf(fixture: MarginFixture, command: Command): string {
  const outcome = fixture.run(command)
  return outcome.ok ? '' : outcome.rejection.reason
}

describe('caps of open interest', () => {
  it('counts what rests beside a position before it calls an order one that reduces', () => {
    const fixture = trader({ openInterestUserMax: 2_000n * unit })
    fixture.perpetual(32, 'buy', 190)
    // long 0.19 lots of 10 000 USDT: 0.19 close it, 0.2 more may be short
    expect(reasonOf(fixture, { ...limit, holder: 32, side: 'sell', price: 100_500, lots: 190 })).toBe('')
    expect(reasonOf(fixture, { ...limit, holder: 32, side: 'sell', price: 100_500, lots: 200 })).toBe('')
    expect(reasonOf(fixture, { ...limit, holder: 32, side: 'sell', price: 100_500, lots: 20 })).toBe(
      'open_interest_user_max',
    )
  })

  it('counts what rests towards the cap of the symbol', () => {
    const fixture = trader({ openInterestMax: 3_000n * unit })
    expect(reasonOf(fixture, { ...limit, holder: 32, side: 'buy', price: 99_500, lots: 200 })).toBe('')
    expect(reasonOf(fixture, { ...limit, holder: 33, side: 'buy', price: 99_500, lots: 110 })).toBe('open_interest_max')
    // the other side has room of its own
    expect(reasonOf(fixture, { ...limit, holder: 33, side: 'sell', price: 100_500, lots: 300 })).toBe('')
  })

  it('lets what trades at once or never reduce at a multiple that is no longer offered, and nothing that may rest', () => {
    const refused = (side: 'buy' | 'sell', timeInForce: 'GTC' | 'POST_ONLY' | 'IOC' | 'FOK'): unknown => {
      const fixture = trader({})
      fixture.perpetual(32, side === 'buy' ? 'sell' : 'buy', 10)
      // what rests would close all of it already
      const price = side === 'buy' ? 99_000 : 101_000
      fixture.must({ ...limit, holder: 32, side, price, lots: 10 })
      fixture.must({ type: 'configureDerivative', listing: 0, terms: { ...btcDerivative, multiples: [1, 2, 20] } })
      const near = side === 'buy' ? 100_000 : 99_990
      const outcome = fixture.run({ ...limit, holder: 32, side, price: near, lots: 10, timeInForce })
      return outcome.ok ? '' : [outcome.rejection.reason, outcome.rejection.detail]
    }
    const no = ['multiple_invalid', { max: '20' }]
    for (const side of ['buy', 'sell'] as const) {
      expect((['GTC', 'POST_ONLY', 'IOC'] as const).map((time) => refused(side, time))).toEqual([no, no, ''])
    }
  })

  it('is reached to the unit, by the first order of a symbol and by one that takes another’s place', () => {
    // 200 hundredths of a lot of 10 000 USDT are 2 000 USDT
    for (const side of ['buy', 'sell'] as const) {
      const price = side === 'buy' ? 99_500 : 100_500
      const place = { ...limit, holder: 32, side, price } as const
      expect(reasonOf(trader({ openInterestMax: 2_000n * unit - 1n }), { ...place, lots: 200 })).toBe(
        'open_interest_max',
      )
      expect(reasonOf(trader({ openInterestMax: 2_000n * unit }), { ...place, lots: 200 })).toBe('')
      const fixture = trader({ openInterestMax: 2_000n * unit })
      for (const lots of [10, 150]) fixture.must({ ...place, lots })
      const [, resting] = fixture.account(32).orders.values()
      const amend = { type: 'amendPerpetualOrder', holder: 32, order: resting.id, price: null, fault: '' } as const
      expect(reasonOf(fixture, { ...amend, lots: 191 })).toBe('open_interest_max')
      expect(reasonOf(fixture, { ...amend, lots: 190 })).toBe('')
      // and as it fills, behind ten lots of others, while nothing is open there
      const { derivative, venue } = fixture.state
      expect([10, 11].map((opened) => fillableLots(derivative, venue, resting, 190, fixture.now, opened))).toEqual([
        190, 0,
      ])
    }
  })

  it('lets one of two hundred open orders be amended, and no further one come', () => {
    const fixture = trader({}, 90_000)
    for (let at = 0; at < 200; at++) fixture.must({ ...limit, holder: 32, side: 'buy', price: 99_500, lots: 1 })
    expect(reasonOf(fixture, { ...limit, holder: 32, side: 'buy', price: 99_500, lots: 1 })).toBe(
      'open_orders_too_many',
    )
    const [order = 0] = fixture.account(32).orders.keys()
    const amend = { type: 'amendPerpetualOrder', holder: 32, order, price: null, lots: 2, fault: '' } as const
    expect(reasonOf(fixture, amend)).toBe('')
  })

  it('cancels what would open past the cap when it fills, and lets its closing part trade', () => {
    const fixture = trader({ openInterestUserMax: 2_000n * unit })
    fixture.perpetual(32, 'buy', 100)
    fixture.must({ ...limit, holder: 32, side: 'sell', price: 100_500, lots: 300 })
    fixture.must({ type: 'configureDerivative', listing: 0, terms: { ...btcDerivative, openInterestUserMax: unit } })
    const events = fixture.tick(start * 10 + 10_000)
    const ended = events.find((event) => event.type === 'derivativeOrderClosed')
    expect(ended).toMatchObject({ reason: 'cap_reached', filled: 100, lots: 300 })
    expect(fixture.account(32).perpetual.size).toBe(0)
  })

  it('lets nothing open by a fill while new leverage is paused', () => {
    const fixture = trader({})
    fixture.must({ ...limit, holder: 32, side: 'sell', price: 100_500, lots: 300 })
    fixture.provide(-1_000_000n * unit)
    const events = fixture.tick(start * 10 + 10_000)
    expect(events.find((event) => event.type === 'derivativeOrderClosed')).toMatchObject({ reason: 'cap_reached' })
    expect(fixture.account(32).positions.size).toBe(0)
  })

  it.each([
    { floor: 0n, reason: '', lots: 3 },
    { floor: unit, reason: 'leverage_paused', lots: 0 },
  ])('lifts the pause by what a liquidation puts into an empty fund only above a floor of $floor', (expected) => {
    const ladder = { ...closeLadder, levelQuantity: 60 }
    const fixture = trader({ insuranceFloor: expected.floor, ladder })
    fixture.ticket(32, 'sell', 124, 100)
    fixture.provide(-fixture.house('insurance'))
    const mark = start + 975
    const order = { ...limit, holder: 33, side: 'buy', price: mark, lots: 3 } as const
    expect(reasonOf(fixture, order)).toBe('leverage_paused')
    fixture.tick(mark * 10)
    expect(fixture.account(32).positions.size).toBe(0)
    expect(fixture.house('insurance')).toBe(116_080n)
    expect(reasonOf(fixture, order)).toBe(expected.reason)
    fixture.tick((mark - 100) * 10)
    expect(fixture.state.derivative.accounts.get(33)?.perpetual.get(0)?.lots ?? 0).toBe(expected.lots)
  })

  it('holds the multiple to the bracket of all that could be open beside a position', () => {
    const fixture = trader({}, 100_000, 100)
    fixture.perpetual(32, 'buy', 4900)
    expect(reasonOf(fixture, { ...limit, holder: 32, side: 'sell', price: 100_100, lots: 4900 })).toBe('')
    expect(reasonOf(fixture, { ...limit, holder: 32, side: 'sell', price: 100_100, lots: 4900 })).toBe('')
    expect(reasonOf(fixture, { ...limit, holder: 32, side: 'sell', price: 100_100, lots: 4900 })).toBe(
      'multiple_invalid',
    )
  })

  it('lets a full book of resting orders stand in nobody’s way out', () => {
    const fixture = trader({ openInterestUserMax: 2_000n * unit })
    fixture.perpetual(32, 'buy', 190)
    fixture.must({ ...limit, holder: 32, side: 'sell', price: 100_500, lots: 190 })
    fixture.provide(-1_000_000n * unit)
    fixture.perpetual(32, 'sell', 190)
    expect(fixture.account(32).perpetual.size).toBe(0)
  })
})

const holders = [32, 33, 34]
const place = fc.record({
  act: fc.constant('place' as const),
  holder: fc.constantFrom(...holders),
  ticket: fc.boolean(),
  side: fc.constantFrom('buy' as const, 'sell' as const),
  kind: fc.constantFrom('limit' as const, 'limit' as const, 'limit' as const, 'market' as const),
  timeInForce: fc.constantFrom('GTC' as const, 'GTC' as const, 'GTC' as const, 'IOC' as const, 'FOK' as const),
  away: fc.integer({ min: -40, max: 40 }),
  lots: fc.integer({ min: 1, max: 200 }),
  multiple: fc.constantFrom(1, 10, 50, 100),
  reduceOnly: fc.constantFrom(false, false, false, true),
})
const act = fc.oneof(
  { weight: 12, arbitrary: place },
  { weight: 5, arbitrary: fc.record({ act: fc.constant('tick' as const), step: fc.integer({ min: -900, max: 900 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('amend' as const),
      which: fc.nat(50),
      away: fc.option(fc.integer({ min: -40, max: 40 })),
      lots: fc.option(fc.integer({ min: 1, max: 250 })),
    }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('cancel' as const), which: fc.nat(50) }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('close' as const), which: fc.nat(50) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('stop' as const), which: fc.nat(50) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('fund' as const) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('halt' as const) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('caps' as const), user: fc.nat(4), whole: fc.nat(4) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      act: fc.constant('set' as const),
      holder: fc.constantFrom(...holders),
      multiple: fc.constantFrom(5, 10, 100),
    }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('restart' as const) }) },
)
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never

class Run {
  readonly fixture: MarginFixture
  mark = start
  empty = false
  halted = false
  terms: DerivativeTerms = { ...btcDerivative, ladder: { ...closeLadder, levelQuantity: 60 } }

  constructor() {
    this.terms = { ...this.terms, openInterestUserMax: 30_000n * unit, openInterestMax: 50_000n * unit }
    // more than liquidations can put into an emptied fund, so that none of them lifts the pause by itself
    this.terms = { ...this.terms, insuranceFloor: 500_000n * unit }
    this.fixture = new MarginFixture(this.terms)
    this.fixture.tickNow(start * 10)
    for (const holder of holders) this.fixture.trader(holder, 40_000)
  }

  commandOf(step: Act): Command | null {
    const { orders, positions } = this.fixture.state.derivative
    const pick = <T>(all: Iterable<T>, which: number): T | undefined => {
      const list = [...all]
      return list[which % Math.max(1, list.length)]
    }
    switch (step.act) {
      case 'place': {
        const { holder, side, kind, timeInForce, lots, multiple, reduceOnly, away } = step
        const price = kind === 'limit' ? this.mark + away : 0
        const common = { holder, symbol: 'BTCUSDT', side, kind, timeInForce, price, lots, ...none }
        return step.ticket
          ? { type: 'placeContractOrder', ...common, multiple }
          : { type: 'placePerpetualOrder', ...common, reduceOnly }
      }
      case 'amend': {
        const order = pick(orders.values(), step.which)
        if (!order) return null
        const price = step.away === null ? null : this.mark + step.away
        const change = { holder: order.holder, order: order.id, price, lots: step.lots, fault: '' }
        const keep = { change: 'keep' as const, price: 0 }
        return order.product === 'contract'
          ? { type: 'amendContractOrder', ...change, stopLoss: keep, takeProfit: keep }
          : { type: 'amendPerpetualOrder', ...change }
      }
      case 'cancel': {
        const order = pick(orders.values(), step.which)
        if (!order) return null
        const type = order.product === 'contract' ? 'cancelContractOrder' : 'cancelPerpetualOrder'
        return { type, holder: order.holder, order: order.id }
      }
      case 'close': {
        const position = pick(positions.values(), step.which)
        if (!position) return null
        const { holder, id } = position
        return position.kind === 'ticket'
          ? { type: 'closeContract', holder, order: id, lots: 0, fault: '' }
          : { type: 'closePerpetual', holder, position: id, lots: 0, fault: '' }
      }
      case 'stop': {
        const position = pick(positions.values(), step.which)
        if (!position) return null
        const price = position.side === 'long' ? this.mark - 20 : this.mark + 20
        const change = {
          stopLoss: { change: 'set' as const, price },
          takeProfit: { change: 'keep' as const, price: 0 },
        }
        const { holder, id } = position
        return position.kind === 'ticket'
          ? { type: 'setContractTargets', holder, order: id, ...change, fault: '' }
          : { type: 'setPerpetualTargets', holder, position: id, ...change, fault: '' }
      }
      case 'caps':
        this.terms = {
          ...this.terms,
          openInterestUserMax: [5_000n, 15_000n, 30_000n, 60_000n, 200_000n][step.user] * unit,
          openInterestMax: [10_000n, 20_000n, 50_000n, 100_000n, 300_000n][step.whole] * unit,
        }
        return { type: 'configureDerivative', listing: 0, terms: this.terms }
      case 'set':
        return {
          type: 'setPerpetual',
          holder: step.holder,
          symbol: 'BTCUSDT',
          mode: 'cross',
          multiple: step.multiple,
          fault: '',
        }
      case 'halt':
        this.halted = !this.halted
        return {
          type: 'haltListing',
          listing: 0,
          halt: this.halted ? 'halted' : 'trading',
          reason: this.halted ? 'drill' : '',
        }
      default:
        return null
    }
  }

  take(step: Act): void {
    const { fixture } = this
    if (step.act === 'fund') {
      fixture.provide(this.empty ? 1_000_000n * unit : -fixture.house('insurance'))
      this.empty = !this.empty
      return
    }
    const opened = this.opened()
    if (step.act === 'restart') fixture.reload()
    else if (step.act === 'tick') {
      this.mark += step.step
      fixture.tick(this.mark * 10)
    } else {
      const command = this.commandOf(step)
      if (command) fixture.run(command)
    }
    this.check(opened)
  }

  // how many lots each holder has long and short
  opened(): Map<string, number> {
    const lots = new Map<string, number>()
    for (const { holder, side, lots: more } of this.fixture.state.derivative.positions.values()) {
      for (const key of [`${holderName(holder)}`, `${side}`]) lots.set(key, (lots.get(key) ?? 0) + more)
      lots.set(`${holderName(holder)} ${side}`, (lots.get(`${holderName(holder)} ${side}`) ?? 0) + more)
    }
    return lots
  }

  check(before: ReadonlyMap<string, number>): void {
    const after = this.opened()
    const { derivative } = this.fixture.state
    const grew = (key: string): boolean => (after.get(key) ?? 0) > (before.get(key) ?? 0)
    const worth = (key: string): bigint => BigInt((after.get(key) ?? 0) * this.mark * 100)
    for (const holder of holders) {
      const bigger = grew(`${holder}`)
      if (bigger) expect(worth(`${holder}`)).toBeLessThanOrEqual(this.terms.openInterestUserMax)
      if (this.empty) for (const side of ['long', 'short']) expect(grew(`${holder} ${side}`)).toBe(false)
      if (!bigger) continue
      const most = bracketOf(derivative.terms[0]?.brackets ?? [], worth(`${holder}`)).multipleMax
      for (const position of derivative.positions.values()) {
        if (position.holder === holder) expect(position.multiple).toBeLessThanOrEqual(most)
      }
    }
    for (const side of ['long', 'short']) {
      if (grew(side)) expect(worth(side)).toBeLessThanOrEqual(this.terms.openInterestMax)
    }
    this.checkReach()
  }

  // what is counted as reachable is what a count from nothing finds
  checkReach(): void {
    const { derivative } = this.fixture.state
    let long = 0
    let short = 0
    for (const account of derivative.accounts.values()) {
      const reach: Reach = { ticketsLong: 0, ticketsShort: 0, comingLong: 0, comingShort: 0, net: 0, buys: 0, sells: 0 }
      for (const { kind, side, lots } of account.positions.values()) {
        if (kind !== 'ticket') reach.net = side === 'long' ? lots : -lots
        else if (side === 'long') reach.ticketsLong += lots
        else reach.ticketsShort += lots
      }
      for (const { product, side, lots, filled } of account.orders.values()) {
        const key =
          product === 'contract' ? (side === 'buy' ? 'comingLong' : 'comingShort') : side === 'buy' ? 'buys' : 'sells'
        reach[key] += lots - filled
      }
      long += longReach(reach)
      short += shortReach(reach)
    }
    expect(derivative.reach.demo[0] ?? { long: 0, short: 0 }).toEqual({ long, short })
  }
}

describe('caps over random sequences of all that touches them', () => {
  it('never lets a fill open past a cap, a bracket or a pause', () => {
    fc.assert(
      fc.property(fc.array(act, { minLength: 10, maxLength: 80, size: 'max' }), (steps) => {
        const run = new Run()
        for (const step of steps) run.take(step)
      }),
      { numRuns: 120 },
    )
  }, 120_000)
})
