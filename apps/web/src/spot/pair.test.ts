import { expect, test } from 'vitest'
import { pairOf } from './pair.ts'

test.each([
  ['BTCUSDT', 'buy', 'BTC', 'BTC/USDT'],
  ['BTCUSDT', 'sell', 'USDT', 'BTC/USDT'],
  ['LINKUSDT', 'buy', 'LINK', 'LINK/USDT'],
] as const)('%s %s with a fee in %s is %s', (symbol, side, fee, pair) => {
  expect(pairOf({ symbol, side, fee_currency: fee })).toBe(pair)
})
