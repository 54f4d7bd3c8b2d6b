import { houseEffect } from '@truemark/core/testing/houseEffect'
import type { DerivativeTraded } from '@truemark/core/derivative/event'
import type { State } from '@truemark/core/state'
import { acts, EverythingRun } from '@truemark/core/testing/everythingRun'
import { leveragedActs } from '@truemark/core/testing/leveragedRun'
import type { Event } from '@truemark/core/vocabulary'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Fact } from '../engine/door.ts'
import { batchesOf, NotedRun, playedFacts } from '../testing/playedFacts.ts'
import { derivativeRowsOf, type OrderChange, ordersWanted, type PositionChange } from './rows.ts'
import type { FillRow } from './tables.ts'

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

type Effect = DerivativeTraded['taker']

const house = houseEffect(20)
const market = { realm: 'demo', listing: 1, indexTenths: 1_000, indexTime: 7 } as const
const about = { holder: 40, listing: 1, product: 'perpetual', position: 'isolated', side: 'sell' } as const
const closes = { closing: 9, lotsClosed: 10, costClosed: 1_000n, realised: 100n, purpose: 'close' } as const
const opens = { opening: 9, lotsOpened: 10, costOpened: 1_000n, lots: 10, cost: 1_000n, margin: 50n } as const

/** A trade of ten lots of a user against the house's ladder. */
function traded(effect: Partial<Effect>, takerSide: 'buy' | 'sell' = 'sell'): DerivativeTraded {
  const trade = { trade: 3, price: 100, lots: 10, quoteAmount: 1_100n, takerSide, maker: house } as const
  const own = { ...house, order: 8, holder: 40, product: 'perpetual', kind: 'isolated', fee: 2n } as const
  return { type: 'derivativeTraded', ...market, ...trade, taker: { ...own, ...effect } }
}

function rowsOf(events: readonly Event[], known = new Map<number, { stopLoss: number; takeProfit: number }>()) {
  return derivativeRowsOf(
    events.map((event, place) => ({ seq: 1, time: 100 + place, place, event })),
    known,
  )
}

const accepted: Event = {
  type: 'derivativeOrderAccepted',
  order: 8,
  ...about,
  ...market,
  kind: 'limit',
  timeInForce: 'GTC',
  price: 100,
  lots: 10,
  multiple: 5,
  reduceOnly: false,
  feeRateMaker: 0,
  feeRateTaker: 0,
  stopLoss: 90,
  takeProfit: 0,
  purpose: 'open',
  closes: 0,
  hold: 70n,
  heldPrice: 100,
}

describe('an order that came earlier', () => {
  const change = (...events: readonly Event[]) => rowsOf(events).orderChanges[0]

  it('is not what a change leaves alone, and must be there', () => {
    const nothing = { price: null, lots: null, stopLoss: null, takeProfit: null, status: null, reason: null }
    const sums = { filled: 0, quoteFilled: 0n, feePaid: 0n, realised: 0n, made: false, took: false }
    const rested: Event = { type: 'derivativeOrderRested', order: 8, ...about, released: 5n }
    expect(change(rested)).toEqual({ order: 8, loose: false, ...nothing, ...sums, released: 5n, updatedAt: 100 })
  })

  it('gives back what of its hold is released, and takes what is held more', () => {
    const rested: Event = { type: 'derivativeOrderRested', order: 8, ...about, released: 5n }
    const ended = { status: 'canceled', reason: 'by_user', lots: 10, filled: 0, released: 7n } as const
    const closed: Event = { type: 'derivativeOrderClosed', order: 8, ...about, ...ended }
    expect(change(rested, closed)).toMatchObject({
      released: 12n,
      status: 'canceled',
      reason: 'by_user',
      updatedAt: 101,
    })
    const amend = { price: 101, lots: 12, heldPrice: 101, holdChange: 4n, keepsPlace: false } as const
    const amended: Event = { type: 'derivativeOrderAmended', order: 8, ...about, ...amend }
    expect(change(rested, amended)).toMatchObject({ released: 1n, price: 101, lots: 12, status: null })
    const { holder, listing, side } = about
    const cut: Event = { type: 'derivativeOrderCut', order: 8, holder, listing, side, lots: 6 }
    expect(change(cut)).toMatchObject({ lots: 6, price: null, released: 0n })
  })

  it('is filled with its last lots alone', () => {
    const part = traded({ ...closes, lots: 4, filled: false, holdReleased: 5n })
    const sums = { filled: 10, quoteFilled: 1_100n, feePaid: 2n, realised: 100n, released: 5n }
    expect(change(part)).toMatchObject({ ...sums, status: null, reason: null, made: false, took: true })
    const whole = traded({ ...closes, lots: 4, holdReleased: 5n })
    expect(change(whole)).toMatchObject({ ...sums, status: 'filled', reason: 'filled' })
    const made: Event = { ...whole, maker: whole.taker, taker: whole.maker }
    expect(change(made)).toMatchObject({ ...sums, made: true, took: false })
    expect(rowsOf([made]).fills).toMatchObject([{ side: 'buy', maker: true, holder: 40 }])
  })

  it('is none where a liquidation closes', () => {
    expect(rowsOf([traded({ ...closes, order: 0, purpose: 'liquidation' })]).orderChanges).toEqual([])
    expect(rowsOf([accepted]).orderChanges).toEqual([])
  })
})

