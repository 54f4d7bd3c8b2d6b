import { beforeEach, describe, expect, it } from 'vitest'
import { OpenFixture } from '../testing/openFixture.ts'
import type { Step } from './match.ts'
import { amendOrder, type Amendment } from './amend.ts'
import { accountOf, admitOrder, restInBook } from './keep.ts'
import { evolve } from '../exchange.ts'
import { derivativeOf, type DerivativeOrder } from './state.ts'

// A hundredth of a lot is worth 10 USDT at the mark of 100 000 ticks.
const holder = 40
const usdt = 1_000_000n
const house = { levels: 0, halfSpreadRate: 0, gapRate: 0, levelQuantity: 0, refillPerSecond: 0, positionMax: 10_000 }
let fixture: OpenFixture

function begin(terms: ConstructorParameters<typeof OpenFixture>[0] = {}): void {
  fixture = new OpenFixture({ ladder: house, ...terms })
  fixture.list('ETH')
  for (const listing of [0, 1]) fixture.tickNow(1_000_000, listing)
  fixture.demo(holder)
}

beforeEach(() => begin())

/** An order that rests: without more a perpetual one of 100 USDT at ten times, with its margin and fee held. */
function resting(more: Partial<DerivativeOrder> = {}): DerivativeOrder {
  const { derivative, venue } = fixture.state
  const held = { price: 100_000, heldPrice: 100_000, hold: 10_050_000n }
  const order = fixture.order(holder, { kind: 'limit', timeInForce: 'GTC', ...held, ...more })
  derivative.nextOrder++
  admitOrder(derivative, accountOf(derivative, venue, holder), order)
  restInBook(derivative, 'demo', order)
  return order
}

function amended(order: DerivativeOrder, to: Partial<Amendment>) {
  const { derivative, venue } = fixture.state
  const floor = { realm: 'demo', listing: venue.listings[0], derivative: derivativeOf(derivative, 0) } as const
  return amendOrder(derivative, venue, floor, order, { price: null, lots: null, ...to }, fixture.now)
}

/** Why an order may not be amended; '' where it may. */
function refusal(order: DerivativeOrder, to: Partial<Amendment>): string {
  const result = amended(order, to)
  return result.ok ? '' : result.rejection.reason
}

/** The first of what amending does. */
function told(order: DerivativeOrder, to: Partial<Amendment>) {
  const result = amended(order, to)
  if (!result.ok) throw new Error(result.rejection.reason)
  for (const [event] of result.value) return event
  throw new Error('nothing happened')
}

/** All steps of amending, each evolved before the next. */
function ran(order: DerivativeOrder, to: Partial<Amendment>): Step[] {
  const result = amended(order, to)
  if (!result.ok) throw new Error(result.rejection.reason)
  const steps: Step[] = []
  for (const step of result.value) {
    steps.push(step)
    for (const event of step) evolve(fixture.state, event, fixture.now)
  }
  return steps
}

describe('what an amended order asks', () => {
  it('is its hold and what it loses at once, from what is available beside what it holds, to the unit', () => {
    const order = resting()
    // 10.1505 to hold at 101 000, and 1 lost
    fixture.has(holder, { available: 1_100_500n, frozen: order.hold })
    expect(refusal(order, { price: 101_000 })).toBe('')
    fixture.has(holder, { available: 1_100_499n, frozen: order.hold })
    expect(refusal(order, { price: 101_000 })).toBe('balance_insufficient_order')
  })

  it('is no more than is free where a cross position has lost', () => {
    const order = resting()
    fixture.opened(holder, { kind: 'cross', listing: 1 })
    fixture.marked(970_000, 1)
    // 3 of what is available are not free
    fixture.has(holder, { available: 4_100_500n, held: 10n * usdt, frozen: order.hold })
    expect(refusal(order, { price: 101_000 })).toBe('')
    fixture.has(holder, { available: 4_100_499n, held: 10n * usdt, frozen: order.hold })
    expect(refusal(order, { price: 101_000 })).toBe('balance_insufficient_order')
  })

  it('is nothing new while a cross position’s mark does not decide; what only gets less may be', () => {
    const order = resting()
    fixture.opened(holder, { kind: 'cross', listing: 1 })
    fixture.has(holder, { available: 100n * usdt, held: 10n * usdt, frozen: order.hold })
    expect(refusal(order, { lots: 11 })).toBe('')
    fixture.now += 5_001
    fixture.marked(1_000_000)
    expect(refusal(order, { lots: 11 })).toBe('position_undecided')
    expect(refusal(order, { lots: 9 })).toBe('')
  })

  it('is no more than its holder allows itself', () => {
    const order = resting()
    fixture.has(holder, { available: 100n * usdt, frozen: order.hold })
    const limits = (amount: bigint) => {
      fixture.must({ type: 'setOwnLimit', holder, limit: 'stake', amount })
      return [refusal(order, { price: 101_000 }), refusal(order, { lots: 9 })]
    }
    expect(limits(11_150_500n)).toEqual(['', ''])
    expect(limits(11_150_499n)).toEqual(['own_stake_limit', ''])
  })

  it('is within the caps with what is left of it, and not with what is filled', () => {
    begin({ openInterestUserMax: 1_200n * usdt })
    // 40 of 100 are filled and open: 80 more make 120
    fixture.opened(holder, { kind: 'cross', lots: 40, cost: 400n * usdt })
    fixture.has(holder, { available: 1_000n * usdt, held: 40n * usdt })
    const order = resting({ lots: 100, filled: 40, quoteFilled: 400n * usdt, hold: 60_300_000n })
    expect([refusal(order, { lots: 120 }), refusal(order, { lots: 121 })]).toEqual(['', 'open_interest_user_max'])
  })

  it('is of a contract the multiple of the net position beside it too', () => {
    // 50 000 USDT in all may be at a hundred times, and more at no more than fifty
    fixture.opened(holder, { kind: 'cross', lots: 4_900, cost: 49_000n * usdt, multiple: 100 })
    fixture.has(holder, { available: 10_000n * usdt, held: 490n * usdt })
    const contract = resting({ product: 'contract', position: 'ticket' })
    expect([refusal(contract, { lots: 100 }), refusal(contract, { lots: 101 })]).toEqual(['', 'multiple_invalid'])
  })

  it('is nothing of one that only reduces, whatever may not be opened', () => {
    fixture.opened(holder, { kind: 'cross' })
    fixture.has(holder, { held: 10n * usdt })
    const order = resting({ side: 'sell', reduceOnly: true, hold: 0n, lots: 5, price: 101_000 })
    fixture.provide(-1_000_000n * usdt)
    expect(refusal(order, { price: 100_500 })).toBe('')
    expect(refusal(resting(), { price: 100_500 })).toBe('leverage_paused')
    fixture.opened(holder, { kind: 'cross', listing: 1 })
    fixture.now += 5_001
    fixture.marked(1_000_000)
    expect(refusal(order, { price: 100_500 })).toBe('')
  })

  it('is near the mark where its limit changes or its lots grow, and where it was while they get fewer', () => {
    const order = resting()
    fixture.has(holder, { available: 100n * usdt, frozen: order.hold })
    fixture.marked(1_030_000)
    expect([refusal(order, { price: 100_001 }), refusal(order, { lots: 9 }), refusal(order, { lots: 11 })]).toEqual([
      'price_too_far',
      '',
      'price_too_far',
    ])
  })
})

