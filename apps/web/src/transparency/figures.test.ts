import { expect, it } from 'vitest'
import { percentOf } from '../parts/percentOf.ts'
import { grouped, percentNeeded, roughSpanOf, spanOf } from './figures.ts'

it('writes a share as a percentage, below zero too', () => {
  expect(['0.0005', '-0.0001', '0', '1', '0.123456789'].map(percentOf)).toEqual([
    '0.05',
    '-0.01',
    '0',
    '100',
    '12.3456789',
  ])
})

it('tells a time in the largest unit that fits, and a measured one in a fair one', () => {
  expect([200, 5_000, 1_500, 600_000, 28_800_000].map((ms) => Object.values(spanOf(ms)).join(' '))).toEqual([
    '200 millisecond',
    '5 second',
    '1500 millisecond',
    '10 minute',
    '8 hour',
  ])
  expect([1_400, 90_000, 3_700_000, 86_400_000].map((ms) => Object.values(roughSpanOf(ms)).join(' '))).toEqual([
    '1 second',
    '90 second',
    '62 minute',
    '24 hour',
  ])
})

it('says once what holds of several markets', () => {
  const rows = [
    { symbol: 'A', fee: '1' },
    { symbol: 'B', fee: '2' },
    { symbol: 'C', fee: '1' },
  ]
  expect(grouped(rows, ({ fee }) => [fee]).map(({ symbols }) => symbols)).toEqual([['A', 'C'], ['B']])
  expect(percentNeeded('0.555555556')).toBe('55.6')
})
