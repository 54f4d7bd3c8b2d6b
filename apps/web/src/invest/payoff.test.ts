import { describe, expect, it } from 'vitest'
import { percentOf } from '../parts/percentOf.ts'
import { awayOf, factorOf, payoffOf, pointsOf, usdtText } from './payoff.ts'

const sale = {
  direction: 'sell_high',
  linked_reference_price: '60000',
  annualized_return: '0.365',
  holding_period: 7,
  single_price: '0.1',
} as const
const purchase = { ...sale, direction: 'buy_low', single_price: '6000' } as const

describe('a payoff', () => {
  it('is what the rules’ check says', () => {
    expect(payoffOf(sale, 8, 10n)).toEqual({ amount: '1', coin: '1.007', usdt: '60420' })
    expect(payoffOf(purchase, 8, 10n)).toEqual({ amount: '60000', coin: '1.007', usdt: '60420' })
    expect(payoffOf({ ...sale, linked_reference_price: '0.12345678' }, 8, 10n).usdt).toBe('0.12432')
  })

  it('is drawn beside holding, and meets itself at the reference price', () => {
    const points = pointsOf(sale, 8, 10n, [90, 100, 110])
    expect(points.map(({ price, product, held }) => [price, usdtText(product), usdtText(held)])).toEqual([
      ['54000', '54378', '54000'],
      ['60000', '60420', '60000'],
      ['66000', '60420', '66000'],
    ])
    expect(
      pointsOf(purchase, 8, 10n, [90, 100, 110]).map(({ product, held }) => [usdtText(product), usdtText(held)]),
    ).toEqual([
      ['54378', '60000'],
      ['60420', '60000'],
      ['60420', '60000'],
    ])
  })

  it('tells factor, rate and distance', () => {
    expect(factorOf(sale)).toBe('1.007')
    expect(percentOf('0.365')).toBe('36.5')
    expect(awayOf('63000', '60000')).toBe('5')
    expect(awayOf('57000', '60000')).toBe('-5')
    expect(awayOf('57000', null)).toBeNull()
  })
})
