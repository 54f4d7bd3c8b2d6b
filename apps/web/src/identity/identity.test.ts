import { readPhone } from '@truemark/payee/phone'
import { describe, expect, it } from 'vitest'
import { loginComplaints, passwordComplaints, registrationComplaints, type Registration } from './checks.ts'
import { countriesIn, internationalPhone, matchingCountries } from './countries.ts'

const good: Registration = {
  country: 'AU',
  email: 'ann@mail.example',
  phone: '0431 234 567',
  password: 'secret1',
  confirm: 'secret1',
  invite: '',
  method: 'email',
}

describe('registration', () => {
  it('has no complaint when all is there', () => {
    expect(registrationComplaints(good)).toEqual({})
  })

  it.each<[Partial<Registration>, object]>([
    [{ country: '' }, { country: 'country' }],
    [{ email: 'ann' }, { email: 'email' }],
    [{ phone: '12' }, { phone: 'phone' }],
    [{ password: 'short', confirm: 'short' }, { password: 'passwordLength' }],
    [{ confirm: 'other' }, { confirm: 'mismatch' }],
  ])('%j is complained of', (change, complaints) => {
    expect(registrationComplaints({ ...good, ...change })).toEqual(complaints)
  })

  it('judges email and phone as the server does', () => {
    const byPlan = (text: string, country: string) => readPhone(text, country) !== null
    expect(registrationComplaints(good, byPlan)).toEqual({})
    expect(registrationComplaints({ ...good, phone: '0431 234 5' }, byPlan)).toEqual({ phone: 'phone' })
    expect(registrationComplaints({ ...good, phone: '+61 100 000 000' }, byPlan)).toEqual({ phone: 'phone' })
    expect(registrationComplaints({ ...good, email: 'a..nn@mail.example' })).toEqual({ email: 'email' })
  })

  it('a password has 6 to 20 characters, both inclusive', () => {
    for (const [length, fits] of [
      [5, false],
      [6, true],
      [20, true],
      [21, false],
    ] as const) {
      const password = 'x'.repeat(length)
      expect(passwordComplaints(password, password).password === undefined).toBe(fits)
    }
  })
})

it('login takes a phone or an email', () => {
  expect(loginComplaints('+61 431 234 567', 'x')).toEqual({})
  expect(loginComplaints('ann@mail.example', 'x')).toEqual({})
  expect(loginComplaints('ann', '')).toEqual({ account: 'account', password: 'required' })
})

it('a phone bears its country’s code unless it was typed with one', () => {
  expect(internationalPhone('0431 234-567', 'AU')).toBe('+610431234567')
  expect(internationalPhone('+44 20 7946 0000', 'AU')).toBe('+442079460000')
  expect(internationalPhone(' ', 'AU')).toBe('')
  expect(internationalPhone('０８１ ๒๓๔ 5678', 'TH')).toBe('+660812345678')
  expect(internationalPhone('0044 20 7946 0000', 'AU')).toBe('+442079460000')
})

it('countries are found without accents, by code and by calling code', () => {
  const countries = countriesIn('fr')
  const codes = (typed: string) => matchingCountries(countries, typed).map((country) => country.code)
  expect(codes('coree')).toEqual(expect.arrayContaining(['KR', 'KP']))
  expect(codes('+61')).toContain('AU')
  expect(codes('')).toHaveLength(countries.length)
})
