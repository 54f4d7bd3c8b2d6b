import { expect, it } from 'vitest'
import { wholeUpTo } from './wholeUpTo.ts'

it('reads whole numbers within the bound, and nothing else', () => {
  expect(['1', ' 24 ', '24', '25', '0', '-1', '1.5', '1e1', ''].map((text) => wholeUpTo(text, 24))).toEqual([
    1,
    24,
    24,
    null,
    null,
    null,
    null,
    null,
    null,
  ])
})
