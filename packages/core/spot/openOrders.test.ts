import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { noSlot } from '../book/book.ts'
import { Fixture, btcTerms } from '../testing/exchangeFixture.ts'
import type { SpotOrderAccepted } from './event.ts'
import { feeExcessAfter } from './money.ts'
import { noOrder, OpenOrders } from './openOrders.ts'
import { orderKinds, timesInForce, type SpotOrder } from './order.ts'

type Model = Map<number, SpotOrder & { slot: number }>

interface Act {
  readonly what: 'open' | 'restore' | 'close' | 'fill' | 'amend' | 'rest'
  readonly a: number
  readonly b: number
}

const many = 9_007_199_254_740_991
const holders = [33, 34, 35, 700]

function pick<T>(of: readonly T[], at: number): T {
  return of[at % of.length]
}

function drawn(id: number, { a, b }: Act): SpotOrderAccepted {
  return {
    type: 'spotOrderAccepted',
    order: id,
    holder: pick(holders, a),
    listing: pick([0, 1, 255], b),
    base: 1,
    quote: 0,
    side: pick(['buy', 'sell'], a >> 2),
    kind: pick(orderKinds, a >> 3),
    timeInForce: pick(timesInForce, a >> 4),
    price: pick([1, many], a >> 6) - (b % 5),
    quantity: pick([1, many - 5], b >> 3) + (a % 5),
    budget: 0,
    hold: 0,
    feeRateMaker: b,
    feeRateTaker: 99_999_999 - a,
    rests: true,
  }
}

function orderOf(event: SpotOrderAccepted, now: number): SpotOrder {
  const { order: id, holder, listing, side, kind, timeInForce, price, quantity, feeRateMaker, feeRateTaker } = event
  const sums = { filled: 0, quoteFilled: 0, feePaid: 0, feeExcess: 0, made: false, took: false }
  const fees = { feeRateMaker, feeRateTaker, acceptedAt: now, updatedAt: now }
  return { id, holder, listing, side, kind, timeInForce, price, quantity, ...sums, ...fees }
}

/** Does an act to both, and says nothing. */
function act(orders: OpenOrders, model: Model, one: Act, now: number): void {
  const { what, a, b } = one
  const open = [...model.values()]
  if (what === 'open' || what === 'restore' || open.length === 0) {
    const id = pick([now, 40_000_000_000 + now], b)
    const order = orderOf(drawn(id, one), now)
    if (what !== 'restore') {
      orders.open(drawn(id, one), now)
      model.set(id, { ...order, slot: noSlot })
      return
    }
    const filled = { filled: a, quoteFilled: b * 1_000_000, feePaid: a + b, feeExcess: a, updatedAt: now + 5 }
    const kept = { ...order, ...filled, made: a % 2 === 0, took: b % 2 === 0 }
    orders.restore(kept)
    model.set(id, { ...kept, slot: noSlot })
    return
  }
  const order = pick(open, a)
  const place = orders.at(order.id)
  if (what === 'close') {
    orders.close(place)
    model.delete(order.id)
  } else if (what === 'amend') {
    orders.amend(place, 5 + a, 7 + b, now)
    model.set(order.id, { ...order, price: 5 + a, quantity: 7 + b, updatedAt: now })
  } else if (what === 'rest') {
    const slot = b % 3 === 0 ? noSlot : b
    orders.rest(place, slot)
    model.set(order.id, { ...order, slot })
  } else {
    const made = b % 2 === 0
    const fee = Math.ceil((a * (made ? order.feeRateMaker : order.feeRateTaker)) / 1_000_000_000)
    orders.fill(place, { quantity: a, quoteAmount: b }, a, fee, made, now)
    const rate = made ? order.feeRateMaker : order.feeRateTaker
    model.set(order.id, {
      ...order,
      filled: order.filled + a,
      quoteFilled: order.quoteFilled + b,
      feePaid: order.feePaid + fee,
      feeExcess: feeExcessAfter(a, rate, order.feeExcess, fee),
      made: order.made || made,
      took: order.took || !made,
      updatedAt: now,
    })
  }
}

function same(orders: OpenOrders, model: Model): void {
  expect(orders.size).toBe(model.size)
  const ids = [...model.keys()].toSorted((a, b) => a - b)
  expect(orders.keys()).toEqual(ids)
  expect(orders.values().map(({ id }) => id)).toEqual(ids)
  for (const [id, { slot, ...order }] of model) {
    const place = orders.at(id)
    expect(orders.get(id)).toEqual(order)
    expect(orders.has(id)).toBe(true)
    expect([orders.id(place), orders.holder(place), orders.listing(place), orders.side(place)]).toEqual([
      id,
      order.holder,
      order.listing,
      order.side,
    ])
    expect([orders.price(place), orders.quantity(place), orders.left(place), orders.bookSlot(place)]).toEqual([
      order.price,
      order.quantity,
      order.quantity - order.filled,
      slot,
    ])
    expect([orders.feeRateMaker(place), orders.feeExcess(place)]).toEqual([order.feeRateMaker, order.feeExcess])
  }
  for (const holder of [...holders, 36, 9_000]) {
    const own = ids.filter((id) => model.get(id)?.holder === holder)
    expect(orders.count(holder)).toBe(own.length)
    expect(orders.of(holder).map((place) => orders.id(place))).toEqual(own)
  }
}

