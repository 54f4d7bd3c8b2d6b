import { describe, expect, it } from 'vitest'
import { query } from '../query.ts'
import { MarginFixture } from '../testing/marginFixture.ts'
import type { Command } from '../vocabulary.ts'

const unit = 1_000_000n
const alice = 32
const bob = 33
const carol = 34

type Place = Extract<Command, { type: 'placePerpetualOrder' }>

const limit: Place = {
  type: 'placePerpetualOrder',
  holder: alice,
  symbol: 'BTCUSDT',
  side: 'buy',
  kind: 'limit',
  timeInForce: 'GTC',
  price: 100_000,
  lots: 100,
  reduceOnly: false,
  stopLoss: null,
  takeProfit: null,
  fault: '',
}

const aside = { levels: 0, halfSpreadRate: 0, gapRate: 0, levelQuantity: 0, refillPerSecond: 0, positionMax: 0 }

/** Two markets without a house ladder; three traders with 10 000 each. */
function quiet(usdt = 10_000): MarginFixture {
  const fixture = new MarginFixture({ ladder: aside })
  fixture.list('ETH')
  fixture.tickNow(1_000_000)
  fixture.tickNow(1_000_000, 1)
  for (const holder of [alice, bob, carol]) fixture.trader(holder, usdt)
  return fixture
}

function placed(fixture: MarginFixture, more: Partial<Place>) {
  const outcome = fixture.run({ ...limit, ...more })
  if (!outcome.ok) throw new Error(outcome.rejection.reason)
  if (outcome.answer.type !== 'derivativeOrder') throw new Error(outcome.answer.type)
  return outcome.answer.view
}

/** Alice takes one side of a trade with Bob at a price. */
function trade(fixture: MarginFixture, side: 'buy' | 'sell', lots: number, price: number, symbol = 'BTCUSDT'): void {
  placed(fixture, { holder: bob, side: side === 'buy' ? 'sell' : 'buy', lots, price, symbol })
  placed(fixture, { side, lots, price, symbol })
}

function account(fixture: MarginFixture, holder = alice) {
  const reply = query(fixture.state, { type: 'perpetualAccount', holder }, fixture.now)
  if (reply.type !== 'perpetualAccount') throw new Error(reply.type)
  return reply.account
}

function positions(fixture: MarginFixture, holder = alice) {
  const reply = query(fixture.state, { type: 'perpetualPositions', holder }, fixture.now)
  if (reply.type !== 'perpetualPositions') throw new Error(reply.type)
  return reply.positions
}

