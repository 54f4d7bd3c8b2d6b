import { describe, expect, it } from 'vitest'
import { accessFaults, passwordLengthMin } from './checks.ts'

const login = { fresh: false, code: true }
const link = { fresh: true, code: true }
const good = { name: 'Ada', password: 'a long enough one', totp: '123 456' }

describe('the checks of an access form', () => {
  it('find nothing wrong with a good one, with the code in two groups', () => {
    expect(accessFaults(good, link)).toEqual({})
  })

  it('ask for no code where a passkey is made', () => {
    expect(accessFaults({ ...good, totp: '' }, { fresh: true, code: false })).toEqual({})
  })

  it('ask for each field', () => {
    expect(accessFaults({ name: ' ', password: '', totp: '' }, login)).toEqual({
      name: 'name',
      password: 'required',
      totp: 'totp',
    })
  })

  it('hold a fresh password to the catalogue’s least length, an existing one to none', () => {
    const password = 'x'.repeat(passwordLengthMin - 1)
    expect(passwordLengthMin).toBe(12)
    expect(accessFaults({ ...good, password }, link)).toEqual({ password: 'password' })
    expect(accessFaults({ ...good, password: `${password}x` }, link)).toEqual({})
    expect(accessFaults({ ...good, password }, login)).toEqual({})
  })

  it.each(['12345', '1234567', '12345a'])('refuse the code %s', (totp) => {
    expect(accessFaults({ ...good, totp }, login)).toEqual({ totp: 'totp' })
  })
})
