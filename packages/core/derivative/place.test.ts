import { beforeEach, describe, expect, it } from 'vitest'
import { OpenFixture } from '../testing/openFixture.ts'
import { evolve } from '../exchange.ts'
import type { PlaceAsk } from './ask.ts'
import { accountOf, admitOrder, restInBook } from './keep.ts'
import type { Step } from './match.ts'
import { needOf, placeOrder, walkOf } from './place.ts'
import type { DerivativeOrder } from './state.ts'

// A hundredth of a lot is worth 10 USDT at the mark of 100 000 ticks.
const holder = 40
const usdt = 1_000_000n
const house = { levels: 0, halfSpreadRate: 0, gapRate: 0, levelQuantity: 0, refillPerSecond: 0, positionMax: 10_000 }
const market = { kind: 'market', timeInForce: 'GTC', price: 0 } as const
const limit = { kind: 'limit', timeInForce: 'GTC' } as const
let fixture: OpenFixture

beforeEach(() => {
  fixture = new OpenFixture({ ladder: house })
  fixture.list('ETH')
  for (const listing of [0, 1]) fixture.tickNow(1_000_000, listing)
  fixture.demo(holder)
  fixture.has(holder, { available: 100n * usdt })
})

function placed(ask: Partial<PlaceAsk>) {
  const { derivative, venue } = fixture.state
  return placeOrder(derivative, venue, fixture.asks(holder, ask), fixture.now)
}

/** Why an order may not be placed; '' where it may. */
function refusal(ask: Partial<PlaceAsk>): string {
  const result = placed(ask)
  return result.ok ? '' : result.rejection.reason
}

function need(ask: Partial<PlaceAsk>) {
  const { derivative, venue } = fixture.state
  return needOf(derivative, venue, fixture.asks(holder, ask), fixture.now)
}

function walked(ask: Partial<PlaceAsk>) {
  const { derivative, venue } = fixture.state
  const { lots, end } = walkOf(derivative, venue, fixture.asks(holder, ask), fixture.now)
  return [lots, end]
}

/** All steps of an order, each evolved before the next. */
function ran(ask: Partial<PlaceAsk>): Step[] {
  const result = placed(ask)
  if (!result.ok) throw new Error(result.rejection.reason)
  const steps: Step[] = []
  for (const step of result.value) {
    steps.push(step)
    for (const event of step) evolve(fixture.state, event, fixture.now)
  }
  return steps
}

const types = (steps: readonly Step[]) => steps.map((step) => step.map(({ type }) => type))

/** An order of the holder’s that rests. */
function resting(more: Partial<DerivativeOrder>): void {
  const { derivative, venue } = fixture.state
  const order = fixture.order(holder, { kind: 'limit', timeInForce: 'GTC', ...more })
  derivative.nextOrder++
  admitOrder(derivative, accountOf(derivative, venue, holder), order)
  restInBook(derivative, 'demo', order)
}

const long = () => fixture.opened(holder, { kind: 'cross' })
const reduces = { side: 'sell', reduceOnly: true, lots: 1 } as const

