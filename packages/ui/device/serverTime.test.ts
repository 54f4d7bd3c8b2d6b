import { expect, test } from 'vitest'
import { clockOffset, learnFromHead, learnServerTime, serverNow } from './serverTime.ts'

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

test('FC-73 a device days behind or ahead knows the time from the head of an answer', () => {
  for (const wrongBy of [-3 * 86_400_000, 40 * 86_400_000]) {
    const device = Date.now()
    learnFromHead(new Headers({ date: new Date(device - wrongBy).toUTCString() }), device, device)
    expect(Math.abs(serverNow() + wrongBy - device)).toBeLessThan(2_000)
  }
  const before = serverNow() - Date.now()
  learnFromHead(new Headers(), 0, 0)
  expect(Math.abs(serverNow() - Date.now() - before)).toBeLessThan(5)
})
