import { acts, EverythingRun } from '@truemark/core/testing/everythingRun'
import { isHouse } from '@truemark/core/ledger/holders'
import type { Event } from '@truemark/core/vocabulary'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { batchesOf, playedFacts } from '../testing/playedFacts.ts'
import { type FillRow, type NewOrder, type OrderChange, orderRowsOf } from './orderRows.ts'

type Row = Omit<NewOrder, 'changed'> & Omit<OrderChange, 'price' | 'quantity'>
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
        for (const { changed: change, ...order } of found.created) {
          rows.set(order.order, changed({ ...order, ...nothing, updatedAt: 0 }, change))
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