describe('an order that only reduces', () => {
  it('finds a position of the other side, and of it what no older one will reduce', () => {
    expect([refusal({ ...reduces, ...limit }), refusal({ ...reduces, ...market })]).toEqual([
      'nothing_to_reduce',
      'nothing_to_reduce',
    ])
    long()
    expect(refusal({ ...limit, reduceOnly: true, lots: 1 })).toBe('nothing_to_reduce')
    expect(refusal({ ...reduces, ...limit })).toBe('')
    resting({ side: 'sell', reduceOnly: true, lots: 9, price: 101_000 })
    expect(refusal({ ...reduces, ...limit })).toBe('')
    resting({ side: 'sell', reduceOnly: true, lots: 1, price: 101_000 })
    expect(refusal({ ...reduces, ...limit })).toBe('nothing_to_reduce')
    // one that does not rest comes before them
    expect(refusal({ ...reduces, ...market })).toBe('')
  })

  it('finds a single hundredth of a lot', () => {
    fixture.opened(holder, { kind: 'cross', lots: 1, cost: 10n * usdt })
    expect([refusal({ ...reduces, ...limit }), refusal({ ...reduces, ...market })]).toEqual(['', ''])
  })

  it('needs room among the open orders where it rests, and none where it does not', () => {
    long()
    fixture.has(holder, { available: 1_000n * usdt, held: 10n * usdt })
    const at = { symbol: 'BTCUSDT', side: 'buy', ...limit, price: 99_000, lots: 1, reduceOnly: false } as const
    const rest = () =>
      fixture.must({ type: 'placePerpetualOrder', holder, ...at, stopLoss: null, takeProfit: null, fault: '' })
    for (let count = 0; count < 199; count++) rest()
    expect(refusal({ ...reduces, ...limit })).toBe('')
    rest()
    expect([refusal({ ...reduces, ...limit }), refusal({ ...reduces, ...market })]).toEqual([
      'open_orders_too_many',
      '',
    ])
  })

  it('needs nothing, and no room for new risk', () => {
    long()
    fixture.has(holder, { available: 3n * usdt, held: 10n * usdt })
    expect(need({ ...reduces, ...limit })).toEqual({ need: 0n, usable: 3n * usdt })
    fixture.provide(-1_000_000n * usdt)
    expect(refusal({ ...reduces, ...limit })).toBe('')
    expect(refusal({ ...limit, side: 'sell', lots: 11 })).toBe('leverage_paused')
    fixture.provide(1_000_000n * usdt)
    fixture.must({ type: 'setOwnLimit', holder, limit: 'stake', amount: 1n })
    fixture.has(holder, { available: 90n * usdt, held: 10n * usdt })
    expect([refusal({ ...reduces, ...limit }), refusal(limit)]).toEqual(['', 'own_stake_limit'])
  })

  it('is placed while a cross position’s mark does not decide, and one that opens is not', () => {
    long()
    fixture.opened(holder, { kind: 'cross', listing: 1 })
    fixture.has(holder, { available: 80n * usdt, held: 20n * usdt })
    expect(refusal(limit)).toBe('')
    fixture.now += 5_001
    fixture.marked(1_000_000)
    expect([refusal({ ...reduces, ...limit }), refusal(limit)]).toEqual(['', 'position_undecided'])
  })

  it('walks past its holder’s own orders, and no further than there is to reduce', () => {
    resting({ side: 'buy', price: 100_000, lots: 3 })
    fixture.levels('buy', [[99_990, 100]])
    const sells = { ...limit, side: 'sell', price: 99_990, lots: 15 } as const
    expect(walked({ ...sells, reduceOnly: true })).toEqual([0, 'filled'])
    long()
    expect(walked({ ...sells, reduceOnly: true })).toEqual([10, 'filled'])
    expect(walked({ ...sells, reduceOnly: true, lots: 4 })).toEqual([4, 'filled'])
    expect(walked(sells)).toEqual([0, 'self_trade'])
    fixture.levels('buy', [[99_990, 5]])
    expect(walked({ ...sells, reduceOnly: true })).toEqual([5, 'book_empty'])
  })
})

describe('the worst price of an order', () => {
  it('is its limit, or at the market the collar of a twentieth', () => {
    fixture.levels('sell', [
      [100_500, 3],
      [105_000, 3],
      [105_001, 3],
    ])
    expect(walked(market)).toEqual([6, 'book_empty'])
    expect(walked({ ...limit, price: 100_500 })).toEqual([3, 'book_empty'])
    fixture.levels('buy', [
      [99_500, 3],
      [95_000, 3],
      [94_999, 3],
    ])
    expect(walked({ ...market, side: 'sell' })).toEqual([6, 'book_empty'])
    expect(walked({ ...limit, side: 'sell', price: 99_501 })).toEqual([0, 'book_empty'])
  })
})

