import { houseEffect } from '@truemark/core/testing/houseEffect'
import type { DerivativeTraded } from '@truemark/core/derivative/event'
import type { Event } from '@truemark/core/vocabulary'
import { describe, expect, it } from 'vitest'
import { eventProducts, profitEvents, profitsOf } from './profitRows.ts'

const dayMs = 86_400_000
const day = 20_000
const own = 40
const house = 20
const tag = { realm: 'real', listing: 0 } as const

type Effect = DerivativeTraded['taker']

const nothing = houseEffect(house)

/** A closing trade of the holder's against the house's ladder. */
function closing(effect: Partial<Effect>): Event {
  const taker: Effect = {
    ...nothing,
    product: 'perpetual',
    order: 7,
    holder: own,
    closing: 5,
    lotsClosed: 10,
    ...effect,
  }
  const trade = {
    trade: 1,
    price: 1,
    lots: 10,
    quoteAmount: 1n,
    takerSide: 'sell',
    indexTenths: 10,
    indexTime: 1,
  } as const
  return { type: 'derivativeTraded', ...tag, ...trade, maker: nothing, taker }
}

function funding(kind: 'ticket' | 'cross', amount: bigint) {
  return { position: 5, holder: own, kind, amount, marginChange: 0n, perpetualChange: 0n } as const
}

const fundingOf = { stamp: 1, ...tag, rate: 1, markTenths: 10, insurance: 0n, liquidity: 0n, through: 9, done: true }
const option = { order: 3, holder: own, ...tag, stake: 50n, gain: 40n, exitStamp: 1, exitTenths: 10 } as const
const mined = { order: 4, holder: own, currency: 1, rate: 1, published: true, amount: 7n } as const
const bought = { holder: own, product: 2, currency: 1, amount: 100n } as const
const application = { subscription: 8, holder: own, project: 1 } as const
const marked = {
  position: 5,
  ...tag,
  holder: own,
  side: 'long',
  lots: 10,
  indexTenths: 10,
  indexTime: 1,
} as const

const taken = { ...marked, cause: 'bankruptcy', cost: 100n, proceeds: 90n, realised: -10n } as const
const takenOver = { ...taken, marginChange: 0n, perpetualChange: 0n, house: nothing, insurance: 0n, uncovered: 0n }

/** What each event says was brought: product, currency, amount. */
const cases: readonly (readonly [name: string, event: Event, rows: readonly string[]])[] = [
  [
    'a contract: realised, less its fee',
    closing({ product: 'contract', kind: 'ticket', realised: 90n, fee: 4n }),
    ['contract 0 86'],
  ],
  [
    'a perpetual: a loss, and what the insurance fund gets',
    closing({ kind: 'cross', realised: -90n, fee: 4n, insurance: 5n }),
    ['perpetual 0 -99'],
  ],
  [
    'funding of a ticket and a position, of the same amount',
    { type: 'fundingPaid', ...fundingOf, lines: [funding('ticket', -6n), funding('cross', -6n)] },
    ['contract 0 -6', 'perpetual 0 -6'],
  ],
  [
    'a ticket that was taken over: what it lost',
    { type: 'positionTakenOver', ...takenOver, kind: 'ticket', product: 'contract' },
    ['contract 0 -10'],
  ],
  [
    'a position that was taken over: what it lost',
    { type: 'positionTakenOver', ...takenOver, kind: 'cross', product: 'perpetual' },
    ['perpetual 0 -10'],
  ],
  [
    'funding of a ticket and a position, of other amounts',
    { type: 'fundingPaid', ...fundingOf, lines: [funding('ticket', -6n), funding('cross', 2n)] },
    ['contract 0 -6', 'perpetual 0 2'],
  ],
  ['a won option: the gain, not the stake', { type: 'optionSettled', ...option, outcome: 'win' }, ['option 0 40']],
  ['a lost option: the stake', { type: 'optionSettled', ...option, outcome: 'loss' }, ['option 0 -50']],
  ['a tied option: nothing', { type: 'optionSettled', ...option, outcome: 'tie' }, []],
  [
    'a day of mining, of two orders alike',
    { type: 'miningPaid', realm: 'real', day, lines: [mined, { ...mined, order: 5 }] },
    ['mining 1 14'],
  ],
  [
    'early redemption: its cost, not the principal',
    { type: 'miningRedeemed', order: 4, holder: own, realm: 'real', currency: 1, amount: 1_000n, cost: 20n },
    ['mining 1 -20'],
  ],
]

const met = new Set<string>()

function found(...events: Event[]) {
  for (const { type } of events) met.add(type)
  return profitsOf(events.map((event, place) => ({ seq: 1, time: day * dayMs + 5, place, event })))
}

describe('what an event brought', () => {
  it.each(cases)('%s', (_, event, rows) => {
    const { rows: all, stakes, payouts } = found(event)
    expect(all.map(({ product, currency, amount }) => `${product} ${currency} ${amount}`).toSorted()).toEqual(rows)
    expect(all.every((row) => row.holder === own && row.day === day)).toBe(true)
    expect([stakes, payouts]).toEqual([[], []])
  })

  it('is a position whose profit was taken at the mark, as what it realised', () => {
    const event: Event = { type: 'positionMarked', ...marked, realised: 12n, cost: 5n, perpetualChange: 0n }
    expect(found(event).rows).toEqual([{ holder: own, day, product: 'perpetual', currency: 0, amount: 12n }])
  })
})

