import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { btcTerms, Fixture } from '../testing/exchangeFixture.ts'
import type { Event } from '../vocabulary.ts'

/** Public test suites' cases, restated in our units: one step is 10^-quantityDecimals, one tick 10^-priceDecimals. */
const file = new URL('../../../../shared/data/vectors/trading.json', import.meta.url)

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
  id: string
  group: string
  inputs: { steps: Step[] }
  expected: {
    trades: { maker: string; taker: string; price: string; qty: string }[]
    book?: { bids: [string, string][]; asks: [string, string][] }
    rejected?: [string, string][]
    taker_cost?: string
    unspent_returned?: string
    m2_unspent_returned?: string
  }
}

/** Cases that state a vendor's other rule, and that rule. */
const otherRule = new Map([
  [
    'MB-01',
    'a budget that does not buy the whole quantity of a level buys none of it; here it buys as much as it pays for',
  ],
  [
    'MB-02',
    'a budget that does not buy the whole quantity of a level buys none of it; here it buys as much as it pays for',
  ],
])

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
    this.demo(holder)
    this.give(holder, 0, 10n ** 15n)
    this.give(holder, 1, 10n ** 15n)
    const outcome = this.place(
      holder,
      step.side,
      step.price ? whole(step.price, this.priceDecimals) : 0,
      step.budget ? 0 : whole(step.qty, this.quantityDecimals),
      {
        kind: step.type,
        timeInForce: step.tif ?? 'GTC',
        budget: step.budget ? BigInt(whole(step.budget, 6)) : 0n,
      },
    )
    if (!outcome.ok) throw new Error(`${step.id}: ${outcome.rejection.reason}`)
    for (const event of outcome.events) this.note(event, step)
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

const cases: Case[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
const matching = cases.filter(({ group }) => group === 'matching' || group === 'market_order_budget')

describe.skipIf(cases.length === 0)('public matching cases (shared/data/vectors)', () => {
  it.each(matching.filter(({ id }) => !otherRule.has(id)).map((at) => [at.id, at] as const))(
    '%s',
    (_, { inputs, expected }) => {
      const fine = inputs.steps.some(({ price }) => price?.includes('.'))
      const replay = fine ? new Replay(2, 4) : new Replay(1, 5)
      // a budget counts alone here, so a case that also limits the quantity spends exactly what that quantity costs
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
      if (expected.taker_cost) expect(replay.spent.get('ioc')).toBe(BigInt(expected.taker_cost) * 1_000_000n)
      if (expected.unspent_returned) {
        const budget = BigInt(whole(inputs.steps[1].budget ?? '0', 6))
        expect(budget - (replay.spent.get('mb') ?? 0n)).toBe(BigInt(whole(expected.unspent_returned, 6)))
      }
    },
  )

  it('leaves out no more than the cases of a vendor’s other rule', () => {
    expect(matching.length).toBe(16)
    expect(matching.filter(({ id }) => otherRule.has(id))).toHaveLength(2)
  })
})