describe('what an amended order holds', () => {
  it('is what is left of it at its limit', () => {
    const order = resting({ lots: 100, filled: 40, quoteFilled: 400n * usdt, hold: 60_300_000n })
    fixture.has(holder, { available: 1_000n * usdt, frozen: order.hold })
    // 80 hundredths at 10 USDT
    const more = { lots: 120, price: 100_000, heldPrice: 100_000, holdChange: 20_100_000n, keepsPlace: false }
    expect(told(order, { lots: 120 })).toMatchObject(more)
    const fewer = { lots: 70, heldPrice: 100_000, holdChange: -30_150_000n, keepsPlace: true }
    expect(told(order, { lots: 70 })).toMatchObject(fewer)
    expect(told(order, {})).toMatchObject({ lots: 100, holdChange: 0n, keepsPlace: true })
  })

  it('is what a short may fill at: the best bid, where its new limit is lower', () => {
    const order = resting({ side: 'sell', price: 101_000, heldPrice: 101_000, hold: 10_150_500n })
    fixture.has(holder, { available: 1_000n * usdt, frozen: order.hold })
    fixture.levels('buy', [[100_500, 3]])
    expect(told(order, { price: 100_000 })).toMatchObject({ price: 100_000, heldPrice: 100_500, holdChange: -50_250n })
    expect(told(order, { price: 100_800 })).toMatchObject({ heldPrice: 100_800, holdChange: -20_100n })
    // one that keeps its place was held before
    expect(told(order, { lots: 9 })).toMatchObject({ heldPrice: 101_000, holdChange: -1_015_050n })
    fixture.levels('buy', [[102_000, 3]])
    expect(told(order, { lots: 9 })).toMatchObject({ heldPrice: 101_000, keepsPlace: true })
    const buys = resting({ price: 99_000, heldPrice: 99_000, hold: 9_949_500n })
    fixture.levels('sell', [[99_500, 3]])
    expect(told(buys, { price: 99_400 })).toMatchObject({ heldPrice: 99_400, holdChange: 40_200n })
  })
})

describe('an amended order', () => {
  it('takes nothing while it keeps its place, whatever has come to stand against it', () => {
    const order = resting()
    fixture.has(holder, { available: 100n * usdt, frozen: order.hold })
    fixture.levels('sell', [[99_990, 5]])
    expect(ran(order, { lots: 9 })).toMatchObject([[{ type: 'derivativeOrderAmended', lots: 9 }]])
  })

  it('trades at once where it crosses, and does nothing more where that was all of it', () => {
    const order = resting()
    fixture.has(holder, { available: 100n * usdt, frozen: order.hold })
    fixture.levels('sell', [[100_010, 10]])
    const steps = ran(order, { price: 100_010 })
    expect(steps.map((step) => step.map(({ type }) => type))).toEqual([
      ['derivativeOrderAmended'],
      ['derivativeTraded'],
    ])
  })

  it('that only makes is refused where it would meet what stands, and not a tick before', () => {
    const makes = { timeInForce: 'POST_ONLY' } as const
    const buys = resting({ ...makes, price: 99_000, heldPrice: 99_000, hold: 9_949_500n })
    fixture.has(holder, { available: 1_000n * usdt, frozen: buys.hold })
    fixture.levels('sell', [[100_010, 10]])
    expect([refusal(buys, { price: 100_010 }), refusal(buys, { price: 100_009 })]).toEqual([
      'post_only_would_trade',
      '',
    ])
    begin()
    const sells = resting({ ...makes, side: 'sell', price: 101_000, heldPrice: 101_000, hold: 10_150_500n })
    fixture.has(holder, { available: 1_000n * usdt, frozen: sells.hold })
    fixture.levels('buy', [[99_990, 10]])
    expect([refusal(sells, { price: 99_990 }), refusal(sells, { price: 99_991 })]).toEqual([
      'post_only_would_trade',
      '',
    ])
  })
})
