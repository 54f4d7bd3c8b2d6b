import { describe, expect, it } from 'vitest'
import type { Listing } from '../book/listing.ts'
import { WealthFixture } from '../testing/wealthFixture.ts'
import { amountMax } from '../money/units.ts'
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
const low = { direction: 'buy_low' } as const
const most = 2n ** 52n
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
    ['so much in all', { ...low, shares: 1, sharePrice: most }, { ...low, shares: 1, sharePrice: most + 1n }],
    [
      'as much in many shares',
      { ...low, shares: 8, sharePrice: most / 8n },
      { ...low, shares: 8, sharePrice: most / 4n },
    ],
    ['a whole second', { maturity: now + 8 * day + 1_000 }, { maturity: now + 8 * day + 1_001 }],
    ['a sale that is ahead', { maturity: now + 7 * day + 1_000 }, { maturity: now + 7 * day }],
    ['800 days ahead', { maturity: now + 800 * day }, { maturity: now + 800 * day + 1_000 }],
  ])('allow %s, and nothing beyond', (_, within, beyond) => {
    expect([hold(within), hold(beyond)]).toEqual([true, false])
  })

  it('may pay the largest amount there is, to the unit', () => {
    const one = { days: 1, shares: 1 } as const
    const high = { ...one, referencePrice: 16_012, annualRate: 1, sharePrice: 4_500_224_459_013_897n }
    const buy = { ...one, ...low, referencePrice: 8, annualRate: 997, sharePrice: 576_460_750_728_817n }
    for (const [at, name] of [
      [high, 'usdt'],
      [buy, 'coin'],
    ] as const) {
      expect(payoutsOf({ ...terms, ...at }, listing, at.sharePrice)[name]).toBe(amountMax)
      expect([hold(at), hold({ ...at, sharePrice: at.sharePrice + 1n })]).toEqual([true, false])
    }
  })

  it('run for a day, a week, or so many months', () => {
    const runs = Array.from({ length: 400 }, (_, days) => days).filter((days) =>
      hold({ days, maturity: now + 500 * day }),
    )
    expect(runs).toEqual([1, 7, 30, 90, 180, 365])
  })

  it('are of a coin against USDT, whose payouts are amounts', () => {
    expect(investTermsHold(terms, undefined, now)).toBe(false)
    expect(hold({}, { ...listing, quote: 1 })).toBe(false)
    // 2⁵² units of coin at 100 times the price pass what an amount can be
    expect(hold({ shares: 1, sharePrice: 2n ** 52n })).toBe(false)
    expect(hold({ shares: 1, sharePrice: 2n ** 49n })).toBe(true)
    expect(hold({ shares: 8, sharePrice: 2n ** 47n })).toBe(false)
    // and of USDT, where a coin is next to worthless
    expect(hold({ direction: 'buy_low', referencePrice: 1, shares: 1, sharePrice: 2n ** 50n })).toBe(false)
    expect(hold({ direction: 'buy_low', referencePrice: 1, shares: 1, sharePrice: 2n ** 46n })).toBe(true)
  })

  it('let a holder have 200 of them at a time', () => {
    const fixture = new WealthFixture()
    fixture.saver(40)
    const product = fixture.published(fixture.investTerms({ shares: 300 }))
    for (let at = 0; at < 200; at++) fixture.bought(40, product, 1)
    const outcome = fixture.buy(40, product, 1)
    expect(outcome).toMatchObject({ rejection: { reason: 'open_orders_too_many', detail: { max: '200' } } })
  })

  it('pay either currency with its income, rounded down once', () => {
    // 0.7 % in a week; 100 units of USDT a unit of coin
    expect(payoutsOf(terms, listing, 1_000n)).toEqual({ coin: 1_007n, usdt: 100_700n })
    expect(payoutsOf(terms, listing, 1n)).toEqual({ coin: 1n, usdt: 100n })
    expect(payoutsOf(terms, { ...listing, quotePerTickStep: 10 }, 1_000n)).toEqual({ coin: 1_007n, usdt: 1_007_000n })
    expect(payoutsOf({ ...terms, ...low }, listing, 100_000n)).toEqual({ coin: 1_007n, usdt: 100_700n })
    expect(payoutsOf({ ...terms, ...low }, listing, 199n)).toEqual({ coin: 2n, usdt: 200n })
    expect(payoutsOf(terms, listing, 10n ** 15n)).toEqual({ coin: 1_007n * 10n ** 12n, usdt: 1_007n * 10n ** 14n })
    expect([investedCurrency('sell_high', listing), investedCurrency('buy_low', listing)]).toEqual([1, 0])
    expect(saleEndOf(terms)).toBe(now + day)
  })
})
