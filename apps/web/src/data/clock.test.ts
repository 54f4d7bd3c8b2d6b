import { expect, test } from 'vitest'
import { clockOffset, learnServerTime, secondsLeft, serverNow } from './clock.ts'

test('the offset lies in the middle of the round trip', () => {
  expect(clockOffset(10_500, 10_000, 10_200)).toBe(400)
})

test('learns a server that runs ahead, and leaves noise out', () => {
  const now = Date.now()
  learnServerTime(now + 90_000, now, now)
  expect(serverNow() - Date.now()).toBe(90_000)
  learnServerTime(now + 90_400, now, now)
  expect(serverNow() - Date.now()).toBe(90_000)
})

test.each([
  [10_999, 10_000, 0],
  [11_000, 10_000, 1],
  [9_000, 10_000, 0],
  [70_500, 10_000, 60],
])('until %i at %i there remain %i s', (dueAt, now, seconds) => {
  expect(secondsLeft(dueAt, now)).toBe(seconds)
})
