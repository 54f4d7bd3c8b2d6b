import type { Assets, Balance } from '@truemark/protocol/routes/account'
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

function change(balances: Balance[], invested: Assets['invested'] = []) {
  return dayChange({ balances, invested }, day)
}

describe('what the prices of a day made of what is owned', () => {
  it("sums each quantity times its price's move, and its percent of the worth before", () => {
    const balances = [own('USDT', '81000'), own('BTC', '0.2'), own('ETH', '0.5'), own('SOL', '0')]
    expect(change(balances)).toEqual({ amount: '15.25', percent: '0.02' })
  })

  it('falls below zero', () => {
    expect(change([own('ETH', '2')])).toEqual({ amount: '-19.00', percent: '-0.32' })
  })

  it('is the same before and after coins are put into a product', () => {
    const put = { product: 'invest', currency: 'ETH', amount: '1.5', value: null } as const
    expect(change([own('ETH', '0.5')], [put])).toEqual(change([own('ETH', '2')]))
  })

  it('is zero where nothing but USDT is owned, for that has no price that moves', () => {
    expect(change([own('USDT', '100')])).toEqual({ amount: '0.00', percent: '0.00' })
  })

  it('leaves a coin without prices out, and is nothing where no coin has any', () => {
    expect(change([own('ETH', '2'), own('SOL', '1')])).toEqual(change([own('ETH', '2')]))
    expect(change([own('USDT', '100'), own('SOL', '1')])).toBeNull()
    expect(dayChange(null, day)).toBeNull()
    expect(change([])).toBeNull()
  })
})
