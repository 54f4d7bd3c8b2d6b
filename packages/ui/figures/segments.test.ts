import { expect, it } from 'vitest'
import { segmentsOf } from './segments.ts'

it('places values by time and height, and cuts the line where nothing was recorded', () => {
  const values = [
    { time: 0, value: '1' },
    { time: 100, value: '3.0' },
    { time: 400, value: '2' },
  ]
  expect(segmentsOf(values, 0, 400, 150)).toEqual([
    [
      { x: 0, y: 0 },
      { x: 250, y: 1000 },
    ],
    [{ x: 1000, y: 500 }],
  ])
  expect(segmentsOf([], 0, 0, 1)).toEqual([])
})
