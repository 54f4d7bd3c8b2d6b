import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Book, noSlot } from '../book/book.ts'
import { steps, ticks } from '../money/units.ts'
import { btcTerms, Fixture } from '../testing/exchangeFixture.ts'
import type { Outcome } from '../outcome.ts'
import type { Event } from '../vocabulary.ts'
import type { SpotTraded } from './event.ts'
import { houseTakes } from './fills.ts'
import { meetsNothing, planFills, type Intent } from './matching.ts'

// a tick is 0.1, a step 0.00001: a step costs a unit of USDT a tick, and is 1 000 units of BTC
const price = 100_000
const levels = { halfSpreadRate: 0, gapRate: 1_000_000, levelQuantity: 300, refillPerSecond: 0, positionMax: 10_000 }
/** At an index of 10 000.0 the house buys at 10 000.0, and sells a tick above. */
const housed = { ...btcTerms, ladder: { ...levels, levels: 3 } }

function begin(terms = btcTerms): Fixture {
  const fixture = new Fixture(terms)
  for (const holder of [32, 33, 34]) {
    fixture.demo(holder)
    fixture.give(holder, 1, 500_000_000n)
  }
  return fixture
}

function tradesIn(events: readonly Event[]): SpotTraded[] {
  return events.filter((event) => event.type === 'spotTraded')
}

function trades(outcome: Outcome): SpotTraded[] {
  if (!outcome.ok) throw new Error(outcome.rejection.reason)
  return tradesIn(outcome.events)
}

describe('the trades of one order', () => {
  it('are numbered in their order, and say which order each of them fills to the last step', () => {
    const fixture = begin({ ...btcTerms, notionalMinExclusive: 0 })
    fixture.placed(33, 'sell', price, 100)
    fixture.placed(34, 'sell', price, 100)
    fixture.placed(33, 'sell', price + 1, 100)
    const told = (outcome: Outcome) =>
      trades(outcome).map(({ trade, quantity, makerFilled, takerFilled }) => [
        trade,
        quantity,
        makerFilled,
        takerFilled,
      ])
    expect(told(fixture.place(32, 'buy', price + 1, 199, { timeInForce: 'IOC' }))).toEqual([
      [1, 100, true, false],
      [2, 99, false, true],
    ])
    // one step is left of what is wanted, and of what rests
    expect(told(fixture.place(32, 'buy', price, 2, { kind: 'market', timeInForce: 'IOC' }))).toEqual([
      [3, 1, true, false],
      [4, 1, false, true],
    ])
    expect(told(fixture.place(32, 'buy', price + 1, 100))).toEqual([[5, 99, true, false]])
  })

  it('take from each side what that trade holds: the taker’s at its own limit, also where that is one tick', () => {
    const fixture = begin({ ...btcTerms, notionalMinExclusive: 0 })
    fixture.placed(33, 'sell', 1, 50)
    const [trade] = trades(fixture.place(32, 'buy', 1, 50))
    expect(trade).toMatchObject({ takerHold: 50, makerHold: 50_000, quoteAmount: 50, baseAmount: 50_000 })
    expect(trade).toMatchObject({ indexTenths: 0, indexTime: 0 })
    fixture.placed(33, 'buy', 2, 50)
    const [sold] = trades(fixture.place(32, 'sell', 1, 50))
    expect(sold).toMatchObject({ takerHold: 50_000, makerHold: 100, quoteAmount: 100, price: 2 })
    fixture.placed(33, 'buy', price, 50)
    expect(trades(fixture.place(32, 'sell', 0, 50, { kind: 'market' }))[0]).toMatchObject({ takerHold: 0 })
  })

  it('round each side’s fees up once over all of them, whichever side takes', () => {
    for (const side of ['buy', 'sell'] as const) {
      const fixture = begin({ ...btcTerms, notionalMinExclusive: 0, feeRateMaker: 300_000, feeRateTaker: 1_000_000 })
      const against = side === 'buy' ? 'sell' : 'buy'
      for (let at = 0; at < 12; at++) fixture.placed(33, against, 100, 1)
      const made = trades(fixture.place(32, side, 100, 12))
      const sum = (fees: number[]) => fees.reduce((all, fee) => all + fee, 0)
      // the taker's of 12 000 units of BTC, or of 1 200 of USDT; each maker's by itself
      expect(sum(made.map(({ takerFee }) => takerFee))).toBe(side === 'buy' ? 12 : 2)
      expect(made.map(({ makerFee }) => makerFee)).toEqual(Array(12).fill(1))
    }
  })
})

