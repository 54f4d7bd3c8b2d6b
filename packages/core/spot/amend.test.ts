import { describe, expect, it } from 'vitest'
import type { Command } from '../vocabulary.ts'
import { Fixture } from '../testing/exchangeFixture.ts'

const price = 100_000
const one = 100_000

function amend(order: number, change: { price?: number; quantity?: number }, holder = 32): Command {
  return {
    type: 'amendSpotOrder',
    holder,
    order,
    price: change.price ?? null,
    quantity: change.quantity ?? null,
    fault: '',
  }
}

function three(): Fixture {
  const fixture = new Fixture()
  for (const holder of [32, 33, 34]) {
    fixture.demo(holder)
    fixture.give(holder, 1, 500_000_000n)
  }
  return fixture
}

function makersOf(fixture: Fixture, quantity: number): number[] {
  const outcome = fixture.place(34, 'sell', price, quantity)
  if (!outcome.ok) throw new Error(outcome.rejection.reason)
  return outcome.events.flatMap((event) => (event.type === 'spotTraded' ? [event.makerOrder] : []))
}

describe('an amended order', () => {
  it('keeps its place when only its quantity gets lower', () => {
    const fixture = three()
    const first = fixture.placed(32, 'buy', price, 500)
    const second = fixture.placed(33, 'buy', price, 500)
    fixture.must(amend(first, { quantity: 300 }))
    expect(fixture.frozen(32, 0)).toBe(30_000_000n)
    expect(makersOf(fixture, 400)).toEqual([first, second])
  })

  it('keeps its place when it is lowered after a part of it was filled, with another behind it', () => {
    const fixture = three()
    const first = fixture.placed(32, 'buy', price, 500)
    const second = fixture.placed(33, 'buy', price, 500)
    expect(makersOf(fixture, 200)).toEqual([first])
    fixture.must(amend(first, { quantity: 400 }))
    expect(fixture.frozen(32, 0)).toBe(20_000_000n)
    expect(makersOf(fixture, 300)).toEqual([first, second])
    expect(fixture.frozen(32, 0)).toBe(0n)
  })

  it('loses its place when its quantity grows or its price changes', () => {
    const fixture = three()
    const first = fixture.placed(32, 'buy', price, 500)
    const second = fixture.placed(33, 'buy', price, 500)
    fixture.must(amend(first, { quantity: 501 }))
    expect(makersOf(fixture, 100)).toEqual([second])
    fixture.must(amend(second, { price: price - 1 }, 33))
    expect(makersOf(fixture, 100)).toEqual([first])
  })

  it('trades at once where its new price crosses, and returns the improvement', () => {
    const fixture = three()
    fixture.placed(33, 'sell', price, 500)
    const order = fixture.placed(32, 'buy', price - 10, 800)
    const outcome = fixture.run(amend(order, { price: price + 10 }))
    expect(outcome).toMatchObject({ answer: { view: { status: 'new', filled: 500, quoteFilled: 50_000_000n } } })
    expect(fixture.frozen(32, 0)).toBe(BigInt((price + 10) * 300))
    const filled = fixture.placed(33, 'sell', price + 20, 300)
    expect(fixture.run(amend(order, { price: price + 20 }))).toMatchObject({
      answer: { view: { status: 'filled', filled: 800 } },
    })
    expect(fixture.state.spot.orders.has(filled)).toBe(false)
    expect(fixture.frozen(32, 0)).toBe(0n)
  })

  it('is refused where the new hold passes the balance, and then stands as it stood', () => {
    const fixture = three()
    const order = fixture.placed(32, 'buy', price, 9 * one)
    expect(fixture.refused(amend(order, { quantity: 11 * one }))).toBe('balance_insufficient_order')
    expect(fixture.refused(amend(order, { price: 0 }))).toBe('price_invalid')
    expect(fixture.refused(amend(order, { quantity: 10 }))).toBe('notional_too_small')
    expect(fixture.frozen(32, 0)).toBe(90_000_000_000n)
    fixture.must(amend(order, { quantity: 10 * one }))
    expect(fixture.available(32, 0)).toBe(0n)
  })

  it('cannot shrink to what is filled, nor trade as post-only', () => {
    const fixture = three()
    const order = fixture.placed(32, 'buy', price, 500, { timeInForce: 'POST_ONLY' })
    makersOf(fixture, 200)
    expect(fixture.refused(amend(order, { quantity: 200 }))).toBe('quantity_out_of_range')
    fixture.placed(33, 'sell', price + 5, 500)
    expect(fixture.refused(amend(order, { price: price + 5 }))).toBe('post_only_would_trade')
  })

  it('ends where it meets its owner', () => {
    const fixture = three()
    fixture.placed(32, 'sell', price + 5, 500)
    const order = fixture.placed(32, 'buy', price, 500)
    expect(fixture.run(amend(order, { price: price + 5 }))).toMatchObject({
      answer: { view: { status: 'canceled', reason: 'self_trade' } },
    })
    expect(fixture.frozen(32, 0)).toBe(0n)
  })
})

