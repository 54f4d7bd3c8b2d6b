import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { chainMessages, chainPaymentMessage, chainPayoutMessage, chainPayout, paymentsMax } from './message.ts'
import { Nonces, chainHeaders, chainKey, isSigned, signChain, timeBoundMs } from './signature.ts'

const page = readFileSync(new URL('../../../../../docs/reference/chain.md', import.meta.url), 'utf8')
const valuesAfter = (text: string): string => page.slice(page.indexOf(text)).split('`')[1] ?? ''

it('docs/reference/chain.md says each message, header and field, and no other', () => {
  const paths = [...page.matchAll(/^## `(\/[\w/]+)`$/gm)].map(([, path]) => path)
  expect(paths).toEqual(Object.keys(chainMessages))
  const cells = [...page.matchAll(/^\| `([\w-]+)` +\|/gm)].map(([, name]) => name)
  expect(cells).toEqual([
    ...Object.values(chainHeaders),
    ...Object.keys(chainPaymentMessage.shape),
    ...Object.keys(chainPayout.shape),
    ...Object.keys(chainPayoutMessage.shape),
  ])
  expect(page).toContain(`1 to ${paymentsMax} of them`)
  expect(page).toContain(`within ${timeBoundMs / 1_000} s`)
})

it('docs/reference/chain.md has a signature that is one', () => {
  const key = Buffer.from(valuesAfter('With the key'), 'hex')
  const parts = {
    place: valuesAfter('the path'),
    time: valuesAfter('the time `'),
    nonce: valuesAfter('the nonce'),
    body: valuesAfter('the body `{'),
  }
  const signature = valuesAfter('the signature is')
  expect(signChain(key, parts)).toBe(signature)
  expect(isSigned(key, parts, signature)).toBe(true)
  for (const more of [{ place: '/payments' }, { time: '1764500000001' }, { nonce: 'f'.repeat(32) }, { body: '{}' }]) {
    expect(isSigned(key, { ...parts, ...more }, signature)).toBe(false)
  }
  expect(isSigned(chainKey('0'.repeat(64), 'Bitcoin'), parts, signature)).toBe(false)
})

it('takes a nonce once within twice the bound, and keeps a bounded number of them', () => {
  const nonces = new Nonces()
  expect([nonces.take('a', 0), nonces.take('a', 2 * timeBoundMs), nonces.take('b', 1)]).toEqual([true, false, true])
  expect(nonces.take('a', 2 * timeBoundMs + 1)).toBe(true)
  for (let n = 0; n < 99_998; n += 1) nonces.take(`n${n}`, 2 * timeBoundMs + 1)
  expect(nonces.take('one more', 2 * timeBoundMs + 1)).toBe(false)
  expect(nonces.take('one more', 5 * timeBoundMs)).toBe(true)
})
