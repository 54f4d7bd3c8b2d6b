import { expect, it } from 'vitest'
import { smallCatalogue } from '../testing/smallCatalogue.ts'
import { balanceShape, investedShape, worthOf } from './worth.ts'

const catalogue = smallCatalogue()
const indexes: Record<string, string> = { BTCUSDT: '99999.99', XRPBTC: '0.00002', XRPUSDT: '0.666667' }
const indexOf = (symbol: string): string | null => indexes[symbol] ?? null

it.each([
  ['USDT as it is', 0, 5n, 5n],
  ['a bitcoin at the index', 1, 100_000_000n, 99_999_990_000n],
  ['the smallest part of one, of which not a unit is whole', 1, 1n, 999n],
  ['what is quoted in bitcoin too by its price in USDT', 2, 1_000_000n, 666_667n],
  ['no more than is whole', 2, 1n, 0n],
  ['a debt, to the unit below', 2, -4n, -3n],
])('an amount is worth %s', (_, currency, amount, worth) => {
  expect(worthOf(catalogue, indexOf, currency, amount)).toBe(worth)
})

it('what has no price is worth nobody knows what, and nothing is worth nothing', () => {
  expect(worthOf(catalogue, () => null, 1, 5n)).toBeNull()
  expect(worthOf(catalogue, () => null, 1, 0n)).toBe(0n)
  expect(worthOf(catalogue, () => null, 0, 5n)).toBe(5n)
  expect(worthOf(catalogue, indexOf, 3, 5n)).toBeNull()
})

it('a balance is told with what of it is free, all of it, and what all is worth', () => {
  const stand = { account: 'coin', currency: 1, available: 150_000_000n, frozen: 50_000_000n } as const
  const told = { account: 'coin', currency: 'BTC', available: '1.5', frozen: '0.5', total: '2' }
  expect(balanceShape(catalogue, indexOf, stand)).toEqual({ ...told, value: '199999.98' })
  expect(balanceShape(catalogue, () => null, stand)).toEqual({ ...told, value: null })
})

it('what is put into a product is told with its worth', () => {
  const invested = { product: 'invest', currency: 1, amount: 50_000_000n } as const
  const told = { product: 'invest', currency: 'BTC', amount: '0.5' }
  expect(investedShape(catalogue, indexOf, invested)).toEqual({ ...told, value: '49999.995' })
  expect(investedShape(catalogue, () => null, invested)).toEqual({ ...told, value: null })
})
