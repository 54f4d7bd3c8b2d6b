import { describe, expect, it } from 'vitest'
import { createPoolState, promisedBy } from '../pool/pool.ts'
import { WealthFixture } from '../testing/wealthFixture.ts'
import type { Command } from '../vocabulary.ts'
import type { InvestEvent, InvestOrder } from './event.ts'
import { admit, countsFor, createInvestState, dismiss, windowOf, type Window } from './state.ts'
import { samplesMin, windowMs } from './terms.ts'
import { answerInvest, investAnswerTo } from './view.ts'

const maturity = 1_700_000_000_000
const terms = {
  realm: 'real',
  listing: 0,
  direction: 'sell_high',
  referencePrice: 1,
  annualRate: 1,
  days: 7,
  sharePrice: 1n,
  shares: 9,
  maturity,
  text: 1,
  digest: 'd',
} as const

function order(id: number, more: Partial<InvestOrder> = {}): InvestOrder {
  const paid = { currency: 1, coin: 1, shares: 1, amount: 100n, coinPayout: 101n, usdtPayout: 600n, boughtAt: 5 }
  return { order: id, holder: 40, product: 1, terms, ...paid, ...more }
}

describe('an investment that runs', () => {
  it('may cost the pool either currency until it has ended, and is its holder’s', () => {
    const state = createInvestState()
    const pool = createPoolState()
    expect([state.nextProduct, state.nextOrder]).toEqual([1, 1])
    const promised = () => [1, 0].map((currency) => promisedBy(pool, 'real', currency))
    admit(state, pool, order(1))
    admit(state, pool, order(2))
    admit(state, pool, order(3, { holder: 41, terms: { ...terms, maturity: maturity + 1 } }))
    const ownOf = (holder: number) => {
      const reply = answerInvest(state, { type: 'investOrders', holder })
      return reply.type === 'investOrders' ? reply.orders.map((one) => one.order) : null
    }
    expect([promised(), ownOf(40), ownOf(41), ownOf(42)]).toEqual([[303n, 1_800n], [1, 2], [3], []])
    dismiss(state, pool, 1)
    expect([promised(), ownOf(40), state.windows.length]).toEqual([[202n, 1_200n], [2], 2])
    expect(state.byHolder.get(40)).toEqual(new Set([2]))
    dismiss(state, pool, 2)
    expect([promised(), ownOf(40), state.windows.length]).toEqual([[101n, 600n], [], 1])
    expect([...state.byHolder.keys()]).toEqual([41])
    expect(() => dismiss(state, pool, 2)).toThrow('investment 2 is not running')
  })

  it('stands in a window of its listing and maturity, the first to mature first', () => {
    const state = createInvestState()
    const keys = [
      [1, 20],
      [0, 20],
      [2, 10],
      [0, 30],
    ] as const
    const made = keys.map(([listing, at]) => windowOf(state, listing, at))
    expect(state.windows.map((one) => [one.listing, one.maturity])).toEqual([
      [2, 10],
      [0, 20],
      [1, 20],
      [0, 30],
    ])
    expect(keys.map(([listing, at]) => windowOf(state, listing, at))).toEqual(made)
    expect(state.windows).toHaveLength(4)
  })
})

describe('a sample of the index', () => {
  const counts = (stamp: number, more: Partial<Window> = {}) => {
    const window = { ...windowOf(createInvestState(), 0, maturity), ...more }
    return countsFor(window, maturity + stamp)
  }

  it('counts in the half hour up to maturity, however many did', () => {
    expect([-windowMs, 1 - windowMs, 0].map((stamp) => counts(stamp))).toEqual([false, true, true])
    expect(counts(0, { samples: 1_800 })).toBe(true)
  })

  it('counts after it only as long as there were too few, and nowhere once the price is known or lost', () => {
    const after = [samplesMin - 1, samplesMin].map((samples) => counts(1_000, { samples }))
    expect([samplesMin, after]).toEqual([900, [true, false]])
    expect([5, -1].map((settlementTenths) => counts(0, { settlementTenths }))).toEqual([false, false])
  })
})

it('what was published or bought is told, and of anything else that it is done', () => {
  const fixture = new WealthFixture()
  fixture.saver(40)
  const { invest } = fixture.state
  const facts = (command: Command) => fixture.must(command) as InvestEvent[]
  const published = facts({ type: 'publishInvest', terms: fixture.investTerms() })
  expect(investAnswerTo(invest, published)).toEqual({ type: 'investProduct', product: 1 })
  const bought = facts({ type: 'buyInvest', holder: 40, product: 1, shares: 2, fault: '' })
  expect(investAnswerTo(invest, bought)).toMatchObject({ type: 'invest', order: { order: 1, shares: 2, holder: 40 } })
  const closed = facts({ type: 'closeInvest', product: 1 })
  expect(investAnswerTo(invest, closed)).toEqual({ type: 'done' })
  expect(investAnswerTo(invest, [])).toEqual({ type: 'done' })
  const products = answerInvest(invest, { type: 'investProducts', realm: 'real' })
  expect(products).toMatchObject({ type: 'investProducts', products: [{ product: 1, closed: true }] })
  expect(answerInvest(invest, { type: 'investPromises' })).toMatchObject({
    type: 'investPromises',
    maturities: [{ orders: 1 }],
  })
  const own = answerInvest(invest, { type: 'investOrders', holder: 40 })
  expect(own).toEqual({ type: 'investOrders', orders: [invest.orders.get(1)] })
})
