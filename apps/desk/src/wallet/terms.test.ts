import { describe, expect, it } from 'vitest'
import { deskWalletTermsChange, type DeskWalletTerms } from '@truemark/protocol/routes/deskTreasury'
import { bodyOf, changesOf, consequencesOf, draftOf, faultsOf } from './terms.ts'

const terms: DeskWalletTerms = {
  fee_rate: '0.001',
  fee_min: '0',
  deposit_min: '10',
  withdrawal_min: '10',
  deposit_day_max: { none: '1000', primary: null, advanced: null },
  withdrawal_day_max: { none: '1000', primary: '50000', advanced: '500000' },
  four_eyes_min: '10000',
  review_hours: 24,
}
const draft = draftOf(terms)

describe('the terms of the wallet', () => {
  it('stand as they are, and travel whole', () => {
    expect(draft.fee_rate).toBe('0.1')
    expect(draft.deposit_primary).toBe('')
    expect(faultsOf(draft).size).toBe(0)
    expect(changesOf(terms, draft)).toEqual([])
    expect(consequencesOf(terms, draft)).toEqual([])
    expect(bodyOf(draft, 'a test')).toEqual({ ...terms, reason: 'a test' })
    expect(deskWalletTermsChange.body?.safeParse(bodyOf(draft, 'a test')).success).toBe(true)
  })

  it('tell what is wrong', () => {
    const wrong = { ...draft, fee_rate: '10', deposit_min: '', review_hours: '0', withdrawal_none: '0' }
    expect(Object.fromEntries(faultsOf(wrong))).toEqual({
      fee_rate: 'fee',
      deposit_min: 'figure',
      review_hours: 'hours',
      withdrawal_none: 'blocked',
    })
  })

  it('say what follows from a change', () => {
    expect(consequencesOf(terms, { ...draft, fee_rate: '0.2' })).toEqual(['held', 'dearer'])
    expect(consequencesOf(terms, { ...draft, deposit_primary: '5000' })).toEqual(['held', 'lower'])
    expect(consequencesOf(terms, { ...draft, withdrawal_none: '' })).toEqual(['held'])
    expect(consequencesOf(terms, { ...draft, review_hours: '48', four_eyes_min: '20000' })).toEqual([
      'held',
      'slower',
      'alone',
    ])
    expect(changesOf(terms, { ...draft, deposit_primary: '5000' })).toEqual([
      { name: 'deposit_primary', from: '', to: '5000' },
    ])
  })
})
