import { describe, expect, it } from 'vitest'
import { closeLadder, MarginFixture } from '../testing/marginFixture.ts'
import type { Command } from '../vocabulary.ts'
import { fillableLots } from './caps.ts'
import { derivativeOf } from './state.ts'
import type { DerivativeTerms } from './terms.ts'

const unit = 1_000_000n
// a lot is worth 10 USDT at the mark
const start = 1_000_000
const none = { stopLoss: null, takeProfit: null, fault: '' } as const
const market = { kind: 'market', timeInForce: 'IOC', price: 0, ...none } as const
const symbol = 'BTCUSDT'
const ladder = { ...closeLadder, levelQuantity: 1_000_000 }
type Side = 'buy' | 'sell'

/** Traders with plenty of money, at a house that takes all. */
function traders(terms: Partial<DerivativeTerms> = {}): MarginFixture {
  const fixture = new MarginFixture({ ladder })
  fixture.list('ETH')
  for (const listing of [0, 1]) fixture.tickNow(start, listing)
  for (const holder of [32, 33]) {
    fixture.trader(holder, 90_000)
    fixture.setPerpetual(holder, 'cross', 10)
  }
  if (Object.keys(terms).length > 0) become(fixture, terms)
  return fixture
}

function become(fixture: MarginFixture, terms: Partial<DerivativeTerms>): void {
  const known = derivativeOf(fixture.state.derivative, 0)
  fixture.must({ type: 'configureDerivative', listing: 0, terms: { ...known, ...terms } })
}

/** What a command would be refused for; what is accepted is undone. */
function told(fixture: MarginFixture, command: Command): string {
  const before = fixture.state
  fixture.restart()
  for (const listing of [0, 1]) fixture.tickNow(start, listing)
  const outcome = fixture.run(command)
  fixture.state = before
  if (outcome.ok) return ''
  const { reason, detail } = outcome.rejection
  return detail === undefined || !('max' in detail) ? reason : `${reason} ${String(detail['max'])}`
}

function perpetual(side: Side, lots: number, more: object = market, holder = 32): Command {
  return { type: 'placePerpetualOrder', holder, symbol, side, lots, reduceOnly: false, ...more } as Command
}

function contract(side: Side, lots: number, multiple = 20, more: object = market, holder = 32): Command {
  return { type: 'placeContractOrder', holder, symbol, side, lots, multiple, ...more } as Command
}

const resting = (side: Side, timeInForce = 'GTC') => ({
  kind: 'limit',
  timeInForce,
  price: side === 'buy' ? 99_000 : 101_000,
  ...none,
})

describe('a holder’s open interest', () => {
  const user = 'open_interest_user_max 2000'

  it.each([
    ['buy', 0, 'buy', 200],
    ['buy', 100, 'buy', 100],
    ['buy', 100, 'sell', 300],
    ['sell', 100, 'sell', 100],
    ['sell', 100, 'buy', 300],
  ] as const)('may be its cap: after a %s of %i a %s of %i more', (held, lots, side, most) => {
    const fixture = traders()
    if (lots > 0) fixture.perpetual(32, held, lots)
    become(fixture, { openInterestUserMax: 2_000n * unit })
    for (const more of [market, resting(side), resting(side, 'POST_ONLY')]) {
      expect(told(fixture, perpetual(side, most, more))).toBe('')
      expect(told(fixture, perpetual(side, most + 1, more))).toBe(user)
    }
  })

  it('counts tickets beside a net position, and either side of them', () => {
    const fixture = traders()
    fixture.ticket(32, 'buy', 60, 20)
    fixture.perpetual(32, 'sell', 50)
    become(fixture, { openInterestUserMax: 2_000n * unit })
    for (const side of ['buy', 'sell'] as const) {
      expect(told(fixture, contract(side, 90))).toBe('')
      expect(told(fixture, contract(side, 91))).toBe(user)
      expect(told(fixture, contract(side, 91, 20, resting(side)))).toBe(user)
    }
  })
})

describe('a symbol’s open interest', () => {
  it('may be its cap on either side, whosever it is', () => {
    const fixture = traders()
    fixture.perpetual(33, 'buy', 100)
    fixture.perpetual(32, 'buy', 50)
    become(fixture, { openInterestMax: 3_000n * unit })
    const symbols = 'open_interest_max 3000'
    for (const [side, most] of [
      ['buy', 150],
      // 50 close first
      ['sell', 350],
    ] as const) {
      for (const more of [market, resting(side)]) {
        expect(told(fixture, perpetual(side, most, more))).toBe('')
        expect(told(fixture, perpetual(side, most + 1, more))).toBe(symbols)
      }
    }
    expect(told(fixture, contract('sell', 300))).toBe('')
    expect(told(fixture, contract('sell', 301))).toBe(symbols)
  })

  it.each(['buy', 'sell'] as const)('counts a %s that is amended once, by what is left of it', (side) => {
    const fixture = traders()
    fixture.must(perpetual(side, 100, resting(side), 33))
    const events = fixture.must(perpetual(side, 100, resting(side)))
    const accepted = events.find((event) => event.type === 'derivativeOrderAccepted')
    const order = accepted?.type === 'derivativeOrderAccepted' ? accepted.order : 0
    become(fixture, { openInterestMax: 3_000n * unit, openInterestUserMax: 2_500n * unit })
    const { price } = resting(side)
    const amend = (lots: number): Command => ({
      type: 'amendPerpetualOrder',
      holder: 32,
      order,
      price,
      lots,
      fault: '',
    })
    expect(told(fixture, amend(200))).toBe('')
    expect(told(fixture, amend(201))).toBe('open_interest_max 3000')
    become(fixture, { openInterestMax: 9_000n * unit })
    expect(told(fixture, amend(250))).toBe('')
    expect(told(fixture, amend(251))).toBe('open_interest_user_max 2500')
  })
})