it('puts income of a day that was missed on that day, whenever it is credited', () => {
  const { rows } = found({ type: 'miningPaid', realm: 'real', day: day - 3, lines: [mined] })
  expect(rows.map((row) => row.day)).toEqual([day - 3])
})

describe('what pays later', () => {
  it('is a stake until it has paid: an investment in one currency is a cost of the day on which it pays the other', () => {
    const terms = {
      ...tag,
      direction: 'sell_high',
      referencePrice: 1,
      annualRate: 1,
      days: 7,
      sharePrice: 1n,
      shares: 1,
      maturity: 1,
      text: 1,
      digest: '',
    } as const
    const buying: Event = {
      type: 'investBought',
      order: 6,
      ...bought,
      terms,
      coin: 1,
      shares: 1,
      coinPayout: 101n,
      usdtPayout: 600n,
    }
    const stake = { product: 'invest', ref: 6, currency: 1, amount: 100n }
    expect(found(buying)).toEqual({ rows: [], stakes: [stake], payouts: [] })
    const payout = { product: 'invest', ref: 6, holder: own, day }
    const settled: Event = {
      type: 'investSettled',
      order: 6,
      ...bought,
      inCoin: false,
      currency: 0,
      amount: 600n,
      settlementTenths: 10,
    }
    const row = { holder: own, day, product: 'invest', currency: 0, amount: 600n }
    expect(found(settled)).toEqual({ rows: [row], stakes: [], payouts: [payout] })
    const voided = found({ type: 'investVoided', order: 6, ...bought })
    expect(voided).toEqual({ rows: [{ ...row, currency: 1, amount: 100n }], stakes: [], payouts: [payout] })
  })

  it('is what passes cost, which is a cost of the day on which their coin is there; what was not allotted costs nothing', () => {
    const allotted: Event = {
      type: 'ieoAllotted',
      ...application,
      applied: 9,
      passes: 2,
      currency: 3,
      quantity: 20n,
      amount: 90n,
      cost: 22n,
    }
    const stake = { product: 'ieo', ref: 8, currency: 0, amount: 22n }
    expect(found(allotted)).toEqual({ rows: [], stakes: [stake], payouts: [] })
    expect(found({ ...allotted, passes: 1 }).stakes).toEqual([stake])
    expect(found({ ...allotted, passes: 0, quantity: 0n, cost: 0n }).stakes).toEqual([])
    const delivered = found({ type: 'ieoDelivered', ...application, currency: 3, quantity: 20n })
    expect(delivered.rows).toEqual([{ holder: own, day, product: 'ieo', currency: 3, amount: 20n }])
    expect(delivered.payouts).toEqual([{ product: 'ieo', ref: 8, holder: own, day }])
  })
})

describe('what several facts brought', () => {
  it('is one sum of each holder, day, product and currency', () => {
    const later = { ...mined, order: 5, holder: 41, currency: 2, amount: 3n }
    const facts: readonly (readonly [time: number, event: Event])[] = [
      [day * dayMs, { type: 'optionSettled', ...option, outcome: 'win' }],
      [day * dayMs + dayMs - 1, { type: 'optionSettled', ...option, outcome: 'loss' }],
      [day * dayMs + dayMs, { type: 'optionSettled', ...option, outcome: 'win' }],
      [day * dayMs, { type: 'optionSettled', ...option, holder: 41, outcome: 'win' }],
      [day * dayMs, { type: 'miningPaid', realm: 'real', day, lines: [mined, later, { ...later, currency: 1 }] }],
    ]
    const { rows } = profitsOf(facts.map(([time, event], place) => ({ seq: 1, time, place, event })))
    expect(rows).toEqual([
      { holder: own, day, product: 'option', currency: 0, amount: -10n },
      { holder: own, day: day + 1, product: 'option', currency: 0, amount: 40n },
      { holder: 41, day, product: 'option', currency: 0, amount: 40n },
      { holder: own, day, product: 'mining', currency: 1, amount: 7n },
      { holder: 41, day, product: 'mining', currency: 2, amount: 3n },
      { holder: 41, day, product: 'mining', currency: 1, amount: 3n },
    ])
  })

  it('is of a trade between two users what either side’s product brought it', () => {
    const trade = closing({ product: 'contract', kind: 'ticket', realised: 90n, fee: 4n })
    if (trade.type !== 'derivativeTraded') throw new Error(trade.type)
    const maker: Effect = { ...trade.taker, holder: 41, product: 'perpetual', kind: 'cross', realised: -7n, fee: 1n }
    const brought = (event: Event) => found(event).rows.map((row) => [row.holder, row.product, row.amount])
    const sides = brought({ ...trade, maker })
    expect(sides.toSorted((a, b) => Number(a[0]) - Number(b[0]))).toEqual([
      [own, 'contract', 86n],
      [41, 'perpetual', -8n],
    ])
  })
})

describe('the facts that profits are read from', () => {
  it('are those that these tests are of, each once', () => {
    expect([...profitEvents].toSorted()).toEqual([...met].toSorted())
  })

  it('are of products that keep their places in the table', () => {
    expect(eventProducts).toEqual(['contract', 'perpetual', 'option', 'mining', 'invest', 'ieo'])
  })
})
