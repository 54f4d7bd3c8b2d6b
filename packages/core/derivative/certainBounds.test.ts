import { beforeEach, describe, expect, it } from 'vitest'
import { OpenFixture } from '../testing/openFixture.ts'
import type { PlaceAsk } from './ask.ts'
import { certainFill, heldPriceOf } from './certain.ts'
import type { Position } from './state.ts'

// A hundredth of a lot is worth 10 USDT at the mark of 100 000 ticks, and its maintenance is 0.4 % of that.
const holder = 40
const maker = 41
const other = 42
const usdt = 1_000_000n
const house = { levels: 0, halfSpreadRate: 0, gapRate: 0, levelQuantity: 0, refillPerSecond: 0, positionMax: 10_000 }
let fixture: OpenFixture

function begin(terms: ConstructorParameters<typeof OpenFixture>[0] = {}): void {
  fixture = new OpenFixture({ ladder: house, ...terms })
  fixture.list('ETH')
  for (const listing of [0, 1]) fixture.tickNow(1_000_000, listing)
  fixture.demo(holder)
  for (const one of [maker, other]) fixture.trader(one, 1_000)
  fixture.has(holder, { available: 10_000n * usdt })
}

beforeEach(() => begin())

/** How certain it is that an order fills whole; its limit is its price. */
function certain(ask: Partial<PlaceAsk>): string {
  const { derivative, venue } = fixture.state
  const whole = fixture.asks(holder, ask)
  return certainFill(derivative, venue, whole, whole.price, fixture.now)
}

/** A limit of a contract that rests. */
function rests(who: number, side: 'buy' | 'sell', price: number, lots: number): void {
  const order = {
    type: 'placeContractOrder',
    symbol: 'BTCUSDT',
    kind: 'limit',
    timeInForce: 'GTC',
    multiple: 10,
  } as const
  fixture.must({ ...order, holder: who, side, price, lots, stopLoss: null, takeProfit: null, fault: '' })
}

const opened = (more: Partial<Position>) => fixture.opened(holder, more)

describe('what stands against an order to fill or kill', () => {
  it('counts as far as its limit, to the last lot, on either side', () => {
    fixture.levels('sell', [
      [99_990, 9],
      [100_000, 1],
      [100_010, 5],
    ])
    expect([certain({}), certain({ lots: 11 }), certain({ price: 99_999 })]).toEqual(['whole', 'short', 'short'])
    expect(certain({ lots: 15, price: 100_010 })).toBe('whole')
    fixture.levels('buy', [
      [100_010, 9],
      [100_000, 1],
      [99_990, 5],
    ])
    const sells = { side: 'sell' } as const
    expect([certain(sells), certain({ ...sells, lots: 11 }), certain({ ...sells, price: 100_001 })]).toEqual([
      'whole',
      'short',
      'short',
    ])
  })

  it('counts a thousand fills and no more', () => {
    const many = (count: number) => Array.from({ length: count }, () => [100_000, 1] as const)
    fixture.levels('sell', many(1_000))
    expect(certain({ lots: 1_000 })).toBe('whole')
    expect(certain({ lots: 1_001 })).toBe('short')
    fixture.levels('sell', many(1_001))
    expect(certain({ lots: 1_001 })).toBe('fills_max')
  })

  it('ends at its holder’s own order; one that only reduces goes past it', () => {
    fixture.has(holder, { available: 10_000n * usdt })
    rests(holder, 'sell', 99_980, 10)
    fixture.levels('sell', [[99_990, 10]])
    expect(certain({})).toBe('short')
    opened({ kind: 'cross', side: 'short' })
    expect(certain({ reduceOnly: true })).toBe('whole')
    expect(certain({ reduceOnly: true, lots: 11 })).toBe('short')
  })

  it('reduces no more than there is', () => {
    fixture.levels('sell', [[100_000, 100]])
    expect(certain({ reduceOnly: true, lots: 1 })).toBe('short')
    opened({ kind: 'cross', side: 'short' })
    expect([certain({ reduceOnly: true }), certain({ reduceOnly: true, lots: 11 })]).toEqual(['whole', 'short'])
  })

  it('counts of each maker the first order alone', () => {
    rests(maker, 'sell', 99_990, 5)
    rests(other, 'sell', 99_990, 5)
    expect(certain({})).toBe('whole')
    rests(other, 'sell', 100_000, 5)
    expect(certain({ lots: 11 })).toBe('short')
    fixture.levels('sell', [[100_000, 1]])
    expect(certain({ lots: 11 })).toBe('whole')
  })

  it('counts no maker that may open nothing or could not bear it', () => {
    rests(maker, 'sell', 100_000, 10)
    expect(certain({})).toBe('whole')
    fixture.opened(maker, { kind: 'cross', listing: 1, lots: 1_000, cost: 12_000n * usdt })
    expect(certain({})).toBe('short')
    begin()
    rests(maker, 'sell', 100_000, 10)
    fixture.provide(-1_000_000n * usdt)
    expect(certain({})).toBe('short')
  })

  it('counts what makers before would open of the most that all may have open; what the house sells is none of it', () => {
    begin({ openInterestMax: 100n * usdt })
    rests(maker, 'sell', 99_990, 5)
    rests(other, 'sell', 99_990, 5)
    expect(certain({})).toBe('whole')
    fixture.demo(43)
    fixture.opened(43, { side: 'short', lots: 1, cost: 10n * usdt })
    expect(certain({})).toBe('short')
    expect(certain({ lots: 5 })).toBe('whole')
    begin({ openInterestMax: 100n * usdt })
    fixture.levels('sell', [[99_980, 5]])
    rests(maker, 'sell', 99_990, 10)
    expect(certain({ lots: 15 })).toBe('whole')
  })
})

