import { beforeEach, describe, expect, it } from 'vitest'
import { evolve } from '../exchange.ts'
import { MarginFixture } from '../testing/marginFixture.ts'
import type { Event } from '../vocabulary.ts'
import { takeOver } from './close.ts'
import { clearingReport } from './house.ts'
import type { Position } from './state.ts'
import type { takeoverCauses } from './words.ts'

const holder = 40
const symbols = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT'] as const
const aside = { levels: 0, halfSpreadRate: 0, gapRate: 0, levelQuantity: 0, refillPerSecond: 0, positionMax: 0 }
const limit = {
  kind: 'limit',
  timeInForce: 'GTC',
  price: 100_000,
  stopLoss: null,
  takeProfit: null,
  fault: '',
} as const
let fixture: MarginFixture

beforeEach(() => {
  fixture = new MarginFixture({ ladder: aside })
  for (const base of ['ETH', 'SOL']) fixture.list(base)
  for (const listing of [0, 1, 2]) fixture.tickNow(1_000_000, listing)
  fixture.trader(41, 20_000)
})

/** The holder with so many USDT, whose positions are cross. */
function begin(usdt: number, multiple = 10): void {
  fixture.trader(holder, usdt)
  for (const one of [holder, 41]) for (const symbol of symbols) fixture.setPerpetual(one, 'cross', multiple, symbol)
}

/** The holder trades hundredths of a lot with the other, at 10 USDT each where the price is 100 000; its fee is a taker's. */
function traded(symbol: string, side: 'buy' | 'sell', lots: number, price: number = limit.price): void {
  const order = { type: 'placePerpetualOrder', symbol, ...limit, price, lots, reduceOnly: false } as const
  fixture.must({ ...order, holder: 41, side: side === 'buy' ? 'sell' : 'buy' })
  fixture.must({ ...order, holder, side })
}

/** A ticket of 100 USDT with a margin of 10. */
function ticket(): Position {
  const order = { type: 'placeContractOrder', symbol: 'BTCUSDT', ...limit, lots: 10, multiple: 10 } as const
  fixture.must({ ...order, holder: 41, side: 'sell' })
  fixture.must({ ...order, holder, side: 'buy' })
  return ofKind('ticket')
}

function ofKind(kind: Position['kind'], listing = 0): Position {
  const found = [...fixture.account(holder).positions.values()].find((one) => {
    return one.kind === kind && one.listing === listing
  })
  if (!found) throw new Error(`no ${kind} is open`)
  return found
}

/** A mark at which nobody is closed out: the market is halted. */
function markAt(indexTenths: number, listing: number): void {
  fixture.must({ type: 'haltListing', listing, halt: 'halted', reason: '' })
  fixture.tick(indexTenths, listing)
}

function taken(position: Position, cause: (typeof takeoverCauses)[number]): readonly Event[] {
  const found: Event[] = []
  for (const step of takeOver(fixture.state.derivative, fixture.state.venue, position, cause, fixture.now)) {
    found.push(...step)
    for (const event of step) evolve(fixture.state, event, fixture.now)
  }
  for (const { stands, due } of clearingReport(fixture.state.derivative)) expect(stands).toBe(due)
  return found
}

describe('a loss that a takeover realises', () => {
  it('is a ticket’s own: no profit of the cross account pays for it, however little is left there', () => {
    begin(13)
    traded('ETHUSDT', 'buy', 1)
    const position = ticket()
    markAt(1_010_000, 1)
    markAt(900_000, 0)
    expect(taken(position, 'bankruptcy')).toMatchObject([
      { type: 'positionTakenOver', realised: -10_000_000n, marginChange: -10_000_000n, insurance: 0n },
    ])
    // 13 less the margin and fees of 0.005 and 0.05; 1 of it is required
    expect(fixture.worth(holder)).toBe(2_945_000n)
    expect(fixture.account(holder).perpetualHold).toBe(1_000_000n)
  })

  it('of an account that has something left is that too: what others have gained is realised for it', () => {
    begin(100, 20)
    for (const symbol of ['BTCUSDT', 'ETHUSDT']) traded(symbol, 'buy', 50)
    markAt(1_006_000, 1)
    markAt(805_000, 0)
    // 99.5 after fees, 97.5 lost and 3 gained: the 5 that are left go to the fund, and with them 102.5 are lost
    const fund = fixture.house('insurance')
    expect(taken(ofKind('cross'), 'bankruptcy')).toMatchObject([
      { type: 'positionMarked', listing: 1, realised: 3_000_000n },
      { type: 'positionTakenOver', realised: -102_500_000n, insurance: -5_000_000n, uncovered: 0n },
    ])
    expect(fixture.worth(holder)).toBe(0n)
    expect(fixture.house('insurance')).toBe(fund + 5_000_000n)
  })

  it('realises nothing of others where it is all that the account holds, and what is needed for a unit more', () => {
    begin(100, 20)
    for (const symbol of ['BTCUSDT', 'ETHUSDT']) traded(symbol, 'buy', 50)
    markAt(1_006_000, 1)
    markAt(801_000, 0)
    const { derivative, venue } = fixture.state
    const position = ofKind('cross')
    const first = () => takeOver(derivative, venue, position, 'demo_reset', fixture.now).next().value
    expect(first()).toMatchObject([{ type: 'positionTakenOver', realised: -99_500_000n, insurance: 0n }])
    fixture.tick(800_999)
    expect(first()).toMatchObject([{ type: 'positionMarked', realised: 3_000_000n }])
  })
})

describe('a ticket’s margin that comes free', () => {
  /** A cross account that requires 100 USDT and has 94.36, since it lost 20 in a third market; a ticket beside it. */
  function short(): Position {
    begin(125)
    traded('ETHUSDT', 'buy', 100)
    const position = ticket()
    traded('SOLUSDT', 'buy', 10)
    fixture.tick(1_050_000, 1)
    fixture.tick(800_000, 2)
    traded('SOLUSDT', 'sell', 10, 80_000)
    expect(fixture.account(holder)).toMatchObject({ required: 100_000_000n, perpetualHold: 94_360_000n })
    return position
  }

  it('goes where the cross account is short, as far as it requires', () => {
    const position = short()
    expect(taken(position, 'demo_reset')).toMatchObject([{ realised: 0n, perpetualChange: 5_640_000n }])
    expect(fixture.account(holder).perpetualHold).toBe(100_000_000n)
    expect(fixture.worth(holder)).toBe(104_360_000n)
  })

  it('is nothing where the fund takes all of it', () => {
    const position = short()
    expect(taken(position, 'bankruptcy')).toMatchObject([
      { realised: -10_000_000n, perpetualChange: 0n, insurance: -10_000_000n },
    ])
    expect(fixture.worth(holder)).toBe(94_360_000n)
  })
})
