import { beforeEach, describe, expect, it } from 'vitest'
import { evolve } from '../exchange.ts'
import { OpenFixture } from '../testing/openFixture.ts'
import type { Command, Event } from '../vocabulary.ts'
import { closePosition } from './close.ts'
import { accountOf, admitOrder } from './keep.ts'
import { afterMatching, houseTakes, matchOrder, realiseProfits, type Step } from './match.ts'
import type { DerivativeOrder } from './state.ts'

const holder = 40
const other = 41
const usdt = 1_000_000n
const aside = { levels: 0, halfSpreadRate: 0, gapRate: 0, levelQuantity: 0, refillPerSecond: 0, positionMax: 0 }
const limit = {
  type: 'placePerpetualOrder',
  symbol: 'BTCUSDT',
  kind: 'limit',
  timeInForce: 'GTC',
  price: 100_000,
  reduceOnly: false,
  stopLoss: null,
  takeProfit: null,
  fault: '',
} as const
let fixture: OpenFixture

beforeEach(() => {
  fixture = new OpenFixture({ ladder: aside })
  fixture.list('ETH')
  fixture.list('SOL')
  for (const listing of [0, 1, 2]) fixture.tickNow(1_000_000, listing)
  for (const one of [holder, other]) {
    fixture.trader(one, 10_000)
    fixture.setPerpetual(one, 'cross', 10)
  }
})

function told(event: Event): string[] {
  switch (event.type) {
    case 'derivativeTraded':
      return [`${event.lots} at ${event.price}`]
    case 'derivativeOrderRested':
      return ['rests']
    case 'derivativeOrderCut':
      return [`cut to ${event.lots}`]
    case 'derivativeOrderClosed':
      return [`${String(event.holder)} ${event.reason} after ${event.filled}`]
    default:
      return []
  }
}

const did = (command: Command): string[] => fixture.must(command).flatMap(told)
const theirs = (side: 'buy' | 'sell', lots: number, price = 100_000) =>
  ({ ...limit, holder: other, side, lots, price }) as const
const own = (side: 'buy' | 'sell', lots: number, more: object = {}) =>
  ({ ...limit, holder, side, lots, ...more }) as const

/** The holder buys ten hundredths of a lot of the other. */
function bought(): void {
  fixture.must(theirs('sell', 10))
  fixture.must(own('buy', 10))
}

/** Runs steps to their end; gives what they did, and what they ended with. */
function run<T>(steps: Generator<Step, T>): { did: string[]; ended: T } {
  const events: Event[] = []
  for (;;) {
    const { done, value } = steps.next()
    if (done) return { did: events.flatMap(told), ended: value }
    for (const event of value) {
      events.push(event)
      evolve(fixture.state, event, fixture.now)
    }
  }
}

function admitted(more: Partial<DerivativeOrder>): DerivativeOrder {
  const { derivative, venue } = fixture.state
  const order = fixture.order(holder, more)
  derivative.nextOrder++
  admitOrder(derivative, accountOf(derivative, venue, holder), order)
  return order
}

describe('an order that only reduces', () => {
  it('ends where its position is gone', () => {
    bought()
    fixture.must(theirs('buy', 20))
    expect(did(own('sell', 15, { reduceOnly: true, timeInForce: 'IOC' }))).toEqual([
      '10 at 100000',
      '40 position_gone after 10',
    ])
  })

  it('rests for what no older one reduces, and ends where nothing is left beside them', () => {
    bought()
    expect(did(own('sell', 6, { reduceOnly: true, price: 101_000 }))).toEqual(['rests'])
    fixture.must(theirs('buy', 4))
    expect(did(own('sell', 8, { reduceOnly: true }))).toEqual(['4 at 100000', '40 position_gone after 4'])
  })

  it('is cut to the one that is left beside them', () => {
    bought()
    fixture.must(own('sell', 6, { reduceOnly: true, price: 101_000 }))
    const { derivative, venue } = fixture.state
    const order = admitted({ kind: 'limit', timeInForce: 'GTC', side: 'sell', reduceOnly: true, lots: 8, filled: 2 })
    const after = (lots: number) => {
      const position = fixture.account(holder).perpetual.get(0)
      if (position) position.lots = lots
      return afterMatching(derivative, venue, order, 'book_empty', fixture.now).flatMap(told)
    }
    expect([after(7), after(6)]).toEqual([['cut to 3', 'rests'], ['40 position_gone after 2']])
  })

  it('is not cut where it is just what is left', () => {
    bought()
    fixture.must(own('sell', 6, { reduceOnly: true, price: 101_000 }))
    expect(did(own('sell', 4, { reduceOnly: true }))).toEqual(['rests'])
  })
})

