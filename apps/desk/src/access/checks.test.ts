import { describe, expect, it } from 'vitest'
import { accessFaults, passwordLengthMin, plainCode } from './checks.ts'

const good = { name: 'Ada', password: 'a long enough one', totp: '123 456' }

describe('the checks of an access form', () => {
  it('find nothing wrong with a good one, with the code in two groups', () => {
    expect(accessFaults(good, true)).toEqual({})
    expect(plainCode(' 123 456 ')).toBe('123456')
  })

  it('ask for each field', () => {
    expect(accessFaults({ name: ' ', password: '', totp: '' }, false)).toEqual({
      name: 'name',
      password: 'required',
      totp: 'totp',
    })
  })

  it('hold a fresh password to the catalogue’s least length, an existing one to none', () => {
    const password = 'x'.repeat(passwordLengthMin - 1)
    expect(passwordLengthMin).toBe(12)
    expect(accessFaults({ ...good, password }, true)).toEqual({ password: 'password' })
    expect(accessFaults({ ...good, password: `${password}x` }, true)).toEqual({})
    expect(accessFaults({ ...good, password }, false)).toEqual({})
  })

  it.each(['12345', '1234567', '12345a', '１２３４５６'])('refuse the code %s', (totp) => {
    expect(accessFaults({ ...good, totp }, false)).toEqual({ totp: 'totp' })
  })
})
