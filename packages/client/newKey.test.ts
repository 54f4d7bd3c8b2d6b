import { expect, test } from 'vitest'
import { newKey } from './newKey.ts'

test('FC-77 a key is made without what browsers keep from plain http', () => {
  const keys = Array.from({ length: 1_000 }, () => newKey(1_700_000_000_000))
  expect(new Set(keys).size).toBe(1_000)
  for (const key of keys) expect(key).toMatch(/^018bcfe5-6800-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})
