import { describe, expect, it } from 'vitest'
import { btcTerms, Fixture } from '../testing/exchangeFixture.ts'

// a tick is 0.1, a step 0.00001: 100 000 ticks are 10 000 USDT
const price = 100_000

function two(): Fixture {
  const fixture = new Fixture()
  for (const holder of [32, 33]) fixture.demo(holder)
  fixture.give(33, 1, 500_000_000n)
  return fixture
}

describe('an order by its budget', () => {
  const market = { kind: 'market' } as const

  it('of one unit buys what costs one unit, where so little is enough for an order', () => {
    const fixture = new Fixture({ ...btcTerms, notionalMinExclusive: 0 })
    for (const holder of [32, 33]) fixture.demo(holder)
    fixture.give(33, 1, 500_000n)
    fixture.quote(10)
    fixture.placed(33, 'sell', 1, 500)
    expect(fixture.place(32, 'buy', 0, 0, { ...market, budget: 1n })).toMatchObject({
      answer: { view: { status: 'filled', reason: 'budget_spent', filled: 1, quoteFilled: 1n } },
    })
    expect(fixture.place(32, 'buy', 0, 0, { ...market, budget: 1n, timeInForce: 'FOK' })).toMatchObject({
      answer: { view: { status: 'filled', filled: 1 } },
    })
    for (const [kind, quantity] of [
      ['market', 1],
      ['limit', 0],
    ] as const) {
      const outcome = fixture.place(32, 'buy', 1, quantity, { kind, budget: 1n })
      expect(outcome).toMatchObject({ rejection: { reason: 'request_malformed' } })
    }
    expect(fixture.place(33, 'sell', 0, 0, { ...market, budget: 1n })).toMatchObject({
      rejection: { reason: 'request_malformed' },
    })
  })

  it('that is too little for one step buys nothing, and is not filled', () => {
    const fixture = two()
    // a step costs two USDT
    fixture.quote(20_000_000)
    fixture.placed(33, 'sell', 2_000_000, 5)
    const ends = (['GTC', 'FOK'] as const).map((timeInForce) => {
      const outcome = fixture.place(32, 'buy', 0, 0, { ...market, budget: 1_999_999n, timeInForce })
      return outcome.ok && outcome.answer
    })
    expect(ends).toMatchObject([
      { view: { status: 'canceled', reason: 'budget_spent', filled: 0 } },
      { view: { status: 'canceled', reason: 'fill_or_kill', filled: 0 } },
    ])
  })

  it('has to be there whole, also where the book would take less of it', () => {
    const fixture = two()
    fixture.placed(33, 'sell', price, 100)
    const ask = (budget: bigint) => fixture.place(32, 'buy', 0, 0, { ...market, budget })
    expect(ask(100_000_000_001n)).toMatchObject({ rejection: { reason: 'balance_insufficient_order' } })
    expect(ask(2n ** 52n)).toMatchObject({ rejection: { reason: 'balance_insufficient_order' } })
    expect(ask(2n ** 52n + 1n)).toMatchObject({ rejection: { reason: 'notional_too_large' } })
    expect(ask(100_000_000_000n)).toMatchObject({ answer: { view: { filled: 100, reason: 'book_empty' } } })
  })

  it('ends as filled where it has bought as much as one order may', () => {
    const fixture = new Fixture({ ...btcTerms, quantityMax: 500 })
    for (const holder of [32, 33]) fixture.demo(holder)
    fixture.give(33, 1, 500_000_000n)
    for (let at = 0; at < 2; at++) fixture.placed(33, 'sell', price, 400)
    expect(fixture.place(32, 'buy', 0, 0, { ...market, budget: 1_000_000_000n })).toMatchObject({
      answer: { view: { status: 'filled', reason: 'filled', filled: 500, quoteFilled: 50_000_000n } },
    })
  })

  it('is not what a sell is filled by that trades for as much as any order may', () => {
    for (const [timeInForce, reason, filled] of [
      ['GTC', 'budget_spent', 45_035_996],
      ['FOK', 'fill_or_kill', 0],
    ] as const) {
      const fixture = two()
      fixture.give(32, 0, 10n ** 17n)
      fixture.give(33, 1, 10n ** 15n)
      for (let at = 0; at < 2; at++) fixture.placed(32, 'buy', 100_000_000, 45_000_000)
      expect(fixture.place(33, 'sell', price, 60_000_000, { timeInForce })).toMatchObject({
        answer: { view: { status: 'canceled', reason, filled } },
      })
      expect(fixture.frozen(33, 1)).toBe(0n)
    }
  })
})

describe('a market order by its quantity', () => {
  it('is worth what it comes to at the index, rounded down, and that has to be above the least amount', () => {
    const fixture = two()
    const ask = (quantity: number) => {
      const outcome = fixture.place(32, 'buy', 0, quantity, { kind: 'market' })
      return outcome.ok ? 'taken' : outcome.rejection.reason
    }
    expect([10, 11].map(ask)).toEqual(['notional_too_small', 'taken'])
    fixture.now += 1_000
    // eleven steps at 90 909.1 ticks are worth 1 USDT and a tenth of a unit
    fixture.quote(909_091)
    expect(ask(11)).toBe('notional_too_small')
    fixture.now += 1_000
    fixture.quote(909_092)
    expect(ask(11)).toBe('taken')
  })
})
