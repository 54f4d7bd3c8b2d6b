import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { holdsOf } from '../query.ts'
import { btcTerms, Fixture } from '../testing/exchangeFixture.ts'
import type { Command, Event } from '../vocabulary.ts'
import { conditionalsMax } from './conditional.ts'

type Place = Command & { type: 'placeSpotConditional' }

const demo = 33
const other = 34
const index = 1_000_000

/** A demo holder with 100 000 USDT and 10 BTC at an index of 100 000.0. */
function opened(): Fixture {
  const fixture = new Fixture()
  for (const holder of [demo, other]) {
    fixture.demo(holder)
    fixture.give(holder, 1, 1_000_000_000n)
  }
  return fixture
}

function asks(more: Partial<Place> = {}): Place {
  return {
    type: 'placeSpotConditional',
    holder: demo,
    symbol: 'BTCUSDT',
    side: 'sell',
    kind: 'limit',
    passing: 'fall',
    trigger: 990_000,
    price: 985_000,
    quantity: 100_000,
    budget: 0n,
    fault: '',
    ...more,
  }
}

/** The number of one that must be taken. */
function waits(fixture: Fixture, more: Partial<Place> = {}): number {
  const [event] = fixture.must(asks(more))
  if (event?.type !== 'spotConditionalPlaced') throw new Error('it does not wait')
  return event.order
}

const typesOf = (events: readonly Event[]): string[] => events.map(({ type }) => type)
const firedIn = (events: readonly Event[]): number[] =>
  events.flatMap((event) => (event.type === 'spotConditionalTriggered' ? event.order : []))

/** The index in ticks, as a quote in tenths of one. */
const tick = (fixture: Fixture, ticks: number): readonly Event[] => {
  fixture.now += 100
  return fixture.quote(10 * ticks)
}

function opening(): Fixture {
  const fixture = opened()
  tick(fixture, index)
  return fixture
}

