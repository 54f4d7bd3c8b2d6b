import { describe, expect, it } from 'vitest'
import { closeLadder, MarginFixture } from '../testing/marginFixture.ts'
import type { Command } from '../vocabulary.ts'
import { keptBracketsReply } from './house.ts'
import { derivativeOf, type Position } from './state.ts'

const mark = 100_000
const none = { stopLoss: null, takeProfit: null, fault: '' } as const
const keep = { change: 'keep', price: 0 } as const
type Product = 'contract' | 'perpetual'

// no house, so that users meet each other alone
function begin(usdt = 20_000): MarginFixture {
  const fixture = new MarginFixture({ ladder: { ...closeLadder, levels: 0 } })
  fixture.tickNow(mark * 10)
  for (const holder of [32, 33, 34]) {
    fixture.trader(holder, usdt)
    fixture.setPerpetual(holder, 'cross', 10)
  }
  return fixture
}

function place(
  product: Product,
  holder: number,
  side: 'buy' | 'sell',
  price: number,
  lots: number,
  timeInForce: 'GTC' | 'POST_ONLY' = 'GTC',
): Command {
  const common = { holder, symbol: 'BTCUSDT', side, kind: 'limit' as const, timeInForce, price, lots, ...none }
  return product === 'contract'
    ? { type: 'placeContractOrder', ...common, multiple: 10 }
    : { type: 'placePerpetualOrder', ...common, reduceOnly: false }
}

function placed(fixture: MarginFixture, command: Command): number {
  const accepted = fixture.must(command).find((event) => event.type === 'derivativeOrderAccepted')
  if (!accepted) throw new Error('no order')
  return accepted.order
}

function amend(
  product: Product,
  order: number,
  change: { price?: number; lots?: number },
  holder = 32,
): Extract<Command, { type: 'amendContractOrder' | 'amendPerpetualOrder' }> {
  const to = { holder, order, price: change.price ?? null, lots: change.lots ?? null, fault: '' }
  return product === 'contract'
    ? { type: 'amendContractOrder', ...to, stopLoss: keep, takeProfit: keep }
    : { type: 'amendPerpetualOrder', ...to }
}

function makersOf(fixture: MarginFixture, product: Product, lots: number): number[] {
  const events = fixture.must(place(product, 34, 'sell', mark, lots))
  return events.flatMap((event) => (event.type === 'derivativeTraded' ? [event.maker.order] : []))
}

function orderHolds(fixture: MarginFixture, holder: number): bigint {
  return [...fixture.account(holder).orders.values()].reduce((sum, order) => sum + order.hold, 0n)
}

// what a new order of so many lots at a price would hold
function holdOf(price: number, lots: number): bigint {
  const quote = BigInt(price * lots) * 100n
  return quote / 10n + quote / 2_000n
}