describe('a position that stood before', () => {
  const change = (...events: readonly Event[]) => rowsOf(events).positionChanges[0]

  it('stays open with what is left of it', () => {
    const found = change(traded({ ...closes, lots: 4, cost: 400n, margin: 20n }))
    // realised = s·(proceeds − cost): a sale closes a long
    const sums = { lotsClosed: 10, proceeds: 1_100n, realised: 100n, feePaid: 2n, tradeLast: 3 }
    expect(found).toMatchObject({
      ...sums,
      lots: 4,
      cost: 400n,
      margin: 20n,
      marginAdded: 0n,
      status: null,
      loose: false,
    })
    expect(change(traded({ ...closes, lots: 1 }))).toMatchObject({ status: null, lots: 1 })
    expect(change(traded({ ...closes, lots: 4 }, 'buy'))).toMatchObject({ proceeds: 900n, realised: 100n })
  })

  it.each([
    ['close', 'closed', 'by_user'],
    ['open', 'closed', 'by_user'],
    ['stop_loss', 'settled', 'stop_loss'],
    ['take_profit', 'settled', 'take_profit'],
    ['liquidation', 'settled', 'liquidation'],
  ] as const)('ends by a trade to %s', (purpose, status, reason) => {
    const found = change(traded({ ...closes, purpose }))
    expect(found).toMatchObject({ lots: 0, cost: 0n, margin: 0n, marginAdded: 0n, status, reason })
  })

  it('ends where the trade opens another the other way, which bears the fee', () => {
    const found = rowsOf([
      traded({ ...closes, ...opens, opening: 10, lotsOpened: 4, costOpened: 440n, lots: 4, cost: 440n }),
    ])
    expect(found.positionChanges).toMatchObject([{ position: 9, feePaid: 0n, lots: 0, status: 'closed' }])
    expect(found.positions).toMatchObject([
      { position: 10, side: 'short', changed: { feePaid: 2n, lotsOpened: 4, cost: 440n } },
    ])
  })

  it('may be the first that there ever was, and the one that takes its place too', () => {
    expect(change(traded({ ...closes, closing: 1 }))).toMatchObject({ position: 1, status: 'closed', lotsClosed: 10 })
    expect(change(traded({ ...closes, ...opens, opening: 1 }))).toMatchObject({ position: 9, status: 'closed' })
  })

  it.each([
    ['bankruptcy', 'liquidation'],
    ['demo_reset', 'demo_reset'],
  ] as const)('is taken over by %s', (cause, reason) => {
    const { product, position: kind, ...own } = about
    const what = { kind, product, side: 'long', lots: 10, cost: 1_000n, proceeds: 900n, realised: -100n } as const
    const rest = { marginChange: -50n, perpetualChange: 0n, house, insurance: 0n, uncovered: 0n } as const
    const event: Event = { type: 'positionTakenOver', position: 9, cause, ...market, ...own, ...what, ...rest }
    const sums = { lotsClosed: 10, proceeds: 900n, realised: -100n, feePaid: 0n }
    expect(change(event)).toMatchObject({ ...sums, lots: 0, cost: 0n, margin: 0n, status: 'settled', reason })
  })

  it('grows, and keeps what stood before of all that the trade does not say', () => {
    const found = rowsOf([traded({ ...opens, lots: 30, cost: 3_000n })])
    expect(found.positions).toEqual([])
    const sums = { lotsOpened: 10, costOpened: 1_000n, feePaid: 2n, lotsClosed: 0, proceeds: 0n }
    expect(found.positionChanges).toMatchObject([{ ...sums, lots: 30, cost: 3_000n, margin: 50n, stopLoss: null }])
  })

  it('has its margin, what is taken at the mark, and what funding moves', () => {
    const { holder, listing, position: kind } = about
    const added: Event = { type: 'marginAdded', position: 9, holder, listing, kind, amount: 5n, margin: 55n }
    const line = { position: 9, holder, kind, amount: -6n, marginChange: -6n, perpetualChange: 0n } as const
    const of = { stamp: 1, realm: 'demo', listing, rate: 1, markTenths: 10, insurance: 0n, liquidity: 6n } as const
    const funded: Event = { type: 'fundingPaid', ...of, through: 9, done: true, lines: [line] }
    expect(change(added, funded)).toMatchObject({ margin: 55n, marginAdded: -6n, funding: -6n })
    expect(change(funded, added)).toMatchObject({ margin: 55n, marginAdded: 0n, funding: -6n })
    const mark = { side: 'long', lots: 10, cost: 1_050n, realised: 50n, perpetualChange: 0n } as const
    const marked: Event = { type: 'positionMarked', position: 9, ...market, holder, ...mark }
    expect(change(marked)).toMatchObject({ cost: 1_050n, realised: 50n, lots: null, margin: null, marginAdded: 0n })
  })
})

