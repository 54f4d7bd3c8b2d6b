import { expect, test } from 'vitest'
import { followSequence } from './sequence.ts'

test.each([
  [null, 7, 'next'],
  [7, 8, 'next'],
  [7, 7, 'old'],
  [7, 6, 'old'],
  [7, 9, 'gap'],
] as const)('after %s, %s is %s', (last, seq, verdict) => {
  expect(followSequence(last, seq)).toBe(verdict)
})