describe('the multiple', () => {
  it('is one that is offered', () => {
    expect(told(traders(), contract('buy', 10, 7))).toBe('multiple_invalid 100')
  })

  // above 50 000 USDT at most 50×: 4 000 lots are there at 100×, and 1 000 more may come at any
  it.each<[string, (fixture: MarginFixture) => void]>([
    ['ticket', (fixture: MarginFixture) => void fixture.ticket(32, 'buy', 4_000, 100)],
    ['order', (fixture: MarginFixture) => void fixture.must(contract('buy', 4_000, 100, resting('buy')))],
    [
      'net position',
      (fixture: MarginFixture) => {
        fixture.setPerpetual(32, 'cross', 100)
        fixture.perpetual(32, 'buy', 4_000)
      },
    ],
  ])('of a %s holds what comes beside it to its bracket', (_, open) => {
    const fixture = traders()
    open(fixture)
    expect(told(fixture, contract('buy', 1_000))).toBe('')
    expect(told(fixture, contract('buy', 1_001))).toBe('multiple_invalid 50')
  })

  it('of tickets holds a perpetual’s order, and what stands in another symbol holds nothing', () => {
    const fixture = traders()
    fixture.ticket(32, 'buy', 4_000, 100)
    expect(told(fixture, perpetual('buy', 1_000))).toBe('')
    expect(told(fixture, perpetual('buy', 1_001))).toBe('multiple_invalid 50')
    const other = traders()
    other.ticket(32, 'buy', 100, 100, { symbol: 'ETHUSDT' })
    other.must(contract('buy', 100, 100, { ...resting('buy'), symbol: 'ETHUSDT' }))
    expect(told(other, contract('buy', 5_001))).toBe('')
    expect(told(other, perpetual('buy', 5_001))).toBe('')
  })
})

describe('the number of positions', () => {
  it('counts those that resting contracts will open, and not a net position twice', () => {
    const fixture = traders()
    for (let at = 0; at < 198; at++) fixture.ticket(32, 'buy', 1, 20)
    fixture.perpetual(32, 'buy', 1)
    expect(told(fixture, contract('buy', 1))).toBe('')
    fixture.must(contract('buy', 1, 20, resting('buy')))
    expect(told(fixture, contract('buy', 1))).toBe('positions_too_many 200')
    expect(told(fixture, perpetual('buy', 1))).toBe('')
    // an order of the net position opens no further one
    fixture.must(perpetual('buy', 1, resting('buy')))
    expect(told(fixture, perpetual('buy', 1))).toBe('')
    // a net position in another symbol would be one more
    const ether = { ...market, symbol: 'ETHUSDT' }
    expect(told(fixture, perpetual('buy', 1, ether))).toBe('positions_too_many 200')
    fixture.must({ type: 'cancelAllContractOrders', holder: 32, symbol: '' })
    expect(told(fixture, perpetual('buy', 1, ether))).toBe('')
  })
})

describe('what of an order may fill', () => {
  function order(
    side: Side,
    held: number,
  ): { fixture: MarginFixture; fillable: (lots: number, opened?: number) => number } {
    const fixture = traders()
    const back = side === 'buy' ? 'sell' : 'buy'
    if (held > 0) fixture.perpetual(32, back, held)
    fixture.perpetual(33, side, 50)
    const events = fixture.must(perpetual(side, 300, resting(side)))
    const accepted = events.find((event) => event.type === 'derivativeOrderAccepted')
    const id = accepted?.type === 'derivativeOrderAccepted' ? accepted.order : 0
    const { derivative, venue } = fixture.state
    const found = derivative.orders.get(id)
    if (!found) throw new Error('no order')
    return { fixture, fillable: (lots, opened) => fillableLots(derivative, venue, found, lots, fixture.now, opened) }
  }

  it.each(['buy', 'sell'] as const)('%s is all of it up to the caps, and else what closes', (side) => {
    const { fixture, fillable } = order(side, 100)
    become(fixture, { openInterestUserMax: 2_000n * unit })
    expect([fillable(60), fillable(100), fillable(300), fillable(301)]).toEqual([60, 100, 300, 100])
    // on its side are 50 of another holder’s
    become(fixture, { openInterestUserMax: 9_000n * unit, openInterestMax: 2_500n * unit })
    expect([fillable(300), fillable(301), fillable(299, 1), fillable(300, 1)]).toEqual([300, 100, 299, 100])
    const empty = order(side, 0)
    become(empty.fixture, { openInterestUserMax: 2_000n * unit })
    expect([empty.fillable(200), empty.fillable(201)]).toEqual([200, 0])
  })

  it('is held to the bracket by the multiples of all that its holder has in the symbol', () => {
    for (const [multiple, most] of [
      [50, 1_001],
      [100, 1_000],
    ] as const) {
      const fixture = traders()
      fixture.setPerpetual(32, 'cross', multiple)
      fixture.perpetual(32, 'buy', 4_000)
      const ticket = fixture.ticket(32, 'buy', 500, 20, { kind: 'limit', price: 99_000 })
      const { derivative, venue } = fixture.state
      const found = derivative.orders.get(ticket)
      if (!found) throw new Error('no order')
      expect(fillableLots(derivative, venue, found, 1_000, fixture.now)).toBe(1_000)
      expect(fillableLots(derivative, venue, found, 1_001, fixture.now)).toBe(most === 1_001 ? 1_001 : 0)
    }
  })
})
