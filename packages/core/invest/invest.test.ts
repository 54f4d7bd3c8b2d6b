import { beforeEach, describe, expect, it } from 'vitest'
import { WealthFixture } from '../testing/wealthFixture.ts'
import { houseHolder } from '../ledger/holders.ts'
import { saleEndOf, windowMs } from './terms.ts'

const saver = 40
const pool = houseHolder('real', 'wealthPool')
let fixture: WealthFixture

beforeEach(() => {
  fixture = new WealthFixture()
  fixture.saver(saver)
})

function settled(events: readonly { type: string }[]) {
  return events.filter(({ type }) => type === 'investSettled' || type === 'investVoided')
}

describe('a sell-high product of 1 BTC at 60 000 and 36.5 % for 7 days', () => {
  it.each([
    [550_000, 0n, 100_700_000n],
    [599_999, 0n, 100_700_000n],
    [600_000, 60_420_000_000n, 0n],
    [650_000, 60_420_000_000n, 0n],
  ])('pays what the check of the rules says at %d ticks', (ticks, usdt, btc) => {
    const terms = fixture.investTerms()
    fixture.bought(saver, fixture.published(terms), 10)
    expect(fixture.available(saver, 1)).toBe(9_900_000_000n)
    const before = fixture.available(saver, 0)
    const events = fixture.sampleAll(terms.maturity - windowMs, terms.maturity, ticks * 10)
    expect(settled(events)).toHaveLength(1)
    expect(fixture.available(saver, 0) - before).toBe(usdt)
    expect(fixture.available(saver, 1) - 9_900_000_000n).toBe(btc)
    expect(fixture.state.venue.ledger.posted(pool, 'coin', 0)).toBe(-usdt)
    expect(fixture.state.venue.ledger.posted(pool, 'coin', 1)).toBe(100_000_000n - btc)
  })

  it('is settled once, whatever samples follow', () => {
    const terms = fixture.investTerms()
    fixture.bought(saver, fixture.published(terms), 1)
    const { maturity } = terms
    expect(settled(fixture.sampleAll(maturity - windowMs, maturity, 5_500_000))).toHaveLength(1)
    expect(settled(fixture.sampleAll(maturity, maturity + 5_000, 6_500_000))).toHaveLength(0)
    expect(fixture.state.invest.windows).toEqual([])
  })
})

describe('a buy-low product', () => {
  it.each([
    [600_000, 'coin'],
    [600_001, 'usdt'],
  ] as const)('of 60 000 USDT at 60 000 pays at %d ticks in %s', (ticks, paid) => {
    const terms = fixture.investTerms({ direction: 'buy_low', sharePrice: 60_000_000_000n, shares: 3 })
    fixture.bought(saver, fixture.published(terms), 1)
    const before = [fixture.available(saver, 0), fixture.available(saver, 1)]
    fixture.sampleAll(terms.maturity - windowMs, terms.maturity, ticks * 10)
    const change = [fixture.available(saver, 0) - before[0], fixture.available(saver, 1) - before[1]]
    expect(change).toEqual(paid === 'coin' ? [0n, 100_700_000n] : [60_420_000_000n, 0n])
  })
})

