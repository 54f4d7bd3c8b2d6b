import { beforeEach, describe, expect, it } from 'vitest'
import { houseHolder } from '../ledger/holders.ts'
import { houseEffect } from '../testing/houseEffect.ts'
import { MarginFixture } from '../testing/marginFixture.ts'
import { holdFor, insuranceOf, onlyReduces, settleHouse, solvent, tradable } from './effect.ts'
import { derivativeOf, type DerivativeOrder, type HousePosition } from './state.ts'

const holder = 40
const aside = { levels: 0, halfSpreadRate: 0, gapRate: 0, levelQuantity: 0, refillPerSecond: 0, positionMax: 0 }
const limit = {
  type: 'placePerpetualOrder',
  holder,
  symbol: 'BTCUSDT',
  side: 'buy',
  kind: 'limit',
  timeInForce: 'GTC',
  reduceOnly: false,
  stopLoss: null,
  takeProfit: null,
  fault: '',
} as const
let fixture: MarginFixture

beforeEach(() => {
  fixture = new MarginFixture({ ladder: aside })
  fixture.tickNow(1_000_000)
  for (const one of [holder, 41]) fixture.trader(one, 20_000)
})

const btc = () => derivativeOf(fixture.state.derivative, 0)

describe('the house’s side of a fill', () => {
  const settled = (held: HousePosition | null, side: 'long' | 'short', lots: number, quote: bigint) => {
    const { derivative } = fixture.state
    if (held) derivative.house.demo[0] = held
    const effect = settleHouse(derivative, btc(), 'demo', side, lots, quote)
    const { lotsClosed, costClosed, lotsOpened, costOpened, realised, lots: left, cost } = effect
    const figures = { lotsClosed, costClosed, realised, lotsOpened, costOpened, lots: left, cost }
    expect(effect).toEqual({ ...houseEffect(houseHolder('demo', 'liquidity')), multiple: 1, filled: false, ...figures })
    return [
      [lotsClosed, costClosed, realised],
      [lotsOpened, costOpened],
      [left, cost],
    ]
  }

  it('opens where it has nothing, and grows on its own side', () => {
    expect(settled(null, 'long', 10, 1_000n)).toEqual([
      [0, 0n, 0n],
      [10, 1_000n],
      [10, 1_000n],
    ])
    expect(settled({ side: 'long', lots: 0, cost: 0n }, 'short', 10, 1_000n)).toEqual([
      [0, 0n, 0n],
      [10, 1_000n],
      [10, 1_000n],
    ])
    expect(settled({ side: 'long', lots: 4, cost: 500n }, 'long', 10, 1_000n)).toEqual([
      [0, 0n, 0n],
      [10, 1_000n],
      [14, 1_500n],
    ])
  })

  it('closes at its average, of a long and of a short', () => {
    expect(settled({ side: 'long', lots: 10, cost: 1_000n }, 'short', 4, 500n)).toEqual([
      [4, 400n, 100n],
      [0, 0n],
      [6, 600n],
    ])
    expect(settled({ side: 'short', lots: 10, cost: 1_000n }, 'long', 4, 500n)).toEqual([
      [4, 400n, -100n],
      [0, 0n],
      [6, 600n],
    ])
    expect(settled({ side: 'long', lots: 4, cost: 400n }, 'short', 4, 500n)).toEqual([
      [4, 400n, 100n],
      [0, 0n],
      [0, 0n],
    ])
    expect(settled({ side: 'long', lots: 1, cost: 400n }, 'short', 2, 1_000n)).toEqual([
      [1, 400n, 100n],
      [1, 500n],
      [1, 500n],
    ])
  })

  it('turns: what opens costs its part of the trade, rounded down', () => {
    expect(settled({ side: 'long', lots: 10, cost: 1_001n }, 'short', 15, 1_600n)).toEqual([
      [10, 1_001n, 66n],
      [5, 533n],
      [5, 533n],
    ])
  })
})