describe('an order to fill or kill that is cross', () => {
  it('leaves the account its maintenance after its fee and what it loses at once, to the unit', () => {
    opened({ kind: 'cross', listing: 1, multiple: 100 })
    // 0.4 of each market, 0.1 lost, and a fee on 100.1 or 99.9
    for (const [side, price, needed] of [
      ['buy', 100_100, 950_050n],
      ['sell', 99_900, 949_950n],
    ] as const) {
      fixture.levels(side === 'buy' ? 'sell' : 'buy', [[price, 10]])
      fixture.has(holder, { held: needed })
      expect(certain({ side, price })).toBe('whole')
      fixture.has(holder, { held: needed - 1n })
      expect(certain({ side, price })).toBe('short')
    }
  })

  it('counts what it grows, and what it turns by what is left', () => {
    opened({ kind: 'cross', lots: 3_000, cost: 30_000n * usdt, multiple: 100 })
    // 60 000 must keep 250 of which 120 are kept already; the fee on 30 000 is 15
    fixture.levels('sell', [[100_000, 10_000]])
    fixture.has(holder, { held: 265n * usdt })
    expect(certain({ lots: 3_000 })).toBe('whole')
    fixture.has(holder, { held: 265n * usdt - 1n })
    expect(certain({ lots: 3_000 })).toBe('short')
    // turned, 30 000 must keep 120; the fee on 60 000 is 30
    fixture.levels('buy', [[100_000, 10_000]])
    fixture.has(holder, { held: 150n * usdt })
    expect(certain({ side: 'sell', lots: 6_000 })).toBe('whole')
    fixture.has(holder, { held: 150n * usdt - 1n })
    expect(certain({ side: 'sell', lots: 6_000 })).toBe('short')
  })

  it('closes at nothing worse than the account’s bankruptcy price, its last lot included', () => {
    opened({ kind: 'cross' })
    fixture.has(holder, { held: 10n * usdt })
    const closes = (price: number, lots = 10) => certain({ side: 'sell', reduceOnly: true, lots, price })
    fixture.levels('buy', [
      [95_000, 9],
      [90_000, 1],
    ])
    expect(closes(90_000)).toBe('whole')
    fixture.levels('buy', [
      [95_000, 9],
      [89_999, 1],
    ])
    expect(closes(89_999)).toBe('short')
    fixture.levels('buy', [[89_999, 10]])
    expect([closes(89_999), closes(89_999, 1)]).toEqual(['short', 'short'])
  })
})