describe('what an order is amended to', () => {
  const most = 2n ** 52n

  /** A buy of 45 000 000 steps at the highest price, of which 44 000 000 are filled: for 4.4 × 10¹⁵ units. */
  function large(): { fixture: Fixture; order: number } {
    const fixture = three()
    for (const holder of [32, 33]) {
      fixture.give(holder, 0, 10n ** 17n)
      fixture.give(holder, 1, 10n ** 14n)
    }
    const order = fixture.placed(32, 'buy', 100_000_000, 45_000_000)
    fixture.placed(33, 'sell', 100_000_000, 44_000_000)
    return { fixture, order }
  }

  it('is a price and a quantity within the bounds of its symbol, to the unit', () => {
    const fixture = three()
    fixture.give(32, 1, 10n ** 14n)
    const order = fixture.placed(32, 'sell', price, 1_000)
    expect(fixture.refused(amend(order, { price: 100_000_001 }))).toBe('price_invalid')
    expect(fixture.refused(amend(order, { quantity: 10_000_000_001 }))).toBe('quantity_out_of_range')
    fixture.must(amend(order, { price: 100_000_000 }))
    fixture.must(amend(order, { price: 1, quantity: 10_000_000_000 }))
    expect(fixture.frozen(32, 1)).toBe(10n ** 13n)
    expect(fixture.refused(amend(order, { price: 100_000_000 }))).toBe('notional_too_large')
    expect(fixture.refused({ ...amend(order, { price: 2 }), fault: 'field_malformed' } as Command)).toBe(
      'field_malformed',
    )
  })

  it('comes with what it has traded for to no more than an order may be worth, to the unit', () => {
    const { fixture, order } = large()
    const left = Number((most - 4_400_000_000_000_000n) / 65_536n)
    const to = (more: number) => amend(order, { price: 65_536, quantity: 44_000_000 + more })
    expect(fixture.refused(to(left + 1))).toBe('notional_too_large')
    fixture.must(to(left))
    expect(fixture.frozen(32, 0)).toBe(most - 4_400_000_000_000_000n)
  })

  it('trades for no more than an order may be worth either, and gives the rest of its hold back', () => {
    const { fixture } = large()
    fixture.placed(33, 'sell', 100_000_000, 1_000_000)
    fixture.placed(32, 'buy', 100_000_000, 45_000_000)
    const order = fixture.placed(33, 'sell', 100_000, 60_000_000)
    fixture.placed(32, 'buy', 99_999, 50_000_000)
    expect(fixture.run(amend(order, { price: 1_000, quantity: 95_000_000 }, 33))).toMatchObject({
      answer: {
        view: { status: 'canceled', reason: 'budget_spent', filled: 80_996_633, quoteFilled: 4_503_599_627_303_367n },
      },
    })
    expect(fixture.frozen(33, 1)).toBe(0n)
  })

  it('needs its own currency, and of that alone', () => {
    const fixture = three()
    const order = fixture.placed(32, 'sell', price, one)
    const taken = fixture.placed(32, 'buy', price - 1, 10 * one)
    expect(fixture.refused(amend(order, { quantity: 5 * one + 1 }))).toBe('balance_insufficient_order')
    fixture.must(amend(order, { quantity: 5 * one }))
    expect(fixture.frozen(32, 1)).toBe(500_000_000n)
    expect(fixture.refused(amend(taken, { quantity: 11 * one }))).toBe('balance_insufficient_order')
  })

  it('may be what it was, which keeps its place', () => {
    const fixture = three()
    const first = fixture.placed(32, 'buy', price, 500)
    fixture.placed(33, 'buy', price, 500)
    fixture.must(amend(first, { price, quantity: 500 }))
    expect(makersOf(fixture, 500)).toEqual([first])
  })

  it('meets a thousand others at most; then its rest ends', () => {
    const fixture = three()
    for (let holder = 100; holder < 106; holder++) {
      fixture.demo(holder)
      fixture.give(holder, 1, 500_000_000n)
      for (let at = 0; at < 170; at++) fixture.placed(holder, 'sell', price, 11)
    }
    const order = fixture.placed(32, 'buy', price - 1, 12_000)
    expect(fixture.run(amend(order, { price }))).toMatchObject({
      answer: { view: { status: 'canceled', reason: 'fills_max', filled: 11_000 } },
    })
    expect(fixture.frozen(32, 0)).toBe(0n)
  })
})