describe('a perpetual position', () => {
  it('is one a symbol: it grows at its average, shrinks at its entry, and flips', () => {
    const fixture = quiet()
    trade(fixture, 'buy', 100, 100_000)
    trade(fixture, 'buy', 100, 101_000)
    expect(positions(fixture)).toMatchObject([{ side: 'long', lots: 200, entryFine: 1_005_000_000 }])
    const [{ position }] = positions(fixture)
    trade(fixture, 'sell', 50, 101_000)
    expect(positions(fixture)).toMatchObject([{ position, lots: 150, entryFine: 1_005_000_000, realised: 2_500_000n }])
    trade(fixture, 'sell', 250, 101_000)
    const [flipped] = positions(fixture)
    expect(flipped).toMatchObject({ side: 'short', lots: 100, entryFine: 1_010_000_000, realised: 0n })
    expect(flipped.position).not.toBe(position)
  })

  it('fits the figures of the account: balance, net value, free, level and usable', () => {
    const fixture = quiet()
    trade(fixture, 'buy', 1_000, 100_000)
    fixture.tickNow(1_010_000)
    // 10 000 at ten times: 1 000 required; fee 0.05 % of it; 100 of profit at 1 % more
    expect(account(fixture)).toMatchObject({
      margin: 1_000n * unit,
      held: 1_000n * unit,
      balance: 9_995n * unit,
      profit: 100n * unit,
      net: 10_095n * unit,
      free: 9_095n * unit,
      available: 8_995n * unit,
      usable: 8_995n * unit,
      levelRate: 10_095_000_000,
      maintenance: 40_400_000n,
    })
  })

  it('of the cross account is liquidated where the formula says', () => {
    const fixture = quiet(1_000)
    fixture.tickNow(6_000_000)
    fixture.tickNow(300_000, 1)
    trade(fixture, 'buy', 100, 600_000)
    fixture.must({
      type: 'configureDerivative',
      listing: 1,
      terms: { ...termsOf(fixture, 1), brackets: [{ floor: 0n, maintenanceRate: 10_000_000, multipleMax: 50 }] },
    })
    trade(fixture, 'sell', 100, 30_000, 'ETHUSDT')
    fixture.tickNow(310_000, 1)
    const { balance } = account(fixture)
    // (q·E − (W + U − T) − cum)/(q(1 − mmr)) with the other short 0.1 at 3 000, marked 3 100, 1 % of it to keep
    const cushion = balance - 10n * unit - 3_100_000n
    const price = ((6_000n * unit - cushion) * 1_000n * 100_000_000n) / (996n * 10_000n * 100n)
    const [{ liquidationFine }] = positions(fixture)
    expect(liquidationFine).toBe(price / 100n + 1n)
  })

  it('has its own margin where it is isolated, outside of balance and net value', () => {
    const fixture = quiet()
    fixture.setPerpetual(alice, 'isolated', 20)
    trade(fixture, 'buy', 1_000, 100_000)
    expect(positions(fixture)).toMatchObject([{ kind: 'isolated', margin: 500n * unit, multiple: 20 }])
    expect(account(fixture)).toMatchObject({
      margin: 0n,
      balance: 9_495n * unit,
      net: 9_495n * unit,
      heldIsolated: 500n * unit,
      levelRate: null,
    })
    const [{ position }] = positions(fixture)
    fixture.must({ type: 'addPerpetualMargin', holder: alice, position, amount: 100n * unit, fault: '' })
    trade(fixture, 'sell', 500, 100_000)
    expect(positions(fixture)).toMatchObject([{ lots: 500, margin: 300n * unit }])
    trade(fixture, 'sell', 1_000, 100_000)
    expect(positions(fixture)).toMatchObject([{ side: 'short', lots: 500, margin: 250n * unit }])
  })

  it('bears stop-loss and take-profit, set at opening or later', () => {
    const fixture = quiet()
    placed(fixture, { holder: bob, side: 'sell' })
    placed(fixture, { stopLoss: 99_000 })
    const [{ position }] = positions(fixture)
    const set = { type: 'setPerpetualTargets', holder: alice, position, fault: '' } as const
    const keep = { change: 'keep', price: 0 } as const
    fixture.must({ ...set, stopLoss: keep, takeProfit: { change: 'set', price: 101_000 } })
    expect(positions(fixture)).toMatchObject([{ stopLoss: 99_000, takeProfit: 101_000 }])
    expect(fixture.refused({ ...set, stopLoss: { change: 'set', price: 100_001 }, takeProfit: keep })).toBe(
      'buy_stop_loss_side',
    )
    fixture.must({ ...set, stopLoss: { change: 'remove', price: 0 }, takeProfit: keep })
    expect(positions(fixture)).toMatchObject([{ stopLoss: 0, takeProfit: 101_000 }])
  })
})

function termsOf(fixture: MarginFixture, listing: number) {
  const terms = fixture.state.derivative.terms[listing]
  if (!terms) throw new Error('no terms')
  return terms
}

describe('how a symbol is set', () => {
  it('changes only while it is flat and has no open orders', () => {
    const fixture = quiet()
    fixture.setPerpetual(alice, 'isolated', 20)
    const set = {
      type: 'setPerpetual',
      holder: alice,
      symbol: 'BTCUSDT',
      mode: 'cross',
      multiple: 5,
      fault: '',
    } as const
    placed(fixture, {})
    expect(fixture.refused(set)).toBe('open_orders_remain')
    placed(fixture, { holder: bob, side: 'sell' })
    expect(fixture.refused(set)).toBe('open_orders_remain')
    fixture.must({ ...set, symbol: 'ETHUSDT' })
    trade(fixture, 'sell', 100, 100_000)
    fixture.must(set)
    expect(fixture.refused({ ...set, multiple: 7 })).toBe('multiple_invalid')
    expect(fixture.refused({ ...set, symbol: 'NONE' })).toBe('symbol_unknown')
  })

  it('is refused to who was shown another mode or multiple, unless it only reduces', () => {
    const fixture = quiet()
    const shown = { ...limit, type: 'placePerpetualShown', modeShown: 'cross', multipleShown: 10 } as const
    fixture.must(shown)
    fixture.must({ type: 'cancelAllPerpetualOrders', holder: alice, symbol: '' })
    fixture.setPerpetual(alice, 'isolated', 20)
    expect(fixture.refused(shown)).toBe('setting_changed')
    expect(fixture.refused({ ...shown, modeShown: 'isolated' })).toBe('setting_changed')
    expect(fixture.refused({ ...shown, multipleShown: 20 })).toBe('setting_changed')
    expect(fixture.refused({ ...shown, fault: 'field_malformed' })).toBe('field_malformed')
    fixture.must({ ...shown, modeShown: 'isolated', multipleShown: 20 })
    expect(fixture.refused({ ...shown, reduceOnly: true })).toBe('nothing_to_reduce')
  })

  it('is cross at ten times at first', () => {
    expect(account(quiet()).settings).toMatchObject([{ mode: 'cross', multiple: 10, changeable: true }, { listing: 1 }])
  })
})