describe.each(['contract', 'perpetual'] as const)('an amended %s order', (product) => {
  it('keeps its place when only its lots get fewer', () => {
    const fixture = begin()
    const first = placed(fixture, place(product, 32, 'buy', mark, 100))
    const second = placed(fixture, place(product, 33, 'buy', mark, 100))
    fixture.must(amend(product, first, { lots: 60 }))
    expect(orderHolds(fixture, 32)).toBe(holdOf(mark, 60))
    expect(makersOf(fixture, product, 80)).toEqual([first, second])
  })

  it('keeps its place when it is lowered after a part of it was filled, with another behind it', () => {
    const fixture = begin()
    const first = placed(fixture, place(product, 32, 'buy', mark, 100))
    const second = placed(fixture, place(product, 33, 'buy', mark, 100))
    expect(makersOf(fixture, product, 40)).toEqual([first])
    fixture.must(amend(product, first, { lots: 80 }))
    expect(makersOf(fixture, product, 60)).toEqual([first, second])
    expect(fixture.account(32).orders.size).toBe(0)
    expect([...fixture.account(32).positions.values()][0]?.lots).toBe(80)
  })

  it('loses its place when its lots grow or its price changes', () => {
    const fixture = begin()
    const first = placed(fixture, place(product, 32, 'buy', mark, 100))
    const second = placed(fixture, place(product, 33, 'buy', mark, 100))
    fixture.must(amend(product, first, { lots: 101 }))
    expect(orderHolds(fixture, 32)).toBe(holdOf(mark, 101))
    expect(makersOf(fixture, product, 10)).toEqual([second])
    fixture.must(amend(product, second, { price: mark - 1 }, 33))
    expect(makersOf(fixture, product, 10)).toEqual([first])
  })

  it('trades at once where its new price crosses, and gives the improvement back', () => {
    const fixture = begin()
    placed(fixture, place(product, 33, 'sell', mark, 50))
    const order = placed(fixture, place(product, 32, 'buy', mark - 10, 80))
    const outcome = fixture.run(amend(product, order, { price: mark + 10 }))
    expect(outcome).toMatchObject({ ok: true })
    const [resting] = fixture.account(32).orders.values()
    expect(resting).toMatchObject({ filled: 50, lots: 80, price: mark + 10 })
    const [position] = fixture.account(32).positions.values()
    expect(position).toMatchObject({ lots: 50, cost: BigInt(mark * 50) * 100n })
    expect(orderHolds(fixture, 32)).toBe(resting.hold)
    expect(resting.hold).toBe(holdOf(mark + 10, 30))
  })

  it('is amended whole: a second order, or the same one placed so from the first, stands alike', () => {
    const [one, other] = [begin(), begin()]
    const amended = placed(one, place(product, 32, 'sell', mark + 50, 70))
    one.must(amend(product, amended, { price: mark + 90, lots: 120 }))
    placed(other, place(product, 32, 'sell', mark + 90, 120))
    const view = (fixture: MarginFixture): unknown => {
      const [{ price, lots, filled, hold, heldPrice }] = fixture.account(32).orders.values()
      return { price, lots, filled, hold, heldPrice, reach: fixture.account(32).reach.get(0) }
    }
    expect(view(one)).toEqual(view(other))
  })

  it('is refused without a change: unaffordable, malformed, too far, filled beyond, another’s, done with', () => {
    const fixture = begin(1_000)
    const order = placed(fixture, place(product, 32, 'buy', mark, 100))
    expect(makersOf(fixture, product, 40)).toEqual([order])
    const [before] = [...fixture.account(32).orders.values()].map((at) => ({ ...at }))
    const refused = (change: { price?: number; lots?: number }, holder = 32): string =>
      fixture.refused(amend(product, order, change, holder))
    expect(refused({ lots: 2_000 })).toBe('balance_insufficient_order')
    expect(refused({ lots: 40 })).toBe('lots_invalid')
    expect(refused({ lots: 50_001 })).toBe('lots_invalid')
    expect(refused({ price: mark * 2 })).toBe('price_too_far')
    expect(refused({ price: 0 })).toBe('price_invalid')
    expect(refused({ lots: 60 }, 33)).toBe('not_owner')
    expect(fixture.refused({ ...amend(product, order, { lots: 60 }), fault: 'price_off_tick' })).toBe('price_off_tick')
    expect([...fixture.account(32).orders.values()]).toEqual([before])
    expect(makersOf(fixture, product, 60)).toEqual([order])
    expect(refused({ lots: 120 })).toBe('order_done')
  })

  it('never takes where it may only make, and meets the caps that a new order meets', () => {
    const fixture = begin()
    placed(fixture, place(product, 33, 'sell', mark, 50))
    const order = placed(fixture, place(product, 32, 'buy', mark - 10, 80, 'POST_ONLY'))
    expect(fixture.refused(amend(product, order, { price: mark }))).toBe('post_only_would_trade')
    fixture.provide(-1_000_000n * 1_000_000n)
    expect(fixture.refused(amend(product, order, { lots: 90 }))).toBe('leverage_paused')
    fixture.must(amend(product, order, { lots: 70 }))
  })
})

it('changes a ticket’s limit and targets in one commit, or neither', () => {
  const fixture = begin()
  const order = placed(fixture, place('contract', 32, 'buy', mark - 10, 80))
  const set = (price: number) => ({ change: 'set' as const, price })
  const to = { ...amend('contract', order, { price: mark - 20 }), stopLoss: set(mark - 15), takeProfit: keep } as const
  expect(fixture.refused({ ...to, type: 'amendContractOrder' })).toBe('buy_stop_loss_side')
  fixture.must({ ...to, type: 'amendContractOrder', stopLoss: set(mark - 100) })
  const [resting] = fixture.account(32).orders.values()
  expect(resting).toMatchObject({ price: mark - 20, stopLoss: mark - 100 })
  // a limit that moves past its own stop-loss is refused
  expect(fixture.refused(amend('contract', order, { price: mark - 150 }))).toBe('buy_stop_loss_side')
})

it('cuts an amended order that only reduces to what is left to reduce', () => {
  const fixture = begin()
  placed(fixture, place('perpetual', 33, 'sell', mark, 100))
  placed(fixture, place('perpetual', 32, 'buy', mark, 100))
  const sell = { ...place('perpetual', 32, 'sell', mark + 50, 60), reduceOnly: true }
  const order = placed(fixture, { ...sell, type: 'placePerpetualOrder' } as Extract<
    Command,
    { type: 'placePerpetualOrder' }
  >)
  fixture.must(amend('perpetual', order, { lots: 150, price: mark + 60 }))
  expect([...fixture.account(32).orders.values()][0]).toMatchObject({ lots: 100, price: mark + 60, hold: 0n })
})

