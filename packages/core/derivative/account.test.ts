import { beforeEach, describe, expect, it } from 'vitest'
import { MarginFixture } from '../testing/marginFixture.ts'
import {
  crossFigures,
  crossPositions,
  figuresAt,
  heldAnew,
  holdTarget,
  maintenanceWith,
  ownEquity,
  requiredBy,
  usableOf,
  wholeLots,
} from './account.ts'
import { openOrder, openPosition } from './keep.ts'

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

function begin(usdtOf = 10_000, mode: 'cross' | 'isolated' = 'cross'): void {
  fixture = new MarginFixture({ ladder: aside })
  fixture.list('ETH')
  for (const listing of [0, 1]) fixture.tickNow(1_000_000, listing)
  fixture.trader(holder, usdtOf)
  fixture.trader(other, 10_000)
  for (const one of [holder, other]) fixture.setPerpetual(one, mode, 10)
}

/** The holder buys or sells so many hundredths of a lot, each worth 10 USDT, of the other. */
function traded(side: 'buy' | 'sell', lots: number): void {
  fixture.must({ ...perpetual, holder: other, side: side === 'buy' ? 'sell' : 'buy', lots })
  fixture.must({ ...perpetual, holder, side, lots })
}

const figures = () => crossFigures(fixture.state.derivative, fixture.state.venue, holder, fixture.now)

beforeEach(() => begin())

describe('a cross account', () => {
  it('that has nothing open is what is available, all of it usable', () => {
    const nothing = { required: 0n, profit: 0n, maintenance: 0n, undecided: null }
    const all = 10_000n * usdt
    expect(figures()).toEqual({ ...nothing, balance: all, available: all, net: all, free: all, usable: all })
    expect(crossFigures(fixture.state.derivative, fixture.state.venue, 99, fixture.now)).toMatchObject({
      net: 0n,
      usable: 0n,
    })
  })

  it('is its balance and profit; free is what is not required, and usable what is available of it', () => {
    traded('buy', 100)
    fixture.tick(1_010_000)
    // 1 000 USDT at ten times, a fee of 0.5, and 10 gained
    expect(figures()).toEqual({
      balance: 9_999_500_000n,
      available: 9_899_500_000n,
      required: 100n * usdt,
      profit: 10n * usdt,
      maintenance: 4_040_000n,
      net: 10_009_500_000n,
      free: 9_909_500_000n,
      usable: 9_899_500_000n,
      undecided: null,
    })
    fixture.tick(900_000)
    expect(figures()).toMatchObject({ profit: -100n * usdt, free: 9_799_500_000n, usable: 9_799_500_000n })
    expect(usableOf(fixture.state.derivative, fixture.state.venue, holder, fixture.now)).toBe(9_799_500_000n)
  })

  it('has nothing usable where less is free than nothing, or a mark does not decide', () => {
    begin(101)
    traded('buy', 100)
    fixture.tick(995_000)
    // 100.5, of which 100 are required and 5 are lost
    expect(figures()).toMatchObject({ available: 500_000n, free: -4_500_000n, usable: 0n, undecided: null })
    begin()
    traded('sell', 100)
    fixture.now += 5_001
    expect(figures()).toMatchObject({ available: 9_899_500_000n, undecided: 0, usable: 0n })
    fixture.tickNow(1_000_000, 1)
    expect(figures().undecided).toBe(0)
    fixture.tickNow(1_000_000)
    expect(figures()).toMatchObject({ undecided: null, usable: 9_899_500_000n })
  })

  it('counts no position that has a margin of its own', () => {
    begin(10_000, 'isolated')
    traded('buy', 100)
    fixture.tick(950_000)
    const account = fixture.account(holder)
    expect([figures().profit, figures().required, account.crossCount, crossPositions(account)]).toEqual([0n, 0n, 0, []])
    const position = account.perpetual.get(0)
    if (!position) throw new Error('nothing is open')
    expect(ownEquity(fixture.state.derivative, position, 950_000)).toBe(50n * usdt)
    const of = { value: 950n * usdt, profit: -50n * usdt, maintenance: 3_800_000n }
    expect(figuresAt(fixture.state.derivative, position, 950_000)).toEqual(of)
    const cross = { ...figures(), maintenance: 7n }
    const whole = { whole: 200, markTenths: 950_000 }
    expect(maintenanceWith(fixture.state.derivative, cross, holder, 0, whole)).toBe(7n)
    expect(maintenanceWith(fixture.state.derivative, cross, 99, 0, whole)).toBe(7n)
  })

  it('must keep more where all lots lead into a higher bracket: its part of the whole', () => {
    traded('buy', 100)
    const with_ = (whole: number) =>
      maintenanceWith(fixture.state.derivative, figures(), holder, 0, { whole, markTenths: 1_000_000 })
    expect([with_(100), with_(5_000)]).toEqual([4n * usdt, 4n * usdt])
    // 100 000 USDT: 0.4 % of the first 50 000 and 0.5 % of the rest, of which a hundredth
    expect(with_(10_000)).toBe(4_500_000n)
    expect(maintenanceWith(fixture.state.derivative, figures(), holder, 1, { whole: 9, markTenths: 1 })).toBe(4n * usdt)
  })
})