describe('a reduce-only order', () => {
  it('outlives a pause, which ends the orders that open and gives back what they held', () => {
    const fixture = quiet()
    trade(fixture, 'buy', 100, 100_000)
    const closing = placed(fixture, { side: 'sell', reduceOnly: true, price: 101_000, lots: 100 })
    const opening = placed(fixture, { side: 'buy', price: 99_000, lots: 100 })
    fixture.must({ type: 'pauseRisk', holder: limit.holder, until: fixture.now + 1_000 })
    expect([...fixture.state.derivative.orders.keys()]).toEqual([closing.order])
    expect(opening.hold).toBeGreaterThan(0n)
    expect(fixture.state.derivative.orders.get(closing.order)?.hold).toBe(0n)
  })

  it('holds nothing, needs something to reduce, and takes no more than that', () => {
    const fixture = quiet()
    expect(fixture.refused({ ...limit, side: 'sell', reduceOnly: true })).toBe('nothing_to_reduce')
    trade(fixture, 'buy', 100, 100_000)
    expect(fixture.refused({ ...limit, reduceOnly: true })).toBe('nothing_to_reduce')
    const order = placed(fixture, { side: 'sell', reduceOnly: true, price: 101_000, lots: 300 })
    expect(order).toMatchObject({ status: 'new', hold: 0n, lots: 100 })
    expect(fixture.refused({ ...limit, side: 'sell', price: 101_000, reduceOnly: true })).toBe('nothing_to_reduce')
  })

  it('is cut with what it would reduce, the youngest first, in the same commit', () => {
    const fixture = quiet()
    trade(fixture, 'buy', 100, 100_000)
    const old = placed(fixture, { side: 'sell', reduceOnly: true, price: 101_000, lots: 60 })
    const young = placed(fixture, { side: 'sell', reduceOnly: true, price: 101_500, lots: 40 })
    placed(fixture, { holder: bob, lots: 50 })
    const outcome = fixture.run({ ...limit, side: 'sell', kind: 'market', timeInForce: 'IOC', price: 0, lots: 50 })
    const { orders } = fixture.state.derivative
    expect([orders.get(old.order)?.lots, orders.has(young.order)]).toEqual([50, false])
    expect(outcome.ok && outcome.events.map(({ type }) => type)).toEqual([
      'derivativeOrderAccepted',
      'derivativeTraded',
      'derivativeOrderCut',
      'derivativeOrderClosed',
    ])
  })

  it('fills as a maker and pays its fee from what remains', () => {
    const fixture = quiet()
    trade(fixture, 'buy', 100, 100_000)
    placed(fixture, { side: 'sell', reduceOnly: true, price: 100_100 })
    const before = fixture.worth(alice)
    placed(fixture, { holder: carol, price: 100_100 })
    expect(fixture.worth(alice) - before).toBe(1_000_000n - 200_200n)
    expect(account(fixture)).toMatchObject({ margin: 0n, held: 0n })
  })
})

/** A trader with a long and a short of 3 000 each, the long 330 up and the short as much down, which Carol would take. */
function hedged(fixture: MarginFixture, usdt: number): number {
  const dora = fixture.trader(35, usdt)
  for (const [side, symbol] of [
    ['buy', 'BTCUSDT'],
    ['sell', 'ETHUSDT'],
  ] as const) {
    fixture.setPerpetual(dora, 'cross', 20, symbol)
    placed(fixture, { holder: bob, side: side === 'buy' ? 'sell' : 'buy', lots: 300, symbol })
    placed(fixture, { holder: dora, side, lots: 300, symbol })
  }
  fixture.tickNow(1_110_000)
  fixture.tickNow(1_110_000, 1)
  placed(fixture, { holder: carol, side: 'sell', lots: 300, price: 111_000, symbol: 'ETHUSDT' })
  return dora
}

