import { beforeEach, expect, it } from 'vitest'
import { evolve } from '../exchange.ts'
import { dayMs } from '../money/units.ts'
import { WealthFixture } from '../testing/wealthFixture.ts'
import { dayOf } from './terms.ts'
import { miningProductViews, miningViewsOf } from './view.ts'

const saver = 40
const unit = 1_000_000n
let fixture: WealthFixture
let product: number

beforeEach(() => {
  fixture = new WealthFixture()
  fixture.saver(saver)
  product = fixture.mined(fixture.miningTerms())
})

function publish(...days: readonly number[]): void {
  const rates = days.map((day) => ({ day, rate: 3_000_000 + day }))
  evolve(fixture.state, { type: 'miningRatesPublished', product, rates }, fixture.now)
}

function daysKept(): number[] {
  return [...(fixture.state.mining.products.get(product)?.rates.keys() ?? [])]
}

it('an order has been paid nothing at first, and after each day what that day paid', () => {
  fixture.locked(saver, product, 1_000n * unit)
  const paid = () => miningViewsOf(fixture.state.mining, saver).map((view) => [view.daysPaid, view.paid])
  expect(paid()).toEqual([[0, 0n]])
  fixture.passTo((dayOf(fixture.now) + 2) * dayMs)
  expect(paid()).toEqual([[1, 3n * unit]])
  fixture.passTo((dayOf(fixture.now) + 1) * dayMs)
  expect(paid()).toEqual([[2, 6n * unit]])
})

it('rates stand in the order of their days, whichever were published first, and those of 400 days before are forgotten', () => {
  publish(1_001, 1_003)
  publish(1_000)
  expect(daysKept()).toEqual([1_000, 1_001, 1_003])
  publish(1_400, 1_402)
  expect(daysKept()).toEqual([1_000, 1_001, 1_003, 1_400, 1_402])
  publish(1_401)
  expect(daysKept()).toEqual([1_001, 1_003, 1_400, 1_401, 1_402])
})

it('the rates that are shown begin with yesterday', () => {
  publish(1_001, 1_002, 1_003, 1_004)
  const shown = (day: number) => miningProductViews(fixture.state.mining, 'real', day * dayMs)
  expect(shown(1_003)[0]?.rates).toEqual([1_002, 1_003, 1_004].map((day) => ({ day, rate: 3_000_000 + day })))
  expect(shown(1_004)[0]?.rates.map(({ day }) => day)).toEqual([1_003, 1_004])
  expect(miningProductViews(fixture.state.mining, 'demo', 0)).toEqual([])
})

it('income of a day that an order is not due for is an error', () => {
  const order = fixture.locked(saver, product, 1_000n * unit)
  const day = dayOf(fixture.now) + 2
  const line = { order, holder: saver, currency: 0, rate: 3_000_000, published: false, amount: 3n * unit }
  const paid = { type: 'miningPaid', realm: 'real', day, lines: [line] } as const
  expect(() => evolve(fixture.state, paid, fixture.now)).toThrow('is not due')
})