describe('what an order holds for what is left of it', () => {
  const order = { kind: 'limit', reduceOnly: false, purpose: 'open', multiple: 10, feeRateTaker: 500_000 } as const
  const after = { heldPrice: 100_000, quoteFilled: 0n, feeScaled: 0n } as const

  it('is its margin and its taker fee', () => {
    // ten hundredths of a lot of 0.1 at 10 000 are 100 USDT
    expect(holdFor(btc(), order, after, 10)).toBe(10_050_000n)
    expect(holdFor(btc(), order, { ...after, heldPrice: 1 }, 1)).toBe(10n + 1n)
  })

  it('is no more than was held for all of it, however it fills: what was rounded up is not rounded up again', () => {
    const filled = { ...after, quoteFilled: 1n, feeScaled: 1n }
    expect(holdFor(btc(), order, filled, 10)).toBe(10_000_000n + 50_000n)
    const whole = holdFor(btc(), order, { ...after, heldPrice: 3 }, 7)
    const part = { heldPrice: 3, quoteFilled: 900n, feeScaled: 900n * 500_000n }
    expect(holdFor(btc(), order, part, 4)).toBe(whole - 90n - 1n)
  })

  it('is nothing of what is at the market, only reduces, closes, or has nothing left', () => {
    expect(holdFor(btc(), { ...order, kind: 'market' }, after, 10)).toBe(0n)
    expect(holdFor(btc(), { ...order, reduceOnly: true }, after, 10)).toBe(0n)
    expect(holdFor(btc(), { ...order, purpose: 'close' }, after, 10)).toBe(0n)
    expect(holdFor(btc(), order, { ...after, feeScaled: 1n, quoteFilled: 5n }, 0)).toBe(0n)
  })
})

it('a fill may be as bad as the bankruptcy price, and not a tick worse', () => {
  // ten hundredths of a lot at 10 000 are 100 USDT: with 10 behind them, a tenth away
  const at = (side: 'long' | 'short', price: number, lots = 10) =>
    solvent(btc(), { side, lots: 10 }, lots, price, 1_000_000, 10_000_000n)
  expect([at('long', 90_000), at('long', 89_999), at('long', 200_000)]).toEqual([true, false, true])
  expect([at('short', 110_000), at('short', 110_001), at('short', 1)]).toEqual([true, false, true])
  expect([at('long', 90_000, 1), at('long', 89_999, 1)]).toEqual([true, false])
})

describe('what an order may still trade', () => {
  const open = (id: number): DerivativeOrder => {
    const order = fixture.state.derivative.orders.get(id)
    if (!order) throw new Error(`order ${id} is not open`)
    return order
  }
  const placed = (more: object): DerivativeOrder => {
    const events = fixture.must({ ...limit, price: 99_000, lots: 10, ...more })
    const accepted = events.find((event) => event.type === 'derivativeOrderAccepted')
    return open(accepted?.order ?? 0)
  }

  it('is what is left of it', () => {
    const order = placed({})
    expect([tradable(fixture.state.derivative, order), onlyReduces(order)]).toEqual([10, false])
    fixture.must({ ...limit, holder: 41, side: 'sell', price: 99_000, lots: 4 })
    expect(tradable(fixture.state.derivative, order)).toBe(6)
  })

  it('is, where it only reduces, no more than its position, and nothing without one or on its own side', () => {
    fixture.must({ ...limit, holder: 41, side: 'sell', price: 100_000, lots: 7 })
    fixture.must({ ...limit, price: 100_000, lots: 7 })
    const order = placed({ side: 'sell', price: 101_000, lots: 5, reduceOnly: true })
    const { derivative } = fixture.state
    expect([tradable(derivative, order), onlyReduces(order)]).toEqual([5, true])
    expect(tradable(derivative, { ...order, lots: 9 })).toBe(7)
    expect(tradable(derivative, { ...order, lots: 9, filled: 3 })).toBe(6)
    expect(tradable(derivative, { ...order, side: 'buy' })).toBe(0)
    expect(tradable(derivative, { ...order, holder: 42 })).toBe(0)
    expect(tradable(derivative, { ...order, lots: 9, reduceOnly: false, purpose: 'liquidation' })).toBe(7)
  })
})

it('the fund is that of the realm', () => {
  expect([insuranceOf(fixture.state.venue, 'demo'), insuranceOf(fixture.state.venue, 'real')]).toEqual([
    1_000_000_000_000n,
    0n,
  ])
})
