import { expect, test } from 'vitest'
import { latestOf } from './latest.ts'

const book = (symbol: string, mark: number, kind = 'spot') => ({ type: 1, data: { symbol, kind, mark } })
const candle = (time: number, close: string) => ({ type: 2, data: { code: 'A', interval: '1m', time, close } })
const own = (seq: number) => ({ type: 3, seq, data: { currency: 'USDT' } })

test('of what overwrites only the last stays, in the order of those that stay', () => {
  const messages = [book('A', 1), own(1), book('B', 2), { type: 7, data: { symbol: 'A' } }, book('A', 3), own(2)]
  expect(latestOf(messages)).toEqual([own(1), book('B', 2), { type: 7, data: { symbol: 'A' } }, book('A', 3), own(2)])
})

test('books of two kinds, and candles of two times, do not overwrite each other', () => {
  const messages = [book('A', 1), book('A', 2, 'derivative'), candle(60, '1'), candle(120, '1'), candle(60, '2')]
  expect(latestOf(messages)).toEqual([book('A', 1), book('A', 2, 'derivative'), candle(120, '1'), candle(60, '2')])
})

test('what has no shape that is known stays, for whoever reads it to refuse', () => {
  const odd = [null, 3, {}, { type: 1 }, { type: 1, data: null }, { type: 9, data: {} }]
  expect(latestOf(odd)).toEqual(odd)
})
