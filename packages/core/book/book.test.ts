import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { holderRow } from '../ledger/holders.ts'
import { steps, ticks } from '../money/units.ts'
import { Book, noSlot, type Side } from './book.ts'

interface Resting {
  readonly id: number
  readonly side: Side
  readonly price: number
  quantity: number
  slot: number
}

// the slow twin: one sorted list, looked through from the front each time
class NaiveBook {
  readonly orders: Resting[] = []

  queue(side: Side): Resting[] {
    const sign = side === 'buy' ? -1 : 1
    return this.orders
      .filter((order) => order.side === side)
      .map((order, at) => ({ order, at }))
      .sort((a, b) => sign * (a.order.price - b.order.price) || a.at - b.at)
      .map(({ order }) => order)
  }

  levels(side: Side): { price: number; quantity: number }[] {
    const levels = new Map<number, number>()
    for (const order of this.queue(side)) {
      levels.set(order.price, (levels.get(order.price) ?? 0) + order.quantity)
    }
    return [...levels].map(([price, quantity]) => ({ price, quantity }))
  }
}

const acts = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        act: fc.constant('add' as const),
        buys: fc.boolean(),
        price: fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 2_000 })),
        quantity: fc.integer({ min: 1, max: 9 }),
      }),
    },
    { weight: 3, arbitrary: fc.record({ act: fc.constant('remove' as const), which: fc.nat() }) },
    {
      weight: 3,
      arbitrary: fc.record({
        act: fc.constant('reduce' as const),
        which: fc.nat(),
        share: fc.integer({ min: 1, max: 9 }),
      }),
    },
  ),
  { maxLength: 300 },
)

describe('Book', () => {
  it('stands as its slow twin after any acts', () => {
    fc.assert(
      fc.property(acts, (list) => {
        const book = new Book<Resting>()
        const twin = new NaiveBook()
        let id = 0
        for (const act of list) {
          if (act.act === 'add') {
            const side = act.buys ? 'buy' : 'sell'
            const order = { id: id++, side, price: act.price, quantity: act.quantity, slot: noSlot } as const
            const resting: Resting = { ...order }
            resting.slot = book.add(side, ticks(act.price), steps(act.quantity), resting)
            twin.orders.push(resting)
            continue
          }
          const resting = twin.orders[act.which % Math.max(1, twin.orders.length)]
          if (!resting) continue
          const gone = act.act === 'remove' ? resting.quantity : Math.min(act.share, resting.quantity)
          if (act.act === 'remove') book.remove(resting.slot)
          else book.reduce(resting.slot, gone)
          resting.quantity -= gone
          if (resting.quantity === 0) twin.orders.splice(twin.orders.indexOf(resting), 1)
        }
        expect(book.size).toBe(twin.orders.length)
        for (const side of ['buy', 'sell'] as const) {
          expect([...book.queue(side)].map((order) => order.id)).toEqual(twin.queue(side).map((order) => order.id))
          expect(book.levels(side, 1_000)).toEqual(twin.levels(side))
          expect(book.levels(side, 5)).toEqual(twin.levels(side).slice(0, 5))
        }
      }),
      { numRuns: 300 },
    )
  })

  it('refuses to shrink an order below nothing', () => {
    const book = new Book<string>()
    const slot = book.add('buy', ticks(10), steps(3), 'a')
    expect(() => book.reduce(slot, 4)).toThrow(RangeError)
    expect(() => book.order(slot + 1)).toThrow(RangeError)
  })

  it('removes an order once, wherever it stands', () => {
    const book = new Book<number>()
    for (const side of ['buy', 'sell'] as const) {
      for (let price = 1; price <= 200; price++) {
        const slot = book.add(side, ticks(price), steps(1), price)
        book.remove(slot)
        expect(() => book.remove(slot)).toThrow(RangeError)
        expect([book.size, book.best(side)]).toEqual([0, noSlot])
      }
    }
  })

  it('knows whose an order is, and that nobody’s is no house’s and no user’s', () => {
    const book = new Book<string>()
    expect(book.holder(book.add('buy', ticks(1), steps(1), 'a', 33))).toBe(33)
    expect(holderRow(book.holder(book.add('buy', ticks(1), steps(1), 'b')))).toBeLessThan(0)
  })

  it('gives slots of removed orders to new ones', () => {
    const book = new Book<number>()
    for (let at = 0; at < 10_000; at++) book.remove(book.add('sell', ticks(5), steps(1), at))
    expect(book.add('sell', ticks(5), steps(1), 0)).toBe(0)
  })
})
