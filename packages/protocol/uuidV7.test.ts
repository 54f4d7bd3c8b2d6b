import { expect, test } from 'vitest'
import { uuidV7 } from './uuidV7.ts'

test('a UUIDv7 bears its time, its version and its variant', () => {
  expect(uuidV7(0x017f22e279b0, new Uint8Array(16).fill(0xff))).toBe('017f22e2-79b0-7fff-bfff-ffffffffffff')
})
