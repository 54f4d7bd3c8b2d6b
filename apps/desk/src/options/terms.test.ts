import { describe, expect, it } from 'vitest'
import { deskOptionChange, type DeskOption } from '@truemark/protocol/routes/deskOption'
import { bodyOf, breakEvenOf, consequencesOf, draftOf, faultsOf, modeKey, nextMode, widestExposure } from './terms.ts'

const terms: DeskOption = {
  symbol: 'BTCUSDT',
  on: true,
  trade_modes: [
    { trade_mode: 60, payout_rate: '0.8', break_even_rate: '0.555555556' },
    { trade_mode: 180, payout_rate: '0.82', break_even_rate: '0.549450550' },
  ],
  amount_min: '10',
  amount_max: '10000',
  tie_rule: 'stake_returned',
  entry_after: 2_000,
  entry_until: 5_000,
  exposure_max: '200000',
  pool_debt_max: '2000000',
  exposure: [
    { realm: 'real', up: '0', down: '0' },
    { realm: 'demo', up: '425', down: '80.5' },
  ],
}
const draft = draftOf(terms)

describe('the terms of options', () => {
  it('stand as they are', () => {
    expect(faultsOf(draft).size).toBe(0)
    expect(consequencesOf(terms, draft)).toEqual([])
    expect(bodyOf(terms, draft, 'a test')).toEqual({ reason: 'a test' })
    expect(widestExposure(terms)).toBe('425')
    expect(draft.modes.map(breakEvenOf)).toEqual(['55.5555556', '54.945055'])
  })

  it('tell what is wrong', () => {
    const modes = [...draft.modes, { key: 2, seconds: '60', payout: '101' }, nextMode([])]
    const amounts = { ...draft.amounts, amount_min: '0', amount_max: '' }
    expect(Object.fromEntries(faultsOf({ ...draft, modes, amounts }))).toMatchObject({
      [modeKey(2, 'seconds')]: 'twice',
      [modeKey(2, 'payout')]: 'payout',
      [modeKey(0, 'seconds')]: 'seconds',
      amount_min: 'amountMin',
      amount_max: 'amount',
    })
    const narrow = { ...draft.amounts, amount_max: '9' }
    expect(faultsOf({ ...draft, amounts: narrow }).get('amount_max')).toBe('amountMax')
  })

  it('say what follows from a change', () => {
    expect(consequencesOf(terms, { ...draft, on: false })).toEqual(['off'])
    const amounts = { ...draft.amounts, exposure_max: '424' }
    expect(consequencesOf(terms, { ...draft, amounts })).toEqual(['open', 'capped'])
    expect(consequencesOf(terms, { ...draft, modes: draft.modes.slice(1) })).toEqual(['open'])
  })

  it('travel changed and nothing else, as the call takes them', () => {
    const next = { on: false, modes: [{ key: 0, seconds: '30', payout: '75' }], amounts: draft.amounts }
    const body = bodyOf(terms, next, 'a test')
    expect(body).toEqual({ on: false, trade_modes: [{ trade_mode: 30, payout_rate: '0.75' }], reason: 'a test' })
    expect(deskOptionChange.body?.safeParse(body).success).toBe(true)
  })
})
