import { expect, test } from 'vitest'
import { codeDigits, plainCode } from './codeDigits.ts'

test.each([
  '123456',
  '123 456',
  ' 123456 ',
  '123-456',
  '１２３４５６',
  '１２３　４５６',
  '๑๒๓๔๕๖',
  '123\u00A0456\n',
  '\u200E123456\u200E',
  '123–456',
])('FC-79 the code in %j is six digits', (text) => {
  expect(codeDigits(text)).toBe('123456')
})

test.each([
  ['123 456', '123456'],
  ['123-456', '123456'],
  ['１２３４５６', '123456'],
  [' abcd efgh ', 'abcdefgh'],
  ['a234-bcd５', 'a234bcd5'],
])('FC-79 %j, an app’s code or a recovery code, is sent as %j', (text, plain) => {
  expect(plainCode(text)).toBe(plain)
})