describe('whose order it is', () => {
  it('is asked of those alone who are known', () => {
    const fixture = three()
    const order = fixture.placed(32, 'buy', price, 500)
    expect(fixture.refused(amend(order, { quantity: 400 }, 99))).toBe('holder_unknown')
    expect(fixture.refused(amend(0, { quantity: 400 }))).toBe('order_unknown')
  })

  it('tells an unknown order, another’s and one that is done apart', () => {
    const fixture = three()
    const order = fixture.placed(32, 'buy', price, 500)
    expect(fixture.refused(amend(order, { quantity: 400 }, 33))).toBe('not_owner')
    expect(fixture.refused({ type: 'cancelSpotOrder', holder: 33, order })).toBe('not_owner')
    expect(fixture.refused({ type: 'cancelSpotOrder', holder: 32, order: order + 1 })).toBe('order_unknown')
    fixture.must({ type: 'cancelSpotOrder', holder: 32, order })
    expect(fixture.refused({ type: 'cancelSpotOrder', holder: 32, order })).toBe('order_done')
    expect(fixture.refused(amend(order, { quantity: 400 }))).toBe('order_done')
  })

  it('cancels all of a holder, of one symbol or of every one', () => {
    const fixture = three()
    fixture.placed(32, 'buy', price, 500)
    fixture.placed(32, 'sell', price + 5, 500)
    const other = fixture.placed(33, 'buy', price, 500)
    const events = fixture.must({ type: 'cancelAllSpotOrders', holder: 32, symbol: 'BTCUSDT' })
    expect(events).toHaveLength(2)
    expect([...fixture.state.spot.orders.keys()]).toEqual([other])
    expect(fixture.must({ type: 'cancelAllSpotOrders', holder: 32, symbol: '' })).toEqual([])
    expect(fixture.refused({ type: 'cancelAllSpotOrders', holder: 32, symbol: 'X' })).toBe('symbol_unknown')
  })

  it('may cancel while the market is stale; being disabled ends what waits', () => {
    const fixture = three()
    const order = fixture.placed(32, 'buy', price, 500)
    const left = fixture.placed(32, 'buy', price, 500)
    fixture.now += 100_000
    expect(fixture.refused(amend(order, { quantity: 400 }))).toBe('market_closed')
    fixture.must({ type: 'cancelSpotOrder', holder: 32, order })
    const events = fixture.must({
      type: 'setStanding',
      holder: 32,
      disabled: true,
      realName: 'missing',
      country: '',
    })
    expect(events).toContainEqual(expect.objectContaining({ order: left, reason: 'user_disabled' }))
  })
})
