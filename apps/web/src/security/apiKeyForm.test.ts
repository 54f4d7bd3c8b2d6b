import { expect, it } from 'vitest'
import { askedKey, emptyKeyForm, keyFormFault } from './apiKeyForm.ts'

it('sends no private key, and nothing without a name or the key that is asked for', () => {
  const form = { ...emptyKeyForm, label: 'Bot', kind: 'ed25519' } as const
  expect(keyFormFault(emptyKeyForm)).toBe('label')
  expect(keyFormFault(form)).toBe('publicKey')
  expect(keyFormFault({ ...form, publicKey: '-----BEGIN PRIVATE KEY-----' })).toBe('privateKey')
  expect(keyFormFault({ ...form, publicKey: 'AAAA' })).toBeNull()
  expect(keyFormFault({ ...emptyKeyForm, label: 'Bot', publicKey: '' })).toBeNull()
})

it('is asked with its addresses apart and its end as a moment', () => {
  const form = {
    ...emptyKeyForm,
    label: ' Bot ',
    addresses: '203.0.113.7, 2001:db8::/32\n198.51.100.0/24',
    days: '30',
  } as const
  expect(askedKey(form, 1_000)).toEqual({
    label: 'Bot',
    kind: 'hmac',
    scope: 'read',
    realm: 'real',
    addresses: ['203.0.113.7', '2001:db8::/32', '198.51.100.0/24'],
    expires: 1_000 + 30 * 86_400_000,
  })
  expect(askedKey({ ...form, days: 'never', kind: 'ed25519', publicKey: ' AAAA ' }, 1_000)).toMatchObject({
    expires: null,
    public_key: 'AAAA',
  })
})
