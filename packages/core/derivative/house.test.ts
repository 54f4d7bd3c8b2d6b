import { describe, expect, it } from 'vitest'
import { houseHolder } from '../ledger/holders.ts'
import { query } from '../query.ts'
import { MarginFixture } from '../testing/marginFixture.ts'
import { OpenFixture } from '../testing/openFixture.ts'
import type { Command } from '../vocabulary.ts'
import { bracketsFrom, enforceBrackets } from './bracketVersions.ts'
import { chargesOf } from './charges.ts'
import { clearingReport, houseReply, keptBracketsReply, openInterestOf, termsReply } from './house.ts'

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

describe('what is told of a market', () => {
  const usdt = 1_000_000n

  /** Two markets of derivatives and one without; a ticket of 100 USDT and a short one of 30 in the first. */
  function told(): OpenFixture {
    const fixture = new OpenFixture({ ladder: { ...ladder, levels: 0 } })
    fixture.list('ETH')
    fixture.tickNow(1_000_000)
    for (const holder of [40, 41]) fixture.demo(holder)
    fixture.opened(40, {})
    fixture.opened(41, { side: 'short', lots: 3, cost: 30n * usdt })
    fixture.state.derivative.house.demo[0] = { side: 'short', lots: 7, cost: 70n * usdt }
    fixture.marked(1_100_000)
    return fixture
  }

  it('is the larger of all longs and all shorts at the mark as its open interest', () => {
    const { derivative, venue } = told().state
    const interest = (realm: 'demo' | 'real', listing: number) => openInterestOf(derivative, venue, realm, listing)
    expect([interest('demo', 0), interest('real', 0), interest('demo', 1)]).toEqual([110n * usdt, 0n, 0n])
    derivative.shortLots.demo[0] = 11
    expect(interest('demo', 0)).toBe(121n * usdt)
  })

  it('is of each the terms, the reach, the brackets and what is announced', () => {
    const fixture = told()
    const { derivative, venue } = fixture.state
    const [first, second] = derivative.terms
    const none = { long: 0, short: 0 }
    const brackets = derivative.brackets[0]
    if (!brackets || !first) throw new Error('no brackets')
    const measure = { brackets: brackets.versions[0], announcedAt: 1, effectiveAt: 2 }
    brackets.measure = measure
    const charges = { charges: chargesOf(first), announcedAt: 3, effectiveAt: 4 }
    derivative.charges.set(0, charges)
    const paused = { real: true, demo: false }
    expect(termsReply(derivative, venue)).toEqual({
      listings: [
        {
          listing: 0,
          terms: first,
          openInterest: { real: 0n, demo: 110n * usdt },
          reach: { real: none, demo: { long: 10, short: 3 } },
          paused,
          bracketVersion: 1,
          measure,
          charges,
        },
        {
          listing: 1,
          terms: second,
          openInterest: { real: 0n, demo: 0n },
          reach: { real: none, demo: none },
          paused,
          bracketVersion: 1,
          measure: null,
          charges: null,
        },
      ],
      insurance: { real: 0n, demo: 1_000_000n * usdt },
    })
  })

  it('is of the house its positions and its accounts', () => {
    const fixture = told()
    const { derivative, venue } = fixture.state
    derivative.clearing.demo[0] = -5n
    for (const [account, posted] of [
      ['liquidity', 11n],
      ['clearing', -12n],
    ] as const)
      venue.ledger.restore(houseHolder('demo', account), 'coin', 0, { posted, frozen: 0n })
    expect(houseReply(derivative, venue, 'demo')).toEqual({
      positions: [
        {
          listing: 0,
          side: 'short',
          lots: 7,
          cost: 70n * usdt,
          positionMax: 150,
          markTenths: 1_100_000,
          value: 77n * usdt,
          profit: -7n * usdt,
          clearing: -5n,
          longLots: 10,
          shortLots: 3,
          openInterest: 110n * usdt,
        },
        {
          listing: 1,
          side: 'long',
          lots: 0,
          cost: 0n,
          positionMax: 150,
          markTenths: 0,
          value: 0n,
          profit: 0n,
          clearing: 0n,
          longLots: 0,
          shortLots: 0,
          openInterest: 0n,
        },
      ],
      liquidity: 11n,
      clearing: -12n,
      insurance: 1_000_000n * usdt,
      fees: 0n,
    })
  })

  it('is what clearing stands at and what is due to it: a long’s cost taken off, a short’s added', () => {
    const { derivative } = told().state
    derivative.clearing.demo[0] = -5n
    const none = { stands: 0n, due: 0n }
    expect(clearingReport(derivative)).toEqual([
      { realm: 'real', listing: 0, ...none },
      { realm: 'real', listing: 1, ...none },
      // 100 bought, 30 sold and 70 sold by the house
      { realm: 'demo', listing: 0, stands: -5n, due: 0n },
      { realm: 'demo', listing: 1, ...none },
    ])
    derivative.house.demo[0].lots = 0
    derivative.house.demo[0].cost = 0n
    expect(clearingReport(derivative)[2]).toMatchObject({ due: -70n * usdt })
  })

  it('is of a holder what bears other brackets than those in force', () => {
    const fixture = told()
    const { derivative } = fixture.state
    const before = derivative.brackets[0]?.versions[0]
    expect([keptBracketsReply(derivative, 40), keptBracketsReply(derivative, 99)]).toEqual([{ kept: [] }, { kept: [] }])
    const terms = derivative.terms[0]
    if (!terms) throw new Error('no terms')
    const stricter = bracketsFrom([{ floor: 0n, maintenanceRate: 8_000_000, multipleMax: 100 }])
    enforceBrackets(derivative, 0, stricter)
    derivative.terms[0] = { ...terms, brackets: stricter }
    const [kept] = [...fixture.account(40).positions.keys()]
    fixture.opened(40, { bracketVersion: 2 })
    fixture.opened(40, { listing: 1 })
    expect(keptBracketsReply(derivative, 40)).toEqual({
      kept: [{ position: kept, listing: 0, bracketVersion: 1, brackets: before }],
    })
  })

  it('is of a market without derivatives that there is none, and of a halted one that it is', () => {
    const fixture = told()
    const { venue } = fixture.state
    fixture.must({ type: 'listCurrency', code: 'SOL', scale: 8 })
    const terms = { ...venue.listings[0], code: 'SOLUSDT', base: venue.currencies.length - 1 }
    fixture.must({ type: 'listSymbol', terms })
    const book = (listing: number) =>
      query(fixture.state, { type: 'derivativeBook', realm: 'demo', listing, depth: 5 }, fixture.now)
    expect(book(2)).toMatchObject({ bids: [], asks: [], refusal: 'symbol_unknown' })
    expect(book(0)).toMatchObject({ refusal: '' })
    fixture.must({ type: 'haltListing', listing: 0, halt: 'halted', reason: '' })
    expect(book(0)).toMatchObject({ refusal: 'market_halted' })
  })
})
