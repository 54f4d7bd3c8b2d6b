import { beforeEach, describe, expect, it } from 'vitest'
import { noSlot } from '../book/book.ts'
import { MarginFixture } from '../testing/marginFixture.ts'
import type { Command } from '../vocabulary.ts'
import { clearingReport } from './house.ts'
import { derivativeBook, type DerivativeOrder, type Position } from './state.ts'

const holder = 40
const other = 41
const usdt = 1_000_000n
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
const contract = { type: 'placeContractOrder', ...limit, multiple: 10 } as const
let fixture: MarginFixture

function begin(ladder: typeof aside | null = aside): void {
  fixture = new MarginFixture(ladder ? { ladder } : {})
  fixture.tickNow(1_000_000)
  for (const one of [holder, other]) {
    fixture.trader(one, 10_000)
    fixture.setPerpetual(one, 'isolated', 10)
  }
}

beforeEach(() => begin())

/** Places an order of the holder that rests; gives it, as it is kept. */
function rested(command: Command): DerivativeOrder {
  const accepted = fixture.must(command).find((event) => event.type === 'derivativeOrderAccepted')
  const order = fixture.state.derivative.orders.get(accepted?.order ?? 0)
  if (!order) throw new Error('it does not rest')
  return order
}

/** The other trades so many lots against what rests, so many milliseconds later. */
function met(side: 'buy' | 'sell', lots: number, price = 100_000): void {
  fixture.now += 7
  fixture.must({ ...perpetual, holder: other, side, lots, price })
}

function position(): Position {
  const found = fixture.account(holder).perpetual.get(0)
  if (!found) throw new Error('nothing is open')
  return found
}

describe('an order', () => {
  it('begins with nothing filled, and holds its margin and fee at its own price', () => {
    const { now } = fixture
    const order = rested({ ...perpetual, holder, side: 'buy', lots: 10, stopLoss: 90_000, takeProfit: 120_000 })
    const sums = { filled: 0, quoteFilled: 0n, feeScaled: 0n, feePaid: 0n, realised: 0n, made: false, took: false }
    const times = { acceptedAt: now, updatedAt: now, stopLoss: 90_000, takeProfit: 120_000 }
    // 100 USDT at ten times, and five hundredths of a per cent of them
    expect(order).toMatchObject({ ...sums, ...times, hold: 10_050_000n, heldPrice: 100_000, price: 100_000, lots: 10 })
    expect(order.slot).not.toBe(noSlot)
    expect(fixture.state.derivative.nextOrder).toBe(order.id + 1)
  })

  it('counts each fill as its maker, and holds what is left for the rest', () => {
    const order = rested({ ...perpetual, holder, side: 'buy', lots: 10 })
    const { nextTrade } = fixture.state.derivative
    met('sell', 4)
    const sums = { filled: 4, quoteFilled: 40n * usdt, feeScaled: 40n * usdt * 200_000n, feePaid: 8_000n }
    expect(order).toMatchObject({ ...sums, made: true, took: false, hold: 6_030_000n, updatedAt: fixture.now })
    expect(derivativeBook(fixture.state.derivative, 'demo', 0).levels('buy', 5)).toEqual([
      { price: 100_000, quantity: 6 },
    ])
    expect(fixture.state.derivative.nextTrade).toBe(nextTrade + 1)
    met('sell', 6)
    expect(fixture.state.derivative.orders.size).toBe(0)
    expect(order).toMatchObject({ filled: 10, feePaid: 20_000n, hold: 0n, slot: noSlot })
  })

  it('counts what it takes at a taker’s rate, and what it closes', () => {
    rested({ ...perpetual, holder, side: 'buy', lots: 10 })
    met('sell', 10)
    fixture.must({ ...perpetual, holder: other, side: 'buy', lots: 4, price: 101_000 })
    fixture.now += 7
    const order = rested({ ...perpetual, holder, side: 'sell', lots: 6, price: 101_000 })
    expect(order).toMatchObject({
      filled: 4,
      quoteFilled: 40_400_000n,
      feePaid: 20_200n,
      realised: 400_000n,
      took: true,
      made: false,
    })
  })

  it('that is amended keeps its place or takes another, holds what it needs then, and its ticket shows it', () => {
    const order = rested({ ...contract, holder, side: 'buy', lots: 10 })
    fixture.must({ ...contract, holder: other, side: 'sell', lots: 3 })
    const { slot } = order
    fixture.now += 7
    const amend = { type: 'amendContractOrder', holder, order: order.id, fault: '' } as const
    const kept = { stopLoss: { change: 'keep', price: 0 }, takeProfit: { change: 'keep', price: 0 } } as const
    fixture.must({ ...amend, ...kept, price: 100_000, lots: 8 })
    expect(order).toMatchObject({ lots: 8, price: 100_000, slot, updatedAt: fixture.now })
    expect(derivativeBook(fixture.state.derivative, 'demo', 0).levels('buy', 5)).toEqual([
      { price: 100_000, quantity: 5 },
    ])
    fixture.must({ ...amend, ...kept, price: 99_000, lots: 9 })
    expect(order).toMatchObject({ lots: 9, price: 99_000, heldPrice: 99_000 })
    expect(derivativeBook(fixture.state.derivative, 'demo', 0).levels('buy', 5)).toEqual([
      { price: 99_000, quantity: 6 },
    ])
    expect(fixture.position(order.id)?.origin).toMatchObject({
      price: 99_000,
      lots: 9,
      filled: 3,
      quoteFilled: 30n * usdt,
      made: true,
    })
  })
})