describe('the open orders', () => {
  it('are what a plain map of them would be, whatever is done to them', () => {
    const what = fc.constantFrom<Act['what']>(
      'open',
      'open',
      'open',
      'restore',
      'close',
      'close',
      'fill',
      'amend',
      'rest',
    )
    const one = fc.record({ what, a: fc.nat(1_000), b: fc.nat(1_000) })
    fc.assert(
      fc.property(fc.array(one, { minLength: 1, maxLength: 60 }), (acts) => {
        const orders = new OpenOrders()
        const model: Model = new Map()
        for (const [at, each] of acts.entries()) act(orders, model, each, at + 1)
        same(orders, model)
      }),
      { numRuns: 60 },
    )
  })

  it('take more room as they come, and that of those that are gone first', () => {
    const orders = new OpenOrders()
    const model: Model = new Map()
    for (let id = 1; id <= 300; id++) act(orders, model, { what: 'open', a: id, b: id * 7 }, id)
    same(orders, model)
    const gone = [...model.keys()].slice(0, 2)
    const places = gone.map((id) => orders.at(id))
    for (const id of gone) {
      orders.close(orders.at(id))
      model.delete(id)
    }
    act(orders, model, { what: 'open', a: 5, b: 5 }, 301)
    act(orders, model, { what: 'open', a: 6, b: 6 }, 302)
    expect([...model.keys()].slice(-2).map((id) => orders.at(id))).toEqual(places.toReversed())
    same(orders, model)
  })

  it('of a holder stand in the order in which they came, whichever of them are closed', () => {
    const orders = new OpenOrders()
    // the first holder for whom there is no room yet
    const holder = 64
    const open = (id: number, of: number) => orders.open({ ...drawn(id, { what: 'open', a: 1, b: 1 }), holder: of }, id)
    const own = () => orders.of(holder).map((place) => orders.id(place))
    expect([orders.count(holder), own()]).toEqual([0, []])
    for (const id of [1, 2]) open(id, 33)
    for (const id of [3, 4, 5, 6, 7]) open(id, holder)
    const after = [5, 7, 3].map((id) => {
      orders.close(orders.at(id))
      return own()
    })
    expect(after).toEqual([
      [3, 4, 6, 7],
      [3, 4, 6],
      [4, 6],
    ])
    open(8, holder)
    open(9, holder)
    expect([own(), orders.count(holder), orders.count(33)]).toEqual([[4, 6, 8, 9], 4, 2])
    expect([...orders.of(33)].map((place) => orders.id(place))).toEqual([1, 2])
  })

  it('that are not open are nowhere', () => {
    const orders = new OpenOrders()
    expect([orders.find(1), orders.has(1), orders.get(1), orders.size]).toEqual([noOrder, false, undefined, 0])
    expect(() => orders.at(1)).toThrow('order 1 is not open')
    expect([orders.count(33), orders.of(33), orders.keys()]).toEqual([0, [], []])
  })
})

it('each side of a trade pays its own rate, of what it receives', () => {
  const fixture = new Fixture({ ...btcTerms, feeRateMaker: 1_000_000, feeRateTaker: 3_000_000 })
  for (const holder of [40, 41]) {
    fixture.demo(holder)
    fixture.give(holder, 1, 900_000_000n)
  }
  const paid = (id: number) => fixture.state.spot.orders.get(id)
  const sell = fixture.placed(41, 'sell', 100_000, 3_000)
  const buy = fixture.placed(40, 'buy', 100_000, 1_000)
  // 0.01 bitcoin for 100 USDT: the maker's thousandth is of USDT
  expect(paid(sell)).toMatchObject({
    filled: 1_000,
    quoteFilled: 100_000_000,
    feePaid: 100_000,
    feeExcess: 0,
    made: true,
    took: false,
  })
  expect(paid(buy)).toBeUndefined()
  const more = fixture.placed(40, 'buy', 100_000, 5_000)
  // 0.02 bitcoin, of which three thousandths
  expect(paid(more)).toMatchObject({ filled: 2_000, quoteFilled: 200_000_000, feePaid: 6_000, made: false, took: true })
  expect(paid(sell)).toBeUndefined()
})
