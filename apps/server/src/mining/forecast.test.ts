import { WealthFixture } from '@truemark/core/testing/wealthFixture'
import { expect, it } from 'vitest'
import { askedExchange } from '../testing/askedExchange.ts'
import { smallCatalogue } from '../testing/smallCatalogue.ts'
import { miningForecast, miningForecastRow } from './forecast.ts'

it('the income of a day falls due on the next, between the least and the most that it can be', () => {
  const day = { currency: 1, day: 20_000, incomeMin: 50n, incomeMax: 150_000_000n, principal: 1n }
  expect(miningForecastRow(smallCatalogue(), day)).toEqual({
    date: 20_001 * 86_400_000,
    product: 'mining',
    currency: 'BTC',
    min: '0.0000005',
    max: '1.5',
    principal: '0.00000001',
  })
})

it('what runs is asked of the exchange, day by day', async () => {
  const fixture = new WealthFixture()
  fixture.saver(40)
  fixture.locked(40, fixture.mined(fixture.miningTerms({ days: 1 })), 1_000_000_000n)
  const exchange = askedExchange(fixture.state, fixture.now)
  const forecast = miningForecast({ catalogue: smallCatalogue(), exchange })
  const tomorrow = (Math.floor(fixture.now / 86_400_000) + 1) * 86_400_000
  // the first day that counts is tomorrow; 0.3 % to 0.4 % of 1 000 USDT are due when it is over
  const row = {
    date: tomorrow + 86_400_000,
    product: 'mining',
    currency: 'USDT',
    min: '3',
    max: '4',
    principal: '1000',
  }
  expect(await forecast('real')).toEqual([row])
  expect(await forecast('demo')).toEqual([])
})