describe('an order that waits for a price', () => {
  it('holds what it needs, stands in no book, and becomes an order of its number at exactly its price', () => {
    const fixture = opening()
    const order = waits(fixture)
    expect(fixture.frozen(demo, 1)).toBe(100_000_000n)
    expect(holdsOf(fixture.state, demo)).toMatchObject([
      { cause: 'spot_conditional', amount: 100_000_000n, ref: order },
    ])
    expect(tick(fixture, 990_001)).toEqual([])
    const fired = tick(fixture, 990_000)
    expect(typesOf(fired)).toEqual(['spotConditionalTriggered', 'spotOrderAccepted'])
    expect(fired[0]).toMatchObject({ order, released: 100_000_000, indexTenths: 9_900_000, indexTime: fixture.now })
    expect(fired[1]).toMatchObject({ order, price: 985_000, quantity: 100_000, timeInForce: 'GTC', rests: true })
    expect(holdsOf(fixture.state, demo)).toMatchObject([{ cause: 'spot_order', amount: 100_000_000n, ref: order }])
    // the next order bears the next number
    expect(fixture.placed(demo, 'sell', 1_100_000, 1_000)).toBe(order + 1)
  })

  it('is told from the other direction by its own word, and refused where its price has come', () => {
    const fixture = opening()
    expect(fixture.refused(asks({ trigger: index }))).toBe('trigger_passed')
    expect(fixture.refused(asks({ trigger: index + 1 }))).toBe('trigger_passed')
    expect(fixture.refused(asks({ passing: 'rise', trigger: index }))).toBe('trigger_passed')
    const rising = waits(fixture, { passing: 'rise', trigger: 1_010_000, price: 1_005_000 })
    expect(firedIn(tick(fixture, 990_000))).toEqual([])
    expect(firedIn(tick(fixture, 1_010_000))).toEqual([rising])
  })

  it('spends a budget that was held, or sells what was held, at what the book then gives', () => {
    const fixture = opening()
    const bought = waits(fixture, {
      side: 'buy',
      kind: 'market',
      passing: 'rise',
      trigger: 1_010_000,
      price: 0,
      quantity: 0,
      budget: 50_000_000_000n,
    })
    const sold = waits(fixture, { kind: 'market', price: 0, quantity: 20_000 })
    expect([fixture.frozen(demo, 0), fixture.frozen(demo, 1)]).toEqual([50_000_000_000n, 20_000_000n])
    const ask = fixture.placed(other, 'sell', 1_012_000, 1_000_000)
    const rise = tick(fixture, 1_010_000)
    expect(typesOf(rise)).toEqual(['spotConditionalTriggered', 'spotOrderAccepted', 'spotTraded', 'spotOrderClosed'])
    expect(rise[2]).toMatchObject({ takerOrder: bought, makerOrder: ask, price: 1_012_000, quantity: 49_407 })
    expect(fixture.frozen(demo, 0)).toBe(0n)
    fixture.must({ type: 'cancelAllSpotOrders', holder: other, symbol: '' })
    fixture.placed(other, 'buy', 985_000, 20_000)
    expect(tick(fixture, 990_000).find(({ type }) => type === 'spotTraded')).toMatchObject({ takerOrder: sold })
    expect(fixture.frozen(demo, 1)).toBe(0n)
  })

  it('is refused for what an order is refused for, and for what does not go together', () => {
    const fixture = opening()
    const cases: [Partial<Place>, string][] = [
      [{ holder: 77 }, 'holder_unknown'],
      [{ symbol: 'NONE' }, 'symbol_unknown'],
      [{ fault: 'price_off_tick' }, 'price_off_tick'],
      [{ budget: -1n }, 'field_malformed'],
      [{ budget: 1n }, 'request_malformed'],
      [{ side: 'buy', kind: 'market', price: 0 }, 'request_malformed'],
      [{ side: 'buy', kind: 'market', price: 0, budget: 5n }, 'request_malformed'],
      [{ kind: 'market' }, 'request_malformed'],
      [{ trigger: 0 }, 'price_invalid'],
      [{ trigger: btcTerms.priceMax + 1 }, 'price_invalid'],
      [{ price: 0 }, 'price_invalid'],
      [{ price: btcTerms.priceMax + 1 }, 'price_invalid'],
      [{ quantity: 0 }, 'quantity_out_of_range'],
      [{ quantity: btcTerms.quantityMax + 1 }, 'quantity_out_of_range'],
      [{ price: 1, quantity: 1_000_000 }, 'notional_too_small'],
      [{ kind: 'market', price: 0, quantity: 1 }, 'notional_too_small'],
      [{ price: btcTerms.priceMax, quantity: btcTerms.quantityMax }, 'notional_too_large'],
      [{ quantity: 1_000_001 }, 'balance_insufficient_order'],
      [{ side: 'buy', kind: 'market', price: 0, quantity: 0, budget: 2n ** 53n }, 'notional_too_large'],
    ]
    for (const [more, reason] of cases) expect(fixture.refused(asks(more)), JSON.stringify(reason)).toBe(reason)
    fixture.must({ type: 'haltListing', listing: 0, halt: 'cancel_only', reason: 'checked' })
    expect(fixture.refused(asks())).toBe('market_halted')
    expect(fixture.state.spot.waiting.size).toBe(0)
  })

  it('counts among the open orders, and may not be one of more than fifty', () => {
    const fixture = opening()
    const small = { quantity: 1_000 }
    for (let at = 0; at < conditionalsMax; at += 1) waits(fixture, small)
    expect(fixture.refused(asks(small))).toBe('conditional_orders_too_many')
    for (let at = conditionalsMax; at < 200; at += 1) fixture.placed(demo, 'sell', 1_200_000, 1_000)
    expect(fixture.place(demo, 'sell', 1_200_000, 1_000)).toMatchObject({
      rejection: { reason: 'open_orders_too_many' },
    })
    expect(fixture.refused(asks(small))).toBe('open_orders_too_many')
  })

  it('waits while the market takes no orders, or its price is old, and comes with the first tick after it', () => {
    const fixture = opening()
    const order = waits(fixture)
    fixture.must({ type: 'haltListing', listing: 0, halt: 'cancel_only', reason: 'checked' })
    expect(tick(fixture, 980_000)).toEqual([])
    fixture.must({ type: 'haltListing', listing: 0, halt: 'trading', reason: '' })
    fixture.now += 2_000
    const { marks } = fixture.state.venue
    const late = { ...marks.of(0), indexTenths: 9_800_000, time: fixture.now - 1_001 }
    expect(fixture.must({ type: 'quote', listing: 0, ...late })).toEqual([])
    expect(fixture.must({ type: 'quote', listing: 0, ...late, sources: 0 })).toEqual([])
    expect(firedIn(fixture.must({ type: 'quote', listing: 0, ...late, time: fixture.now - 1_000 }))).toEqual([order])
  })

  it('ends with the reason where its order is not taken, and gives back what it held', () => {
    const fixture = opening()
    const order = waits(fixture, { quantity: 3_000 })
    const terms = { ...btcTerms, notionalMinExclusive: 5_000_000_000 }
    fixture.must({ type: 'configureListing', listing: 0, terms })
    const [triggered, ended] = tick(fixture, 990_000)
    expect(triggered).toMatchObject({ type: 'spotConditionalTriggered', order })
    expect(ended).toMatchObject({ order, reason: 'refused', refusal: 'notional_too_small', released: 0 })
    expect([fixture.frozen(demo, 1), fixture.state.spot.waiting.size]).toEqual([0n, 0])
  })

  it('is ended by its owner alone, once', () => {
    const fixture = opening()
    const order = waits(fixture)
    const cancel = { type: 'cancelSpotConditional', holder: demo, order } as const
    expect(fixture.refused({ ...cancel, holder: other })).toBe('not_owner')
    expect(fixture.refused({ ...cancel, order: order + 1 })).toBe('order_unknown')
    expect(fixture.refused({ ...cancel, order: 0 })).toBe('order_unknown')
    expect(fixture.refused({ ...cancel, holder: 77 })).toBe('holder_unknown')
    expect(fixture.run(cancel)).toMatchObject({
      answer: { type: 'conditional', view: { order, status: 'ended', reason: 'by_user', updatedAt: fixture.now } },
    })
    expect(fixture.frozen(demo, 1)).toBe(0n)
    expect(fixture.refused(cancel)).toBe('order_done')
  })

  it('ends with all other orders: by its owner, a pause, a disabling, a reset, and another kind of prices', () => {
    const ends: [Command, string][] = [
      [{ type: 'cancelAllSpotOrders', holder: demo, symbol: 'BTCUSDT' }, 'by_user'],
      [{ type: 'pauseRisk', holder: demo, until: 2_000_000_000_000 }, 'paused'],
      [{ type: 'setStanding', holder: demo, disabled: true, realName: 'missing', country: '' }, 'user_disabled'],
      [{ type: 'resetDemo', holder: demo }, 'demo_reset'],
      [{ type: 'settleDemo' }, 'prices_changed'],
    ]
    for (const [command, reason] of ends) {
      const fixture = opening()
      const order = waits(fixture)
      const resting = fixture.placed(demo, 'sell', 1_100_000, 1_000)
      const ended = fixture.must(command).filter(({ type }) => /Closed|Ended/.test(type))
      expect(ended, command.type).toMatchObject([
        { type: 'spotOrderClosed', order: resting, reason },
        { type: 'spotConditionalEnded', order, reason, released: 100_000_000 },
      ])
      expect(fixture.state.spot.waiting.count(demo)).toBe(0)
    }
    const fixture = opening()
    waits(fixture)
    expect(fixture.run({ type: 'cancelAllSpotOrders', holder: demo, symbol: '' })).toMatchObject({
      answer: { type: 'closed', orders: [1] },
    })
  })

  it('comes back from a snapshot, and one without any has the bytes that it had', () => {
    const fixture = opening()
    const order = waits(fixture)
    const second = waits(fixture)
    const young = fixture.placed(demo, 'sell', 1_100_000, 1_000)
    fixture.reload()
    expect(fixture.state.spot.waiting.of(demo).map((one) => one.order)).toEqual([order, second])
    tick(fixture, index)
    expect(firedIn(tick(fixture, 990_000))).toEqual([order, second])
    // those that waited stand before the younger one among the holder's orders, restored or not
    const { orders } = fixture.state.spot
    expect(orders.of(demo).map((place) => orders.id(place))).toEqual([order, second, young])
    fixture.reload()
    const again = fixture.state.spot.orders
    expect(again.of(demo).map((place) => again.id(place))).toEqual([order, second, young])
  })

  it('goes on in the next command where one tick would have too much to do', () => {
    const fixture = opening()
    for (let at = 0; at < 21; at += 1) {
      const holder = fixture.demo(40 + at)
      fixture.give(holder, 1, 1_000_000_000n)
      for (let nth = 0; nth < 50; nth += 1) waits(fixture, { holder, quantity: 1_000 })
    }
    const first = tick(fixture, 990_000)
    expect(firedIn(first)).toHaveLength(1_000)
    expect(firedIn(fixture.quote(9_900_000))).toHaveLength(50)
  })
})

