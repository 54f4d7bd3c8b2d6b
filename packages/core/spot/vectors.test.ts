import { describe, expect, it } from 'vitest'
import { btcTerms, Fixture } from '../testing/exchangeFixture.ts'
import { casesOf, readsAll, wordOf, type Fields } from '../testing/publicCases.ts'
import type { Event } from '../vocabulary.ts'

/** Public test suites' cases, restated in our units: one step is 10^-quantityDecimals, one tick 10^-priceDecimals. */
interface Step {
  op: 'place' | 'cancel'
  id: string
  side: 'buy' | 'sell'
  type: 'limit' | 'market'
  price?: string
  qty: string
  tif?: 'IOC' | 'FOK'
  budget?: string
}
interface Case {
  inputs: { steps: Step[] }
  expected: {
    trades: { maker: string; taker: string; price: string; qty: string }[]
    book?: { bids: [string, string][]; asks: [string, string][] }
    rejected?: [string, string][]
    last_price?: string
    total?: string
  }
}

function whole(text: string, decimals: number): number {
  const [units, fraction = ''] = text.split('.')
  return Number(units + fraction.slice(0, decimals).padEnd(decimals, '0'))
}

function decimal(value: number, decimals: number): string {
  const text = value.toString().padStart(decimals + 1, '0')
  return `${text.slice(0, -decimals)}.${text.slice(-decimals)}`.replace(/\.?0+$/, '')
}

class Replay extends Fixture {
  readonly names = new Map<number, string>()
  readonly orders = new Map<string, number>()
  readonly reasons = new Map<string, string>()
  readonly trades: Case['expected']['trades'] = []
  readonly spent = new Map<string, bigint>()

  constructor(
    readonly priceDecimals: number,
    readonly quantityDecimals: number,
  ) {
    super({ ...btcTerms, priceDecimals, quantityDecimals, collarRate: 999_999_999, notionalMinExclusive: 0 })
    this.quote(3_000 * 10 ** (priceDecimals + 1))
  }

  step(step: Step, holder: number): void {
    if (step.op === 'cancel') {
      const order = this.orders.get(step.id) ?? 0
      const owner = this.state.spot.orders.get(order)?.holder ?? 0
      this.must({ type: 'cancelSpotOrder', holder: owner, order })
      return
    }
    wordOf(step.op, ['place'])
    readsAll(step as object as Fields, ['op', 'id', 'side', 'type', 'price', 'qty', 'tif', 'budget'])
    this.demo(holder)
    this.give(holder, 0, 10n ** 15n)
    this.give(holder, 1, 10n ** 15n)
    const byBudget = step.budget !== undefined && this.costs(step) > whole(step.budget, 6)
    const outcome = this.place(
      holder,
      step.side,
      step.price ? whole(step.price, this.priceDecimals) : 0,
      byBudget ? 0 : whole(step.qty, this.quantityDecimals),
      {
        kind: step.type,
        timeInForce: step.tif ?? 'GTC',
        budget: byBudget ? BigInt(whole(step.budget ?? '0', 6)) : 0n,
      },
    )
    if (!outcome.ok) throw new Error(`${step.id}: ${outcome.rejection.reason}`)
    for (const event of outcome.events) this.note(event, step)
  }

  /** What all of a market buy would cost in the book, in units of the quote currency; and what of it is there. */
  costs(step: Step): number {
    let left = whole(step.qty, this.quantityDecimals)
    let cost = 0
    for (const { price, quantity } of this.state.spot.books.demo[0].levels('sell', 1_000)) {
      const taken = Math.min(left, quantity)
      cost += (taken * price * 1_000_000) / 10 ** (this.priceDecimals + this.quantityDecimals)
      left -= taken
    }
    return Math.round(cost)
  }

  note(event: Event, step: Step): void {
    if (event.type === 'spotOrderAccepted') {
      this.names.set(event.order, step.id)
      this.orders.set(step.id, event.order)
    } else if (event.type === 'spotOrderClosed') this.reasons.set(step.id, event.reason)
    else if (event.type === 'spotTraded') {
      this.spent.set(step.id, (this.spent.get(step.id) ?? 0n) + BigInt(event.quoteAmount))
      this.trades.push({
        maker: this.names.get(event.makerOrder) ?? '',
        taker: this.names.get(event.takerOrder) ?? '',
        price: decimal(event.price, this.priceDecimals),
        qty: decimal(event.quantity, this.quantityDecimals),
      })
    }
  }

  levels(side: 'buy' | 'sell'): [string, string][] {
    const book = this.state.spot.books.demo[0]
    return book
      .levels(side, 100)
      .map(({ price, quantity }) => [decimal(price, this.priceDecimals), decimal(quantity, this.quantityDecimals)])
  }
}

