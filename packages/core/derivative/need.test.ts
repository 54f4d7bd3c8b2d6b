import { describe, expect, it } from 'vitest'
import {
  limitHold,
  marketNeed,
  openingLoss,
  quoteOfFirst,
  turnNeed,
  walk,
  type Before,
  type PlannedFill,
} from './need.ts'

// a lot at a tick is ten units, at a tenth of a tick one
const units = { quotePerTickLot: 10, quotePerTenthLot: 1 }
// 0.1 %
const feeRate = 1_000_000

interface Counter extends PlannedFill {
  readonly own?: 'stop' | 'skip'
}
const own = (counter: Counter): 'stop' | 'skip' | null => counter.own ?? null
const asks: Counter[] = [
  { price: 100, lots: 3 },
  { price: 101, lots: 0 },
  { price: 102, lots: 4 },
  { price: 103, lots: 5 },
]
const buy = { side: 'buy', limit: 102, lots: 5, fillsMax: 10 } as const

describe('what an order would come to at once', () => {
  it('takes the best first and no more than is asked, and is filled whatever stands behind', () => {
    expect(walk(units, asks, buy, own)).toEqual({
      fills: [
        { price: 100, lots: 3 },
        { price: 102, lots: 2 },
      ],
      lots: 5,
      quote: 5_040n,
      end: 'filled',
    })
    expect(walk(units, asks, { ...buy, lots: 7 }, own)).toMatchObject({ lots: 7, quote: 7_080n, end: 'filled' })
    const stops: Counter[] = [...asks.slice(0, 1), { price: 100, lots: 1, own: 'stop' }]
    expect(walk(units, stops, { ...buy, lots: 3 }, own).end).toBe('filled')
  })

  it('goes no further than its limit, and is at the end of the book where nothing stands any more', () => {
    expect(walk(units, asks, { ...buy, lots: 8 }, own)).toMatchObject({ lots: 7, quote: 7_080n, end: 'book_empty' })
    expect(walk(units, asks, { ...buy, limit: 999, lots: 13 }, own)).toMatchObject({ lots: 12, end: 'book_empty' })
    expect(walk(units, [], buy, own)).toEqual({ fills: [], lots: 0, quote: 0n, end: 'book_empty' })
    const bids = [102, 101, 100].map((price) => ({ price, lots: 1 }))
    const sell = { side: 'sell', limit: 101, lots: 3, fillsMax: 10 } as const
    expect(walk(units, bids, sell, own)).toMatchObject({ lots: 2, quote: 2_030n, end: 'book_empty' })
    expect(walk(units, bids, { ...sell, limit: 100 }, own)).toMatchObject({ lots: 3, quote: 3_030n, end: 'filled' })
  })

  it('makes so many fills and no more', () => {
    expect(walk(units, asks, { ...buy, fillsMax: 1 }, own)).toMatchObject({ lots: 3, end: 'fills_max' })
    expect(walk(units, asks, { ...buy, lots: 3, fillsMax: 1 }, own)).toMatchObject({ lots: 3, end: 'filled' })
  })

  it('stops at what is its holder’s own, or passes it by', () => {
    const before: Counter[] = [
      { price: 100, lots: 1 },
      { price: 100, lots: 9, own: 'skip' },
      { price: 101, lots: 1 },
      { price: 102, lots: 9, own: 'stop' },
    ]
    expect(walk(units, before, buy, own)).toEqual({
      fills: [
        { price: 100, lots: 1 },
        { price: 101, lots: 1 },
      ],
      lots: 2,
      quote: 2_010n,
      end: 'self_trade',
    })
  })

  it('is told of its first lots alone', () => {
    const fills = [
      { price: 99, lots: 3 },
      { price: 98, lots: 3 },
    ]
    expect([0, 2, 3, 4, 6].map((lots) => quoteOfFirst(units, fills, lots))).toEqual([
      0n,
      1_980n,
      2_970n,
      3_950n,
      5_910n,
    ])
  })
})

describe('what an order holds or loses', () => {
  it('is margin and fee at its price, each rounded up', () => {
    // 3 000 / 7 = 428.57…, and 0.1 % of 3 000
    expect(limitHold(units, 3, 100, 7, feeRate)).toBe(432n)
    expect(limitHold(units, 3, 100, 1, 500_001)).toBe(3_002n)
  })

  it('is by how much its price is worse than the mark, and nothing where it is better', () => {
    const losses = (side: 'buy' | 'sell') =>
      [2_990n, 2_999n, 3_000n, 3_001n].map((quote) => openingLoss(side, quote, 3_000n))
    expect(losses('buy')).toEqual([0n, 0n, 0n, 1n])
    expect(losses('sell')).toEqual([10n, 1n, 0n, 0n])
  })
})

// the mark stands at 100 ticks
const ask = { side: 'buy', multiple: 10, feeRate, markTenths: 1_000 } as const
const before: Before = { available: 700n, free: 650n, balance: 1_000n, required: 500n, position: null }
const long = { kind: 'isolated', side: 'long', lots: 4, cost: 3_900n, margin: 401n, multiple: 10 } as const
const cross = { ...long, kind: 'cross', margin: 0n } as const

