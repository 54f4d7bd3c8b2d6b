import { describe, expect, it } from 'vitest'
import type { ListingTerms } from '../book/listing.ts'
import { btcTerms, Fixture } from '../testing/exchangeFixture.ts'

/**
 * Balance and fee cases of exchange-core's public tests (risk.feature, basic.feature, ITFeesExchange), restated in our
 * units. Where that exchange's rule is another one, the test says so and what ours gives.
 */
class Market extends Fixture {
  /** Gives a demo holder exactly these smallest units of the quote and the base currency. */
  owns(holder: number, quote: bigint, base: bigint): number {
    this.demo(holder)
    this.give(holder, 0, quote - this.available(holder, 0))
    this.give(holder, 1, base)
    return holder
  }
}

// a lot of 0.1 ETH is one step of 100 000 units, and costs 10 units a tick
const ethTerms: ListingTerms = {
  ...btcTerms,
  priceDecimals: 2,
  quantityDecimals: 3,
  feeRateMaker: 0,
  feeRateTaker: 0,
  collarRate: 999_999_999,
}

function eth(): Market {
  const market = new Market(ethTerms)
  market.quote(200_000)
  return market
}

const alice = 32
const bob = 33

describe('an amount beyond what a number holds', () => {
  it('lets an order need what is not held of it, to the unit, and no more', () => {
    const market = eth()
    const large = 2n ** 55n
    market.owns(alice, large, 0n)
    const { ledger } = market.state.venue
    const hold = { kind: 'hold', holder: alice, account: 'coin', currency: 0, hold: 'withdrawal' } as const
    ledger.apply([{ ...hold, amount: large - 19_999_999n }])
    // a hundred steps at 20 000 ticks cost 20 000 000 units
    expect(market.place(alice, 'buy', 20_000, 100)).toMatchObject({
      rejection: { reason: 'balance_insufficient_order' },
    })
    const placed = market.placed(alice, 'buy', 19_999, 100)
    expect(market.available(alice, 0)).toBe(999n)
    ledger.apply([{ ...hold, amount: -1n }])
    market.must({ type: 'cancelSpotOrder', holder: alice, order: placed })
    market.placed(alice, 'buy', 20_000, 100)
    expect(market.available(alice, 0)).toBe(0n)
  })
})

describe('balances (exchange-core)', () => {
  it('BAL-01 refuses an order that needs more than there is, and changes nothing', () => {
    const market = eth()
    market.owns(alice, 2_000_000n, 0n)
    expect(market.place(alice, 'buy', 30_000, 7)).toMatchObject({ rejection: { reason: 'balance_insufficient_order' } })
    expect(market.available(alice, 0)).toBe(2_000_000n)
    market.give(alice, 0, 99_999n)
    expect(market.place(alice, 'buy', 30_000, 7).ok).toBe(false)
    market.give(alice, 0, 1n)
    expect(market.place(alice, 'buy', 30_000, 7).ok).toBe(true)
  })

  it('BAL-02 holds all of it, and moves it in the trade', () => {
    const market = eth()
    market.owns(alice, 2_100_000n, 0n)
    market.owns(bob, 0n, 700_000n)
    market.placed(alice, 'buy', 30_000, 7)
    expect(market.available(alice, 0)).toBe(0n)
    market.placed(bob, 'sell', 30_000, 7, { timeInForce: 'IOC' })
    expect(market.available(alice, 1)).toBe(700_000n)
    expect(market.available(bob, 0)).toBe(2_100_000n)
    expect(market.state.spot.orders.size).toBe(0)
  })

  it('BAL-04 frees the whole hold when the order is cancelled', () => {
    const market = eth()
    market.owns(bob, 94_000_000n, 0n)
    const order = market.placed(bob, 'buy', 18_500, 500)
    expect(market.frozen(bob, 0)).toBe(92_500_000n)
    expect(market.available(bob, 0)).toBe(1_500_000n)
    market.must({ type: 'cancelSpotOrder', holder: bob, order })
    expect(market.available(bob, 0)).toBe(94_000_000n)
  })

  it('BAL-05 returns the improvement of an order that was moved', () => {
    const market = eth()
    market.owns(alice, 0n, 100_000_000n)
    market.owns(bob, 94_000_000n, 0n)
    const order = market.placed(bob, 'buy', 18_500, 500)
    const amend = { type: 'amendSpotOrder', holder: bob, order, quantity: null, fault: '' } as const
    // there a reserve price of 18 500 bounds the moves; here what is available does
    expect(market.refused({ ...amend, price: 18_801 })).toBe('balance_insufficient_order')
    market.must({ ...amend, price: 18_800 })
    market.must({ ...amend, price: 17_500 })
    market.placed(alice, 'sell', 16_900, 1_000)
    expect(market.available(alice, 0)).toBe(87_500_000n)
    expect(market.available(bob, 0)).toBe(6_500_000n)
    expect(market.available(bob, 1)).toBe(50_000_000n)
    expect(market.state.spot.books.demo[0].levels('sell', 5)).toEqual([{ price: 16_900, quantity: 500 }])
  })
})

describe('fees (exchange-core)', () => {
  // a step is 1 000 000 units and costs 10 000 units a tick
  const terms = { ...btcTerms, priceDecimals: 0, quantityDecimals: 2, quantityMax: 1_000_000, collarRate: 999_999_999 }

  function traded(asked: number): Market {
    const market = new Market(terms)
    market.quote(115_000)
    market.owns(alice, 200_000_000_000n, 0n)
    market.owns(bob, 0n, 2_000_000_000n)
    market.placed(alice, 'buy', 11_500, 1_731)
    market.placed(bob, 'sell', 11_493, asked, { timeInForce: 'IOC' })
    return market
  }

  // there fees are so much a lot, held by the bid at the taker's rate; here a share of what each side receives
  it('FEE-01 trades at the resting price, takes both fees once, and keeps every unit', () => {
    const market = traded(2_000)
    expect(market.available(alice, 1)).toBe(1_731_000_000n - 1_731_000n)
    expect(market.available(alice, 0)).toBe(200_000_000_000n - 199_065_000_000n)
    expect(market.available(bob, 0)).toBe(199_065_000_000n - 199_065_000n)
    expect(market.available(bob, 1)).toBe(269_000_000n)
    expect(market.available(17, 0)).toBe(199_065_000n)
    expect(market.available(17, 1)).toBe(1_731_000n)
  })

  it('FEE-02 leaves the rest of the maker in the book with its exact hold', () => {
    const market = traded(1_000)
    expect(market.state.spot.books.demo[0].levels('buy', 1)).toEqual([{ price: 11_500, quantity: 731 }])
    expect(market.frozen(alice, 0)).toBe(731n * 11_500n * 10_000n)
    expect(market.available(bob, 0)).toBe(115_000_000_000n - 115_000_000n)
    expect(market.available(alice, 1)).toBe(1_000_000_000n - 1_000_000n)
  })
})
