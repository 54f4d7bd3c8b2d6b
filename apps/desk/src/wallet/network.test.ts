import { describe, expect, it } from 'vitest'
import { bodyOf, consequencesOf, draftOf, faultsOf } from './network.ts'

const fresh = draftOf(null)
const tron = draftOf({
  currency: 'USDT',
  network: 'TRC20',
  form: 'TRC20',
  address: 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf',
  deposit: true,
  withdraw: true,
  memo: false,
  free: 0,
  given: 0,
  updated: 0,
})

describe('a network', () => {
  it('needs a currency and a name, and an address where money comes in', () => {
    expect([...faultsOf(fresh)]).toEqual(['currency', 'network'])
    expect([...faultsOf({ ...tron, address: ' ' })]).toEqual(['address'])
    expect([...faultsOf({ ...tron, address: '', deposit: false })]).toEqual([])
    expect(bodyOf({ ...fresh, currency: ' usdt', network: 'TRC20 ' }, 'a test')).toMatchObject({
      currency: 'USDT',
      network: 'TRC20',
    })
  })

  it('has deposits with a memo only where its addresses have memos', () => {
    const xrp = { ...tron, form: 'XRP', memo: true } as const
    expect([...faultsOf(xrp)]).toEqual([])
    expect([...faultsOf({ ...tron, memo: true })]).toEqual(['memo'])
    expect(consequencesOf({ ...xrp, memo: false }, xrp)).toEqual(['memoOn'])
    expect(consequencesOf(xrp, { ...xrp, memo: false })).toEqual(['memoOff'])
  })

  it('says what follows from a change', () => {
    expect(consequencesOf(tron, tron)).toEqual([])
    expect(consequencesOf(tron, { ...tron, address: 'T1', withdraw: false })).toEqual(['address', 'withdrawalsOff'])
    expect(consequencesOf(fresh, { ...tron })).toEqual(['depositsOn'])
    expect(consequencesOf(tron, { ...tron, deposit: false })).toEqual(['depositsOff'])
  })
})
