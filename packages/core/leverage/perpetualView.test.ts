import { beforeEach, describe, expect, it } from 'vitest'
import { OpenFixture } from '../testing/openFixture.ts'
import {
  perpetualAccountOf,
  perpetualOrderViews,
  positionViewOf,
  positionViewsOf,
  settingViewOf,
} from './perpetualView.ts'

const holder = 40
const usdt = 1_000_000n
const aside = { levels: 0, halfSpreadRate: 0, gapRate: 0, levelQuantity: 0, refillPerSecond: 0, positionMax: 0 }
const rests = { symbol: 'BTCUSDT', side: 'buy', kind: 'limit', timeInForce: 'GTC', price: 99_000, lots: 10 } as const
let fixture: OpenFixture

beforeEach(() => {
  fixture = new OpenFixture({ ladder: aside })
  fixture.list('ETH')
  for (const listing of [0, 1]) fixture.tickNow(1_000_000, listing)
  fixture.trader(holder, 1_000)
})

const shown = () => perpetualAccountOf(fixture.state.derivative, fixture.state.venue, holder, fixture.now)

describe('a cross account as it is shown', () => {
  it('has no level without a position, and its settings of each market', () => {
    const all = 1_000n * usdt
    const setting = { mode: 'cross', multiple: expect.any(Number), changeable: true }
    expect(shown()).toEqual({
      holder,
      margin: 0n,
      held: 0n,
      profit: 0n,
      net: all,
      balance: all,
      available: all,
      free: all,
      usable: all,
      maintenance: 0n,
      levelRate: null,
      heldByOrders: 0n,
      heldIsolated: 0n,
      stale: false,
      settings: [
        { listing: 0, ...setting },
        { listing: 1, ...setting },
      ],
    })
    expect(settingViewOf(fixture.state.derivative, holder, 7)).toBeNull()
  })

  it('has as its level what it is worth by what it requires, and none below nothing', () => {
    fixture.opened(holder, { kind: 'cross' })
    const level = (available: bigint, mark = 1_000_000) => {
      fixture.has(holder, { available, held: 10n * usdt })
      fixture.marked(mark)
      return shown().levelRate
    }
    // 25 by 10, and 15 by 10 once 10 are lost
    expect([level(15n * usdt), level(15n * usdt, 900_000)]).toEqual([2_500_000_000, 1_500_000_000])
    expect([level(0n, 900_000), level(0n, 899_999), level(0n, 1)]).toEqual([0, 0, 0])
    expect(level(10n ** 9n * usdt)).toBe(Number.MAX_SAFE_INTEGER)
  })

  it('has a level where it requires a single unit', () => {
    fixture.opened(holder, { kind: 'cross', lots: 1, cost: 1n, side: 'long' })
    fixture.has(holder, { available: 1n, held: 1n })
    // worth ten units at a tenth of a tick
    fixture.marked(1)
    expect(shown()).toMatchObject({ margin: 1n, net: 11n, levelRate: 11_000_000_000 })
  })

  it('adds up what orders hold and what has its own margin, of contracts too', () => {
    fixture.must({
      type: 'placePerpetualOrder',
      holder,
      ...rests,
      reduceOnly: false,
      stopLoss: null,
      takeProfit: null,
      fault: '',
    })
    fixture.must({
      type: 'placeContractOrder',
      holder,
      ...rests,
      multiple: 10,
      stopLoss: null,
      takeProfit: null,
      fault: '',
    })
    const held = [...fixture.account(holder).orders.values()].map(({ hold }) => hold)
    expect(held).toHaveLength(2)
    expect(held.every((hold) => hold > 0n)).toBe(true)
    fixture.opened(holder, { margin: 7n })
    fixture.opened(holder, { kind: 'isolated', listing: 1, margin: 5n })
    expect(shown()).toMatchObject({ heldByOrders: held[0] + held[1], heldIsolated: 12n })
    expect(perpetualOrderViews(fixture.state.derivative, holder).map(({ position }) => position)).toEqual(['cross'])
  })

  it('is stale while the mark of a cross position does not decide', () => {
    fixture.opened(holder, { kind: 'cross' })
    expect(shown().stale).toBe(false)
    fixture.now += 5_001
    expect(shown().stale).toBe(true)
  })
})

it('a position shows as its margin what it requires where it is cross, and its own where it is isolated', () => {
  const { derivative, venue } = fixture.state
  const cross = fixture.opened(holder, {
    kind: 'cross',
    stopLoss: 90_000,
    takeProfit: 120_000,
    feePaid: 3n,
    realised: 4n,
  })
  const isolated = fixture.opened(holder, { kind: 'isolated', listing: 1, margin: 20n * usdt })
  fixture.opened(holder, { margin: 7n })
  const [first, second, ...others] = positionViewsOf(derivative, venue, holder, fixture.now)
  expect(others).toEqual([])
  expect(first).toMatchObject({
    position: cross.id,
    kind: 'cross',
    margin: 10n * usdt,
    stopLoss: 90_000,
    takeProfit: 120_000,
  })
  expect(first).toMatchObject({ feePaid: 3n, realised: 4n, lots: 10, cost: 100n * usdt, multiple: 10 })
  expect(second).toMatchObject({ position: isolated.id, kind: 'isolated', margin: 20n * usdt })
  expect(positionViewOf(derivative, venue, isolated, fixture.now)).toEqual(second)
  expect(positionViewsOf(derivative, venue, 99, fixture.now)).toEqual([])
})
