import { expect, test } from 'vitest'
import { intervals } from '@truemark/protocol/routes/market'
import { periods, plotValue } from './plot.ts'

test('each interval is as long as its candle', () => {
  const units = {
    second: 1_000,
    minute: 60_000,
    hour: 3_600_000,
    day: 86_400_000,
    week: 604_800_000,
    month: 0,
    year: 0,
  }
  for (const interval of intervals) {
    const { period, lengthMs } = periods[interval]
    expect(units[period.type] * period.span).toBe(lengthMs)
  }
})

test('a price is drawn where it stands', () => {
  expect(plotValue('67012.69')).toBe(67012.69)
  expect(plotValue('0.00001')).toBe(0.00001)
  expect(plotValue('nothing')).toBe(0)
})
