import { describe, expect, it } from 'vitest'
import { deskWalletTermsChange, type DeskWalletTerms } from '@truemark/protocol/routes/deskTreasury'
import { bodyOf, boundsOf, changesOf, consequencesOf, draftOf, faultsOf, termNames } from './terms.ts'

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

  it('tell what is wrong before it is sent: no figure, or one beyond the bounds of the exchange', () => {
    const wrong = { ...draft, fee_rate: '1.1', deposit_min: '', review_hours: '73', withdrawal_none: '999.999999' }
    expect(Object.fromEntries(faultsOf(wrong))).toEqual({
      fee_rate: 'bounds',
      deposit_min: 'figure',
      review_hours: 'bounds',
      withdrawal_none: 'bounds',
    })
  })

  it('can stand at every bound itself', () => {
    const atBounds = (end: 'min' | 'max') =>
      Object.fromEntries(termNames.map((name) => [name, boundsOf(name)[end] ?? '']))
    expect([...faultsOf({ ...draft, ...atBounds('min') })]).toEqual([])
    expect([...faultsOf({ ...draft, ...atBounds('max') })]).toEqual([])
    expect(boundsOf('fee_rate')).toEqual({ min: '0', max: '1' })
    expect(boundsOf('withdrawal_primary')).toEqual({ min: '1000', max: null })
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