describe('the targets of an order', () => {
  it('lie beside its limit, or at the market beside the mark', () => {
    fixture.levels('sell', [[100_010, 100]])
    const losses = (price: number, ask: object) => refusal({ ...ask, stopLoss: price })
    expect([losses(98_999, { ...limit, price: 99_000 }), losses(99_000, { ...limit, price: 99_000 })]).toEqual([
      '',
      'buy_stop_loss_side',
    ])
    expect([losses(99_999, market), losses(100_000, market)]).toEqual(['', 'buy_stop_loss_side'])
    expect(refusal({ ...market, takeProfit: 100_000 })).toBe('buy_take_profit_side')
  })
})

describe('what an order needs', () => {
  it('is of a limit its hold and what it loses at once, a short’s at the best bid', () => {
    expect(need({ ...limit, price: 101_000 })).toEqual({ need: 11_150_500n, usable: 100n * usdt })
    expect(need({ ...limit, side: 'sell', price: 99_000 })).toEqual({ need: 10_949_500n, usable: 100n * usdt })
    fixture.levels('buy', [[99_500, 3]])
    expect(need({ ...limit, side: 'sell', price: 99_000 }).need).toBe(9_950_000n + 49_750n + usdt)
  })

  it('is of a market order what it would cost as it would fill, and of a contract whatever the net position', () => {
    long()
    fixture.levels('buy', [[100_000, 100]])
    fixture.has(holder, { available: 100n * usdt, held: 10n * usdt })
    const sells = { ...market, side: 'sell' } as const
    expect(need(sells)).toEqual({ need: 0n, usable: 100n * usdt })
    expect(need({ ...sells, position: 'ticket' })).toEqual({ need: 10_050_000n, usable: 100n * usdt })
  })

  it('is of a limit that turns a position what it needs as it fills, where it could not hold all of it', () => {
    long()
    fixture.has(holder, { available: 100_000n, held: 10n * usdt })
    const turns = { ...limit, side: 'sell', lots: 20 } as const
    const whole = { need: 20_100_000n, usable: 100_000n }
    const turned = { need: 10_050_000n, usable: 10_050_000n, turns: true }
    // nothing is closed at once
    expect(need(turns)).toEqual(whole)
    fixture.levels('buy', [[100_000, 20]])
    expect(need(turns)).toEqual(turned)
    expect(need({ ...turns, timeInForce: 'POST_ONLY' })).toEqual(whole)
    expect(need({ ...turns, position: 'ticket' })).toEqual(whole)
    // what would rest is reckoned as well, and what would not is not
    fixture.levels('buy', [[100_000, 15]])
    expect(need(turns)).toEqual(turned)
    const less = { ...turned, need: 5_025_000n }
    expect(need({ ...turns, timeInForce: 'IOC' })).toEqual(less)
    resting({ side: 'buy', price: 99_995, lots: 1 })
    expect(need({ ...turns, price: 99_990, timeInForce: 'IOC' })).toEqual(less)
    expect(need({ ...turns, price: 99_990 })).toEqual(less)
    fixture.has(holder, { available: 99_999n, held: 10n * usdt })
    fixture.levels('buy', [[100_000, 20]])
    expect(need(turns)).toEqual({ ...whole, usable: 99_999n })
    // what can be held is held
    fixture.has(holder, { available: 20_100_000n, held: 10n * usdt })
    expect(need(turns)).toEqual({ ...whole, usable: 20_100_000n })
  })

  it('may be all that is usable, and no unit more', () => {
    fixture.has(holder, { available: 11_150_500n })
    expect(refusal({ ...limit, price: 101_000 })).toBe('')
    fixture.has(holder, { available: 11_150_499n })
    expect(refusal({ ...limit, price: 101_000 })).toBe('balance_insufficient_order')
  })

  it('may be what its holder allows itself, and no unit more', () => {
    const limits = (amount: bigint) => {
      fixture.must({ type: 'setOwnLimit', holder, limit: 'stake', amount })
      return refusal({ ...limit, price: 101_000 })
    }
    expect([limits(11_150_500n), limits(11_150_499n)]).toEqual(['', 'own_stake_limit'])
  })
})

