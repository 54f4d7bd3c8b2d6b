import { describe, expect, it } from 'vitest'
import { WealthFixture } from '../testing/wealthFixture.ts'
import { dayOf, incomeOf, miningTermsHold, rateWithin, redemptionCost, type MiningTerms } from './terms.ts'

const terms: MiningTerms = {
  realm: 'real',
  currency: 1,
  days: 30,
  rateMin: 1_000,
  rateMax: 2_000,
  minimum: 10n,
  maximum: 20n,
  capacity: 100n,
  redemptionRate: 10_000_000,
  text: 0,
  digest: '',
}
const hold = (part: Partial<MiningTerms>) => miningTermsHold({ ...terms, ...part })
const most = 2n ** 52n

describe('the terms of mining', () => {
  it.each<[string, Partial<MiningTerms>, Partial<MiningTerms>]>([
    ['a day at least', { days: 1 }, { days: 0 }],
    ['a year at most', { days: 365 }, { days: 366 }],
    ['a range of rates', { rateMin: 2_000 }, { rateMin: 2_001 }],
    ['some rate', { rateMin: 0, rateMax: 1 }, { rateMin: 0, rateMax: 0 }],
    ['five per cent a day at most', { rateMax: 50_000_000 }, { rateMax: 50_000_001 }],
    ['a fifth for leaving early', { redemptionRate: 200_000_000 }, { redemptionRate: 200_000_001 }],
    ['a minimum', { minimum: 0n }, { minimum: -1n }],
    ['a maximum above it', { maximum: 11n }, { maximum: 10n }],
    ['room for more than it', { capacity: 11n }, { capacity: 10n }],
    ['an amount that can be', { maximum: most }, { maximum: most + 1n }],
    ['as much of all', { capacity: most }, { capacity: most + 1n }],
  ])('allow %s, and not a unit beyond', (_, within, beyond) => {
    expect([hold(within), hold(beyond)]).toEqual([true, false])
  })

  it('give income rounded down and take costs rounded up', () => {
    expect([incomeOf(10n ** 15n, 1_000_000), incomeOf(999n, 1_000_000), incomeOf(1_999n, 1_000_000)]).toEqual([
      10n ** 12n,
      0n,
      1n,
    ])
    expect([redemptionCost(10n ** 15n, 1_000_000), redemptionCost(1n, 1), redemptionCost(1_001n, 1_000_000)]).toEqual([
      10n ** 12n,
      1n,
      2n,
    ])
  })

  it('bound what is published, and stand for it where nothing is', () => {
    const rates = [undefined, 0, 999, 1_000, 1_500, 2_000, 2_001].map((published) => rateWithin(published, terms))
    expect(rates).toEqual([1_000, 1_000, 1_000, 1_000, 1_500, 2_000, 2_000])
    expect([dayOf(86_399_999), dayOf(86_400_000)]).toEqual([0, 1])
  })

  it('let a holder have 200 orders at a time', () => {
    const fixture = new WealthFixture()
    fixture.saver(40)
    const product = fixture.mined(fixture.miningTerms())
    const amount = fixture.miningTerms().minimum + 1n
    for (let at = 0; at < 200; at++) fixture.locked(40, product, amount)
    expect(() => fixture.locked(40, product, amount)).toThrow('open_orders_too_many')
  })

  it('let rates be published for a year ahead, whole', () => {
    const publish = (from: number, to: number) => {
      const fixture = new WealthFixture()
      const product = fixture.mined(fixture.miningTerms())
      const today = dayOf(fixture.now)
      const rates = Array.from({ length: to - from }, (_, at) => ({ day: today + from + at, rate: 3_000_000 }))
      const outcome = fixture.run({ type: 'publishMiningRates', product, rates })
      return outcome.ok ? 'taken' : outcome.rejection.reason
    }
    expect([publish(1, 367), publish(0, 1), publish(366, 368)]).toEqual([
      'taken',
      'mining_day_begun',
      'mining_day_begun',
    ])
  })
})