describe('stop-loss and take-profit', () => {
  it('are those of the order that opens, where it has any', () => {
    const opened = traded({ ...opens })
    const known = new Map([[8, { stopLoss: 90, takeProfit: 0 }]])
    expect(rowsOf([opened], known).positions[0]?.changed).toMatchObject({ stopLoss: 90, takeProfit: null })
    const other = new Map([[8, { stopLoss: 0, takeProfit: 1 }]])
    expect(rowsOf([opened], other).positions[0]?.changed).toMatchObject({ stopLoss: null, takeProfit: 1 })
    expect(
      rowsOf([traded({ ...opens, lots: 11 })], new Map([[8, { stopLoss: 1, takeProfit: 0 }]])).positionChanges,
    ).toMatchObject([{ stopLoss: 1, takeProfit: null }])
    expect(rowsOf([opened]).positions[0]?.changed).toMatchObject({ stopLoss: null, takeProfit: null })
    expect(rowsOf([accepted, opened]).positions[0]?.changed).toMatchObject({ stopLoss: 90, takeProfit: null })
  })

  it('may be set of what there is no row of, and stand on a ticket’s order as well', () => {
    const set: Event = { type: 'targetsSet', position: 9, holder: 40, listing: 1, stopLoss: 80, takeProfit: 120 }
    const targets = { stopLoss: 80, takeProfit: 120, loose: true }
    expect(rowsOf([set])).toMatchObject({
      orderChanges: [{ order: 9, ...targets }],
      positionChanges: [{ position: 9, ...targets }],
    })
    const marked = rowsOf([set, traded({ ...closes, lots: 4 })])
    expect(marked.positionChanges).toMatchObject([{ ...targets, loose: false }])
  })

  it('are asked for of those orders alone that open something and came earlier', () => {
    const asked = (...events: readonly Event[]) =>
      ordersWanted(events.map((event, place) => ({ seq: 1, time: 1, place, event })))
    expect(asked(traded(opens))).toEqual([8])
    expect(asked(accepted, traded(opens))).toEqual([])
    const rested: Event = { type: 'derivativeOrderRested', order: 8, ...about, released: 5n }
    expect(asked(rested, traded(opens))).toEqual([8])
    expect(asked(traded(closes))).toEqual([])
    expect(asked(traded({ ...opens, order: 0 }))).toEqual([])
    expect(asked(traded({ ...opens, order: 1, opening: 1 }))).toEqual([1])
    const made = traded(opens)
    expect(asked({ ...made, maker: made.taker, taker: { ...made.taker, order: 12 } })).toEqual([8, 12])
  })
})
