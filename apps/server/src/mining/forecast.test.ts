import { expect, it } from 'vitest'
import { smallCatalogue } from '../testing/smallCatalogue.ts'
import { miningForecastRow } from './forecast.ts'

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
