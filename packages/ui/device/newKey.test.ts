import { expect, test } from 'vitest'
import { newKey, uuidV7 } from './newKey.ts'

test('a UUIDv7 bears its time, its version and its variant', () => {
  expect(uuidV7(0x017f22e279b0, new Uint8Array(16).fill(0xff))).toBe('017f22e2-79b0-7fff-bfff-ffffffffffff')
})

test('FC-77 a key is made without what browsers keep from plain http', () => {
  const keys = Array.from({ length: 1_000 }, () => newKey(1_700_000_000_000))
  expect(new Set(keys).size).toBe(1_000)
  for (const key of keys) expect(key).toMatch(/^018bcfe5-6800-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})
