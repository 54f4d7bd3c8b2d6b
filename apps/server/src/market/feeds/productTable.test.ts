import { expect, it } from 'vitest'
import { findListing } from './listings.ts'
import { ProductTable } from './productTable.ts'

it('takes no name that another product has, nor a symbol twice', () => {
  const btc = findListing('okx', 'BTCUSDT')
  if (btc === undefined) throw new Error('okx lists BTC')
  const table = new ProductTable([btc], { consecutiveIds: true }, (book) => book)
  expect(() => table.add({ ...btc, symbol: 'WBTCUSDT' })).toThrow(RangeError)
  expect(() => table.add({ ...btc, code: 'WBTC-USDT' })).toThrow(RangeError)
  expect(table.byCode('BTC-USDT')?.listing.symbol).toBe('BTCUSDT')
  expect(table.symbols).toEqual(['BTCUSDT'])
})