/**
 * Whether a budget runs out within a level. The source then buys none of that level; here it buys as much as the budget
 * pays for, which is what such a case is held to.
 */
function runsOut({ inputs }: Case): boolean {
  const replay = replayOf(inputs.steps)
  return inputs.steps.some((step, at) => {
    const short = step.budget !== undefined && replay.costs(step) > whole(step.budget, 6)
    replay.step(step, 32 + at)
    return short
  })
}

function replayOf(steps: readonly Step[]): Replay {
  return steps.some(({ price }) => price?.includes('.')) ? new Replay(2, 4) : new Replay(1, 5)
}

/** Each figure that a case states of one order: `m2_unfilled` or `unfilled: { m2 }` of m2, `unfilled` of the last. */
function statedOf({ inputs: { steps }, expected }: Case): { order: string; what: string; figure: string }[] {
  const last = steps.at(-1)?.id ?? ''
  return Object.entries(expected).flatMap(([name, value]) => {
    const [, named = last, what] = /^(?:(\w+)_)?(unspent_returned|unfilled|cost)$/.exec(name) ?? []
    if (what === undefined) return []
    if (typeof value === 'object')
      return Object.entries(value).map(([order, one]) => ({ order, what, figure: `${one}` }))
    return [{ order: named === 'taker' ? last : named, what, figure: `${value}` }]
  })
}

function checkSingle(replay: Replay, one: Case): void {
  for (const { order, what, figure } of statedOf(one)) {
    const step = one.inputs.steps.find(({ id }) => id === order)
    if (step === undefined) throw new Error(`no order ${order}`)
    const spent = replay.spent.get(order) ?? 0n
    const sides = replay.trades.filter(({ taker, maker }) => taker === order || maker === order)
    const filled = sides.reduce((sum, { qty }) => sum + BigInt(whole(qty, 8)), 0n)
    const found: Readonly<Record<string, bigint>> = {
      unspent_returned: BigInt(whole(step.budget ?? '0', 6)) - spent,
      cost: spent,
      unfilled: BigInt(whole(step.qty, 8)) - filled,
    }
    expect(found[what], what).toBe(BigInt(whole(figure, what === 'unfilled' ? 8 : 6)))
  }
}

function check(one: Case): void {
  const { inputs, expected } = one
  readsAll(inputs, ['steps'])
  const words = ['trades', 'book', 'rejected', 'then', 'last_price', 'total'].concat(
    Object.keys(expected).filter((name) => /(unspent_returned|unfilled|cost)$/.test(name)),
  )
  readsAll(expected as object as Fields, words)
  const replay = replayOf(inputs.steps)
  inputs.steps.forEach((step, at) => replay.step(step, 32 + at))
  expect(replay.trades).toEqual(expected.trades)
  if (expected.book) {
    expect(replay.levels('buy')).toEqual(expected.book.bids)
    expect(replay.levels('sell')).toEqual(expected.book.asks)
  }
  for (const [id, reason] of expected.rejected ?? []) {
    expect(reason).toBe('cancelled_fok')
    expect(replay.reasons.get(id)).toBe('fill_or_kill')
  }
  if (expected.last_price !== undefined) expect(replay.trades.at(-1)?.price).toBe(expected.last_price)
  if (expected.total !== undefined) {
    const turnover = [...replay.spent.values()].reduce((sum, one) => sum + one, 0n)
    expect(turnover).toBe(BigInt(whole(expected.total, 6)))
  }
  checkSingle(replay, one)
}

const cases = casesOf('matching', 'market_order_budget').map(([id, one]) => [id, one as object as Case] as const)

describe.skipIf(cases.length === 0)('public matching cases (shared/data/vectors)', () => {
  it.each(cases.filter(([, one]) => !runsOut(one)))('%s', (_, one) => check(one))

  it.each(cases.filter(([, one]) => runsOut(one)))('%s: what a budget pays for within a level is bought', (_, one) => {
    const replay = replayOf(one.inputs.steps)
    one.inputs.steps.forEach((step, at) => replay.step(step, 32 + at))
    for (const step of one.inputs.steps) {
      if (step.budget === undefined) continue
      const left = BigInt(whole(step.budget, 6)) - (replay.spent.get(step.id) ?? 0n)
      // what is left does not pay for one more step at the price of the last trade
      const price = whole(replay.trades.filter(({ taker }) => taker === step.id).at(-1)?.price ?? '0', 6)
      expect(left >= 0n).toBe(true)
      expect(left * 10n ** BigInt(replay.quantityDecimals)).toBeLessThan(BigInt(price))
    }
  })
})
