import { beforeEach, describe, expect, it } from 'vitest'
import { houseAgeMaxMs } from '../book/mark.ts'
import { houseHolder } from '../ledger/holders.ts'
import { OpenFixture } from '../testing/openFixture.ts'
import { derivativeLevels } from './house.ts'
import { bestCounter, counters, houseLevels, houseLots, houseRoom, type Counter } from './matching.ts'
import { derivativeOf } from './state.ts'

const holder = 40
const usdt = 1_000_000n
const ladder = { levels: 0, halfSpreadRate: 0, gapRate: 0, levelQuantity: 0, refillPerSecond: 0, positionMax: 150 }
let fixture: OpenFixture

beforeEach(() => {
  fixture = new OpenFixture({ ladder })
  fixture.tickNow(1_000_000)
  fixture.trader(holder, 10_000)
})

/** A limit of the holder’s that rests. */
function rests(side: 'buy' | 'sell', price: number, lots: number): void {
  fixture.must({
    type: 'placePerpetualOrder',
    holder,
    symbol: 'BTCUSDT',
    side,
    kind: 'limit',
    timeInForce: 'GTC',
    price,
    lots,
    reduceOnly: false,
    stopLoss: null,
    takeProfit: null,
    fault: '',
  })
}

const market = () => {
  const { derivative, venue } = fixture.state
  return [derivative, venue, derivativeOf(derivative, 0), 'demo'] as const
}
const told = (counter: Counter | null) =>
  counter && `${counter.lots} at ${counter.price} of ${counter.maker ? 'a user' : 'the house'}`
const best = (side: 'buy' | 'sell') => told(bestCounter(...market(), side, fixture.now))
const all = (side: 'buy' | 'sell') => [...counters(...market(), side, fixture.now)].map(told)

describe('the house', () => {
  const holds = (side: 'long' | 'short', lots: number) =>
    (fixture.state.derivative.house.demo[0] = { side, lots, cost: 0n })
  const room = () => (['sell', 'buy'] as const).map((side) => houseRoom(...market(), side))

  it('has room on a side up to its cap, and for what it has on the other', () => {
    const lots = () => houseLots(fixture.state.derivative, 'demo', 0)
    expect([lots(), room()]).toEqual([0, [150, 150]])
    holds('long', 10)
    expect([lots(), room()]).toEqual([10, [160, 140]])
    holds('short', 200)
    expect([lots(), room()]).toEqual([-200, [0, 350]])
  })

  it('only reduces where it owes more than it may, and owes all of that before', () => {
    fixture.must({
      type: 'configureDerivative',
      listing: 0,
      terms: { ...derivativeOf(fixture.state.derivative, 0), houseDebtMax: 5n * usdt },
    })
    holds('long', 10)
    const owes = (amount: bigint) =>
      fixture.state.venue.ledger.restore(houseHolder('demo', 'liquidity'), 'coin', 0, { posted: -amount, frozen: 0n })
    owes(5n * usdt)
    expect(room()).toEqual([160, 140])
    owes(5n * usdt + 1n)
    expect(room()).toEqual([10, 0])
  })

  it('stands with all of its levels together for no more than its room, until its index is too old', () => {
    fixture.levels('sell', [
      [100_010, 100],
      [100_020, 40],
      [100_030, 40],
    ])
    const shown = () => houseLevels(...market(), 'sell', fixture.now).quantity
    expect(shown()).toEqual([100, 40, 10])
    fixture.now += houseAgeMaxMs
    expect(shown()).toEqual([100, 40, 10])
    fixture.now += 1
    expect(shown()).toEqual([])
  })
})

describe('what an order meets', () => {
  it('is the better price first, and at one price users before the house', () => {
    expect([best('buy'), best('sell'), all('buy'), all('sell')]).toEqual([null, null, [], []])
    rests('sell', 100_020, 3)
    expect([best('buy'), all('buy')]).toEqual(['3 at 100020 of a user', ['3 at 100020 of a user']])
    fixture.levels('sell', [
      [100_010, 0],
      [100_015, 1],
      [100_020, 5],
      [100_030, 0],
    ])
    expect(best('buy')).toBe('1 at 100015 of the house')
    expect(all('buy')).toEqual(['1 at 100015 of the house', '3 at 100020 of a user', '5 at 100020 of the house'])
    fixture.levels('sell', [[100_020, 5]])
    expect(best('buy')).toBe('3 at 100020 of a user')
    fixture.levels('sell', [[100_010, 5]])
    expect([best('buy'), all('buy')]).toEqual([
      '5 at 100010 of the house',
      ['5 at 100010 of the house', '3 at 100020 of a user'],
    ])
  })

  it('is so on the other side', () => {
    rests('buy', 99_980, 3)
    rests('buy', 99_970, 2)
    fixture.levels('buy', [
      [99_990, 0],
      [99_985, 1],
      [99_980, 5],
    ])
    expect(best('sell')).toBe('1 at 99985 of the house')
    expect(all('sell')).toEqual([
      '1 at 99985 of the house',
      '3 at 99980 of a user',
      '5 at 99980 of the house',
      '2 at 99970 of a user',
    ])
    fixture.levels('buy', [[99_980, 5]])
    expect(best('sell')).toBe('3 at 99980 of a user')
    rests('buy', 99_985, 4)
    expect(best('sell')).toBe('4 at 99985 of a user')
  })

  it('is shown with what users and the house have at one price added up, best first, and no more than is asked', () => {
    for (const [price, lots] of [
      [99_970, 2],
      [99_990, 3],
    ] as const)
      rests('buy', price, lots)
    fixture.levels('buy', [
      [99_995, 0],
      [99_990, 4],
      [99_980, 5],
    ])
    const shown = (side: 'buy' | 'sell', count: number) =>
      derivativeLevels(fixture.state.derivative, fixture.state.venue, 0, 'demo', side, count, fixture.now).map(
        ({ price, quantity }) => `${quantity}@${price}`,
      )
    expect(shown('buy', 9)).toEqual(['7@99990', '5@99980', '2@99970'])
    expect(shown('buy', 2)).toEqual(['7@99990', '5@99980'])
    fixture.must({ type: 'cancelAllPerpetualOrders', holder, symbol: '' })
    rests('sell', 100_030, 2)
    fixture.levels('sell', [
      [100_010, 4],
      [100_020, 5],
    ])
    expect(shown('sell', 9)).toEqual(['4@100010', '5@100020', '2@100030'])
  })
})
