import { describe, expect, it } from 'vitest'
import { query } from '../query.ts'
import { MarginFixture } from '../testing/marginFixture.ts'
import type { Command } from '../vocabulary.ts'

const unit = 1_000_000n
const alice = 32
const bob = 33

type Place = Extract<Command, { type: 'placeContractOrder' }>

const limit: Place = {
  type: 'placeContractOrder',
  holder: alice,
  symbol: 'BTCUSDT',
  side: 'buy',
  kind: 'limit',
  timeInForce: 'GTC',
  price: 100_000,
  lots: 100,
  multiple: 10,
  stopLoss: null,
  takeProfit: null,
  fault: '',
}

/** A market without a house ladder: what users rest is all there is. */
function quiet(usdt = 10_000): MarginFixture {
  const fixture = new MarginFixture({
    ladder: { levels: 0, halfSpreadRate: 0, gapRate: 0, levelQuantity: 0, refillPerSecond: 0, positionMax: 0 },
  })
  fixture.tickNow(1_000_000)
  fixture.trader(alice, usdt)
  fixture.trader(bob, usdt)
  return fixture
}

function placed(fixture: MarginFixture, more: Partial<Place>): number {
  const outcome = fixture.run({ ...limit, ...more })
  if (!outcome.ok) throw new Error(outcome.rejection.reason)
  if (outcome.answer.type !== 'contract') throw new Error(outcome.answer.type)
  return outcome.answer.view.order
}

function view(fixture: MarginFixture, holder: number, order: number) {
  const reply = query(fixture.state, { type: 'contractOrder', holder, order }, fixture.now)
  if (reply.type !== 'contractOrder' || !reply.order) throw new Error('no such ticket')
  return reply.order
}

const free = (fixture: MarginFixture, holder: number): bigint =>
  fixture.state.venue.ledger.available(holder, 'contract', 0)

describe('a contract order', () => {
  it('holds its margin and taker fee while it rests, and is `new`', () => {
    const fixture = quiet()
    const order = placed(fixture, {})
    // 1 lot is 0.1 BTC at 10 000: 1 000 notional, 100 margin, 0.5 fee
    expect(view(fixture, alice, order)).toMatchObject({ status: 'new', rests: true, hold: 100_500_000n, open: 0 })
    expect(free(fixture, alice)).toBe(10_000n * unit - 100_500_000n)
    fixture.must({ type: 'cancelContractOrder', holder: alice, order })
    expect(free(fixture, alice)).toBe(10_000n * unit)
  })

  it('is a `position` from its first fill on and `filled` with its last, and gives back what it did not need', () => {
    const fixture = quiet()
    const order = placed(fixture, {})
    placed(fixture, { holder: bob, side: 'sell', lots: 40 })
    expect(view(fixture, alice, order)).toMatchObject({
      status: 'position',
      rests: true,
      filled: 40,
      open: 40,
      margin: 40n * unit,
      hold: 60_300_000n,
      feePaid: 200_000n,
    })
    placed(fixture, { holder: bob, side: 'sell', lots: 60, multiple: 20 })
    expect(view(fixture, alice, order)).toMatchObject({ status: 'filled', rests: false, margin: 100n * unit, hold: 0n })
    expect(free(fixture, alice)).toBe(10_000n * unit - 100_500_000n)
  })

  it('of a short is held at the best bid, should that be above its limit', () => {
    const fixture = quiet()
    placed(fixture, { price: 100_500, lots: 10 })
    const order = placed(fixture, { holder: bob, side: 'sell', price: 100_000, lots: 100 })
    // ten hundredths at the bid, the rest rests at its limit and is held at that
    expect(view(fixture, bob, order)).toMatchObject({ filled: 10, cost: 100_500_000n, hold: 90_450_000n })
    expect(fixture.state.derivative.orders.get(order)).toMatchObject({ heldPrice: 100_000 })
  })

  it('needs its opening loss against the mark on top of what it holds', () => {
    const fixture = quiet()
    fixture.trader(34, 120)
    expect(fixture.refused({ ...limit, holder: 34, price: 102_000 })).toBe('balance_insufficient_order')
    // margin 102 and fee 0.51 would be there, but it would open 20 above the mark
    fixture.must({ type: 'transfer', holder: 34, from: 'coin', to: 'contract', amount: 2_510_000n, fault: '' })
    fixture.must({ ...limit, holder: 34, price: 102_000 })
  })

  it('is cancelled, not filled, where the fill would leave its equity below maintenance', () => {
    const fixture = quiet()
    const sell = placed(fixture, { side: 'sell', price: 100_900 })
    // at 100× the margin is 1 %, of which 0.9 would be gone at once: less than 0.4 % maintenance is left
    const outcome = fixture.run({ ...limit, holder: bob, price: 101_000, multiple: 100 })
    expect(outcome).toMatchObject({ answer: { view: { status: 'canceled', reason: 'margin_short', filled: 0 } } })
    expect(view(fixture, alice, sell)).toMatchObject({ status: 'new' })
    // and a resting one makes way for the next behind it
    const resting = placed(fixture, { holder: bob, side: 'buy', price: 100_800, multiple: 100 })
    fixture.tickNow(990_000)
    const behind = placed(fixture, {
      side: 'buy',
      price: 100_500,
      holder: fixture.trader(34, 1_000),
    })
    fixture.must({ ...limit, side: 'sell', price: 100_000, lots: 10 })
    expect(fixture.state.derivative.orders.has(resting)).toBe(false)
    expect(view(fixture, 34, behind)).toMatchObject({ filled: 10 })
  })

  it('meets the house, which takes the other side at its levels', () => {
    const ladder = {
      levels: 2,
      halfSpreadRate: 100_000,
      gapRate: 100_000,
      levelQuantity: 2_000,
      refillPerSecond: 0,
      positionMax: 9_000,
    }
    const fixture = new MarginFixture({ ladder })
    fixture.tickNow(1_000_000)
    fixture.trader(alice, 10_000)
    const ticket = fixture.ticket(alice, 'buy', 3_000, 20)
    expect(view(fixture, alice, ticket)).toMatchObject({
      status: 'filled',
      open: 3_000,
      cost: 2_000n * 100_010n * 100n + 1_000n * 100_020n * 100n,
    })
    expect(fixture.state.derivative.house.demo[0]).toMatchObject({ side: 'short', lots: 3_000 })
  })

  it('of a taker ends where it meets its own, and a close lets its own expire', () => {
    const fixture = quiet()
    const own = placed(fixture, { side: 'sell', price: 100_000 })
    const taker = fixture.run({ ...limit, lots: 50 })
    expect(taker).toMatchObject({ answer: { view: { status: 'canceled', reason: 'self_trade' } } })
    fixture.must({ type: 'cancelContractOrder', holder: alice, order: own })
    placed(fixture, { holder: bob, side: 'sell' })
    const ticket = placed(fixture, {})
    const bid = placed(fixture, { lots: 30, price: 99_900 })
    placed(fixture, { holder: bob, price: 99_800 })
    const closed = fixture.run({ type: 'closeContract', holder: alice, order: ticket, lots: 0, fault: '' })
    expect(closed).toMatchObject({
      answer: { type: 'closings', canceled: [bid], closings: [{ left: 0, order: { filled: 100 } }] },
    })
  })

  it('fills whole or not at all where it is fill or kill', () => {
    const fixture = quiet()
    placed(fixture, { holder: bob, side: 'sell', lots: 60 })
    expect(fixture.run({ ...limit, timeInForce: 'FOK' })).toMatchObject({
      answer: { view: { filled: 0, reason: 'fill_or_kill' } },
    })
    expect(fixture.run({ ...limit, timeInForce: 'FOK', lots: 60 })).toMatchObject({
      answer: { view: { filled: 60, status: 'filled' } },
    })
  })
})