describe('a trade with the house', () => {
  it('takes the taker’s fee off what it receives and none of the house, and bears the index', () => {
    const fixture = begin(housed)
    const both = [trades(fixture.place(32, 'buy', price + 1, 100)), trades(fixture.place(32, 'sell', price, 100))]
    expect(both).toMatchObject([
      [{ price: price + 1, makerHolder: 19, takerFee: 100, makerFee: 0, makerHold: 0, makerFilled: false }],
      // a thousandth of 100 · 100 000
      [{ price, makerHolder: 19, takerFee: 10_000, makerFee: 0, makerHold: 0, makerFilled: false }],
    ])
    for (const [trade] of both) {
      expect(trade).toMatchObject({ indexTenths: 1_000_000, indexTime: fixture.now, takerFilled: true })
    }
  })

  it('is what a limit comes to that meets the house alone, and what a post-only order must not do', () => {
    for (const [side, at, beyond] of [
      ['buy', price + 1, price],
      ['sell', price, price + 1],
    ] as const) {
      const fixture = begin({ ...btcTerms, notionalMinExclusive: 0, ladder: { ...levels, levels: 1 } })
      const postOnly = { timeInForce: 'POST_ONLY' } as const
      expect(fixture.place(32, side, at, 200, postOnly)).toMatchObject({ ok: false })
      expect(fixture.place(32, side, beyond, 200, postOnly)).toMatchObject({ answer: { view: { status: 'new' } } })
      expect(trades(fixture.place(33, side, at, 299))).toMatchObject([{ quantity: 299, makerHolder: 19 }])
      expect(fixture.place(32, side, at, 200, postOnly)).toMatchObject({ ok: false })
      expect(trades(fixture.place(33, side, at, 1))).toMatchObject([{ quantity: 1, makerHolder: 19 }])
      // nothing is left of its level
      expect(fixture.place(34, side, at, 200, postOnly)).toMatchObject({ answer: { view: { status: 'new' } } })
    }
  })

  it('post-only is refused by the first level that is left', () => {
    const fixture = begin(housed)
    expect(trades(fixture.place(33, 'buy', price + 1, 300))).toHaveLength(1)
    const postOnly = { timeInForce: 'POST_ONLY' } as const
    const second = fixture.state.venue.ladders.demo[0].sell.price[1]
    expect(fixture.place(32, 'buy', second, 200, postOnly)).toMatchObject({ ok: false })
    expect(fixture.place(32, 'buy', second - 1, 200, postOnly)).toMatchObject({ ok: true })
  })

  it('goes on until the house stands at its cap, from wherever it stands', () => {
    const fixture = begin({ ...btcTerms, ladder: { ...levels, levels: 3, levelQuantity: 1_000, positionMax: 400 } })
    const bought = { kind: 'market', timeInForce: 'IOC' } as const
    expect(trades(fixture.place(32, 'buy', 0, 1_000, bought)).map(({ quantity }) => quantity)).toEqual([400])
    // from 400 short it may buy 800
    expect(trades(fixture.place(32, 'sell', 0, 2_000, bought)).map(({ quantity }) => quantity)).toEqual([800])
    expect(trades(fixture.place(32, 'buy', 0, 300, bought)).map(({ quantity }) => quantity)).toEqual([300])
    expect(trades(fixture.place(32, 'sell', 0, 2_000, bought)).map(({ quantity }) => quantity)).toEqual([200, 100])
  })
})

/** What fills of one order pay: what all so far come to is rounded up, less what was paid before. */
function feesOf(amounts: readonly number[], rate: number): number[] {
  const due = (upTo: number) => {
    const sum = amounts.slice(0, upTo).reduce((all, amount) => all + BigInt(amount), 0n)
    return (sum * BigInt(rate) + 999_999_999n) / 1_000_000_000n
  }
  return amounts.map((_, at) => Number(due(at + 1) - due(at)))
}

const ofHouse = {
  takerOrder: 0,
  takerHolder: 19,
  takerFee: 0,
  takerHold: 0,
  takerFilled: false,
  indexTenths: 1_000_000,
}

const sideDrawn = fc.constantFrom('buy' as const, 'sell' as const)
const few = fc.integer({ min: 1, max: 9 })
const offered = fc.record({ away: fc.nat(4), quantity: few, holder: fc.constantFrom(32, 33, 34) })
const leveled = fc.array(fc.record({ away: fc.nat(4), quantity: fc.nat(9) }), { maxLength: 4 })
// the nearer, the better for whoever takes; the other side is worse by as many ticks
const nearest = 100
const priceOf = (rests: 'buy' | 'sell', away: number) => nearest + (rests === 'sell' ? away : -away)

