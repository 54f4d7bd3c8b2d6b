import { describe, expect, it } from 'vitest'
import { query } from '../query.ts'
import { MarginFixture } from '../testing/marginFixture.ts'
import type { Command } from '../vocabulary.ts'

const alice = 32
const ladder = {
  levels: 2,
  halfSpreadRate: 100_000,
  gapRate: 100_000,
  levelQuantity: 100,
  refillPerSecond: 50,
  positionMax: 150,
}

const order: Extract<Command, { type: 'placeContractOrder' }> = {
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

function begin(terms: ConstructorParameters<typeof MarginFixture>[0] = {}): MarginFixture {
  const fixture = new MarginFixture({ ladder, ...terms })
  fixture.tickNow(1_000_000)
  fixture.trader(alice, 100_000)
  return fixture
}

function levels(fixture: MarginFixture) {
  const reply = query(fixture.state, { type: 'derivativeBook', realm: 'demo', listing: 0, depth: 10 }, fixture.now)
  if (reply.type !== 'derivativeBook') throw new Error(reply.type)
  const text = (side: readonly { price: number; quantity: number }[]) =>
    side.map(({ price, quantity }) => `${quantity}@${price}`)
  return { bids: text(reply.bids), asks: text(reply.asks) }
}

describe('the house in the derivative book', () => {
  it('stands around the index, is eaten, and comes back with time', () => {
    const fixture = begin({ ladder: { ...ladder, positionMax: 1_000 } })
    expect(levels(fixture)).toEqual({ bids: ['100@99990', '100@99980'], asks: ['100@100010', '100@100020'] })
    fixture.must({ ...order, kind: 'market', price: 0, timeInForce: 'IOC', lots: 130 })
    expect(levels(fixture).asks).toEqual(['70@100020'])
    fixture.now += 1_000
    fixture.tickNow(1_000_000)
    expect(levels(fixture).asks).toEqual(['50@100010', '70@100020'])
  })

  it('takes the resting orders that its new levels cross, at their prices', () => {
    const fixture = begin()
    fixture.must({ ...order, price: 99_500 })
    const events = fixture.tick(994_000)
    expect(events).toMatchObject([
      { type: 'derivativeTraded', price: 99_500, lots: 100, maker: { fee: 497_500n }, taker: { kind: 'house' } },
    ])
    expect(fixture.state.derivative.house.demo[0]).toMatchObject({ side: 'short', lots: 100, cost: 995_000_000n })
  })

  it('goes no further than its position cap, and back at any time', () => {
    const fixture = begin()
    const outcome = fixture.run({ ...order, kind: 'market', price: 0, timeInForce: 'IOC', lots: 200 })
    expect(outcome).toMatchObject({ answer: { view: { filled: 150, reason: 'book_empty', status: 'position' } } })
    expect(levels(fixture).asks).toEqual([])
    expect(levels(fixture).bids).toEqual(['100@99990', '100@99980'])
  })

  it('only reduces where it owes more than it may', () => {
    const fixture = begin({ houseDebtMax: 0n, ladder: { ...ladder, positionMax: 1_000 } })
    fixture.must({ ...order, kind: 'market', price: 0, timeInForce: 'IOC', lots: 100 })
    fixture.tick(1_010_000)
    fixture.must({ type: 'closeAllContracts', holder: alice, symbol: '' })
    // it lost, so that it owes; flat, it takes nothing new on either side
    expect(fixture.house('liquidity') < 0n).toBe(true)
    expect(levels(fixture)).toEqual({ bids: [], asks: [] })
  })

  it('leaves the book with an index that is older than a second', () => {
    const fixture = begin()
    fixture.now += 1_001
    expect(levels(fixture)).toEqual({ bids: [], asks: [] })
  })

  it('is told with what users have open, and its clearing is what it must be', () => {
    const fixture = begin()
    fixture.must({ ...order, kind: 'market', price: 0, timeInForce: 'IOC', lots: 100 })
    fixture.tick(1_010_000)
    const reply = query(fixture.state, { type: 'derivativeHouse', realm: 'demo' }, fixture.now)
    expect(reply).toMatchObject({
      positions: [
        {
          side: 'short',
          lots: 100,
          cost: 1_000_100_000n,
          value: 1_010_000_000n,
          profit: -9_900_000n,
          longLots: 100,
          clearing: 0n,
        },
      ],
      fees: 500_050n,
    })
    const terms = query(fixture.state, { type: 'derivativeTerms' }, fixture.now)
    expect(terms).toMatchObject({
      listings: [{ listing: 0, openInterest: { demo: 1_010_000_000n }, paused: { demo: false, real: true } }],
    })
  })
})

describe('the terms of a derivative', () => {
  it('are refused where they could not be exact or sound, and the contract size stays', () => {
    const fixture = begin()
    const terms = fixture.state.derivative.terms[0]
    if (!terms) throw new Error('no terms')
    const refused = (change: object) =>
      fixture.refused({ type: 'configureDerivative', listing: 0, terms: { ...terms, ...change } })
    const bracket = { floor: 0n, maintenanceRate: 4_000_000, multipleMax: 100 }
    expect([
      refused({ contractSize: 12_345_678 }),
      refused({ contractSize: 20_000_000 }),
      refused({ multiples: [5, 2] }),
      refused({ multiples: [] }),
      refused({ feeRatePerpetualMaker: 900_000 }),
      refused({ brackets: [{ ...bracket, maintenanceRate: 10_000_000 }] }),
      refused({ brackets: [] }),
      refused({ limitRateMax: 0 }),
    ]).toEqual(Array.from({ length: 8 }, () => 'listing_invalid'))
    expect(fixture.refused({ type: 'configureDerivative', listing: 9, terms })).toBe('symbol_unknown')
    fixture.must({ type: 'configureDerivative', listing: 0, terms: { ...terms, contractOn: false } })
    expect(fixture.refused(order)).toBe('symbol_unknown')
  })
})

describe('caps', () => {
  it('bound orders, positions and the multiple that all lots of a symbol allow', () => {
    const fixture = begin({ ladder: { ...ladder, levelQuantity: 50_000, positionMax: 10_000_000 } })
    fixture.tick(1_000_000)
    for (let at = 0; at < 200; at++) fixture.must({ ...order, lots: 1, multiple: 1, price: 99_900 })
    expect(fixture.run({ ...order, lots: 1 })).toMatchObject({
      rejection: { reason: 'open_orders_too_many', detail: { max: '200' } },
    })
    fixture.must({ type: 'cancelAllContractOrders', holder: alice, symbol: '' })
    // 50 000 of notional is the first bracket's end: 50 lots
    fixture.must({ ...order, kind: 'market', price: 0, lots: 4_000, multiple: 100 })
    expect(fixture.refused({ ...order, lots: 2_000, multiple: 50 })).toBe('multiple_invalid')
    fixture.must({ type: 'closeAllContracts', holder: alice, symbol: '' })
    for (let at = 0; at < 200; at++) fixture.must({ ...order, kind: 'market', price: 0, lots: 1, multiple: 1 })
    expect(fixture.refused({ ...order, lots: 1, multiple: 1 })).toBe('positions_too_many')
  })
})
