import { expect, it } from 'vitest'
import { isNamed } from './passkeys.ts'

it.each(['localhost', 'trade.example.org', '1.example.org'])('%s can have passkeys', (host) => {
  expect(isNamed(host)).toBe(true)
})

it.each(['127.0.0.1', '203.0.113.7', '[::1]'])('%s can have none', (host) => {
  expect(isNamed(host)).toBe(false)
})
