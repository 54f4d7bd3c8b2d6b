import type { IeoTerms } from '@truemark/core/ieo/terms'
import { describe, expect, it } from 'vitest'
import { smallCatalogue } from '../testing/smallCatalogue.ts'
import { ieoForecastRows } from './forecast.ts'

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
