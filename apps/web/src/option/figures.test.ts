import { expect, test } from 'vitest'
import { percentOf } from '../parts/percentOf.ts'
import { earningsWith, gainFor, percentNeeded, standingAt, sumOf } from './figures.ts'

test('rates are percentages; what is needed is rounded up', () => {
  expect(percentOf('0.8')).toBe('80')
  expect(percentOf('0.825')).toBe('82.5')
  expect(percentNeeded('0.555555556')).toBe('55.6')
  expect(percentNeeded('0.5')).toBe('50')
})

test('a gain is what the engine would pay', () => {
  expect(gainFor('100', '0.8')).toBe('80')
  expect(gainFor('10.000001', '0.82')).toBe('8.2')
  expect(gainFor('1e3', '0.8')).toBeNull()
  expect(gainFor('', '0.8')).toBeNull()
  expect(sumOf('100', '80')).toBe('180')
})

test('an option stands ahead, behind or level', () => {
  const up = { type: 'up', entry_price: '60000.5' } as const
  expect(standingAt(up, '60000.51')).toEqual({ outcome: 'win', higher: true, difference: '0.01' })
  expect(standingAt(up, '60000.4')).toEqual({ outcome: 'loss', higher: false, difference: '0.1' })
  expect(standingAt({ ...up, type: 'down' }, '60000.4')?.outcome).toBe('win')
  expect(standingAt(up, '60000.5')?.outcome).toBe('tie')
  expect(standingAt(up, null)).toBeNull()
  expect(standingAt({ ...up, entry_price: null }, '1')).toBeNull()
})

test('earnings follow from the outcome', () => {
  const option = { order_amount: '100', payout: '180' }
  expect([earningsWith(option, 'win'), earningsWith(option, 'loss'), earningsWith(option, 'tie')]).toEqual([
    '80',
    '-100',
    '0',
  ])
})
