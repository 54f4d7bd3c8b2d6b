import type { DeskMiningProduct } from '@truemark/protocol/routes/deskMining'
import { describe, expect, it } from 'vitest'
import { bodyOf, daysAhead, draftOf, faultsOf, nameOf, newDraft, ratesOf } from './draft.ts'

const dayMs = 86_400_000
const product: DeskMiningProduct = {
  realm: 'real',
  product_id: 'p',
  name: { en: 'Five days' },
  currency: 'USDT',
  daily_return_rate_min: '0.003',
  daily_return_rate_max: '0.004',
  lockup_period: 5,
  minimum_amount: '100',
  maximum_amount: '20000',
  capacity: '50000',
  early_redemption_rate: '0.02',
  yield_source: { en: 'Lent.' },
  terms_version: 1,
  on: true,
  locked: '0',
  rates: [{ date: 3 * dayMs, rate: '0.0035' }],
}

describe('the form of a draft', () => {
  it('starts from a product and sends what it says', () => {
    const draft = draftOf(product)
    expect(draft).toMatchObject({ rateMin: '0.3', rateMax: '0.4', early: '2', days: '5' })
    expect(faultsOf(draft).size).toBe(0)
    const { terms_version: _v, on: _o, locked: _l, rates: _r, ...body } = product
    expect(bodyOf(draft)).toEqual(body)
    expect(nameOf(product)).toBe('Five days')
    expect(nameOf({ ...body, name: {} })).toBe('USDT 5')
  })

  it('says which fields are wrong', () => {
    expect([...faultsOf(newDraft('real'))]).toEqual(['rateMin', 'rateMax', 'maximum', 'capacity'])
    const draft = draftOf(product)
    expect([...faultsOf({ ...draft, rateMin: '0.5' })]).toEqual(['rateMax'])
    expect([...faultsOf({ ...draft, days: '366' })]).toEqual(['days'])
    expect([...faultsOf({ ...draft, maximum: '100' })]).toEqual(['maximum'])
    expect([...faultsOf({ ...draft, capacity: '', early: 'x' })]).toEqual(['capacity', 'early'])
  })
})

describe('rates of days ahead', () => {
  it('begin with tomorrow', () => {
    expect(daysAhead(2 * dayMs + 5, 2)).toEqual([3 * dayMs, 4 * dayMs])
  })

  it('are those that were typed, in the range, of days that have none', () => {
    const typed = new Map([
      [5 * dayMs, '0.4'],
      [4 * dayMs, '0.35'],
      [3 * dayMs, '0.3'],
      [6 * dayMs, ''],
    ])
    expect(ratesOf(typed, product)).toEqual([
      { date: 4 * dayMs, rate: '0.0035' },
      { date: 5 * dayMs, rate: '0.004' },
    ])
    expect(ratesOf(new Map([[4 * dayMs, '0.5']]), product)).toBeNull()
    expect(ratesOf(new Map(), product)).toEqual([])
  })
})
