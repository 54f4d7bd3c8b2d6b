import { describe, expect, it } from 'vitest'
import type { Listing } from '../book/listing.ts'
import { btcTerms } from '../testing/exchangeFixture.ts'
import { investedCurrency, investTermsHold, payoutsOf, saleEndOf, type InvestTerms } from './terms.ts'

const day = 86_400_000
const now = 20_000 * day
const listing: Listing = { ...btcTerms, id: 0, quotePerTickStep: 1, basePerStep: 1_000 }
// 10 000 USDT, 36.5 % a year, a week
const terms: InvestTerms = {
  realm: 'real',
  listing: 0,
  direction: 'sell_high',
  referencePrice: 100_000,
  annualRate: 365_000_000,
  days: 7,
  sharePrice: 1_000n,
  shares: 10,
  maturity: now + 8 * day,
  text: 0,
  digest: '',
}
const hold = (part: Partial<InvestTerms>, of: Listing | undefined = listing) =>
  investTermsHold({ ...terms, ...part }, of, now)

describe('the terms of a product', () => {
  it.each<[string, Partial<InvestTerms>, Partial<InvestTerms>]>([
    ['an offered period', { days: 1 }, { days: 2 }],
    ['the longest', { days: 365, maturity: now + 366 * day }, { days: 364, maturity: now + 366 * day }],
    ['a price of one tick', { referencePrice: 1 }, { referencePrice: 0 }],
    ['the highest price', { referencePrice: listing.priceMax }, { referencePrice: listing.priceMax + 1 }],
    ['some income', { annualRate: 1 }, { annualRate: 0 }],
    ['fivefold a year', { annualRate: 5_000_000_000 }, { annualRate: 5_000_000_001 }],
    ['one share', { shares: 1 }, { shares: 0 }],
    ['a million shares', { shares: 1_000_000 }, { shares: 1_000_001 }],
    ['a share of one unit', { sharePrice: 1n }, { sharePrice: 0n }],
    [
      'so much in all',
      { direction: 'buy_low', shares: 1, sharePrice: 2n ** 52n },
      { shares: 1, sharePrice: 2n ** 52n + 1n },
    ],
    ['a whole second', { maturity: now + 8 * day + 1_000 }, { maturity: now + 8 * day + 1_001 }],
    ['a sale that is ahead', { maturity: now + 7 * day + 1_000 }, { maturity: now + 7 * day }],
    ['800 days ahead', { maturity: now + 800 * day }, { maturity: now + 800 * day + 1_000 }],
  ])('allow %s, and nothing beyond', (_, within, beyond) => {
    expect([hold(within), hold(beyond)]).toEqual([true, false])
  })

  it('are of a coin against USDT, whose payouts are amounts', () => {
    expect(investTermsHold(terms, undefined, now)).toBe(false)
    expect(hold({}, { ...listing, quote: 1 })).toBe(false)
    // 2⁵² units of coin at 100 times the price pass what an amount can be
    expect(hold({ shares: 1, sharePrice: 2n ** 52n })).toBe(false)
    expect(hold({ shares: 1, sharePrice: 2n ** 49n })).toBe(true)
    // and of USDT, where a coin is next to worthless
    expect(hold({ direction: 'buy_low', referencePrice: 1, shares: 1, sharePrice: 2n ** 50n })).toBe(false)
    expect(hold({ direction: 'buy_low', referencePrice: 1, shares: 1, sharePrice: 2n ** 46n })).toBe(true)
  })

  it('pay either currency with its income, rounded down once', () => {
    // 0.7 % in a week; 100 units of USDT a unit of coin
    expect(payoutsOf(terms, listing, 1_000n)).toEqual({ coin: 1_007n, usdt: 100_700n })
    expect(payoutsOf(terms, listing, 1n)).toEqual({ coin: 1n, usdt: 100n })
    const low = { ...terms, direction: 'buy_low' } as const
    expect(payoutsOf(low, listing, 100_000n)).toEqual({ coin: 1_007n, usdt: 100_700n })
    expect(payoutsOf(low, listing, 199n)).toEqual({ coin: 2n, usdt: 200n })
    expect(payoutsOf(terms, listing, 10n ** 15n)).toEqual({ coin: 1_007n * 10n ** 12n, usdt: 1_007n * 10n ** 14n })
    expect([investedCurrency('sell_high', listing), investedCurrency('buy_low', listing)]).toEqual([1, 0])
    expect(saleEndOf(terms)).toBe(now + day)
  })
})
