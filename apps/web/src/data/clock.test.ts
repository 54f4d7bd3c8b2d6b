import { expect, test } from 'vitest'
import { secondsLeft } from './clock.ts'

test.each([
  [10_999, 10_000, 0],
  [11_000, 10_000, 1],
  [9_000, 10_000, 0],
  [70_500, 10_000, 60],
])('until %i at %i there remain %i s', (dueAt, now, seconds) => {
  expect(secondsLeft(dueAt, now)).toBe(seconds)
})
