import { expect, it } from 'vitest'
import { allowing, readAddress } from './addresses.ts'

it('reads addresses and networks in one form, and nothing else', () => {
  expect(readAddress(' 203.0.113.7 ')).toBe('203.0.113.7')
  expect(readAddress('::ffff:203.0.113.7')).toBe('203.0.113.7')
  expect(readAddress('203.0.113.0/024')).toBe('203.0.113.0/24')
  expect(readAddress('2001:0DB8:0:0:0:0:0:1')).toBe('2001:db8::1')
  expect(readAddress('2001:db8::/48')).toBe('2001:db8::/48')
  for (const text of [
    '',
    '/',
    '203.0.113',
    '203.0.113.7:443',
    '[2001:db8::1]',
    'fe80::1%eth0',
    'host',
    '::/0',
    '10.0.0.0/0',
  ]) {
    expect(readAddress(text), text).toBeNull()
  }
  expect(readAddress('::ffff:203.0.113.7/120')).toBeNull()
})

it('lets in what it names and nothing else; where it names nothing, all', () => {
  const list = allowing(['203.0.113.7', '198.51.100.0/25', '2001:db8:1::/48', '2001:db8:2::9'])
  for (const address of [
    '203.0.113.7',
    '::ffff:203.0.113.7',
    '198.51.100.127',
    '2001:db8:1:ffff::3',
    '2001:0db8:2:0::9',
  ]) {
    expect(list(address), address).toBe(true)
  }
  for (const address of ['203.0.113.8', '198.51.100.128', '2001:db8:3::1', '2001:db8:2::8', '', 'unknown', '::1']) {
    expect(list(address), address).toBe(false)
  }
  expect(allowing([])('198.51.100.1')).toBe(true)
})
