import type { DerivativeTerms } from '@truemark/core/derivative/terms'
import { evolve } from '@truemark/core/exchange'
import { decodeState, encodeState } from '@truemark/core/snapshot'
import { btcTerms, Fixture, noLadder } from '@truemark/core/testing/exchangeFixture'
import { MarginFixture } from '@truemark/core/testing/marginFixture'
import type { State } from '@truemark/core/state'
import type { Event } from '@truemark/core/vocabulary'
import { describe, expect, it } from 'vitest'
import { fillFault } from './fillFacts.ts'

type Traded = Extract<Event, { type: 'spotTraded' }>
type Leveraged = Extract<Event, { type: 'derivativeTraded' }>

/** What a command's first trade said, and the state before it. */
function firstTrade(fixture: Fixture, run: () => readonly Event[]): { before: State; trade: Event } {
  const before = decodeState(encodeState(fixture.state))
  for (const event of run()) {
    if (event.type === 'spotTraded' || event.type === 'derivativeTraded') return { before, trade: event }
    evolve(before, event, fixture.now)
  }
  throw new Error('no trade')
}

describe('a spot trade between two users', () => {
  function two(more: Partial<typeof btcTerms> = {}): Fixture {
    const fixture = new Fixture({ ...btcTerms, feeRateTaker: 3_000_000, notionalMinExclusive: 0, ...more })
    for (const holder of [40, 41]) {
      fixture.demo(holder)
      fixture.give(holder, 1, 900_000_000n)
    }
    return fixture
  }

  function bought(fixture: Fixture, price: number, quantity: number) {
    const { before, trade } = firstTrade(fixture, () => {
      const outcome = fixture.place(40, 'buy', price, quantity)
      return outcome.ok ? outcome.events : []
    })
    if (trade.type !== 'spotTraded') throw new Error(trade.type)
    return (more: Partial<Traded> = {}) => fillFault(before, { ...trade, ...more })
  }

  it('costs either side its own rate of what it receives', () => {
    const fixture = two()
    fixture.placed(41, 'sell', 100_000, 1_000)
    // a thousandth of 100 USDT, and three of 0.01 bitcoin
    const fault = bought(fixture, 100_000, 1_000)
    expect(fault()).toBeNull()
    const where = 'the spot trade 1'
    expect(fault({ makerFee: 300_000 })).toBe(`${where}, maker, fee: it says 300000, the rules give 100000`)
    expect(fault({ takerFee: 1_000 })).toBe(`${where}, taker, fee: it says 1000, the rules give 3000`)
  })

  it('may round each fee up by itself, as older journals did, and no more', () => {
    const fixture = two()
    fixture.placed(41, 'sell', 100_001, 9)
    // fees of 100.001 each, of which the first is 101
    expect(bought(fixture, 100_001, 1)()).toBeNull()
    const fault = bought(fixture, 100_001, 1)
    expect([fault(), fault({ makerFee: 100 }), fault({ makerFee: 101 })]).toEqual([null, null, null])
    for (const makerFee of [99, 102]) {
      expect(fault({ makerFee })).toBe(`the spot trade 2, maker, fee: it says ${makerFee}, the rules give 100`)
    }
  })

  it('is of no more than is left of an order of a single step', () => {
    const fixture = two()
    fixture.placed(41, 'sell', 100_000, 1)
    const fault = bought(fixture, 100_000, 5)
    const amounts = { quantity: 2, baseAmount: 2_000, quoteAmount: 200_000 }
    expect(fault(amounts)).toBe('the spot trade 1, maker, quantity: it is more than is left')
  })
})

describe('a trade of a derivative', () => {
  const about = { symbol: 'BTCUSDT', stopLoss: null, takeProfit: null, reduceOnly: false, fault: '' } as const
  const limit = { ...about, kind: 'limit', timeInForce: 'GTC', price: 100_000, lots: 100 } as const
  const place = { type: 'placePerpetualOrder', ...limit } as const

  function bought(terms: Partial<DerivativeTerms> = {}) {
    const fixture = new MarginFixture({ ladder: noLadder, ...terms })
    fixture.tickNow(1_000_000)
    for (const holder of [40, 41]) fixture.trader(holder, 20_000)
    fixture.must({ ...place, holder: 41, side: 'sell', lots: 200 })
    const { before, trade } = firstTrade(fixture, () => fixture.must({ ...place, holder: 40, side: 'buy' }))
    if (trade.type !== 'derivativeTraded') throw new Error(trade.type)
    const own = trade.taker
    return (of: Partial<Leveraged['taker']> = {}) => fillFault(before, { ...trade, taker: { ...own, ...of } })
  }

  it('says what of its order it is not', () => {
    const fault = bought()
    const where = 'the trade 1, taker, '
    expect(fault()).toBeNull()
    expect(fault({ holder: 42 })).toBe(`${where}its order, holder: it says 42, the rules give 40`)
    expect(fault({ order: 99 })).toBe(`${where}order: 99 is not open`)
    expect(fault({ lotsOpened: 101 })).toBe(`${where}lots: they are not those of the trade`)
    expect(fault({ realised: 1n })).toBe(`${where}it closes nothing, realised: it says 1, the rules give 0`)
    expect(fault({ fee: -1n })).toContain(`${where}fee: it says -1, the rules give at most`)
  })

  it('may cost nothing', () => {
    expect(bought({ feeRatePerpetualMaker: 0, feeRatePerpetualTaker: 0 })()).toBeNull()
  })
})
