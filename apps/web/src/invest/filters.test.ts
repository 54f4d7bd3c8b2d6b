import type { InvestProduct } from '@truemark/protocol/routes/invest'
import { expect, it } from 'vitest'
import { allProducts, chosen, periodOf } from './filters.ts'

const product = (coin: string, days: number, rate: string): InvestProduct => ({
  product_id: `${coin}${days}`,
  name: '',
  symbol: `${coin}USDT`,
  direction: 'sell_high',
  currency: coin,
  coin,
  single_price: '0.1',
  annualized_return: rate,
  linked_reference_price: '60000',
  holding_period: days,
  maturity_date: 0,
  sale_end: 0,
  shares: 1,
  remaining_shares: 1,
  yield_source: '',
  coin_payout: '0',
  usdt_payout: '0',
  current_price: null,
  simulated: false,
})

const list = [product('BTC', 7, '0.2'), product('BTC', 30, '0.049'), product('ETH', 7, '0.05')]

it('leaves what was asked for, by coin, period and lowest rate', () => {
  const ids = (more: object) => chosen(list, { ...allProducts, ...more }).map(({ product_id }) => product_id)
  expect(ids({})).toEqual(['BTC7', 'BTC30', 'ETH7'])
  expect(ids({ coin: 'ETH' })).toEqual(['ETH7'])
  expect(ids({ period: 'month' })).toEqual(['BTC30'])
  expect(ids({ rate: '5' })).toEqual(['BTC7', 'ETH7'])
  expect(ids({ rate: '20' })).toEqual(['BTC7'])
  expect(ids({ coin: 'BTC', rate: '20', period: 'month' })).toEqual([])
  expect(periodOf(90)).toBe('three_months')
})
