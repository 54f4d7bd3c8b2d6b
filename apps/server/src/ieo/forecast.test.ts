import type { IeoTerms } from '@truemark/core/ieo/terms'
import { WealthFixture } from '@truemark/core/testing/wealthFixture'
import { describe, expect, it } from 'vitest'
import { askedExchange } from '../testing/askedExchange.ts'
import { smallCatalogue } from '../testing/smallCatalogue.ts'
import { ieoForecast, ieoForecastRows } from './forecast.ts'

const day = 86_400_000
const terms: IeoTerms = {
  realm: 'real',
  currency: 1,
  passQuantity: 100_000_000n,
  passPrice: 2_500_000n,
  supply: 10,
  applicationMin: 1,
  holderMax: 10,
  opensAt: day,
  closesAt: 2 * day + 5,
  marketAt: 3 * day + 7,
  text: 1,
  digest: 'd',
}
const rowsOf = (phase: 'announced' | 'ended', owed: bigint, applied: number) =>
  ieoForecastRows(smallCatalogue(), { terms, phase, owed, applied })
const row = (date: number, currency: string, min: string, max: string, principal: string) => {
  return { date, product: 'ieo', currency, min, max, principal }
}

describe('a launch', () => {
  it('may cost its coin on the day of its market, and for certain once its window has ended', () => {
    expect(rowsOf('ended', 150_000_000n, 4)).toEqual([row(3 * day, 'BTC', '1.5', '1.5', '0')])
    expect(rowsOf('announced', 150_000_000n, 0)).toEqual([row(3 * day, 'BTC', '0', '1.5', '0')])
    expect(rowsOf('ended', 0n, 4)).toEqual([])
  })

  it('sets free what was put in for its passes when its window ends, and never after', () => {
    expect(rowsOf('announced', 0n, 4)).toEqual([row(2 * day, 'USDT', '0', '0', '10')])
    expect(rowsOf('announced', 1n, 1)).toEqual([
      row(3 * day, 'BTC', '0', '0.00000001', '0'),
      row(2 * day, 'USDT', '0', '0', '2.5'),
    ])
  })
})

it('launches are asked of the exchange, by realm', async () => {
  const fixture = new WealthFixture()
  fixture.saver(40)
  const of = fixture.ieoTerms()
  fixture.must({ type: 'subscribeIeo', holder: 40, project: fixture.launched(of), passes: 3, fault: '' })
  const exchange = askedExchange(fixture.state, fixture.now)
  const forecast = ieoForecast({ catalogue: smallCatalogue(), exchange })
  const dayOf = (time: number) => Math.floor(time / day) * day
  // 1 000 passes of a bitcoin may be delivered; three at 100 USDT are applied for
  expect(await forecast('real')).toEqual([
    row(dayOf(of.marketAt), 'BTC', '0', '1000', '0'),
    row(dayOf(of.closesAt), 'USDT', '0', '0', '300'),
  ])
  expect(await forecast('demo')).toEqual([])
})