describe.each(['contract', 'perpetual'] as const)('the checks of an amended %s order', (product) => {
  it('are those of a new one about its own stop-loss and take-profit, wherever its limit goes', () => {
    const fixture = begin()
    const aimed = { ...place(product, 32, 'buy', 99_900, 100), stopLoss: 99_500, takeProfit: 100_500 } as Command
    const order = placed(fixture, aimed)
    expect(fixture.refused(amend(product, order, { price: 99_500 }))).toBe('buy_stop_loss_side')
    expect(fixture.refused(amend(product, order, { price: 99_000, lots: 50 }))).toBe('buy_stop_loss_side')
    expect(fixture.refused(amend(product, order, { price: 100_500 }))).toBe('buy_take_profit_side')
    fixture.must(amend(product, order, { price: 99_600 }))
  })

  it('are those of a new one about how near the mark it is, also where only its lots grow', () => {
    const fixture = begin()
    const order = placed(fixture, place(product, 32, 'buy', 98_100, 100))
    fixture.tickNow(1_100_000)
    expect(fixture.refused(amend(product, order, { lots: 101 }))).toBe('price_too_far')
    fixture.must(amend(product, order, { lots: 99 }))
    expect(fixture.account(32).orders.get(order)).toMatchObject({ lots: 99, price: 98_100 })
  })
})

describe.each(['contract', 'perpetual'] as const)('a limit of one’s own for one %s order', (product) => {
  it('is of all of it, what is filled too, however often it is changed', () => {
    const fixture = begin()
    fixture.must({ type: 'setOwnLimit', holder: 32, limit: 'stake', amount: 110_000_000n })
    // 100 of margin and half a dollar of fee
    const order = placed(fixture, place(product, 32, 'buy', mark, 100))
    expect(makersOf(fixture, product, 99)).toEqual([order])
    expect(fixture.refused(amend(product, order, { lots: 199 }))).toBe('own_stake_limit')
    expect(fixture.refused(amend(product, order, { lots: 110 }))).toBe('own_stake_limit')
    fixture.must(amend(product, order, { lots: 109 }))
    expect(makersOf(fixture, product, 9)).toEqual([order])
    expect(fixture.refused(amend(product, order, { lots: 118 }))).toBe('own_stake_limit')
    const other = placed(fixture, place(product, 32, 'buy', mark - 1, 50))
    fixture.must(amend(product, other, { lots: 109 }))
  })
})

describe.each(['contract', 'perpetual'] as const)('the brackets of an amended %s order', (product) => {
  const tight = [{ floor: 0n, maintenanceRate: 95_000_000, multipleMax: 10 }]
  const filled = (lots: number | null, reloads = false): Position => {
    const fixture = begin()
    const order = placed(fixture, place(product, 32, 'buy', mark, 10))
    fixture.must({
      type: 'configureDerivative',
      listing: 0,
      terms: { ...derivativeOf(fixture.state.derivative, 0), brackets: tight },
    })
    const keeps = () => keptBracketsReply(fixture.state.derivative, 32).kept.map(({ position }) => position)
    expect(keeps()).toEqual([order])
    const events = lots === null ? [] : fixture.must(amend(product, order, { lots, price: mark - 1 }))
    const taken = { type: 'orderBracketsTaken', order, holder: 32, listing: 0, bracketVersion: 2 }
    if (lots !== null && lots > 10) expect(events[1]).toEqual(taken)
    else expect(events).not.toContainEqual(taken)
    expect(keeps()).toEqual(lots !== null && lots > 10 ? [] : [order])
    if (reloads) {
      fixture.reload()
      fixture.tickNow(mark * 10)
    }
    fixture.must(place(product, 34, 'sell', mark - 1, lots ?? 10))
    const [position] = fixture.account(32).positions.values()
    return position
  }

  it('are those in force once it is made larger, and else those under which it was accepted', () => {
    expect(filled(400)).toMatchObject({ lots: 400, bracketVersion: 2 })
    expect(filled(400, true)).toMatchObject({ lots: 400, bracketVersion: 2 })
    expect(filled(11)).toMatchObject({ lots: 11, bracketVersion: 2 })
    for (const lots of [null, 10, 9]) expect(filled(lots)).toMatchObject({ lots: lots ?? 10, bracketVersion: 1 })
  })
})