describe('a cross account beside positions that have a margin of their own', () => {
  /** Long a hundred of BTC and of ETH, the one of the account, the other isolated; and a ticket of ten of BTC. */
  function mixed(): number {
    for (const one of [holder, other]) fixture.setPerpetual(one, 'isolated', 10, 'ETHUSDT')
    traded('buy', 100)
    for (const [who, side] of [
      [other, 'sell'],
      [holder, 'buy'],
    ] as const)
      fixture.must({ ...perpetual, symbol: 'ETHUSDT', holder: who, side, lots: 100 })
    fixture.must({ ...contract, holder: other, side: 'sell', lots: 10 })
    const events = fixture.must({ ...contract, holder, side: 'buy', lots: 10 })
    return events.find((event) => event.type === 'derivativeOrderAccepted')?.order ?? 0
  }

  it('has the profit and maintenance of its own alone, and names the first whose mark does not decide', () => {
    mixed()
    fixture.tick(1_010_000)
    fixture.tickNow(960_000, 1)
    expect(figures()).toMatchObject({ profit: 10n * usdt, required: 100n * usdt, maintenance: 4_040_000n })
    const account = fixture.account(holder)
    expect(crossPositions(account).map(({ listing }) => listing)).toEqual([0])
    fixture.now += 5_001
    expect(figures().undecided).toBe(0)
    begin()
    for (const one of [holder, other]) fixture.setPerpetual(one, 'cross', 10, 'ETHUSDT')
    traded('buy', 100)
    for (const [who, side] of [
      [other, 'sell'],
      [holder, 'buy'],
    ] as const)
      fixture.must({ ...perpetual, symbol: 'ETHUSDT', holder: who, side, lots: 100 })
    fixture.now += 5_001
    expect(figures().undecided).toBe(0)
  })

  it('keeps them where a ticket of the same symbol, or what has its own margin, is closed', () => {
    const ticket = mixed()
    const account = fixture.account(holder)
    fixture.must({ ...contract, holder: other, side: 'buy', lots: 10 })
    fixture.must({ type: 'closeContract', holder, order: ticket, lots: 0, fault: '' })
    expect([account.perpetual.size, account.crossCount, account.positions.size]).toEqual([2, 1, 2])
    fixture.must({ ...perpetual, symbol: 'ETHUSDT', holder: other, side: 'buy', lots: 100 })
    fixture.must({ ...perpetual, symbol: 'ETHUSDT', holder, side: 'sell', lots: 100 })
    expect([account.perpetual.size, account.crossCount, account.positions.size]).toEqual([1, 1, 1])
  })
})

