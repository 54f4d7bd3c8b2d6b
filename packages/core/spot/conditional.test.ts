import { describe, expect, it } from 'vitest'
import { holdsOf } from '../query.ts'
import {
  type PlaceConditional,
  asks,
  demo,
  firedIn,
  index,
  opening,
  other,
  tick,
  typesOf,
  waits,
} from '../testing/conditionalFixture.ts'
import { btcTerms, Fixture } from '../testing/exchangeFixture.ts'
import type { Command, Event } from '../vocabulary.ts'
import { conditionalsMax } from './conditional.ts'

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
    const cases: [Partial<PlaceConditional>, string][] = [
      [{ holder: 77 }, 'holder_unknown'],
      [{ symbol: 'NONE' }, 'symbol_unknown'],
      [{ fault: 'price_off_tick' }, 'price_off_tick'],
      [{ budget: -1n }, 'field_malformed'],
      [{ budget: 1n }, 'request_malformed'],
      [{ side: 'buy', kind: 'market', price: 0 }, 'request_malformed'],
      [{ side: 'buy', kind: 'market', price: 0, quantity: 1, budget: 5_000_000n }, 'request_malformed'],
      [{ side: 'buy', kind: 'market', price: 0, quantity: 0, budget: 1n }, 'notional_too_small'],
      [{ side: 'buy', kind: 'market', price: 0, quantity: 0, budget: 2n ** 52n }, 'balance_insufficient_order'],
      [{ kind: 'market', price: 1 }, 'request_malformed'],
      [{ price: 1_000_000, quantity: 1 }, 'notional_too_small'],
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
    fixture.must({ type: 'haltListing', listing: 0, halt: 'trading', reason: '' })
    waits(fixture, { quantity: 1_000_000 })
    expect(fixture.available(demo, 1)).toBe(0n)
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
        { type: 'spotConditionalEnded', order, reason, refusal: '', released: 100_000_000 },
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

it('is no more work than a tick may do, where its fills are many', () => {
  const fixture = opening()
  for (let maker = 0; maker < 7; maker += 1) {
    const holder = fixture.demo(40 + maker)
    fixture.give(holder, 1, 1_000_000_000n)
    for (let nth = 0; nth < 200; nth += 1) fixture.placed(holder, 'sell', 1_010_000, 2)
  }
  const budget = 600n * 2_020_000n
  const market = { side: 'buy', kind: 'market', passing: 'rise', trigger: 1_005_000, price: 0, quantity: 0 } as const
  const [first, second, third] = [demo, other, other].map((holder) => waits(fixture, { ...market, holder, budget }))
  fixture.now += 100
  const quote = { time: fixture.now, indexTenths: 10_050_000, dispersionTenths: 0, sources: 4, kind: 'live' } as const
  const run = () => fixture.run({ type: 'quote', listing: 0, ...quote })
  const [one, two] = [run(), run()]
  expect([one, two]).toMatchObject([{ answer: { more: true } }, { answer: { more: false } }])
  expect([one, two].map((outcome) => (outcome.ok ? firedIn(outcome.events) : null))).toEqual([[first, second], [third]])
})

it('of real money waits until every condition of it is met again', () => {
  const fixture = new Fixture()
  const quote = (indexTenths: number, sources = 3): readonly Event[] => {
    fixture.now += 100
    const said = { time: fixture.now, indexTenths, dispersionTenths: 0, sources, kind: 'live' } as const
    return fixture.must({ type: 'quote', listing: 0, ...said })
  }
  fixture.must({ type: 'openHolder', holder: demo, realm: 'real', country: 'FR' })
  fixture.must({ type: 'setStanding', holder: demo, disabled: false, realName: 'approved', country: 'FR' })
  fixture.must({ type: 'switchProduct', country: 'FR', product: 'spot', on: true })
  fixture.give(demo, 1, 1_000_000_000n)
  quote(10 * index)
  const order = waits(fixture)
  expect(quote(9_900_000, 2)).toEqual([])
  fixture.must({ type: 'tellRealMoney', unmet: ['mail_configured'] })
  expect(quote(9_900_000)).toEqual([])
  fixture.must({ type: 'tellRealMoney', unmet: [] })
  expect(firedIn(quote(9_900_000))).toEqual([order])
})

describe('an order of its owner’s own in its way', () => {
  const rests = (fixture: Fixture, holder: number, side: 'buy' | 'sell', price: number, quantity: number): number =>
    fixture.placed(holder, side, price, quantity)
  const frees = (fixture: Fixture): void => {
    for (const holder of [demo, other])
      expect(holdsOf(fixture.state, holder).reduce((sum, { amount }) => sum + amount, 0n)).toBe(
        fixture.frozen(holder, 0) + fixture.frozen(holder, 1),
      )
  }

  it('ends instead of a stop that takes the market, which sells to whoever stands behind it', () => {
    const fixture = opening()
    const own = rests(fixture, demo, 'buy', 989_000, 2_000)
    rests(fixture, other, 'buy', 988_000, 100_000)
    const order = waits(fixture, { kind: 'market', price: 0, quantity: 100_000 })
    const fired = tick(fixture, 990_000)
    expect(typesOf(fired)).toEqual(['spotConditionalTriggered', 'spotOrderAccepted', 'spotOrderClosed', 'spotTraded'])
    expect(fired[2]).toMatchObject({ order: own, reason: 'self_trade' })
    expect(fired[3]).toMatchObject({ takerOrder: order, quantity: 100_000, price: 988_000, takerFilled: true })
    frees(fixture)
  })

  it('ends instead of a stop limit, as far as that reaches, and of a market buy, as far as its budget does', () => {
    const fixture = opening()
    const [near, far] = [989_000, 984_000].map((price) => rests(fixture, demo, 'buy', price, 1_000))
    waits(fixture, { price: 985_000, quantity: 5_000 })
    expect(tick(fixture, 990_000)).toMatchObject([
      { type: 'spotConditionalTriggered' },
      { type: 'spotOrderAccepted', rests: true },
      { order: near, reason: 'self_trade' },
    ])
    expect(fixture.state.spot.orders.has(far)).toBe(true)
    frees(fixture)
    const buys = opening()
    rests(buys, other, 'sell', 1_010_500, 1_000)
    const own = rests(buys, demo, 'sell', 1_011_000, 1_000)
    const spends = { side: 'buy', kind: 'market', passing: 'rise', price: 0, quantity: 0 } as const
    waits(buys, { ...spends, trigger: 1_010_000, budget: 1_010_500_001n })
    expect(typesOf(tick(buys, 1_010_000))).toEqual([
      'spotConditionalTriggered',
      'spotOrderAccepted',
      'spotTraded',
      'spotOrderClosed',
    ])
    expect(buys.state.spot.orders.has(own)).toBe(true)
    frees(buys)
  })

  it('stops one that is placed now as before', () => {
    const fixture = opening()
    const own = rests(fixture, demo, 'buy', 989_000, 2_000)
    expect(fixture.place(demo, 'sell', 988_000, 1_000)).toMatchObject({ answer: { view: { reason: 'self_trade' } } })
    expect(fixture.state.spot.orders.has(own)).toBe(true)
  })
})
