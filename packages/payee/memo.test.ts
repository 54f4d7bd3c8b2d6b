import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalAddress, isLostAddress, judgeAddress, sameHolder } from './address.ts'
import { addressForms } from './addressForm.ts'
import { canonicalMemo, depositMemo, depositMemoRange, hasMemo, isMemo, memoLengthMax } from './memo.ts'
import { isTransaction } from './transaction.ts'

const addresses = {
  XRP: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
  Stellar: 'GBBD47IF6LWK7P7MDEVSCWR7DPUWV3NY3DTQEVFL4NAT4AQH3ZLLFLA5',
  Cosmos: 'cosmos1fl48vsnmsdzcv85q5d2q4z5ajdha8yu34mf0eh',
  TON: 'UQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqEBI',
} as const
const forms = Object.keys(addresses).flatMap((name) => addressForms.filter((form) => form === name))
const bounceable = 'EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N'

describe('an address of a network with memos', () => {
  it('is right on its own network alone, and one wrong sign makes it none', () => {
    expect(forms).toHaveLength(4)
    for (const form of forms) {
      const text = Object.entries(addresses).find(([name]) => name === form)?.[1] ?? ''
      expect([form, judgeAddress(form, ` ${text} `)]).toEqual([form, 'right'])
      expect(canonicalAddress(form, text)).toBe(text)
      expect(sameHolder(form, text)).toEqual([text])
      expect(isLostAddress(form, text)).toBe(false)
      for (const other of addressForms) if (other !== form) expect(judgeAddress(other, text)).toBe('other_network')
      for (const at of [5, 20, text.length - 1]) {
        const other = text.charAt(at) === 'B' ? 'C' : 'B'
        expect(judgeAddress(form, `${text.slice(0, at)}${other}${text.slice(at + 1)}`)).toBe('wrong')
      }
    }
  })

  it('of TON has one form, however it is written', () => {
    const plain = bounceable.replaceAll('-', '+').replaceAll('_', '/')
    for (const text of [bounceable, plain, addresses.TON]) expect(canonicalAddress('TON', text)).toBe(addresses.TON)
    // of a test network
    expect(judgeAddress('TON', 'kQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqKYH')).toBe('wrong')
    expect(canonicalAddress('Cosmos', addresses.Cosmos.toUpperCase())).toBe(addresses.Cosmos)
  })

  it('behind which no key stands is lost', () => {
    expect(isLostAddress('XRP', 'rrrrrrrrrrrrrrrrrrrrrhoLvTp')).toBe(true)
    expect(isLostAddress('Stellar', 'GAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWHF')).toBe(true)
    expect(isLostAddress('TON', 'EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c')).toBe(true)
  })

  it('has transactions of 64 digits', () => {
    for (const form of forms)
      expect([isTransaction(form, 'a'.repeat(64)), isTransaction(form, 'a')]).toEqual([true, false])
  })
})

describe('a memo', () => {
  it('is one of the networks that have them, within their bounds', () => {
    expect(addressForms.filter(hasMemo)).toEqual(forms)
    const of = (memo: string) => forms.filter((form) => isMemo(form, memo))
    expect(of('4294967295')).toEqual(forms)
    expect(of('4294967296')).toEqual(['Stellar', 'Cosmos', 'TON'])
    expect(of('18446744073709551616')).toEqual(['Cosmos', 'TON'])
    expect(of('007')).toEqual(['Cosmos', 'TON'])
    expect(of('a'.repeat(28))).toEqual(['Stellar', 'Cosmos', 'TON'])
    expect(of('a'.repeat(29))).toEqual(['Cosmos', 'TON'])
    for (const none of ['', 'a b', 'é', 'a'.repeat(memoLengthMax + 1)]) expect(of(none)).toEqual([])
    expect(isMemo('Bitcoin', '1')).toBe(false)
    expect(canonicalMemo(' 12\u200b3 4 ')).toBe('1234')
  })

  it('of a person’s deposits is one of each such network, and mistyped it is nobody else’s', () => {
    const [least, below] = depositMemoRange
    fc.assert(
      fc.property(
        fc.integer({ min: least, max: below - 1 }),
        fc.nat(8),
        fc.integer({ min: 1, max: 9 }),
        (drawn, at, by) => {
          const memo = depositMemo(drawn)
          for (const form of forms) expect(isMemo(form, memo)).toBe(true)
          const isGiven = (text: string) => text === depositMemo(Number(text.slice(0, -1)))
          expect(isGiven(memo)).toBe(true)
          const wrong = `${memo.slice(0, at)}${(Number(memo.charAt(at)) + by) % 10}${memo.slice(at + 1)}`
          expect(isGiven(wrong)).toBe(false)
          const [one, two] = [memo.charAt(at), memo.charAt(at + 1)]
          if (two !== '' && one !== two) {
            expect(isGiven(`${memo.slice(0, at)}${two}${one}${memo.slice(at + 2)}`)).toBe(false)
          }
        },
      ),
    )
  })
})
