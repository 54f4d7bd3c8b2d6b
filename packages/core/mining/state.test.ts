import { describe, expect, it } from 'vitest'
import { decode, encode } from '../codec/codec.ts'
import { createPoolState, promisedBy, type PoolState } from '../pool/pool.ts'
import {
  admit,
  createMiningState,
  dismiss,
  earningOn,
  miningOrdersOf,
  notePaid,
  productOf,
  runningOrder,
  type MiningOrder,
  type MiningState,
} from './state.ts'
import type { MiningTerms } from './terms.ts'
import { miningViewCodec, miningViewOf } from './view.ts'

const range = { rateMin: 1_000_000, rateMax: 3_000_000, redemptionRate: 0 } as const
const bounds = { minimum: 0n, maximum: 10n ** 9n, capacity: 10n ** 12n } as const
const terms: MiningTerms = { realm: 'real', currency: 1, days: 3, ...range, ...bounds, text: 1, digest: 'd' }

/** An order of 10 000 units that earns 10 to 30 of them a day, from day 10 on. */
function order(id: number, more: Partial<MiningOrder> = {}): MiningOrder {
  const of = { id, holder: 40, realm: 'real', product: 1, version: 1, currency: 1, amount: 10_000n } as const
  return { ...of, ...range, days: 3, firstDay: 10, openedAt: 7, daysPaid: 0, paid: 0n, ...more }
}

function stateOf(orders: readonly MiningOrder[], pool: PoolState = createPoolState()): MiningState {
  const mining = createMiningState()
  mining.products.set(1, { id: 1, version: 1, terms, on: true, rates: new Map(), locked: 0n })
  for (const one of orders) admit(mining, pool, one)
  return mining
}

const ids = (orders: readonly MiningOrder[]) => orders.map(({ id }) => id)
const due = (mining: MiningState, max = 9) => ids(earningOn(mining, 10, max))

describe('an order that runs', () => {
  it('is promised the most that it can still earn, day by day less, and nothing once it has ended', () => {
    const pool = createPoolState()
    const mining = stateOf([order(1), order(2)], pool)
    const promised = () => promisedBy(pool, 'real', 1)
    expect([promised(), productOf(mining, 1).locked]).toEqual([180n, 20_000n])
    notePaid(mining, pool, runningOrder(mining, 1), 10n)
    expect([promised(), runningOrder(mining, 1)]).toMatchObject([150n, { daysPaid: 1, paid: 10n }])
    dismiss(mining, pool, 1)
    expect([promised(), productOf(mining, 1).locked]).toEqual([90n, 10_000n])
    dismiss(mining, pool, 2)
    expect([promised(), productOf(mining, 1).locked, mining.agenda.nextDue]).toEqual([0n, 0n, Infinity])
  })

  it('is its holder’s, oldest first, until it has ended', () => {
    const pool = createPoolState()
    const mining = stateOf([order(2), order(1), order(3, { holder: 41 })], pool)
    expect(ids(miningOrdersOf(mining, 40))).toEqual([1, 2])
    dismiss(mining, pool, 1)
    expect([ids(miningOrdersOf(mining, 40)), mining.byHolder.has(40)]).toEqual([[2], true])
    dismiss(mining, pool, 2)
    expect([miningOrdersOf(mining, 40), [...mining.byHolder.keys()]]).toEqual([[], [41]])
  })

  it('is one that there is, of a product that there is', () => {
    const mining = stateOf([])
    expect(() => runningOrder(mining, 7)).toThrow('mining order 7 does not run')
    expect(() => productOf(mining, 7)).toThrow('there is no mining product 7')
    expect([mining.nextProduct, mining.nextOrder]).toEqual([1, 1])
  })
})

describe('the orders that are paid for a day', () => {
  it('are those that earn on it, in the order of their ids, as many as are asked for', () => {
    const mining = stateOf([order(3), order(1), order(2), order(4, { firstDay: 11 })])
    expect([due(mining), due(mining, 2), ids(earningOn(mining, 11, 9))]).toEqual([[1, 2, 3], [1, 2], [4]])
    expect(earningOn(mining, 12, 9)).toEqual([])
  })

  it('are all found again until they are paid, whichever of them have gone meanwhile', () => {
    const pool = createPoolState()
    const mining = stateOf(
      [1, 2, 3, 4, 5].map((id) => order(id)),
      pool,
    )
    expect(due(mining)).toEqual([1, 2, 3, 4, 5])
    dismiss(mining, pool, 1)
    expect([due(mining), due(mining)]).toEqual([
      [2, 3, 4, 5],
      [2, 3, 4, 5],
    ])
    dismiss(mining, pool, 4)
    for (let again = 0; again < 2; again++) expect(due(mining)).toEqual([2, 3, 5])
    dismiss(mining, pool, 3)
    for (let again = 0; again < 2; again++) expect(due(mining)).toEqual([2, 5])
  })
})

it('an order is shown as it runs, and its states are read as they are written', () => {
  const view = miningViewOf(order(6, { daysPaid: 1, paid: 10n }))
  expect(view).toMatchObject({ order: 6, status: 'ongoing', cost: 0n, endedAt: 0, daysPaid: 1, paid: 10n })
  const places = (['ongoing', 'settled', 'history'] as const).map((status) => {
    const bytes = encode(miningViewCodec, { ...view, status })
    expect(decode(miningViewCodec, bytes).status).toBe(status)
    return bytes
  })
  expect(new Set(places.map((bytes) => [...bytes].join())).size).toBe(3)
})