describe('what a cross account holds', () => {
  it('is what it requires, or all it has', () => {
    expect([holdTarget(5n, 9n), holdTarget(9n, 5n)]).toEqual([5n, 5n])
    const of = { cost: 1_000n, multiple: 10 } as const
    expect([requiredBy({ ...of, kind: 'cross' }), requiredBy({ ...of, cost: 1_001n, kind: 'cross' })]).toEqual([
      100n,
      101n,
    ])
    expect([requiredBy({ ...of, kind: 'isolated' }), requiredBy({ ...of, kind: 'ticket' })]).toEqual([0n, 0n])
  })

  it('is brought to where it belongs, and left where it stands there', () => {
    const anew = () => heldAnew(fixture.state.derivative, fixture.state.venue, holder)
    expect([anew(), heldAnew(fixture.state.derivative, fixture.state.venue, 99)]).toEqual([[], []])
    traded('buy', 100)
    expect(anew()).toEqual([])
    const account = fixture.account(holder)
    account.required = 120n * usdt
    expect(anew()).toEqual([{ type: 'marginHeld', holder, change: 20n * usdt }])
    account.required = 20_000n * usdt
    // all that there is: 10 000 less the fee and what is held
    expect(anew()).toEqual([{ type: 'marginHeld', holder, change: 9_899_500_000n }])
    account.required = 0n
    account.crossCount = 0
    expect(anew()).toEqual([{ type: 'marginHeld', holder, change: -100n * usdt }])
    account.perpetualHold = 0n
    expect(anew()).toEqual([])
  })
})

describe('what is kept of positions and orders', () => {
  it('is counted as they come and go, of both products', () => {
    const { derivative } = fixture.state
    traded('buy', 100)
    fixture.must({ ...contract, holder: other, side: 'buy', lots: 7 })
    fixture.must({ ...contract, holder, side: 'sell', lots: 7 })
    const account = fixture.account(holder)
    expect([wholeLots(derivative, holder, 0), wholeLots(derivative, holder, 1), wholeLots(derivative, 99, 0)]).toEqual([
      107, 0, 0,
    ])
    expect([derivative.longLots.demo[0], derivative.shortLots.demo[0], derivative.longLots.real[0]]).toEqual([
      107,
      107,
      undefined,
    ])
    expect([account.crossCount, account.positions.size, account.perpetual.size]).toEqual([1, 2, 1])
    expect([account.required, account.perpetualHold]).toEqual([100n * usdt, 100n * usdt])
    traded('sell', 40)
    expect([account.required, wholeLots(derivative, holder, 0)]).toEqual([60n * usdt, 67])
    traded('sell', 60)
    expect([account.crossCount, account.required, account.perpetualHold, account.perpetual.size]).toEqual([
      0,
      0n,
      0n,
      0,
    ])
    expect([account.lots.get(0), derivative.longLots.demo[0], derivative.shortLots.demo[0]]).toEqual([7, 7, 7])
    const [ticket] = account.positions.keys()
    fixture.must({ ...contract, holder: other, side: 'sell', lots: 7 })
    fixture.must({ type: 'closeContract', holder, order: ticket, lots: 0, fault: '' })
    expect([account.positions.size, account.lots.has(0), derivative.positions.size]).toEqual([0, false, 2])
    expect([derivative.touched.positions.has(ticket), derivative.touched.holders.has(holder)]).toEqual([true, true])
  })

  it('counts orders that only reduce while they are open', () => {
    traded('buy', 100)
    const account = fixture.account(holder)
    for (const price of [101_000, 101_100])
      fixture.must({ ...perpetual, holder, side: 'sell', lots: 10, price, reduceOnly: true })
    fixture.must({ ...perpetual, holder, side: 'buy', lots: 10, price: 99_000 })
    expect([account.reduceOnlyCount, account.orders.size]).toEqual([2, 3])
    fixture.must({ ...perpetual, holder: other, side: 'buy', lots: 10, price: 101_000 })
    expect([account.reduceOnlyCount, account.orders.size]).toEqual([1, 2])
    fixture.must({ type: 'cancelAllPerpetualOrders', holder, symbol: '' })
    expect([account.reduceOnlyCount, account.orders.size]).toEqual([0, 0])
  })

  it('is an error to ask for what is not open', () => {
    expect(() => openOrder(fixture.state.derivative, 9)).toThrow('derivative order 9 is not open')
    expect(() => openPosition(fixture.state.derivative, 9)).toThrow('position 9 is not open')
  })
})
