import { WealthFixture } from '@truemark/core/testing/wealthFixture'
import { expect, it } from 'vitest'
import { askedExchange } from '../testing/askedExchange.ts'
import { smallCatalogue } from '../testing/smallCatalogue.ts'
import { investForecast, investForecastRows } from './forecast.ts'

const day = 86_400_000

it('investments that mature on a day of UTC may cost either currency, each in the sum of what was promised', () => {
  const of = { coin: 100_000_000n, usdt: 2_000_000n } as const
  const rows = investForecastRows(smallCatalogue(), [
    { maturity: 5 * day, listing: 0, ...of },
    { maturity: 6 * day - 1, listing: 0, coin: 50_000_000n, usdt: 500_000n },
    { maturity: 6 * day, listing: 2, ...of },
    { maturity: 5 * day + 1, listing: 2, ...of },
  ])
  const row = (date: number, currency: string, max: string) => {
    return { date: date * day, product: 'invest', currency, min: '0', max, principal: '0' }
  }
  expect(rows).toEqual([
    row(5, 'BTC', '1.5'),
    row(5, 'USDT', '4.5'),
    row(6, 'XRP', '100'),
    row(6, 'USDT', '2'),
    row(5, 'XRP', '100'),
  ])
  expect(investForecastRows(smallCatalogue(), [])).toEqual([])
})

it('is asked of the exchange for real accounts, and is nothing on the demo', async () => {
  const fixture = new WealthFixture()
  fixture.saver(40)
  const terms = fixture.investTerms()
  fixture.bought(40, fixture.published(terms), 1)
  const exchange = askedExchange(fixture.state, fixture.now)
  const forecast = investForecast({ catalogue: smallCatalogue(), exchange })
  const about = { date: Math.floor(terms.maturity / day) * day, product: 'invest', min: '0', principal: '0' }
  // a week at 36.5 % of a tenth of a bitcoin, or as much at 60 000 USDT
  expect(await forecast('real')).toEqual([
    { ...about, currency: 'BTC', max: '0.1007' },
    { ...about, currency: 'USDT', max: '6042' },
  ])
  expect(await forecast('demo')).toEqual([])
})
