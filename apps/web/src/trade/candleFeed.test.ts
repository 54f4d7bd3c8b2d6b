import type { Kline } from '@truemark/protocol/routes/market'
import { expect, test } from 'vitest'
import { latestOfEach } from './candleFeed.ts'

function candle(time: number, close: string): Kline {
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

test('of versions of several candles the last of each is drawn, in order', () => {
  const latest = latestOfEach([candle(60, '1'), candle(60, '2'), candle(120, '3'), candle(120, '4')])
  expect(latest.map((each) => [each.time, each.close])).toEqual([
    [60, '2'],
    [120, '4'],
  ])
})