describe('a fill beyond what may be open', () => {
  it('ends the resting order that would open: who closes goes on', () => {
    bought()
    fixture.trader(42, 1_000)
    fixture.must({ ...theirs('buy', 3), holder: 42 })
    fixture.provide(-1_000_000n * usdt)
    expect(did(own('sell', 5, { reduceOnly: true, timeInForce: 'IOC' }))).toEqual([
      '42 cap_reached after 0',
      '40 immediate_or_cancel after 0',
    ])
  })

  it('ends the order that takes, which keeps what it closes', () => {
    bought()
    fixture.trader(42, 1_000)
    fixture.must(theirs('sell', 10))
    fixture.must({ ...theirs('buy', 10), holder: 42 })
    // the other is short of 20, and closes them alone
    fixture.must(theirs('buy', 20))
    const { derivative, venue } = fixture.state
    const order = admitted({ side: 'sell', lots: 15 })
    fixture.provide(-1_000_000n * usdt)
    const { did: done, ended } = run(matchOrder(derivative, venue, order, 99_000, fixture.now))
    expect(done).toEqual(['10 at 100000'])
    expect(ended).toEqual({ end: 'cap_reached', fills: 1 })
  })
})

describe('a fill that an account cannot bear', () => {
  /** A loss of 20 000 USDT, which is more than anybody has. */
  const loses = (who: number) => fixture.opened(who, { kind: 'cross', listing: 1, lots: 1_000, cost: 30_000n * usdt })

  it('ends the order that takes', () => {
    const { derivative, venue } = fixture.state
    fixture.must(theirs('sell', 10))
    const order = admitted({})
    fixture.has(holder, { available: 1_000n * usdt })
    loses(holder)
    expect(run(matchOrder(derivative, venue, order, 100_000, fixture.now))).toEqual({
      did: [],
      ended: { end: 'margin_short', fills: 0 },
    })
  })

  it('ends each resting order that it meets, which counts as a fill', () => {
    const { derivative, venue } = fixture.state
    for (const one of [42, 43, 44]) {
      fixture.trader(one, 1_000)
      fixture.must({ ...theirs('sell', 5), holder: one })
    }
    for (const one of [42, 43]) loses(one)
    const order = admitted({ lots: 8 })
    expect(run(matchOrder(derivative, venue, order, 100_000, fixture.now, 2))).toEqual({
      did: ['42 margin_short after 0', '43 margin_short after 0'],
      ended: { end: 'fills_max', fills: 2 },
    })
    expect(run(matchOrder(derivative, venue, order, 100_000, fixture.now, 2))).toEqual({
      did: ['5 at 100000'],
      ended: { end: 'book_empty', fills: 1 },
    })
  })

  it('ends what the house’s levels meet, and counts for their budget, and so does what may open nothing', () => {
    const { derivative, venue } = fixture.state
    fixture.must(own('buy', 3))
    fixture.must(theirs('buy', 3, 99_990))
    fixture.trader(42, 1_000)
    fixture.must({ ...theirs('buy', 3, 99_980), holder: 42 })
    loses(holder)
    const budget = { fills: 9 }
    const levels = (price: number) => ({ price: [price], quantity: [4] })
    const takes = (price: number) =>
      run(houseTakes({ state: derivative, venue, listing: 0, budget, now: fixture.now }, 'demo', 'sell', levels(price)))
        .did
    expect([takes(99_990), budget.fills]).toEqual([['40 margin_short after 0', '3 at 99990'], 7])
    fixture.provide(-1_000_000n * usdt)
    expect([takes(99_980), budget.fills]).toEqual([['42 cap_reached after 0'], 6])
  })
})

