import type { BookKind, Kline } from '@truemark/protocol/routes/market'
import type { ServerMessage } from '@truemark/protocol/stream'
import { expect, test } from 'vitest'
import { bookKey, foldMarket, noMarket, withCandle } from './marketStore.ts'

function book(symbol: string, price: string, levels = 1, kind: BookKind = 'spot'): ServerMessage {
  const side = Array.from({ length: levels }, () => ({ price, amount: '1' }))
  return { type: 1, data: { symbol, kind, time: 1, mark: null, asks: side, bids: side, simulated: false } }
}

function candle(time: number, close = '1'): Kline {
  const figures = { open: '1', close, high: '1', low: '1', volume: '0', turnover: '0' }
  return {
    code: 'BTCUSDT',
    time,
    ...figures,
    id: '',
    interval: '1m',
    data_complete: false,
    source: '',
    simulated: false,
  }
}

test('of one batch the latest book of each symbol stays, cut to five levels', () => {
  const state = foldMarket(noMarket, [book('A', '1'), book('B', '9', 8), book('A', '2')])
  expect(state.books.get('A')?.asks[0]?.price).toBe('2')
  expect(state.books.get('B')?.bids).toHaveLength(5)
})

test('a deep book stands beside the small one, cut to twenty levels', () => {
  const small = book('A', '1', 5)
  const deep = book('A', '1', 30)
  const state = foldMarket(noMarket, deep.type === 1 ? [small, { ...deep, type: 10 }] : [])
  expect(state.books.get('A')?.asks).toHaveLength(5)
  expect(state.deepBooks.get('A')?.asks).toHaveLength(20)
})

test('what a batch does not touch keeps its identity', () => {
  const first = foldMarket(noMarket, [book('A', '1'), book('B', '1')])
  const second = foldMarket(first, [book('A', '2')])
  expect(second.books.get('B')).toBe(first.books.get('B'))
  expect(second.books.get('A')).not.toBe(first.books.get('A'))
})

test('at most 100 symbols are kept; the longest unchanged goes', () => {
  const messages = Array.from({ length: 100 }, (_, n) => book(`S${n}`, '1'))
  const state = foldMarket(noMarket, [...messages, book('S0', '2'), book('ONE', '1')])
  expect(state.books.size).toBe(100)
  expect(state.books.has('S0')).toBe(true)
  expect(state.books.has('S1')).toBe(false)
  const other = foldMarket(state, [book('S0', '3', 1, 'derivative')])
  expect(other.books.size).toBe(101)
  expect(other.books.get(bookKey('S0', 'derivative'))?.asks[0]?.price).toBe('3')
})

test('candles: a newer version replaces, a late one finds its place, at most 100 stay', () => {
  let list: readonly Kline[] = [candle(60), candle(180)]
  list = withCandle(list, candle(180, '2'))
  list = withCandle(list, candle(120))
  list = withCandle(list, candle(240))
  expect(list.map((each) => [each.time, each.close])).toEqual([
    [60, '1'],
    [120, '1'],
    [180, '2'],
    [240, '1'],
  ])
  for (let n = 5; n < 130; n += 1) list = withCandle(list, candle(n * 60))
  expect(list).toHaveLength(100)
  expect(list.at(-1)?.time).toBe(129 * 60)
})
