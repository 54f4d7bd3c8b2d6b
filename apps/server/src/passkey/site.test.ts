import { expect, it } from 'vitest'
import { passkeySite } from './site.ts'

it.each([
  ['https://trade.example.org', { id: 'trade.example.org', origin: 'https://trade.example.org' }],
  ['https://Trade.Example.org:443', { id: 'trade.example.org', origin: 'https://trade.example.org' }],
  ['https://trade.example.org:8443', { id: 'trade.example.org', origin: 'https://trade.example.org:8443' }],
  ['http://localhost:8080', { id: 'localhost', origin: 'http://localhost:8080' }],
])('%s has passkeys', (origin, site) => {
  expect(passkeySite(origin)).toEqual(site)
})

it.each([
  'http://127.0.0.1:8080',
  'https://203.0.113.7',
  'https://[2001:db8::1]',
  'http://trade.example.org',
  'http://localhost.example.org',
  'nothing',
  '',
])('%s has none', (origin) => {
  expect(passkeySite(origin)).toBeNull()
})
