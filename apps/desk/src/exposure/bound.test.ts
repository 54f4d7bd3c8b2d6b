import { describe, expect, it } from 'vitest'
import { boundShare, highestOf, nearestFirst, nearness, sumOf } from './bound.ts'

describe('the share of a bound', () => {
  it.each([
    ['0', '10', 0],
    ['5', '10', 500],
    ['-5', '10', 500],
    ['0.00000001', '10', 1],
    ['10', '10', 1_000],
    ['12', '10', 1_200],
    ['1', '0', 1_000],
    ['0', '0', 0],
  ])('of %s under %s is %i tenths of a percent', (position, most, share) => {
    expect(boundShare(position, most)).toBe(share)
  })

  it('is near from 70 % and full from 95 %', () => {
    expect([0, 699, 700, 949, 950, 1_200].map(nearness)).toEqual(['calm', 'calm', 'near', 'near', 'full', 'full'])
  })
})

it('puts the nearest to its bound first and keeps the order of equals', () => {
  const row = (name: string, position: string) => ({ name, position, position_max: '10' })
  const rows = [row('a', '0'), row('b', '-9'), row('c', '5'), row('d', '0')]
  expect(nearestFirst(rows).map(({ name }) => name)).toEqual(['b', 'c', 'a', 'd'])
})

it('sums decimals exactly', () => {
  expect(sumOf(['0.1', '0.2', '-0.05'])).toBe('0.25')
  expect(sumOf([])).toBe('0')
  expect(sumOf(['1', 'x'])).toBe('1')
})

it('finds the highest of decimals by their worth, not as texts', () => {
  expect(highestOf(['9', '10.5', '10.25'])).toBe('10.5')
  expect(highestOf(['-2', '-1'])).toBe('-1')
  expect(highestOf([])).toBeNull()
})