describe('a position', () => {
  it('is opened by its first fill, and grows by the next, with the stops of whichever order has some', () => {
    rested({ ...perpetual, holder, side: 'buy', lots: 10, stopLoss: 90_000 })
    met('sell', 4)
    const { now: openedAt } = fixture
    const { id } = position()
    const sums = {
      realised: 0n,
      funding: 0n,
      lotsClosed: 0,
      proceeds: 0n,
      feePaid: 8_000n,
      triggered: 'none',
      origin: null,
    }
    const stands = { side: 'long', lots: 4, cost: 40n * usdt, margin: 4n * usdt, multiple: 10, kind: 'isolated' }
    expect(position()).toMatchObject({
      ...sums,
      ...stands,
      stopLoss: 90_000,
      takeProfit: 0,
      openedAt,
      updatedAt: openedAt,
    })
    met('sell', 6)
    const grown = {
      lots: 10,
      cost: 100n * usdt,
      margin: 10n * usdt,
      feePaid: 20_000n,
      openedAt,
      updatedAt: fixture.now,
    }
    expect(position()).toMatchObject({ id, ...grown })
    rested({ ...perpetual, holder, side: 'buy', lots: 1, takeProfit: 130_000 })
    met('sell', 1)
    expect(position()).toMatchObject({ stopLoss: 90_000, takeProfit: 130_000, lots: 11 })
    rested({ ...perpetual, holder, side: 'buy', lots: 1, stopLoss: 91_000 })
    met('sell', 1)
    expect(position()).toMatchObject({ stopLoss: 91_000, takeProfit: 130_000, lots: 12 })
    expect(fixture.state.derivative.nextOrder).toBeGreaterThan(id)
  })

  it('is reduced at its average, and turned into another that bears the fee', () => {
    rested({ ...perpetual, holder, side: 'buy', lots: 10 })
    met('sell', 10)
    const first = position()
    rested({ ...perpetual, holder, side: 'sell', lots: 4, price: 101_000 })
    met('buy', 4, 101_000)
    const sums = { realised: 400_000n, lotsClosed: 4, proceeds: 40_400_000n, feePaid: 20_000n + 8_080n }
    expect(first).toMatchObject({ ...sums, lots: 6, cost: 60n * usdt, margin: 6n * usdt, updatedAt: fixture.now })
    rested({ ...perpetual, holder, side: 'sell', lots: 10, price: 102_000 })
    met('buy', 10, 102_000)
    const ended = {
      realised: 400_000n + 1_200_000n,
      lotsClosed: 10,
      proceeds: 40_400_000n + 61_200_000n,
      feePaid: 28_080n,
    }
    expect(first).toMatchObject({ ...ended, lots: 0, cost: 0n, margin: 0n })
    expect(position().id).not.toBe(first.id)
    expect(position()).toMatchObject({
      side: 'short',
      lots: 4,
      cost: 40_800_000n,
      feePaid: 20_400n,
      realised: 0n,
      openedAt: fixture.now,
    })
  })

  it('has the margin that is added to it, and the stops that are set', () => {
    rested({ ...perpetual, holder, side: 'buy', lots: 10 })
    met('sell', 10)
    const { id } = position()
    fixture.now += 7
    fixture.must({ type: 'addPerpetualMargin', holder, position: id, amount: 5n * usdt, fault: '' })
    expect(position()).toMatchObject({ margin: 15n * usdt, updatedAt: fixture.now })
    const set = {
      stopLoss: { change: 'set', price: 90_000 },
      takeProfit: { change: 'keep', price: 0 },
      fault: '',
    } as const
    fixture.now += 7
    fixture.state.derivative.touched.positions.clear()
    fixture.must({ type: 'setPerpetualTargets', holder, position: id, ...set })
    expect(position()).toMatchObject({ stopLoss: 90_000, takeProfit: 0, updatedAt: fixture.now })
  })

  it('of a ticket remembers its order, and its stops are those of the order as well', () => {
    const order = rested({ ...contract, holder, side: 'buy', lots: 10 })
    const set = {
      stopLoss: { change: 'set', price: 90_000 },
      takeProfit: { change: 'keep', price: 0 },
      fault: '',
    } as const
    fixture.must({ type: 'setContractTargets', holder, order: order.id, ...set })
    expect(order).toMatchObject({ stopLoss: 90_000, takeProfit: 0 })
    fixture.must({ ...contract, holder: other, side: 'sell', lots: 4 })
    const { acceptedAt } = order
    const origin = {
      kind: 'limit',
      timeInForce: 'GTC',
      price: 100_000,
      feeRate: 500_000,
      acceptedAt,
      lots: 10,
      filled: 4,
    }
    expect(fixture.position(order.id)).toMatchObject({
      stopLoss: 90_000,
      origin: { ...origin, quoteFilled: 40n * usdt, made: true },
    })
    fixture.must({ ...contract, holder: other, side: 'sell', lots: 6 })
    expect(fixture.position(order.id)).toMatchObject({
      lots: 10,
      origin: { ...origin, filled: 10, quoteFilled: 100n * usdt, took: false },
    })
  })
})

describe('the house and clearing', () => {
  it('take the other side: what users have realised, clearing has paid', () => {
    begin(null)
    const house = () => fixture.state.derivative.house.demo[0]
    fixture.perpetual(holder, 'buy', 5)
    expect(house()).toMatchObject({ side: 'short', lots: 5, cost: 50_005_000n })
    fixture.perpetual(other, 'buy', 2)
    expect(house()).toMatchObject({ side: 'short', lots: 7, cost: 70_007_000n })
    fixture.perpetual(holder, 'sell', 5)
    expect(house()).toMatchObject({ side: 'short', lots: 2, cost: 20_002_000n })
    // what the user lost of 100 010 at 99 990 is what the house has gained
    expect(fixture.state.derivative.clearing.demo[0]).toBe(0n)
    fixture.perpetual(holder, 'sell', 6)
    expect(house()).toMatchObject({ side: 'long', lots: 4 })
    for (const { stands, due } of clearingReport(fixture.state.derivative)) expect(stands).toBe(due)
  })
})

it('how a symbol is set is kept, and changes with nothing but that', () => {
  fixture.setPerpetual(holder, 'cross', 20)
  expect(fixture.account(holder).settings.get(0)).toEqual({ mode: 'cross', multiple: 20 })
})
