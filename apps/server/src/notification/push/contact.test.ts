import { expect, it } from 'vitest'
import { addressIn, contactOf } from './contact.ts'

it.each([
  ['https://trade.example.com', ['no-reply@localhost'], 'https://trade.example.com'],
  ['https://trade.example.com/app/', [], 'https://trade.example.com'],
  ['http://trade.example.com', ['ops@trade.example.com'], 'mailto:ops@trade.example.com'],
  [null, ['', 'ops@exchange.org'], 'mailto:ops@exchange.org'],
  ['https://localhost:8443', ['ops@exchange.org'], 'mailto:ops@exchange.org'],
  [null, ['no-reply@localhost'], null],
  ['https://192.168.1.4', ['root@box.local', 'a@nowhere'], null],
  ['https://[::1]', ['x@127.0.0.1'], null],
  [null, [], null],
])('FC-110 of %s and %j a push service is told %s', (publicUrl, mails, contact) => {
  expect(contactOf({ publicUrl, mails })).toBe(contact)
})

it('takes the address out of a sender', () => {
  expect(addressIn('Truemark <no-reply@localhost>')).toBe('no-reply@localhost')
  expect(addressIn(' ops@exchange.org ')).toBe('ops@exchange.org')
})
