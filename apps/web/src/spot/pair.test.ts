import { expect, test } from 'vitest'
import { conditionalPair, pairOf } from './pair.ts'

test.each([
  ['BTCUSDT', 'buy', 'BTC', 'BTC/USDT'],
  ['BTCUSDT', 'sell', 'USDT', 'BTC/USDT'],
  ['LINKUSDT', 'buy', 'LINK', 'LINK/USDT'],
] as const)('%s %s with a fee in %s is %s', (symbol, side, fee, pair) => {
  expect(pairOf({ symbol, side, fee_currency: fee })).toBe(pair)
})

test.each([
  ['buy', 'USDT'],
  ['sell', 'BTC'],
] as const)('a %s that waits and holds %s is of BTC/USDT', (side, held) => {
  expect(conditionalPair({ symbol: 'BTCUSDT', side, held_currency: held })).toBe('BTC/USDT')
})
