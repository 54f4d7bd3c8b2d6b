import { expect, it } from 'vitest'
import { writeParams } from './paramFigures.ts'

it('writes the figures of a sentence as its reader does, and leaves all else', () => {
  const params = { min: '88460.0', max: '1', symbol: 'BTCUSDT', left: '-0.5', code: '007' }
  expect(writeParams(params, 'de')).toEqual({ min: '88.460', max: '1', symbol: 'BTCUSDT', left: '−0,5', code: '007' })
})
