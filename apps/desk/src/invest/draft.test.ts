import { describe, expect, it } from 'vitest'
import { bodyOf, draftOf, faultsOf, newDraft, saleEndOf } from './draft.ts'
import { fieldOf, momentOf } from '../draft/door.ts'

const now = Date.UTC(2026, 10, 28, 6)
const draft = { ...newDraft(now), reference: '60000', percent: '36.5', source: { en: 'Premiums.' } }

describe('a draft', () => {
  it('starts with a sale that is ahead, and becomes the call’s body', () => {
    expect(faultsOf(draft, now)).toEqual(new Set())
    expect(saleEndOf(draft)).toBe(Date.UTC(2026, 10, 30, 8))
    expect(bodyOf(draft)).toMatchObject({ annualized_return: '0.365', holding_period: 7, shares: 1_000 })
    const shown = {
      draft_id: 'a',
      ...bodyOf(draft),
      currency: 'BTC',
      sale_end: 0,
      state: 'draft',
      product_id: null,
    } as const
    expect(draftOf({ ...shown, sold: 0, digest: '', written_by: '', updated: 0 })).toEqual(draft)
  })

  it('tells what is wrong', () => {
    const wrong = { ...draft, reference: '0', percent: '', singlePrice: '-1', shares: '1.5', maturity: fieldOf(now) }
    expect([...faultsOf(wrong, now)]).toEqual(['reference', 'percent', 'singlePrice', 'shares', 'maturity'])
  })

  it('reads a moment as UTC', () => {
    expect(momentOf('2026-11-28T06:00')).toBe(now)
    expect(momentOf('2026-11-28')).toBeNull()
    expect(momentOf('2026-02-30T06:00')).toBeNull()
  })
})