describe('the house’s new levels', () => {
  it('take what they cross: each level from the best order on, at its price, and fees rounded up once an order', () => {
    const drawn = fc.record({
      side: sideDrawn,
      offers: fc.array(offered, { maxLength: 5 }),
      wanted: leveled,
      max: fc.nat(7),
      rate: fc.nat(3_000_000),
    })
    fc.assert(
      fc.property(drawn, ({ side, offers, wanted, max, rate }) => {
        const fixture = begin({ ...btcTerms, notionalMinExclusive: 0, feeRateMaker: rate })
        const rests = side === 'buy' ? 'sell' : 'buy'
        const resting = offers.map(({ away, quantity, holder }) => {
          const at = priceOf(rests, away)
          return {
            order: fixture.placed(holder, rests, at, quantity),
            price: at,
            left: quantity,
            amounts: [0].slice(1),
          }
        })
        // the best level of the house reaches furthest
        const reach = wanted.toSorted((a, b) => b.away - a.away)
        const depth = {
          price: reach.map(({ away }) => priceOf(rests, away)),
          quantity: reach.map((one) => one.quantity),
        }
        const { spot, venue } = fixture.state
        const mark = venue.marks.of(0)
        const made = houseTakes(spot, venue.listings[0], 'demo', mark, side, depth, max)
        const better = (a: number, b: number) => (side === 'buy' ? a - b : b - a)
        const queue = resting.toSorted((a, b) => better(a.price, b.price))
        const right: Partial<SpotTraded>[] = []
        depth.price.forEach((limit, level) => {
          let left = depth.quantity[level]
          for (const one of queue) {
            const quantity = Math.min(left, one.left)
            if (quantity === 0 || better(one.price, limit) > 0 || right.length === max) continue
            left -= quantity
            one.left -= quantity
            one.amounts.push(quantity * (rests === 'buy' ? 1_000 : one.price))
            right.push({
              trade: right.length + 1,
              makerOrder: one.order,
              price: one.price,
              quantity,
              makerFilled: one.left === 0,
              makerFee: feesOf(one.amounts, rate).at(-1) ?? 0,
              ...ofHouse,
              indexTime: mark.time,
            })
          }
        })
        expect(made).toHaveLength(right.length)
        expect(made).toMatchObject(right)
      }),
      { numRuns: 150 },
    )
  })
})

describe('the plan of an order', () => {
  const drawn = fc.record({
    side: sideDrawn,
    offers: fc.array(offered, { maxLength: 6 }),
    house: leveled,
    limit: fc.integer({ min: -1, max: 5 }),
    quantity: fc.nat(40),
    budget: fc.oneof(fc.constant(Infinity), fc.nat(20_000)),
    worth: fc.constantFrom(1, 3, 10),
    passesOwn: fc.boolean(),
  })

  it('meets offers by price, users before the house, to its limit, its budget and the first order of its own, unless that ends', () => {
    fc.assert(
      fc.property(drawn, ({ side, offers, house, limit, quantity, budget, worth, passesOwn }) => {
        const rests = side === 'buy' ? 'sell' : 'buy'
        const book = new Book<number>()
        const users = offers.map(({ away, quantity: there, holder }) => {
          const slot = book.add(rests, ticks(priceOf(rests, away)), steps(there), 0, holder)
          return { away, there, holder, slot }
        })
        const reach = house.toSorted((a, b) => a.away - b.away)
        const depth = {
          price: reach.map(({ away }) => priceOf(rests, away)),
          quantity: reach.map((one) => one.quantity),
        }
        const intent: Intent = { holder: 34, side, limit: priceOf(rests, limit), quantity, budget, passesOwn }
        const plan = planFills(book, depth, { quotePerTickStep: worth }, intent)
        const all = [
          ...users,
          ...reach.map(({ away, quantity: there }) => ({ away, there, holder: 0, slot: noSlot })),
        ].filter(({ there }) => there > 0)
        // what is alike stays in its order, users first
        all.sort((a, b) => a.away - b.away)
        const right: { price: number; quantity: number; slot: number }[] = []
        const expired: { slot: number; reason: 'self_trade' }[] = []
        let [left, money, end] = [quantity, budget, quantity === 0 ? 'filled' : 'book_empty']
        for (const { away, there, holder, slot } of all) {
          if (left === 0 || away > limit) break
          const at = priceOf(rests, away)
          if (holder === 34 && (!passesOwn || money >= at * worth)) {
            if (passesOwn) {
              expired.push({ slot, reason: 'self_trade' })
              continue
            }
            end = 'self_trade'
            break
          }
          const taken = Math.min(left, there, Math.floor(money / (at * worth)))
          if (taken > 0) right.push({ price: at, quantity: taken, slot })
          left -= taken
          money -= taken * at * worth
          if (left === 0) end = 'filled'
          else if (taken < there) end = 'budget_spent'
          if (left === 0 || taken < there) break
        }
        expect(plan).toEqual({ fills: right, filled: quantity - left, end, expired })
        if (meetsNothing(book, depth, side, intent.limit)) expect(plan.fills).toEqual([])
      }),
      { numRuns: 1_000 },
    )
  })

  it('has a thousand fills at most', () => {
    const book = new Book<number>()
    for (let at = 0; at < 1_001; at++) book.add('sell', ticks(price), steps(1), 0, 33)
    const house = { price: [], quantity: [] }
    const plan = (quantity: number) =>
      planFills(
        book,
        house,
        { quotePerTickStep: 1 },
        { holder: 32, side: 'buy', limit: price, quantity, budget: 1e15, passesOwn: false },
      )
    expect(plan(1_000)).toMatchObject({ filled: 1_000, end: 'filled' })
    expect(plan(1_001)).toMatchObject({ filled: 1_000, end: 'fills_max' })
  })
})
