import { describe, expect, it } from 'vitest'
import { houseHolder } from '../ledger/holders.ts'
import { createPoolState } from '../pool/pool.ts'
import type { InvestEvent, InvestOrder } from './event.ts'
import { investMoves } from './moves.ts'
import { settleInvest, settlementPrice } from './settle.ts'
import { admit, createInvestState, dismiss, windowOf, type InvestState } from './state.ts'
import { lateMaxMs, type InvestTerms } from './terms.ts'

const maturity = 1_000_000_000
const pool = createPoolState()
const terms: InvestTerms = {
  realm: 'real',
  listing: 0,
  direction: 'sell_high',
  referencePrice: 100,
  annualRate: 1,
  days: 1,
  sharePrice: 1n,
  shares: 1,
  maturity,
  text: 0,
  digest: '',
}

function order(id: number, more: Partial<InvestTerms> = {}): InvestOrder {
  const paid = { currency: 1, coin: 1, shares: 1, amount: 5n, coinPayout: 6n, usdtPayout: 700n } as const
  return { order: id, holder: 40, product: 1, terms: { ...terms, ...more }, ...paid, boughtAt: 0 }
}

function stateOf(orders: readonly InvestOrder[]): InvestState {
  const state = createInvestState()
  for (const one of orders) admit(state, pool, one)
  return state
}

/** Lets a moment come; gives each step, with its price noted and its orders gone. */
function come(state: InvestState, stamp: number, now = stamp): { events: readonly InvestEvent[]; more: boolean }[] {
  const steps: { events: readonly InvestEvent[]; more: boolean }[] = []
  for (const step of settleInvest(state, stamp, now)) {
    steps.push(step)
    for (const event of step.events) {
      if (event.type === 'investPriced')
        windowOf(state, event.listing, event.maturity).settlementTenths = event.settlementTenths
      else if (event.type === 'investLost') windowOf(state, event.listing, event.maturity).settlementTenths = -1
      else if ('order' in event) dismiss(state, pool, event.order)
    }
  }
  return steps
}

const sampled = (state: InvestState, samples: number, sum: bigint, at = maturity, listing = 0) =>
  Object.assign(windowOf(state, listing, at), { samples, sum, first: 1, last: 2 })

describe('the settlement price', () => {
  it('is the mean of its samples, a half to the even tenth', () => {
    const of = (sum: bigint, samples: number) => settlementPrice({ sum, samples })
    expect([of(5n, 2), of(7n, 2), of(8n, 3), of(900n, 900)]).toEqual([2, 4, 3, 1])
  })

  it('is due with the first sample that is not before maturity, or five seconds after it', () => {
    const count = (stamp: number, now: number) => {
      const state = stateOf([order(1)])
      sampled(state, 900, 900_000n)
      return come(state, stamp, now).length
    }
    expect([count(maturity - 1, maturity - 1), count(maturity - 1, maturity + 4_999)]).toEqual([0, 0])
    expect([count(maturity, maturity), count(maturity - 1, maturity + 5_000)]).toEqual([2, 2])
  })

  it('needs 900 samples, and is given up a week after maturity', () => {
    const state = stateOf([order(1)])
    sampled(state, 899, 899_000n)
    expect(come(state, maturity + lateMaxMs)).toEqual([])
    sampled(state, 900, 900_900n)
    const priced = {
      type: 'investPriced',
      listing: 0,
      maturity,
      settlementTenths: 1_001,
      samples: 900,
      first: 1,
      last: 2,
    }
    expect(come(state, maturity + lateMaxMs)[0]).toEqual({ events: [priced], more: false })
    const late = stateOf([order(1)])
    sampled(late, 899, 899_000n)
    expect(come(late, maturity + lateMaxMs + 1).flatMap(({ events }) => events)).toEqual([
      { type: 'investLost', listing: 0, maturity },
      { type: 'investVoided', order: 1, holder: 40, product: 1, currency: 1, amount: 5n },
    ])
  })

  it('of one listing does not wait for another’s, and nothing is settled before its own maturity', () => {
    const state = stateOf([order(1), order(2, { listing: 1 }), order(3, { listing: 1, maturity: maturity + 1_000 })])
    for (const at of [maturity, maturity + 1_000]) sampled(state, 900, 900_000n, at, 1)
    const types = (stamp: number) => come(state, stamp).flatMap(({ events }) => events.map((event) => event.type))
    expect(types(maturity)).toEqual(['investPriced', 'investSettled'])
    expect([...state.orders.keys()]).toEqual([1, 3])
    expect(types(maturity + 1_000)).toEqual(['investPriced', 'investSettled'])
  })
})

describe('what is paid', () => {
  it('is the coin below the reference price of a sell-high, and up to that of a buy-low, else USDT', () => {
    const paid = (direction: InvestTerms['direction'], settlementTenths: number) => {
      const state = stateOf([order(1, { direction })])
      windowOf(state, 0, maturity).settlementTenths = settlementTenths
      return come(state, maturity)[0].events
    }
    const settled = { type: 'investSettled', order: 1, holder: 40, product: 1 }
    const coin = { inCoin: true, currency: 1, amount: 6n }
    const usdt = { inCoin: false, currency: 0, amount: 700n }
    for (const [direction, tenths, what] of [
      ['sell_high', 999, coin],
      ['sell_high', 1_000, usdt],
      ['buy_low', 1_000, coin],
      ['buy_low', 1_001, usdt],
      ['buy_low', 1, coin],
    ] as const) {
      expect(paid(direction, tenths)).toEqual([{ ...settled, ...what, settlementTenths: tenths }])
    }
  })

  it('is paid 2 000 times in one command, which says that more is left', () => {
    const some = Array.from({ length: 1_998 }, (_, at) => order(1 + at))
    const whole = stateOf([...some, order(1_999, { listing: 1 })])
    sampled(whole, 900, 900_000n)
    windowOf(whole, 1, maturity).settlementTenths = 1
    // a price, and one less than there may be
    expect(come(whole, maturity).map(({ events, more }) => [events.length, more])).toEqual([
      [1, false],
      [1_998, false],
      [1, true],
    ])
    const state = stateOf(Array.from({ length: 2_001 }, (_, at) => order(1 + at)))
    sampled(state, 900, 900_000n)
    const count = () => come(state, maturity).map(({ events, more }) => [events.length, more])
    expect([count(), count()]).toEqual([
      [
        [1, false],
        [1_999, true],
      ],
      [[2, false]],
    ])
  })
})

describe('the moves of invest', () => {
  const wealth = houseHolder('real', 'wealthPool')
  const entry = (holder: unknown, amount: bigint, category: string) => {
    return { kind: 'entry', account: 'coin', currency: 1, holder, amount, category }
  }

  it('are between the holder and the pool, and none of nothing', () => {
    const bought: InvestEvent = { type: 'investBought', ...order(1) }
    expect(investMoves(bought)).toEqual([entry(40, -5n, 'financial_buy'), entry(wealth, 5n, 'financial_buy')])
    const back = { order: 1, holder: 40, product: 1, currency: 1, amount: 6n }
    const paid = [entry(wealth, -6n, 'financial_settlement'), entry(40, 6n, 'financial_settlement')]
    expect(investMoves({ type: 'investSettled', ...back, inCoin: true, settlementTenths: 1 })).toEqual(paid)
    expect(investMoves({ type: 'investVoided', ...back })).toEqual(paid)
    expect(investMoves({ type: 'investVoided', ...back, amount: 0n })).toEqual([])
    expect(investMoves({ type: 'investLost', listing: 0, maturity })).toEqual([])
  })
})