describe('an order to fill or kill of what has its own margin', () => {
  it('is certain where equity equals maintenance, and not a tick worse, of one lot as of ten', () => {
    fixture.marked(990_000)
    for (const lots of [1, 10]) {
      fixture.levels('sell', [[99_600, 10]])
      const ticket = { position: 'ticket', multiple: 100, lots } as const
      expect(certain({ ...ticket, price: 99_600 })).toBe('whole')
      fixture.levels('sell', [[99_601, 10]])
      expect(certain({ ...ticket, price: 99_601 })).toBe('short')
      // a net position that it would close were it of the same product changes nothing of that
      opened({ kind: 'isolated', side: 'short', margin: 10n * usdt })
      expect(certain({ ...ticket, price: 99_601 })).toBe('short')
      begin()
      fixture.marked(990_000)
    }
  })

  it('is certain with what it must keep, and not with a unit less', () => {
    // a third of 14.94 as margin, 4.94 lost at once: 0.04 is left of 10, as it must be
    const ticket = { position: 'ticket', multiple: 3, lots: 1 } as const
    fixture.levels('sell', [[149_400, 1]])
    expect(certain({ ...ticket, price: 149_400 })).toBe('whole')
    // 4.9801 of margin, and 4.9401 lost of 10.0002: 0.040 000 is left of the 0.040 001 that it must keep
    fixture.marked(1_000_020)
    fixture.levels('sell', [[149_403, 1]])
    expect(certain({ ...ticket, price: 149_403 })).toBe('short')
  })

  it('counts the margin, cost and lots of the position that it grows', () => {
    // 100 bought before and 99 now are worth 198: 1 lost, 0.99 of margin, and 0.792 to keep
    const grown = opened({ kind: 'isolated', margin: 802_000n, multiple: 100 })
    fixture.marked(990_000)
    fixture.levels('sell', [[99_000, 10]])
    const grows = { position: 'isolated', multiple: 100, price: 99_000 } as const
    expect(certain(grows)).toBe('whole')
    grown.margin -= 1n
    expect(certain(grows)).toBe('short')
  })

  it('closes at nothing worse than its own bankruptcy price, whatever the account has', () => {
    opened({ kind: 'isolated', margin: 10n * usdt })
    const closes = (price: number) => certain({ side: 'sell', reduceOnly: true, position: 'isolated', price })
    fixture.levels('buy', [[90_000, 10]])
    expect(closes(90_000)).toBe('whole')
    fixture.levels('buy', [[89_999, 10]])
    expect(closes(89_999)).toBe('short')
  })

  it('reckons the bracket by what a turn leaves, whose margin the account need not have before', () => {
    opened({ kind: 'isolated', lots: 3_000, cost: 30_000n * usdt, margin: 3_000n * usdt })
    fixture.has(holder, { available: 100_000n, frozen: 3_000n * usdt })
    fixture.levels('buy', [[99_420, 6_000]])
    const turns = { side: 'sell', position: 'isolated', multiple: 100, lots: 6_000, price: 99_420 } as const
    // 298.26 of margin have lost 174: 124.26 are above 120 of maintenance, and below a third of 400
    expect(certain(turns)).toBe('whole')
    fixture.levels('buy', [[99_400, 6_000]])
    expect(certain({ ...turns, price: 99_400 })).toBe('short')
  })

  it('leaves the cross account beside it its maintenance, with what it spends or holds taken off', () => {
    opened({ kind: 'cross', listing: 1, multiple: 100 })
    const isJust = (ask: Partial<PlaceAsk>, needed: bigint): void => {
      fixture.has(holder, { available: needed })
      expect(certain({ position: 'ticket', ...ask })).toBe('whole')
      fixture.has(holder, { available: needed - 1n })
      expect(certain({ position: 'ticket', ...ask })).toBe('short')
    }
    // 0.4 for the account, a tenth of what is paid, and a fee of five hundredths of a per cent of it
    fixture.levels('sell', [[100_000, 10]])
    isJust({ kind: 'market' }, 400_000n + 10_050_000n)
    // a limit holds as if it filled at its price
    isJust({ price: 101_000 }, 400_000n + 10_150_500n)
    // one that sells, at the best bid
    fixture.levels('buy', [
      [100_000, 5],
      [99_900, 5],
    ])
    isJust({ side: 'sell', kind: 'market', price: 99_900 }, 400_000n + 9_995_000n + 49_975n)
    isJust({ side: 'sell', price: 99_900 }, 400_000n + 10_050_000n)
  })
})

it('an order is held at its limit, one that sells at the best bid where that is higher, and none at the market', () => {
  const held = (ask: Partial<PlaceAsk>): number => {
    const { derivative, venue } = fixture.state
    return heldPriceOf(derivative, venue, fixture.asks(holder, ask), fixture.now)
  }
  fixture.levels('buy', [[99_990, 5]])
  expect([held({}), held({ side: 'sell' }), held({ side: 'sell', price: 99_000 })]).toEqual([100_000, 100_000, 99_990])
  fixture.levels('sell', [[100_010, 5]])
  expect([held({ price: 99_000 }), held({ side: 'sell', price: 99_000 }), held({ kind: 'market' })]).toEqual([
    99_000, 99_000, 0,
  ])
})
