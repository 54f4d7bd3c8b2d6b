import type { State } from '@truemark/core/state'
import { acts, EverythingRun } from '@truemark/core/testing/everythingRun'
import { leveragedActs } from '@truemark/core/testing/leveragedRun'
import type { Event } from '@truemark/core/vocabulary'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Fact } from '../engine/door.ts'
import { batchesOf, NotedRun, playedFacts } from '../testing/playedFacts.ts'
import { derivativeRowsOf, type FillRow, type OrderChange, ordersWanted, type PositionChange } from './rows.ts'

type Kept = Record<string, unknown>

/** The tables as the statements of the store change them. */
class Tables {
  readonly orders = new Map<number, Kept>()
  readonly positions = new Map<number, Kept>()
  readonly fills: FillRow[] = []

  take(facts: readonly Fact<Event>[]): void {
    const wanted = ordersWanted(facts)
    const known = new Map(wanted.map((id) => [id, this.#targetsOf(id)]))
    const { orders, orderChanges, positions, positionChanges, fills } = derivativeRowsOf(facts, known)
    for (const { changed, ...order } of orders) {
      expect(this.orders.has(order.order)).toBe(false)
      const first = { filled: 0, quoteFilled: 0n, feePaid: 0n, realised: 0n, made: false, took: false, status: null }
      this.orders.set(order.order, this.#ordered({ ...order, ...first, reason: null }, changed))
    }
    for (const change of orderChanges) this.#change(this.orders, change.order, change, this.#ordered.bind(this))
    for (const { changed, ...position } of positions) {
      expect(this.positions.has(position.position)).toBe(false)
      const sums = {
        lotsOpened: 0,
        costOpened: 0n,
        lotsClosed: 0,
        proceeds: 0n,
        feePaid: 0n,
        realised: 0n,
        funding: 0n,
      }
      const first = { lots: 0, cost: 0n, margin: 0n, stopLoss: 0, takeProfit: 0, status: null, reason: null }
      this.positions.set(position.position, this.#positioned({ ...position, ...sums, ...first }, changed))
    }
    for (const change of positionChanges) {
      this.#change(this.positions, change.position, change, this.#positioned.bind(this))
    }
    this.fills.push(...fills)
  }

  #targetsOf(id: number): { stopLoss: number; takeProfit: number } {
    const row = this.orders.get(id)
    return { stopLoss: Number(row?.['stopLoss']), takeProfit: Number(row?.['takeProfit']) }
  }

  // a change that may speak of no row is let pass, as by the statement; any other must have one
  #change<C extends { readonly loose: boolean }>(
    rows: Map<number, Kept>,
    id: number,
    change: C,
    changed: (row: Kept, change: C) => Kept,
  ): void {
    const row = rows.get(id)
    if (row === undefined) expect(change.loose, `a row of ${id}`).toBe(true)
    else rows.set(id, changed(row, change))
  }

  #ordered(row: Kept, change: OrderChange): Kept {
    const hold = Number(row['hold']) - Number(change.released)
    return { ...row, ...summed(row, change, ['filled', 'quoteFilled', 'feePaid', 'realised']), hold: BigInt(hold) }
  }

  #positioned(row: Kept, change: PositionChange): Kept {
    const sums = ['lotsOpened', 'costOpened', 'lotsClosed', 'proceeds', 'feePaid', 'realised', 'funding'] as const
    const made = summed(row, change, sums)
    return { ...made, margin: BigInt(String(made['margin'])) + change.marginAdded }
  }
}

/** A row after a change: sums are added, flags only ever set, and what is null stays. */
function summed<C extends object>(row: Kept, change: C, sums: readonly (keyof C & string)[]): Kept {
  const after: Kept = { ...row }
  for (const [field, value] of Object.entries(change)) {
    const before = after[field]
    if ((sums as readonly string[]).includes(field))
      after[field] = typeof value === 'bigint' ? BigInt(String(before)) + value : Number(before) + Number(value)
    else if (field === 'made' || field === 'took') after[field] = before === true || value === true
    else if (value !== null) after[field] = value
  }
  return after
}

/** Throws where the tables do not say of what is open what the exchange's own state says. */
function compare({ orders, positions, fills }: Tables, { derivative }: State): void {
  for (const [id, row] of orders) {
    const open = derivative.orders.get(id)
    expect(row['status'] === null, `whether order ${id} is open`).toBe(open !== undefined)
    if (open === undefined) continue
    const { holder, listing, side, price, lots, filled, quoteFilled, hold, feePaid, realised, made, took } = open
    const { stopLoss, takeProfit, acceptedAt } = open
    const amounts = { price, lots, filled, quoteFilled, hold, feePaid, realised, stopLoss, takeProfit }
    expect(row).toMatchObject({ holder, listing, side, ...amounts, made, took, acceptedAt, reason: null })
  }
  expect([...derivative.orders.keys()].every((id) => orders.has(id))).toBe(true)
  for (const [id, row] of positions) {
    const open = derivative.positions.get(id)
    expect(row['status'] === null, `whether position ${id} is open`).toBe(open !== undefined)
    if (open === undefined) {
      expect(row, `position ${id}`).toMatchObject({ lots: 0, cost: 0n, margin: 0n })
      continue
    }
    const { holder, listing, kind, side, lots, cost, margin, multiple, stopLoss, takeProfit, openedAt } = open
    const { feePaid, realised, funding, lotsClosed, proceeds } = open
    const sums = { feePaid, realised, funding, lotsClosed, proceeds }
    const stands = { lots, cost, margin, multiple, stopLoss, takeProfit, openedAt }
    expect(row, `position ${id}`).toMatchObject({ holder, listing, kind, side, ...stands, ...sums })
  }
  expect([...derivative.positions.keys()].every((id) => positions.has(id))).toBe(true)
  for (const [id, row] of positions) {
    const { lotsOpened, lotsClosed, lots } = row
    expect(Number(lotsOpened) - Number(lotsClosed), `the lots of position ${id}`).toBe(lots)
    const own = fills.filter(({ closing, opening }) => closing === id || opening === id)
    expect(row).toMatchObject({ tradeFirst: Math.min(...own.map(({ trade }) => trade)) })
    expect(row['tradeLast'] ?? row['tradeFirst']).toBe(Math.max(...own.map(({ trade }) => trade)))
  }
  for (const [id, row] of orders) {
    const own = fills.filter(({ order }) => order === id)
    const sum = (of: (fill: FillRow) => bigint) => own.reduce((all, fill) => all + of(fill), 0n)
    const fees = sum(({ fee }) => fee)
    expect(row, `order ${id}`).toMatchObject({
      filled: own.reduce((all, { lots }) => all + lots, 0),
      quoteFilled: sum(({ quoteAmount }) => quoteAmount),
      feePaid: fees,
      realised: sum(({ realised }) => realised),
      made: own.some(({ maker }) => maker),
      took: own.some(({ maker }) => !maker),
    })
    expect(own.every((fill) => fill.side === row['side'] && fill.holder === row['holder'])).toBe(true)
  }
}

const sizes = fc.array(fc.nat(30), { minLength: 1, maxLength: 8 })

describe('the tables of contracts and perpetuals', () => {
  it('say of every open order and position what the exchange itself says, whatever facts come in one batch', () => {
    fc.assert(
      fc.property(leveragedActs, sizes, (drawn, by) => {
        const run = new NotedRun()
        for (const act of drawn) run.do(act, () => undefined)
        const tables = new Tables()
        for (const batch of batchesOf(run.facts ?? [], by)) tables.take(batch)
        compare(tables, run.state)
      }),
      { numRuns: 40, endOnFailure: true },
    )
  })

  it('do so of a run of all that there is', () => {
    fc.assert(
      fc.property(acts(250), sizes, (drawn, by) => {
        const run = new EverythingRun([4_211, 97, 1_033, 40, 2_600, 513])
        for (const act of drawn) run.do(act)
        const tables = new Tables()
        for (const batch of batchesOf(playedFacts(run), by)) tables.take(batch)
        compare(tables, run.state)
      }),
      { numRuns: 4, endOnFailure: true },
    )
  })
})