describe('the settlement price', () => {
  it('is the mean of the samples of the last half hour alone, half-even to a tenth of a tick', () => {
    const terms = fixture.investTerms()
    const { maturity } = terms
    fixture.bought(saver, fixture.published(terms), 1)
    fixture.sampleAt(maturity - windowMs, 9_999_999)
    fixture.sampleAll(maturity - windowMs, maturity - 900_000, 5_999_999)
    const events = fixture.sampleAll(maturity - 900_000, maturity, 6_000_000)
    const priced = events.find(({ type }) => type === 'investPriced')
    // 5 999 999.5 goes to the even one
    expect(priced).toMatchObject({ settlementTenths: 6_000_000, samples: 1_800, last: maturity })
    expect(settled(events)).toMatchObject([{ inCoin: false }])
  })

  it('counts only live samples of enough sources', () => {
    const terms = fixture.investTerms()
    const { maturity } = terms
    fixture.bought(saver, fixture.published(terms), 1)
    fixture.sampleAll(maturity - windowMs, maturity - 1_200_000, 9_000_000, { kind: 'simulated' })
    fixture.sampleAll(maturity - 1_200_000, maturity - 900_000, 9_000_000, { sources: 1 })
    const events = fixture.sampleAll(maturity - 900_000, maturity, 5_000_000)
    expect(events.find(({ type }) => type === 'investPriced')).toMatchObject({
      settlementTenths: 5_000_000,
      samples: 900,
    })
  })

  it('takes the samples after maturity where there were too few before it', () => {
    const terms = fixture.investTerms()
    const { maturity } = terms
    fixture.bought(saver, fixture.published(terms), 1)
    fixture.sampleAll(maturity - 400_000, maturity, 5_000_000)
    expect(fixture.state.invest.windows[0].samples).toBe(400)
    const later = maturity + 3 * 86_400_000
    expect(fixture.sampleAll(later, later + 499_000, 7_000_000)).toHaveLength(499)
    const events = fixture.sampleAt(later + 500_000, 7_000_000)
    expect(events.find(({ type }) => type === 'investPriced')).toMatchObject({
      samples: 900,
      settlementTenths: 6_111_111,
    })
    expect(settled(events)).toMatchObject([{ inCoin: false }])
  })

  it('is due five seconds after maturity where no sample comes', () => {
    const terms = fixture.investTerms()
    const { maturity } = terms
    fixture.bought(saver, fixture.published(terms), 1)
    fixture.sampleAll(maturity - windowMs, maturity - 1_000, 5_000_000)
    expect(settled(fixture.passTo(maturity + 4_999))).toHaveLength(0)
    expect(settled(fixture.passTo(maturity + 5_000))).toHaveLength(1)
  })

  it('is given up after a week: what was put in comes back whole', () => {
    const terms = fixture.investTerms()
    const { maturity } = terms
    fixture.bought(saver, fixture.published(terms), 7)
    fixture.sampleAll(maturity - 100_000, maturity, 5_000_000)
    expect(settled(fixture.passTo(maturity + 7 * 86_400_000))).toHaveLength(0)
    expect(settled(fixture.passTo(maturity + 7 * 86_400_000 + 1))).toMatchObject([
      { type: 'investVoided', amount: 70_000_000n },
    ])
    expect(fixture.available(saver, 1)).toBe(10_000_000_000n)
    expect(fixture.state.venue.ledger.posted(pool, 'coin', 1)).toBe(0n)
  })

  it('settles what fell due while nothing ran in the order of maturity', () => {
    const week = fixture.investTerms()
    const day = fixture.investTerms({ days: 1 })
    const long = fixture.bought(saver, fixture.published(week), 1)
    const short = fixture.bought(saver, fixture.published(day), 1)
    const back = week.maturity + 86_400_000
    const events = settled(fixture.sampleAll(back, back + 900_000, 5_000_000))
    expect(events.map((event) => ('order' in event ? event.order : 0))).toEqual([short, long])
  })
})