describe('closing', () => {
  it('one closes at the market; all closes every symbol and cancels what rests', () => {
    const fixture = quiet()
    trade(fixture, 'buy', 100, 100_000)
    trade(fixture, 'sell', 200, 100_000, 'ETHUSDT')
    placed(fixture, { holder: carol, lots: 500, price: 99_900 })
    placed(fixture, { holder: carol, side: 'sell', lots: 500, price: 100_100, symbol: 'ETHUSDT' })
    const [{ position }] = positions(fixture)
    const closed = fixture.run({ type: 'closePerpetual', holder: alice, position, lots: 30, fault: '' })
    expect(closed).toMatchObject({
      answer: { type: 'closings', closings: [{ position, left: 70, order: { purpose: 'close', filled: 30 } }] },
    })
    expect(fixture.refused({ type: 'closePerpetual', holder: alice, position, lots: 71, fault: '' })).toBe(
      'lots_invalid',
    )
    const rest = placed(fixture, { price: 99_000 }).order
    const all = fixture.run({ type: 'closeAllPerpetual', holder: alice, symbol: '' })
    expect(all).toMatchObject({ answer: { canceled: [rest], closings: [{ left: 0 }, { left: 0 }] } })
    expect(account(fixture)).toMatchObject({ margin: 0n, held: 0n, profit: 0n })
  })

  it('realises other profits at the mark where the loss is more than the account holds', () => {
    const fixture = quiet()
    const dora = hedged(fixture, 330)
    const short = fixture.account(dora).perpetual.get(1)?.id ?? 0
    const events = fixture.must({ type: 'closePerpetual', holder: dora, position: short, lots: 0, fault: '' })
    expect(events.map(({ type }) => type)).toContain('positionMarked')
    const long = fixture.account(dora).perpetual.get(0)
    expect(long).toMatchObject({ cost: 3_330n * unit, realised: 330n * unit })
    // 3 of fees to open, 1.665 to close
    expect(fixture.worth(dora)).toBe(325_335_000n)
    expect(fixture.account(dora).perpetualHold).toBe(166_500_000n)
  })
})

describe('the contract account', () => {
  it('lets out what is usable, and nothing while a cross position has no young mark', () => {
    const fixture = quiet()
    trade(fixture, 'buy', 1_000, 100_000)
    fixture.tickNow(990_000)
    const { usable } = account(fixture)
    // 9 995 balance, 100 of loss, 1 000 required
    expect(usable).toBe(8_895n * unit)
    const out = { type: 'transfer', holder: alice, from: 'contract', to: 'coin', fault: '' } as const
    expect(fixture.refused({ ...out, amount: usable + 1n })).toBe('transfer_beyond_usable')
    fixture.now += 5_001
    fixture.tickNow(1_000_000, 1)
    expect(fixture.refused({ ...out, amount: 1n })).toBe('position_undecided')
    expect(fixture.refused({ ...limit, symbol: 'ETHUSDT' })).toBe('position_undecided')
    expect(account(fixture).stale).toBe(true)
  })

  it('holds anew what its positions require once there is more of it', () => {
    const fixture = quiet()
    const dora = hedged(fixture, 400)
    const short = fixture.account(dora).perpetual.get(1)?.id ?? 0
    fixture.must({ type: 'closePerpetual', holder: dora, position: short, lots: 0, fault: '' })
    // 150 required of the long at its entry, and 65.335 there
    expect(account(fixture, dora)).toMatchObject({ margin: 150n * unit, held: 65_335_000n, available: 0n, usable: 0n })
    const transfer = {
      type: 'transfer',
      holder: dora,
      from: 'coin',
      to: 'contract',
      amount: 100n * unit,
      fault: '',
    } as const
    const events = fixture.must(transfer)
    expect(events).toMatchObject([{ type: 'transferred' }, { type: 'marginHeld', change: 84_665_000n }])
    expect(account(fixture, dora)).toMatchObject({ held: 150n * unit, available: 15_335_000n })
  })
})
