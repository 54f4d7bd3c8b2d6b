import { expect, test } from 'vitest'
import { chartSettings, readChartSettings, toggleIndicator } from './chartSettings.ts'

test('opens at one minute and keeps what was chosen', () => {
  expect(readChartSettings(undefined).interval).toBe('1m')
  expect(readChartSettings({ interval: '4h', indicators: ['RSI', 'nonsense'] })).toEqual({
    interval: '4h',
    indicators: ['RSI'],
  })
})

test('an indicator is shown and taken away', () => {
  chartSettings.setState({ indicators: ['VOL'] })
  toggleIndicator('MACD')
  toggleIndicator('VOL')
  expect(chartSettings.getState().indicators).toEqual(['MACD'])
})