function planOf(...fills: PlannedFill[]) {
  const lots = fills.reduce((sum, one) => sum + one.lots, 0)
  return { fills, lots, quote: quoteOfFirst(units, fills, lots) }
}
const sold = planOf({ price: 99, lots: 3 }, { price: 98, lots: 3 })

describe('what a market order needs', () => {
  it('to open is margin, fee and what it loses at once, of what is available and free', () => {
    const planned = planOf({ price: 101, lots: 5 })
    // 505 of margin, 5.05 of fee, 50 above the mark
    expect(marketNeed(units, ask, planned, before)).toEqual({ need: 561n, usable: 650n })
    expect(marketNeed(units, ask, planned, { ...before, available: 600n }).usable).toBe(600n)
    expect(marketNeed(units, ask, planned, { ...before, free: 1n }).usable).toBe(1n)
    expect(marketNeed(units, ask, planned, { ...before, free: -5n }).usable).toBe(0n)
    // more of the same side closes nothing
    expect(marketNeed(units, ask, planned, { ...before, position: long })).toEqual({ need: 561n, usable: 650n })
  })

  it('to close is nothing', () => {
    const planned = planOf({ price: 99, lots: 3 })
    for (const lots of [3, 4]) {
      const position = { ...long, lots }
      expect(marketNeed(units, { ...ask, side: 'sell' }, planned, { ...before, position })).toEqual({
        need: 0n,
        usable: 650n,
      })
    }
  })

  it('to turn a position with its own margin is that of what it opens; what it closes gives back margin and profit', () => {
    const sell = { ...ask, side: 'sell' } as const
    // 4 close for 3 950, which gains 50 and costs 3.95; 2 open for 1 960, 40 below the mark; 5.91 of fees in all
    const found = marketNeed(units, sell, sold, { ...before, available: 100n, free: 90n, position: long })
    expect(found).toEqual({ need: 196n + 6n - 4n + 40n, usable: 90n + 401n + 50n - 4n })
    expect(marketNeed(units, sell, sold, { ...before, available: 80n, free: 90n, position: long }).usable).toBe(527n)
  })

  it('to turn a cross position is paid by the account without what the position required', () => {
    const sell = { ...ask, side: 'sell' } as const
    const of = (more: Partial<Before>) =>
      marketNeed(units, sell, sold, { ...before, free: 90n, position: cross, ...more })
    // free: the 4 lots leave at 50 below the mark and for a fee of 4, and the 390 that they required are back
    expect(of({})).toEqual({ need: 238n, usable: 90n - 50n - 4n + 390n })
    // what is not held: 1 046 are there, of which what the others require is held
    expect(of({ free: 10_000n }).usable).toBe(1_046n - 110n)
    // all that is there is held where less is there than required
    expect(of({ free: 10_000n, required: 5_000n }).usable).toBe(0n)
  })

  it('to turn a short is the same the other way', () => {
    const short = { ...cross, side: 'short', cost: 4_100n } as const
    const bought = planOf({ price: 101, lots: 6 })
    const of = (free: bigint) => marketNeed(units, ask, bought, { ...before, free, position: short })
    // 4 close for 4 040, which gains 60 and costs 4.04; 2 open for 2 020, 20 above the mark; 6.06 of fees in all
    expect(of(90n)).toEqual({ need: 202n + 7n - 5n + 20n, usable: 90n - 40n - 5n + 410n })
    expect(of(10_000n).usable).toBe(1_055n - 90n)
  })
})

describe('what a limit order that turns a position needs', () => {
  const sell = { ...ask, side: 'sell' } as const
  const held = { ...before, available: 100n, free: 90n, position: long }

  it('is that of what it opens at once and of what rests, as its hold will be', () => {
    // 1 960 open at once, 1 960 rest, each 40 below the mark; the margin of the rest is what it adds to that of the whole
    const found = turnNeed(units, sell, sold, { price: 98, lots: 2 }, held)
    expect(found).toEqual({ need: 196n + (787n - 591n) + 8n - 4n + 80n, usable: 90n + 401n + 50n - 4n })
  })

  it('is that of the rest where it closes a part at once, and gives back that part of the margin, rounded down', () => {
    const planned = planOf({ price: 99, lots: 2 })
    const rest = { price: 99, lots: 4 }
    // 3 960 rest, 40 below the mark; 2 of 4 close for 1 980, which gains 30 and costs 1.98
    const need = 594n - 198n + 6n - 2n + 40n
    expect(turnNeed(units, sell, planned, rest, held)).toEqual({ need, usable: 90n + 200n + 30n - 2n })
    const found = turnNeed(units, sell, planned, rest, { ...held, position: cross })
    // half of the 390 is required still
    expect(found).toEqual({ need, usable: 90n - 20n - 2n + 195n })
    const rich = turnNeed(units, sell, planned, rest, { ...held, free: 10_000n, position: cross })
    expect(rich?.usable).toBe(1_028n - 305n)
  })

  it('is none where it closes nothing at once', () => {
    const rest = { price: 99, lots: 4 }
    expect(turnNeed(units, sell, sold, rest, before)).toBeNull()
    expect(turnNeed(units, ask, sold, rest, held)).toBeNull()
    expect(turnNeed(units, sell, planOf(), rest, held)).toBeNull()
  })
})