interface Waits {
  readonly order: number
  readonly passing: 'fall' | 'rise'
  readonly trigger: number
}

// the slow twin: all that wait are looked through at each tick
function passedBy(waiting: readonly Waits[], ticks: number): number[] {
  const away = ({ trigger }: Waits): number => Math.abs(trigger - ticks)
  return waiting
    .filter(({ passing, trigger }) => (passing === 'fall' ? ticks <= trigger : ticks >= trigger))
    .toSorted((a, b) => away(b) - away(a) || a.order - b.order)
    .map(({ order }) => order)
}

const price = fc.integer({ min: 999_990, max: 1_000_010 })
const act = fc.oneof(
  { weight: 5, arbitrary: fc.record({ what: fc.constant('place' as const), falls: fc.boolean(), price }) },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('tick' as const), price }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('cancel' as const), price }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('halt' as const), price }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('restart' as const), price }) },
)

it('conditional orders come as their slow twin says, after any acts, halts and restarts', () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 60 }), (list) => {
      const fixture = opening()
      let waiting: Waits[] = []
      let last = index
      let halted = false
      for (const one of list) {
        if (one.what === 'place') {
          const passing = one.falls ? 'fall' : 'rise'
          const outcome = fixture.run(
            asks({ holder: one.price % 2 ? demo : other, passing, trigger: one.price, quantity: 500 }),
          )
          const passed = passedBy([{ order: 0, passing, trigger: one.price }], last).length > 0
          const few = fixture.state.spot.waiting.count(one.price % 2 ? demo : other) < conditionalsMax
          expect(outcome.ok).toBe(!halted && !passed && few)
          if (outcome.ok && outcome.answer.type === 'conditional') {
            waiting.push({ order: outcome.answer.view.order, passing, trigger: one.price })
          }
        } else if (one.what === 'cancel') {
          const gone = waiting.shift()
          const whose = gone && fixture.state.spot.waiting.get(gone.order)?.holder
          if (gone) fixture.must({ type: 'cancelSpotConditional', holder: whose ?? 0, order: gone.order })
        } else if (one.what === 'halt') {
          halted = !halted
          fixture.must({ type: 'haltListing', listing: 0, halt: halted ? 'halted' : 'trading', reason: 'checked' })
        } else {
          if (one.what === 'restart') fixture.reload()
          last = one.price
          const due = halted ? [] : passedBy(waiting, last)
          expect(firedIn(tick(fixture, last))).toEqual(due)
          waiting = waiting.filter(({ order }) => !due.includes(order))
        }
        expect(fixture.state.spot.waiting.all().map(({ order }) => order)).toEqual(waiting.map(({ order }) => order))
      }
    }),
    { numRuns: 200 },
  )
})