describe('a ticket', () => {
  it('is liquidated where the formula says: q 0.1, E 60 000, 10×, 0.4 %', () => {
    const fixture = quiet()
    fixture.tickNow(6_000_000)
    const long = placed(fixture, { price: 600_000 })
    const short = placed(fixture, { holder: bob, side: 'sell', price: 600_000 })
    expect(view(fixture, alice, long)).toMatchObject({
      liquidationFine: 5_421_686_747n,
      bankruptcyFine: 5_400_000_000n,
    })
    expect(view(fixture, bob, short)).toMatchObject({ liquidationFine: 6_573_705_179n, bankruptcyFine: 6_600_000_000n })
  })

  it('closes in part: cost, margin and profit leave in proportion, each rounded once', () => {
    const fixture = quiet()
    placed(fixture, { holder: bob, side: 'sell', price: 100_001, lots: 7 })
    const ticket = placed(fixture, { price: 100_001, lots: 7 })
    fixture.tickNow(1_010_000)
    placed(fixture, { holder: bob, price: 101_000, lots: 3 })
    const before = free(fixture, alice)
    fixture.must({ type: 'closeContract', holder: alice, order: ticket, lots: 3, fault: '' })
    // 70 000 700 at the entry, of which three sevenths leave: 30 000 300; margin 7 000 070 gives back 3 000 030
    expect(view(fixture, alice, ticket)).toMatchObject({
      open: 4,
      cost: 40_000_400n,
      margin: 4_000_040n,
      realised: 299_700n,
      lotsClosed: 3,
    })
    expect(free(fixture, alice) - before).toBe(3_000_030n + 299_700n - 15_150n)
  })

  it('takes more margin from what is usable, which moves its liquidation price away', () => {
    const fixture = quiet(120)
    placed(fixture, { holder: bob, side: 'sell' })
    const ticket = placed(fixture, {})
    const before = view(fixture, alice, ticket).liquidationFine ?? 0n
    const add = { type: 'addContractMargin', holder: alice, order: ticket, fault: '' } as const
    expect(fixture.refused({ ...add, amount: 20n * unit })).toBe('balance_insufficient_order')
    expect(fixture.refused({ ...add, amount: 0n })).toBe('amount_invalid')
    fixture.must({ ...add, amount: 19n * unit })
    const after = view(fixture, alice, ticket)
    expect(after.margin).toBe(119n * unit)
    expect((after.liquidationFine ?? 0n) < before).toBe(true)
  })

  it('bears stop-loss and take-profit from its order on, and changes them later', () => {
    const fixture = quiet()
    placed(fixture, { holder: bob, side: 'sell' })
    const ticket = placed(fixture, { stopLoss: 99_000, takeProfit: 101_000 })
    expect(view(fixture, alice, ticket)).toMatchObject({ stopLoss: 99_000, takeProfit: 101_000 })
    const set = { type: 'setContractTargets', holder: alice, order: ticket, fault: '' } as const
    const keep = { change: 'keep', price: 0 } as const
    fixture.must({ ...set, stopLoss: { change: 'set', price: 99_500 }, takeProfit: { change: 'remove', price: 0 } })
    expect(view(fixture, alice, ticket)).toMatchObject({ stopLoss: 99_500, takeProfit: 0 })
    const refused = (price: number) => fixture.refused({ ...set, stopLoss: keep, takeProfit: { change: 'set', price } })
    expect([refused(0), refused(100_000)]).toEqual(['stop_zero', 'buy_take_profit_side'])
    const short = fixture.account(bob).positions.keys().next().value ?? 0
    const other = (stopLoss: number, takeProfit: number) =>
      fixture.refused({
        ...set,
        holder: bob,
        order: short,
        stopLoss: { change: 'set', price: stopLoss },
        takeProfit: { change: 'set', price: takeProfit },
      })
    expect([other(99_000, 98_000), other(101_000, 100_500)]).toEqual(['sell_stop_loss_side', 'sell_take_profit_side'])
  })

  it('never closes past its bankruptcy price; what is left stays open', () => {
    const fixture = quiet()
    placed(fixture, { holder: bob, side: 'sell', multiple: 20 })
    const ticket = placed(fixture, { multiple: 100 })
    // bankrupt at 9 900, while the mark stays where it is safe
    placed(fixture, { holder: bob, price: 99_000, lots: 40 })
    placed(fixture, { holder: bob, price: 98_900, lots: 60 })
    const closed = fixture.run({ type: 'closeContract', holder: alice, order: ticket, lots: 0, fault: '' })
    expect(closed).toMatchObject({
      answer: { closings: [{ left: 60, order: { filled: 40, reason: 'margin_short' } }] },
    })
    // 0.5 to open, 4 lost on four tenths, and 0.198 to close, from the margin that is left
    expect(fixture.worth(alice)).toBe(9_995_302_000n)
  })

  it('closes with all others at once, and cancels what rests', () => {
    const fixture = new MarginFixture()
    fixture.tickNow(1_000_000)
    fixture.trader(alice, 10_000)
    for (const side of ['buy', 'sell'] as const) fixture.ticket(alice, side, 100, 10)
    const rest = placed(fixture, { price: 99_000 })
    const outcome = fixture.run({ type: 'closeAllContracts', holder: alice, symbol: '' })
    expect(outcome).toMatchObject({ answer: { canceled: [rest], closings: [{ left: 0 }, { left: 0 }] } })
    expect(fixture.account(alice).positions.size).toBe(0)
    expect(fixture.state.venue.ledger.frozen(alice, 'contract', 0)).toBe(0n)
  })

  it('of a disabled holder takes no other beside it, and is closed and taken out all the same', () => {
    const fixture = new MarginFixture()
    fixture.tickNow(1_000_000)
    fixture.trader(alice, 10_000)
    fixture.ticket(alice, 'buy', 100, 10)
    const { realm: _, ...standing } = fixture.state.venue.holders.find(alice) ?? { realm: 'demo', country: '' }
    const off = { realName: 'approved', ...standing, type: 'setStanding', holder: alice, disabled: true } as const
    fixture.must(off)
    expect(fixture.refused({ ...limit, holder: alice })).toBe('user_disabled')
    const outcome = fixture.run({ type: 'closeAllContracts', holder: alice, symbol: '' })
    expect(outcome).toMatchObject({ answer: { closings: [{ left: 0 }] } })
    const amount = free(fixture, alice)
    fixture.must({ type: 'transfer', holder: alice, from: 'contract', to: 'coin', amount, fault: '' })
    expect(free(fixture, alice)).toBe(0n)
  })

  it('goes to the house at the mark where its demo is reset', () => {
    const fixture = new MarginFixture()
    fixture.tickNow(1_000_000)
    fixture.trader(alice, 10_000)
    fixture.ticket(alice, 'buy', 100, 10)
    placed(fixture, { price: 99_000 })
    fixture.tickNow(1_010_000)
    const events = fixture.must({ type: 'resetDemo', holder: alice })
    expect(events.map(({ type }) => type)).toEqual(['derivativeOrderClosed', 'positionTakenOver', 'demoReset'])
    expect(fixture.available(alice, 0)).toBe(100_000n * unit)
    expect(fixture.worth(alice)).toBe(0n)
  })
})
