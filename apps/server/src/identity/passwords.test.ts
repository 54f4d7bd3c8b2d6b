import { expect, it } from 'vitest'
import { userPasswordRefusal } from './passwords.ts'

const refusal = (password: string, lengthMin: number) => userPasswordRefusal(password, 'password_too_short', lengthMin)

it('refuses a password by the length that the operator wants, and says so', () => {
  expect(refusal('Quiet-river7', 6)).toBeNull()
  expect(refusal('Short', 6)).toEqual({ reason: 'password_too_short', params: {} })
  expect(refusal('Short', 12)).toEqual({ reason: 'password_too_short', params: {} })
  expect(refusal('Quiet-rivr7', 12)).toEqual({ reason: 'password_length', params: { min: '12', max: '20' } })
  expect(refusal('Quiet-river7'.repeat(2), 12)).toEqual({ reason: 'password_length', params: { min: '12', max: '20' } })
  expect(refusal('password123', 6)).toEqual({ reason: 'password_breached', params: {} })
})