it('a matching of at most two fills ends after two, and tells both', () => {
  bought()
  for (const price of [100_000, 99_990, 99_980]) fixture.must(theirs('buy', 2, price))
  const { derivative, venue } = fixture.state
  const position = fixture.account(holder).perpetual.get(0)
  if (!position) throw new Error('nothing is open')
  const steps = closePosition(derivative, venue, position, { lots: 10, purpose: 'close', fillsMax: 2 }, fixture.now)
  const { did: done, ended } = run(steps)
  expect(done).toEqual(['2 at 100000', '2 at 99990', '40 fills_max after 4'])
  expect(ended).toMatchObject({ end: 'fills_max', fills: 2 })
})

describe('what rests of an order that held nothing while it turned a position', () => {
  it('is paid for from what is usable, and ends where that is a unit short', () => {
    const { derivative, venue } = fixture.state
    const rest = (usable: bigint) => {
      fixture.has(holder, { available: usable })
      const order = admitted({ kind: 'limit', timeInForce: 'GTC', price: 100_000 })
      return afterMatching(derivative, venue, order, 'book_empty', fixture.now)
    }
    // a tenth of 100, and the fee on them
    expect(rest(10_050_000n)).toMatchObject([{ type: 'derivativeOrderRested', released: -10_050_000n }])
    expect(rest(10_049_999n)).toMatchObject([{ type: 'derivativeOrderClosed', reason: 'margin_short' }])
  })
})

describe('profits that are realised', () => {
  const marked = (need: bigint) =>
    realiseProfits(fixture.state.derivative, fixture.state.venue, holder, need).map((event) =>
      event.type === 'positionMarked' ? [event.listing, event.realised, event.perpetualChange] : [],
    )
  /** A cross position of ten hundredths that has gained so much. */
  const gained = (listing: number, profit: bigint, id: number) =>
    fixture.opened(holder, { kind: 'cross', listing, cost: 100n * usdt - profit, id })

  it('are the largest first, whatever their order, and not those of nothing', () => {
    for (const [listing, profit] of [30n, 10n, 20n].entries()) gained(listing, profit * usdt, 900 + listing)
    fixture.has(holder, { available: 1_000n * usdt, held: 24n * usdt })
    // each requires a tenth of 100 from then on
    expect(marked(100n * usdt)).toEqual([
      [0, 30n * usdt, 3n * usdt],
      [2, 20n * usdt, 2n * usdt],
      [1, 10n * usdt, usdt],
    ])
  })

  it('are of a unit as well, the older position first, and none where there is none', () => {
    gained(1, 1n, 902)
    gained(0, 1n, 901)
    gained(2, 0n, 900)
    expect(marked(100n).map(([listing]) => listing)).toEqual([0, 1])
  })

  it('go into the margin that the account requires, as far as it has it', () => {
    gained(0, 3n * usdt, 900)
    fixture.has(holder, { available: 2n * usdt, held: usdt })
    expect(marked(usdt)).toEqual([[0, 3n * usdt, 5n * usdt]])
  })
})

describe('the house’s new levels', () => {
  it('take a single hundredth of a lot, and nothing where no book is', () => {
    const { derivative, venue } = fixture.state
    fixture.must(own('buy', 3))
    const takes = (listing: number) => {
      const levels = { price: [100_000], quantity: [1] }
      const tick = { state: derivative, venue, listing, budget: { fills: 9 }, now: fixture.now }
      return run(houseTakes(tick, 'demo', 'sell', levels)).did
    }
    expect(takes(0)).toEqual(['1 at 100000'])
    expect(takes(2)).toEqual([])
  })
})