describe('a purchase', () => {
  it('is refused in the order of the ladder', () => {
    const terms = fixture.investTerms()
    const product = fixture.published(terms)
    const buy = { type: 'buyInvest', holder: saver, product, shares: 1, fault: '' } as const
    fixture.demo(50)
    fixture.must({ type: 'openHolder', holder: 51, realm: 'real', country: 'DE' })
    fixture.must({ type: 'openHolder', holder: 52, realm: 'real', country: 'FR' })
    expect(fixture.refused({ ...buy, holder: 49 })).toBe('holder_unknown')
    expect(fixture.refused({ ...buy, holder: 50 })).toBe('realm_forbidden')
    expect(fixture.refused({ ...buy, holder: 51 })).toBe('product_off')
    expect(fixture.refused({ ...buy, holder: 52 })).toBe('real_name_missing')
    expect(fixture.refused({ ...buy, product: 9 })).toBe('invest_product_unknown')
    fixture.now += 10_000
    expect(fixture.refused(buy)).toBe('market_stale')
    fixture.hear(1_000_000, 'simulated')
    expect(fixture.refused(buy)).toBe('prices_simulated')
    fixture.hear(1_000_000)
    expect(fixture.refused({ ...buy, fault: 'field_malformed' })).toBe('field_malformed')
    expect(fixture.refused({ ...buy, shares: 0 })).toBe('invest_shares_min')
    expect(fixture.refused({ ...buy, shares: 101 })).toBe('invest_shares_short')
    fixture.must({ ...buy, shares: 100 })
    expect(fixture.refused(buy)).toBe('invest_shares_short')
    fixture.must({ type: 'closeInvest', product })
    expect(fixture.refused(buy)).toBe('invest_sale_ended')
    expect(fixture.refused({ type: 'closeInvest', product })).toBe('invest_sale_ended')
  })

  it('is refused where the balance or the pool is short, and takes the last unit', () => {
    fixture = new WealthFixture(0n)
    fixture.saver(saver, 0n, 10_000_000n)
    const product = fixture.published(fixture.investTerms())
    const buy = { type: 'buyInvest', holder: saver, product, shares: 1, fault: '' } as const
    fixture.hear(1_000_000)
    expect(fixture.refused(buy)).toBe('invest_pool_short')
    fixture.bring(pool, 0, 6_042_000_000n)
    expect(fixture.refused(buy)).toBe('invest_pool_short')
    fixture.bring(pool, 1, 70_000n)
    fixture.must(buy)
    fixture.bring(pool, 0, 6_042_000_000n)
    fixture.bring(pool, 1, 70_000n)
    expect(fixture.refused(buy)).toBe('balance_insufficient')
  })

  it('of USDT needs room for the whole coin, and for what of USDT is paid beyond what is put in', () => {
    fixture = new WealthFixture(0n)
    fixture.saver(saver, 60_000_000_000n, 0n)
    const terms = fixture.investTerms({ direction: 'buy_low', sharePrice: 60_000_000_000n, shares: 3 })
    const buy = { type: 'buyInvest', holder: saver, product: fixture.published(terms), shares: 1, fault: '' } as const
    fixture.hear(1_000_000)
    fixture.bring(pool, 0, 420_000_000n)
    fixture.bring(pool, 1, 100_699_999n)
    expect(fixture.refused(buy)).toBe('invest_pool_short')
    fixture.bring(pool, 1, 1n)
    fixture.bring(pool, 0, -1n)
    expect(fixture.refused(buy)).toBe('invest_pool_short')
    fixture.bring(pool, 0, 1n)
    fixture.must(buy)
  })

  it('says how many shares are left where more are asked for', () => {
    const product = fixture.published(fixture.investTerms({ shares: 5 }))
    fixture.bought(saver, product, 3)
    fixture.hear(1_000_000)
    const outcome = fixture.run({ type: 'buyInvest', holder: saver, product, shares: 3, fault: '' })
    expect(outcome).toMatchObject({ rejection: { reason: 'invest_shares_short', detail: { left: '2' } } })
    fixture.bought(saver, product, 2)
  })

  it('ends with the sale, and keeps its terms', () => {
    const terms = fixture.investTerms()
    const product = fixture.published(terms)
    fixture.now = saleEndOf(terms) - 1
    fixture.bought(saver, product, 1)
    fixture.now += 1
    expect(fixture.buy(saver, product, 1)).toMatchObject({ ok: false, rejection: { reason: 'invest_sale_ended' } })
    expect(fixture.state.invest.orders.get(1)?.terms).toEqual(terms)
  })
})

describe('what is put in', () => {
  it('is the holder’s until it is paid: balances and it come to the same before and after a purchase', () => {
    const sale = fixture.investTerms()
    const purchase = fixture.investTerms({ direction: 'buy_low', sharePrice: 60_000_000_000n, shares: 3 })
    const owned = (currency: number): bigint => fixture.available(saver, currency) + fixture.invested(saver, currency)
    const before = [owned(0), owned(1)]
    fixture.bought(saver, fixture.published(sale), 3)
    fixture.bought(saver, fixture.published(purchase), 2)
    fixture.bought(saver, fixture.published(sale), 1)
    expect([owned(0), owned(1)]).toEqual(before)
    expect([fixture.invested(saver, 0), fixture.invested(saver, 1)]).toEqual([120_000_000_000n, 40_000_000n])
    expect(fixture.invested(41, 1)).toBe(0n)
    fixture.sampleAll(sale.maturity - windowMs, sale.maturity, 5_500_000)
    expect([fixture.invested(saver, 0), fixture.invested(saver, 1)]).toEqual([0n, 0n])
  })
})

describe('a publication', () => {
  it('needs the source of the yield, and terms that can hold', () => {
    const refused = (more: Parameters<WealthFixture['investTerms']>[0]): string =>
      fixture.refused({ type: 'publishInvest', terms: fixture.investTerms(more) })
    expect(refused({ text: 0 })).toBe('invest_source_missing')
    expect(refused({ digest: '' })).toBe('invest_source_missing')
    for (const wrong of [
      { listing: 1 },
      { days: 2 },
      { annualRate: 0 },
      { annualRate: 5_000_000_001 },
      { shares: 0 },
      { sharePrice: 0n },
      { sharePrice: 2n ** 52n },
      { referencePrice: 0 },
      { maturity: fixture.now + 7 * 86_400_000 - 1_000 },
      { maturity: fixture.now + 900 * 86_400_000 },
    ]) {
      expect(
        refused(wrong),
        JSON.stringify(wrong, (_, value) => String(value)),
      ).toBe('invest_terms_invalid')
    }
  })
})
