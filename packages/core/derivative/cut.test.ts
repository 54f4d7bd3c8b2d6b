import { beforeEach, expect, it } from 'vitest'
import { MarginFixture } from '../testing/marginFixture.ts'
import type { Event } from '../vocabulary.ts'
import { cutsOf, restingToReduce } from './cut.ts'

const holder = 32
const other = 33
const aside = { levels: 0, halfSpreadRate: 0, gapRate: 0, levelQuantity: 0, refillPerSecond: 0, positionMax: 0 }
const limit = {
  type: 'placePerpetualOrder',
  holder,
  symbol: 'BTCUSDT',
  kind: 'limit',
  timeInForce: 'GTC',
  reduceOnly: false,
  stopLoss: null,
  takeProfit: null,
  fault: '',
} as const
let fixture: MarginFixture

/** Long 100 lots, whose owner has asked to sell 60 and then 40 of them, a tick apart. */
beforeEach(() => {
  fixture = new MarginFixture({ ladder: aside })
  fixture.tickNow(1_000_000)
  for (const one of [holder, other]) fixture.trader(one, 20_000)
  fixture.must({ ...limit, holder: other, side: 'sell', lots: 100, price: 100_000 })
  fixture.must({ ...limit, side: 'buy', lots: 100, price: 100_000 })
  for (const lots of [60, 40]) fixture.must({ ...limit, side: 'sell', lots, price: 100_100, reduceOnly: true })
})

/** The owner closes so much of it at once, against a bid of the other's. */
function closed(lots: number): readonly Event[] {
  fixture.must({ ...limit, holder: other, side: 'buy', lots, price: 100_000 })
  return fixture.must({ ...limit, side: 'sell', lots, price: 100_000, timeInForce: 'IOC' })
}

const cuts = (events: readonly Event[]) =>
  events.flatMap((event) => {
    if (event.type === 'derivativeOrderCut') return [`cut to ${event.lots}`]
    return event.type === 'derivativeOrderClosed' ? [`${event.reason} at ${event.lots}`] : []
  })

it('orders that reduce just as much as there is are left alone', () => {
  const { derivative } = fixture.state
  expect(restingToReduce(derivative, holder, 0)).toBe(100)
  expect(cutsOf(derivative, holder, 0)).toEqual([])
  expect(cutsOf(derivative, other, 0)).toEqual([])
  expect([cutsOf(derivative, 99, 0), restingToReduce(derivative, 99, 0)]).toEqual([[], 0])
  expect([cutsOf(derivative, holder, 1), restingToReduce(derivative, holder, 1)]).toEqual([[], 0])
})

it('the youngest is cut to what is left to reduce, and ends where nothing is', () => {
  expect(cuts(closed(30))).toEqual(['cut to 10'])
  expect(restingToReduce(fixture.state.derivative, holder, 0)).toBe(70)
  expect(cuts(closed(10))).toEqual(['position_gone at 10'])
  expect(cuts(closed(1))).toEqual(['cut to 59'])
  expect(cuts(closed(59))).toEqual(['position_gone at 59'])
})

it('what is filled of an order reduces already', () => {
  fixture.must({ ...limit, holder: other, side: 'buy', lots: 25, price: 100_100 })
  expect(restingToReduce(fixture.state.derivative, holder, 0)).toBe(75)
  expect(cutsOf(fixture.state.derivative, holder, 0)).toEqual([])
  expect(cuts(closed(50))).toEqual(['cut to 50', 'position_gone at 40'])
})

it('nothing is left of them where the position is turned', () => {
  expect(cuts(closed(150))).toEqual(['position_gone at 60', 'position_gone at 40'])
  expect(fixture.account(holder).perpetual.get(0)).toMatchObject({ side: 'short', lots: 50 })
})
