import { beforeEach, describe, expect, it } from 'vitest'
import { MarginFixture } from '../testing/marginFixture.ts'
import type { Command, Event } from '../vocabulary.ts'
import { houseTakes, type Step } from './match.ts'
import { evolve } from '../exchange.ts'

const holder = 40
const other = 41
const aside = { levels: 0, halfSpreadRate: 0, gapRate: 0, levelQuantity: 0, refillPerSecond: 0, positionMax: 0 }
const limit = {
  symbol: 'BTCUSDT',
  kind: 'limit',
  timeInForce: 'GTC',
  price: 100_000,
  stopLoss: null,
  takeProfit: null,
  fault: '',
} as const
const perpetual = { type: 'placePerpetualOrder', ...limit, reduceOnly: false } as const
let fixture: MarginFixture

beforeEach(() => {
  fixture = new MarginFixture({ ladder: aside })
  fixture.tickNow(1_000_000)
  for (const one of [holder, other]) {
    fixture.trader(one, 10_000)
    fixture.setPerpetual(one, 'cross', 10)
  }
})

/** What commands did, in short. */
function did(...commands: readonly Command[]): string[] {
  return commands.flatMap((command) => fixture.must(command)).flatMap(told)
}

function told(event: Event): string[] {
  switch (event.type) {
    case 'derivativeTraded':
      return [`${event.lots} at ${event.price}`]
    case 'derivativeOrderRested':
      return ['rests']
    case 'derivativeOrderCut':
      return [`cut to ${event.lots}`]
    case 'derivativeOrderClosed':
      return [`${String(event.holder)} ${event.reason} after ${event.filled}`]
    default:
      return []
  }
}

const theirs = (side: 'buy' | 'sell', lots: number, price = 100_000) => ({
  ...perpetual,
  holder: other,
  side,
  lots,
  price,
})
const own = (side: 'buy' | 'sell', lots: number, more: object = {}) => ({ ...perpetual, holder, side, lots, ...more })

describe('what is left of an order', () => {
  it('rests where it may, and ends where it may not', () => {
    fixture.must(theirs('sell', 3))
    expect(did(own('buy', 5))).toEqual(['3 at 100000', 'rests'])
    fixture.must({ type: 'cancelAllPerpetualOrders', holder, symbol: '' })
    fixture.must(theirs('sell', 3))
    expect(did(own('buy', 5, { timeInForce: 'IOC' }))).toEqual(['3 at 100000', '40 immediate_or_cancel after 3'])
    fixture.must(theirs('sell', 3))
    const market = { kind: 'market', price: 0, timeInForce: 'IOC' }
    expect(did(own('buy', 5, market))).toEqual(['3 at 100000', '40 book_empty after 3'])
    fixture.must(theirs('sell', 3, 100_001))
    expect(did(own('buy', 5, { timeInForce: 'POST_ONLY' }))).toEqual(['rests'])
  })

  it('that only reduces rests for no more than is left to reduce beside others', () => {
    did(theirs('sell', 10), own('buy', 10))
    const reduces = (lots: number, price: number) => own('sell', lots, { price, reduceOnly: true })
    expect(did(reduces(6, 101_000))).toEqual(['rests'])
    expect(did(reduces(5, 101_100))).toEqual(['cut to 4', 'rests'])
    expect(fixture.run(reduces(1, 101_200))).toMatchObject({ ok: false, rejection: { reason: 'nothing_to_reduce' } })
  })

  it('ends where it met its own holder’s, unless it closes: then that expires', () => {
    did(theirs('sell', 10), own('buy', 10))
    fixture.must(own('sell', 4, { price: 100_100 }))
    fixture.must(theirs('sell', 2, 100_200))
    expect(did(own('buy', 5, { price: 100_200 }))).toEqual(['40 self_trade after 0'])
    fixture.must(theirs('buy', 20, 99_900))
    fixture.must(own('buy', 1, { price: 99_950 }))
    const position = fixture.account(holder).perpetual.get(0)?.id ?? 0
    const close = { type: 'closePerpetual', holder, position, lots: 3, fault: '' } as const
    expect(did(close)).toEqual(['40 self_trade after 0', '3 at 99900'])
  })
})

describe('positions that a trade opens', () => {
  it('are numbered one after the other, the maker’s first, where both open one', () => {
    did(theirs('sell', 1), own('buy', 1))
    const [mine, others] = [holder, other].map((one) => fixture.account(one).perpetual.get(0)?.id ?? 0)
    expect(mine).toBe((others ?? 0) + 1)
    expect(fixture.state.derivative.nextOrder).toBe((mine ?? 0) + 1)
  })

  it('is the next number where the maker only reduces', () => {
    did(theirs('sell', 1), own('buy', 1))
    fixture.trader(42, 1_000)
    fixture.must(own('sell', 1))
    const { nextOrder } = fixture.state.derivative
    fixture.must({ ...perpetual, holder: 42, side: 'buy', lots: 1 })
    // one is its order’s
    expect(fixture.account(42).perpetual.get(0)?.id).toBe(nextOrder + 1)
    expect(fixture.account(holder).perpetual.size).toBe(0)
  })
})

describe('the house’s new levels', () => {
  const taken = (levels: { price: number[]; quantity: number[] }, fills: number, side: 'buy' | 'sell' = 'sell') => {
    const budget = { fills }
    const steps: Step[] = []
    const { derivative, venue } = fixture.state
    for (const step of houseTakes(
      { state: derivative, venue, listing: 0, budget, now: fixture.now },
      'demo',
      side,
      levels,
    )) {
      steps.push(step)
      for (const event of step) evolve(fixture.state, event, fixture.now)
    }
    return [steps.flatMap((step) => step.flatMap(told)), budget.fills]
  }

  it('take what rests at or beyond their price, at its price, as far as each level reaches', () => {
    for (const [price, lots] of [
      [99_900, 5],
      [99_800, 4],
      [99_700, 3],
    ] as const)
      fixture.must(own('buy', lots, { price }))
    const levels = { price: [99_800, 99_750], quantity: [7, 9] }
    expect(taken(levels, 10)).toEqual([['5 at 99900', '2 at 99800', '2 at 99800'], 7])
    expect(taken(levels, 10)).toEqual([[], 10])
    expect(fixture.state.derivative.house.demo[0]).toMatchObject({ side: 'short', lots: 9 })
  })

  it('do so on the other side, and stop with the budget', () => {
    for (const [price, lots] of [
      [100_100, 5],
      [100_200, 4],
    ] as const)
      fixture.must(own('sell', lots, { price }))
    const levels = { price: [100_200], quantity: [20] }
    expect(taken(levels, 1, 'buy')).toEqual([['5 at 100100'], 0])
    expect(taken(levels, 0, 'buy')).toEqual([[], 0])
    expect(taken(levels, 5, 'buy')).toEqual([['4 at 100200'], 4])
    expect(taken({ price: [], quantity: [] }, 5)).toEqual([[], 5])
  })

  it('cut what only reduces with what they take', () => {
    did(theirs('sell', 10), own('buy', 10))
    fixture.must(own('sell', 6, { price: 100_100, reduceOnly: true }))
    fixture.must(own('sell', 5, { price: 100_050 }))
    expect(taken({ price: [100_050], quantity: [5] }, 5, 'buy')).toEqual([['5 at 100050', 'cut to 5'], 4])
  })
})
