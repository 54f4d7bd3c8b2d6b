import type { Balance } from '@truemark/protocol/routes/account'
import { describe, expect, it } from 'vitest'
import { dayChange } from './worth.ts'

const own = (currency: string, total: string): Balance => ({
  account: 'coin',
  currency,
  total,
  available: total,
  frozen: '0',
  value: null,
})
const at = (price: string) => ({ price, time: 1 })
const day = {
  prices: new Map([
    ['BTCUSDT', at('90100')],
    ['ETHUSDT', at('2990.5')],
  ]),
  dayAgo: new Map([
    ['BTCUSDT', '90000'],
    ['ETHUSDT', '3000'],
  ]),
}

describe('what the prices of a day made of the balances', () => {
  it("sums each quantity times its price's move, and its percent of the worth before", () => {
    const balances = [own('USDT', '81000'), own('BTC', '0.2'), own('ETH', '0.5'), own('SOL', '0')]
    expect(dayChange(balances, day)).toEqual({ amount: '15.25', percent: '0.02' })
  })

  it('falls below zero', () => {
    expect(dayChange([own('ETH', '2')], day)).toEqual({ amount: '-19.00', percent: '-0.32' })
  })

  it('is nothing where no price touches what is owned, or one is missing', () => {
    expect(dayChange(undefined, day)).toBeNull()
    expect(dayChange([own('USDT', '100')], day)).toBeNull()
    expect(dayChange([own('BTC', '1'), own('SOL', '1')], day)).toBeNull()
  })
})
