import { expect, it } from 'vitest'
import { readTradeKeys } from '../data/tradeKeys.ts'
import { steppedFigure, stepsOfKey } from './steppedFigure.ts'

it('a step is one of the last decimal, and the lowest figure is one', () => {
  expect(steppedFigure('90000', 1, 1)).toBe('90000.1')
  expect(steppedFigure('90000', -100, 1)).toBe('89990')
  expect(steppedFigure('0.3', -10, 1)).toBe('0.1')
  expect(steppedFigure('', 1, 5)).toBe('0.00001')
})

it('arrows take one step and pages a hundred, ten times as many with Shift', () => {
  expect(stepsOfKey({ key: 'ArrowUp', shiftKey: false })).toBe(1)
  expect(stepsOfKey({ key: 'PageDown', shiftKey: false })).toBe(-100)
  expect(stepsOfKey({ key: 'ArrowDown', shiftKey: true })).toBe(-10)
  expect(stepsOfKey({ key: 'a', shiftKey: false })).toBeNull()
})

it('letters are keys until they are switched off', () => {
  expect(readTradeKeys(null).on).toBe(true)
  expect(readTradeKeys({ on: false }).on).toBe(false)
})
