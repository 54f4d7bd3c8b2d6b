import { describe, expect, it } from 'vitest'
import { deskExchangeTermsChange, type DeskExchangeTerms } from '@truemark/protocol/routes/deskTreasury'
import {
  exchangeBody,
  exchangeChanges,
  exchangeConsequences,
  exchangeDecimals,
  exchangeDraft,
  exchangeFaults,
} from './exchangeTerms.ts'

const terms: DeskExchangeTerms = {
  fee_rate: '0.001',
  spread_rate: '0.001',
  worth_max: '100000',
  debt_max: '10000000',
  stock_max: '200000',
  refill_per_second: '1000',
}
const draft = exchangeDraft(terms)

describe('the terms of exchanges', () => {
  it('stand as they are, and travel whole', () => {
    expect(draft).toMatchObject({ fee_rate: '0.1', spread_rate: '0.1', worth_max: '100000' })
    expect([exchangeDecimals('fee_rate'), exchangeDecimals('worth_max')]).toEqual([7, 6])
    expect(exchangeChanges(terms, draft)).toEqual([])
    expect(exchangeConsequences(terms, draft)).toEqual([])
    const body = exchangeBody({ ...draft, fee_rate: '0.25' }, 'a test')
    expect(body).toEqual({ ...terms, fee_rate: '0.0025', reason: 'a test' })
    expect(deskExchangeTermsChange.body?.safeParse(body).success).toBe(true)
  })

  it('tell what is wrong', () => {
    const wrong = {
      ...draft,
      fee_rate: '2.0000001',
      spread_rate: '',
      worth_max: '99.99',
      debt_max: 'x',
      stock_max: '0',
    }
    expect(Object.fromEntries(exchangeFaults(wrong))).toEqual({
      fee_rate: 'rateMax',
      spread_rate: 'fault',
      worth_max: 'worthMin',
      debt_max: 'fault',
    })
    expect(exchangeFaults({ ...draft, fee_rate: '2', worth_max: '100' }).size).toBe(0)
  })

  it('say what follows', () => {
    expect(exchangeConsequences(terms, { ...draft, fee_rate: '0.2' })).toEqual(['dearer'])
    expect(exchangeConsequences(terms, { ...draft, fee_rate: '0.05', stock_max: '0' })).toEqual(['off'])
    expect(exchangeConsequences(terms, { ...draft, spread_rate: '0.2', stock_max: '0' })).toEqual(['dearer', 'off'])
    // what the desk holds of a currency it goes on giving
    expect(exchangeConsequences(terms, { ...draft, debt_max: '0' })).toEqual([])
  })
})
