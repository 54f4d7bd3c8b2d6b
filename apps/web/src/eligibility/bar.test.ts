import type { UserInfo } from '@truemark/protocol/routes/identity'
import { describe, expect, it } from 'vitest'
import { barOf, leadsToVerification } from './bar.ts'

const on = { spot: true, contract: true, perpetual: true, option: true, mining: true, invest: true, ieo: true }
const user: UserInfo = {
  uid: 'u',
  account: 'a@example.org',
  email: 'a@example.org',
  phone: '',
  nickname: '',
  avatar: '',
  country: 'CH',
  lang: 'en',
  realm: 'real',
  guest: false,
  real_name: { primary: 'approved', advanced: 'none' },
  products: on,
  favourites: [],
  two_factor: false,
  created: 1,
}

describe('what keeps an account from a product', () => {
  it('is nothing once the product is on and the name is approved', () => {
    expect(barOf(user, 'spot', false)).toBeNull()
  })

  it.each([
    ['none', 'real_name_missing'],
    ['pending', 'real_name_pending'],
    ['rejected', 'real_name_rejected'],
  ] as const)('is the name where it is %s', (primary, bar) => {
    const held = barOf({ ...user, real_name: { primary, advanced: 'none' } }, 'option', false)
    expect(held).toBe(bar)
    expect(leadsToVerification(bar)).toBe(true)
  })

  it('is the switch before the name, and the installation before both', () => {
    const unnamed = {
      ...user,
      real_name: { primary: 'none', advanced: 'none' } as const,
      products: { ...on, spot: false },
    }
    expect(barOf(unnamed, 'spot', false)).toBe('product_off')
    expect(barOf(unnamed, 'spot', true)).toBe('demo_only')
    expect(leadsToVerification('product_off')).toBe(false)
  })

  it('is nothing on the demo, whose own refusals each say what they are', () => {
    expect(barOf({ ...user, realm: 'demo', products: { ...on, spot: false } }, 'spot', true)).toBeNull()
  })
})
