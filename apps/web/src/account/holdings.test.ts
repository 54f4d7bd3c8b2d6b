import type { Balance } from '@truemark/protocol/routes/account'
import { expect, it } from 'vitest'
import { holdingsOf, sharesOf } from './holdings.ts'

const balance = (account: Balance['account'], currency: string, total: string, value: string | null): Balance => ({
  account,
  currency,
  available: total,
  frozen: '0',
  total,
  value,
})

it('adds up currencies over the accounts, the worthiest first, without what is not owned', () => {
  const holdings = holdingsOf([
    balance('coin', 'USDT', '0.1', '0.1'),
    balance('coin', 'BTC', '0.00000001', '600'),
    balance('coin', 'ETH', '0', '0'),
    balance('option', 'USDT', '0.2', '0.2'),
  ])
  expect(holdings.map(({ currency, total, value }) => [currency, total, value])).toEqual([
    ['BTC', '0.00000001', '600'],
    ['USDT', '0.3', '0.3'],
  ])
})

it('has no value where one part has none', () => {
  expect(holdingsOf([balance('coin', 'SOL', '1', null), balance('option', 'SOL', '1', '5')])[0]?.value).toBeNull()
})

it('says what part each is of what has a price, where there are two at least', () => {
  const three = holdingsOf([
    balance('coin', 'BTC', '1', '600'),
    balance('coin', 'USDT', '300', '300'),
    balance('coin', 'SOL', '9', null),
    balance('coin', 'ETH', '0.1', '0.5'),
  ])
  expect([...sharesOf(three)]).toEqual([
    ['BTC', 666],
    ['USDT', 333],
    ['ETH', 0],
  ])
  expect(sharesOf(three.slice(0, 1)).size).toBe(0)
  expect(sharesOf([]).size).toBe(0)
})