describe('an order that only makes', () => {
  it('is refused where it would meet what stands, and not a tick before', () => {
    const makes = { kind: 'limit', timeInForce: 'POST_ONLY' } as const
    expect(refusal(makes)).toBe('')
    fixture.levels('sell', [[100_000, 5]])
    expect([refusal(makes), refusal({ ...makes, price: 99_999 })]).toEqual(['post_only_would_trade', ''])
    fixture.levels('buy', [[100_000, 5]])
    const sells = { ...makes, side: 'sell' } as const
    expect([refusal(sells), refusal({ ...sells, price: 100_001 })]).toEqual(['post_only_would_trade', ''])
  })
})

describe('an order to fill or kill', () => {
  it('is refused beyond a thousand fills, killed where it is not certain, and filled whole where it is', () => {
    const many = Array.from({ length: 1_001 }, () => [100_000, 1] as const)
    fixture.levels('sell', many)
    fixture.has(holder, { available: 10_000n * usdt })
    expect(refusal({ lots: 1_001 })).toBe('fill_or_kill_too_many')
    fixture.levels('sell', [[100_000, 10]])
    expect(ran({ lots: 11 })).toMatchObject([
      [{ type: 'derivativeOrderAccepted', timeInForce: 'FOK' }],
      [{ type: 'derivativeOrderClosed', reason: 'fill_or_kill' }],
    ])
    expect(types(ran({ lots: 10 }))).toEqual([['derivativeOrderAccepted'], ['derivativeTraded']])
    expect(types(ran({ ...limit, price: 99_000 }))).toEqual([['derivativeOrderAccepted'], ['derivativeOrderRested']])
  })
})

describe('the acceptance of an order', () => {
  const accepted = (ask: Partial<PlaceAsk>) => {
    const result = placed(ask)
    if (!result.ok) throw new Error(result.rejection.reason)
    for (const [event] of result.value) return event
    throw new Error('nothing happened')
  }

  it('says what it is, what it holds and at which fees', () => {
    fixture.levels('buy', [[99_500, 3]])
    const targets = { stopLoss: 101_000, takeProfit: 98_000 }
    expect(accepted({ ...limit, side: 'sell', price: 99_000, ...targets })).toEqual({
      type: 'derivativeOrderAccepted',
      order: fixture.state.derivative.nextOrder,
      realm: 'demo',
      holder,
      listing: 0,
      product: 'perpetual',
      position: 'cross',
      purpose: 'open',
      closes: 0,
      side: 'sell',
      kind: 'limit',
      timeInForce: 'GTC',
      price: 99_000,
      lots: 10,
      multiple: 10,
      reduceOnly: false,
      hold: 9_999_750n,
      heldPrice: 99_500,
      feeRateMaker: 200_000,
      feeRateTaker: 500_000,
      ...targets,
      indexTenths: 1_000_000,
      indexTime: fixture.now,
    })
  })

  it('holds nothing at the market, while it only reduces, or while it turns', () => {
    fixture.levels('sell', [[100_010, 100]])
    const none = { hold: 0n, stopLoss: 0, takeProfit: 0 }
    expect(accepted({ ...market, price: 7 })).toMatchObject({ ...none, price: 0, heldPrice: 0, kind: 'market' })
    long()
    fixture.has(holder, { available: 100_000n, held: 10n * usdt })
    expect(accepted({ ...reduces, ...limit })).toMatchObject({ ...none, price: 100_000, reduceOnly: true })
    fixture.levels('buy', [[100_000, 20]])
    expect(accepted({ ...limit, side: 'sell', lots: 20 })).toMatchObject({ ...none, price: 100_000, heldPrice: 0 })
  })
})
