import { expect, it } from 'vitest'
import { codeIn, inGroups } from './code.ts'

it('finds the six digits of a message and reads them in two groups', () => {
  expect(codeIn('Your code is 012345. It holds for 30 minutes.')).toBe('012345')
  expect(codeIn('驗證碼：918273，請勿告訴他人')).toBe('918273')
  expect(inGroups('012345')).toBe('012 345')
})

it('takes no part of a longer number, and none where there is none', () => {
  expect(codeIn('Call +4915112345678 for order 1234567')).toBeNull()
  expect(codeIn('Welcome')).toBeNull()
})
