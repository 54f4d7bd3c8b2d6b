import { expect, it } from 'vitest'
import { isProofWhole } from './proof.ts'

it.each(['123456', '123 456', 'abcd2345', 'ABCD-2345'])('a proof with the code %s can be sent', (verify_code) => {
  expect(isProofWhole({ password: 'x', verify_code, by: 'code' })).toBe(true)
  expect(isProofWhole({ password: '', verify_code, by: 'code' })).toBe(false)
})

it.each(['', '12345', '12345678', 'abcd234', 'abcd23456'])('a proof with the code "%s" is not whole', (verify_code) => {
  expect(isProofWhole({ password: 'x', verify_code, by: 'code' })).toBe(false)
  expect(isProofWhole({ password: 'x', verify_code, by: 'passkey' })).toBe(true)
})
