import type { MiningOrderDetail, MiningProduct } from '@truemark/protocol/routes/mining'
import { describe, expect, it } from 'vitest'
import { percentOf } from '../parts/percentOf.ts'
import {
  amountFault,
  dayIncome,
  exampleAmount,
  folded,
  isSoldOut,
  mostOf,
  orderTable,
  productTable,
  takenPercent,
} from './figures.ts'

const dayMs = 86_400_000
const start = 20_000 * dayMs
const product: MiningProduct = {
  product_id: 'p',
  name: 'Five days',
  currency: 'USDT',
  daily_return_rate_min: '0.003',
  daily_return_rate_max: '0.004',
  lockup_period: 5,
  early_redemption_rate: '0.02',
  terms_version: 1,
  on: true,
  minimum_amount: '100',
  maximum_amount: '20000',
  capacity: '50000',
  remaining: '12000',
  yield_source: 'Lent.',
  rates: [{ date: start, rate: '0.0035' }],
  income_start: start,
  end_time: start + 5 * dayMs,
}

describe('the table of what comes back', () => {
  it('shows both ends of the range, and one figure where the rate is published', () => {
    const rows = productTable(product, '10000', 6)
    expect(rows.map(({ incomeMin, incomeMax }) => `${incomeMin}–${incomeMax}`)).toEqual([
      '0–0',
      '35–35',
      '65–75',
      '95–115',
      '125–155',
      '155–195',
    ])
    expect(rows.map(({ refund }) => refund)).toEqual(['9800', '9800', '9800', '9800', '9800', '10000'])
    expect(rows.map(({ from }) => from)).toEqual([0, 1, 2, 3, 4, 5].map((day) => (day === 0 ? 0 : start + day * dayMs)))
    expect(productTable(product, '', 6)).toEqual([])
    expect(productTable(product, '0', 6)).toEqual([])
  })

  it('of a running order begins with what was really paid', () => {
    const { terms_version: _v, on: _o, minimum_amount: _m, maximum_amount: _x, capacity: _c, ...terms } = product
    const { remaining: _r, yield_source: _y, ...shared } = terms
    const order: MiningOrderDetail = {
      ...shared,
      order_id: 'o',
      investment_amount: '10000',
      transaction_time: start - 5,
      days_paid: 2,
      income: '70',
      next_income_time: start + 3 * dayMs,
      early_redemption: false,
      early_redemption_cost: '200',
      refund: '9800',
      ended_time: null,
      status: 'ongoing',
      incomes: ['35', '35'].map((amount, at) => ({
        date: start + at * dayMs,
        rate: '0.0035',
        published: true,
        amount,
        credited_time: start + (at + 1) * dayMs,
      })),
      rates: [],
    }
    expect(orderTable(order, 6).map(({ incomeMin, incomeMax }) => `${incomeMin}–${incomeMax}`)).toEqual([
      '0–0',
      '35–35',
      '70–70',
      '100–110',
      '130–150',
      '160–190',
    ])
  })

  it('is folded to its first rows and its end', () => {
    expect(folded([1, 2, 3, 4, 5, 6], 3)).toEqual([1, 2, 3, 6])
    expect(folded([1, 2, 3, 4], 3)).toEqual([1, 2, 3, 4])
  })
})

describe('the form', () => {
  it('refuses what the engine would, in its order', () => {
    const reason = (amount: string, available = '50000') => amountFault(product, amount, available, 6)?.reason ?? null
    expect(reason('')).toBe('mining_amount_too_small')
    expect(reason('100')).toBe('mining_amount_too_small')
    expect(reason('100.000001')).toBe(null)
    expect(reason('20000.1')).toBe('mining_amount_too_large')
    expect(reason('12000.1')).toBe('mining_capacity_full')
    expect(reason('500', '499')).toBe('balance_insufficient')
  })

  it('knows the most, what is taken, and when nothing is left', () => {
    expect(mostOf(product, '800.5', 6)).toBe('800.5')
    expect(mostOf(product, '99999', 6)).toBe('12000')
    expect(exampleAmount(product, 6)).toBe('1000')
    expect(takenPercent(product)).toBe(76)
    expect(isSoldOut(product)).toBe(false)
    expect(isSoldOut({ ...product, remaining: '100' })).toBe(true)
    expect([percentOf('0.003'), percentOf('0.00015')]).toEqual(['0.3', '0.015'])
    expect(dayIncome('10000', '0.004', 6)).toBe('40')
  })
})
