import { acts, EverythingRun } from '@truemark/core/testing/everythingRun'
import { isHouse } from '@truemark/core/ledger/holders'
import type { Event } from '@truemark/core/vocabulary'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { batchesOf, playedFacts } from '../testing/playedFacts.ts'
import type { SpotOrderAccepted } from '@truemark/core/spot/event'
import { type OrderChange, orderRowsOf } from './orderRows.ts'
import { type FillRow } from './tables.ts'

type Row = SpotOrderAccepted & { readonly acceptedAt: number } & Omit<OrderChange, 'price' | 'quantity'>
type Traded = Extract<Event, { type: 'spotTraded' }>

/** A row after a change, as the statement of the store changes it. */
function changed(row: Row, change: OrderChange): Row {
  return {
    ...row,
    price: change.price ?? row.price,
    quantity: change.quantity ?? row.quantity,
    filled: row.filled + change.filled,
    quoteFilled: row.quoteFilled + change.quoteFilled,
    feePaid: row.feePaid + change.feePaid,
    made: row.made || change.made,
    took: row.took || change.took,
    status: change.status ?? row.status,
    reason: change.reason ?? row.reason,
    updatedAt: change.updatedAt,
  }
}

const nothing = { filled: 0, quoteFilled: 0n, feePaid: 0n, made: false, took: false, status: null, reason: null }

function sidesOf({ takerSide, ...event }: Traded): object[] {
  const makerSide = takerSide === 'buy' ? 'sell' : 'buy'
  const { trade, listing, price, quantity, indexTenths, indexTime } = event
  const common = { trade, listing, price, quantity, quoteAmount: BigInt(event.quoteAmount), indexTenths, indexTime }
  const maker = { holder: event.makerHolder, order: event.makerOrder, fee: BigInt(event.makerFee), side: makerSide }
  const taker = { holder: event.takerHolder, order: event.takerOrder, fee: BigInt(event.takerFee), side: takerSide }
  return [
    { ...common, ...maker, maker: true },
    { ...common, ...taker, maker: false },
  ].filter(({ holder }) => !isHouse(holder))
}

it('the tables of spot say of every open order what the exchange itself says, and of each trade its users’ sides', () => {
  fc.assert(
    fc.property(acts(300), fc.array(fc.nat(30), { minLength: 1, maxLength: 8 }), (drawn, by) => {
      const run = new EverythingRun([4_211, 97, 1_033, 40, 2_600, 513])
      for (const act of drawn) run.do(act)
      const facts = playedFacts(run)
      const rows = new Map<number, Row>()
      const fills: FillRow[] = []
      for (const batch of batchesOf(facts, by)) {
        const found = orderRowsOf(batch)
        for (const { accepted, acceptedAt, changed: change } of found.created) {
          rows.set(accepted.order, changed({ ...accepted, acceptedAt, ...nothing, updatedAt: 0 }, change))
        }
        for (const change of found.changed) {
          const row = rows.get(change.order)
          if (row === undefined) throw new Error(`order ${change.order} has no row`)
          rows.set(change.order, changed(row, change))
        }
        fills.push(...found.fills)
      }
      const { orders } = run.state.spot
      expect([...rows.values()].filter(({ status }) => status === null)).toHaveLength(orders.size)
      for (const [id, row] of rows) {
        if (row.status !== null) {
          expect(orders.has(id)).toBe(false)
          expect(row.reason === 'filled' && row.status !== 'filled', `order ${id}`).toBe(false)
          continue
        }
        const { quoteFilled, feePaid, feeExcess: _, ...open } = orders.order(orders.at(id))
        const { id: order, ...fields } = open
        expect(row).toMatchObject({ order, ...fields, quoteFilled: BigInt(quoteFilled), feePaid: BigInt(feePaid) })
        expect(row.reason).toBeNull()
      }
      const wanted = facts.flatMap(({ event, time }) =>
        event.type === 'spotTraded' ? sidesOf(event).map((side) => ({ ...side, time })) : [],
      )
      expect(fills).toEqual(wanted)
      for (const [id, row] of rows) {
        const own = fills.filter(({ order }) => order === id)
        const filled = own.reduce((sum, { quantity }) => sum + quantity, 0)
        const feePaid = own.reduce((sum, { fee }) => sum + fee, 0n)
        expect(row).toMatchObject({ filled, feePaid, made: own.some(({ maker }) => maker) })
        expect(row.took).toBe(own.some(({ maker }) => !maker))
      }
    }),
    { numRuns: 4, endOnFailure: true },
  )
})

const house = 20
const trade: Traded = {
  type: 'spotTraded',
  trade: 3,
  realm: 'demo',
  listing: 1,
  base: 2,
  quote: 0,
  price: 100,
  quantity: 4,
  baseAmount: 40,
  quoteAmount: 400,
  makerOrder: 7,
  makerHolder: 40,
  takerOrder: 8,
  takerHolder: 41,
  takerSide: 'sell',
  makerFee: 1,
  takerFee: 2,
  makerHold: 0,
  takerHold: 0,
  makerFilled: false,
  takerFilled: true,
  indexTenths: 1_000,
  indexTime: 5,
}
const about = { holder: 40, listing: 1, base: 2, quote: 0, side: 'buy' } as const

function rowsOf(...events: readonly Event[]) {
  return orderRowsOf(events.map((event, place) => ({ seq: 1, time: 100 + place, place, event })))
}

describe('an order that came earlier', () => {
  const none = { price: null, quantity: null, ...nothing }

  it('of both sides is filled by a trade, and done by its last', () => {
    const sums = { filled: 4, quoteFilled: 400n }
    expect(rowsOf(trade).changed).toEqual([
      { order: 7, ...none, ...sums, feePaid: 1n, made: true, updatedAt: 100 },
      { order: 8, ...none, ...sums, feePaid: 2n, took: true, status: 'filled', reason: 'filled', updatedAt: 100 },
    ])
    const other = { ...trade, makerFilled: true, takerFilled: false }
    expect(rowsOf(other).changed.map(({ status }) => status)).toEqual(['filled', null])
    expect(rowsOf(trade, trade).changed[0]).toMatchObject({ filled: 8, quoteFilled: 800n, feePaid: 2n, updatedAt: 101 })
  })

  it('is none where the house takes or makes', () => {
    const made = rowsOf({ ...trade, makerOrder: 0, makerHolder: house })
    expect([made.changed.map(({ order }) => order), made.fills.map(({ side }) => side)]).toEqual([[8], ['sell']])
    const taken = rowsOf({ ...trade, takerOrder: 0, takerHolder: house, takerSide: 'buy' })
    expect([taken.changed.map(({ order }) => order), taken.fills.map(({ side }) => side)]).toEqual([[7], ['sell']])
  })

  it('is amended without being ended, and ended without being changed', () => {
    const amend = { price: 101, quantity: 9, holdChange: 5, keepsPlace: false } as const
    const amended: Event = { type: 'spotOrderAmended', order: 7, ...about, ...amend }
    expect(rowsOf(amended).changed).toEqual([{ order: 7, ...none, price: 101, quantity: 9, updatedAt: 100 }])
    const end = { status: 'canceled', reason: 'by_user', released: 5 } as const
    const closed: Event = { type: 'spotOrderClosed', order: 7, ...about, ...end }
    const { status, reason } = end
    expect(rowsOf(closed).changed).toEqual([{ order: 7, ...none, status, reason, updatedAt: 100 }])
    expect(rowsOf(amended, closed).changed).toEqual([
      { order: 7, ...none, price: 101, quantity: 9, status, reason, updatedAt: 101 },
    ])
  })
})
