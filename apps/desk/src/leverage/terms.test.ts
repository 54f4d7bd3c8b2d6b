import { describe, expect, it } from 'vitest'
import { deskDerivativeChange } from '@truemark/protocol/routes/deskDerivative'
import {
  announcedOf,
  bodyOf,
  changesOf,
  consequencesOf,
  draftOf,
  faultsOf,
  type Draft,
  type TermName,
} from './terms.ts'
import { terms } from './testing/terms.ts'

const draft = draftOf(terms)

function written(over: Partial<Record<TermName, string>>): Draft {
  return { ...draft, texts: { ...draft.texts, ...over } }
}

describe('the terms of contracts and perpetuals', () => {
  it('stand as they are: nothing is changed, nothing is wrong', () => {
    expect(changesOf(terms, draft)).toEqual([])
    expect(faultsOf(draft).size).toBe(0)
    expect(consequencesOf(terms, draft)).toEqual([])
  })

  it.each([
    [{ fee_rate: '10' }, 'fee_rate', 'fee'],
    [{ fee_rate: '' }, 'fee_rate', 'fee'],
    [{ fee_rate_maker: '0.06' }, 'fee_rate_maker', 'maker'],
    [{ limit_rate: '0' }, 'limit_rate', 'limit'],
    [{ funding_clamp_rate: '10' }, 'funding_clamp_rate', 'fee'],
    [{ funding_impact_amount: '0' }, 'funding_impact_amount', 'figure'],
    [{ half_spread_rate: '101' }, 'half_spread_rate', 'rate'],
    [{ ladder_levels: '51' }, 'ladder_levels', 'levels'],
    [{ position_max: '' }, 'position_max', 'figure'],
  ] as const)('%o is refused', (over, name, fault) => {
    expect(faultsOf(written(over)).get(name)).toBe(fault)
  })

  it('say what follows from a change', () => {
    expect(consequencesOf(terms, written({ fee_rate_taker: '0.04', level_lots: '5' }))).toEqual(['fees', 'ladder'])
    expect(consequencesOf(terms, written({ fee_rate_taker: '0.06' }))).toEqual(['chargesLater'])
    expect(consequencesOf(terms, written({ funding_interest_rate: '0' }))).toEqual(['chargesLater'])
    expect(consequencesOf(terms, written({ fee_rate: '0.04', fee_rate_taker: '0.06' }))).toEqual([
      'fees',
      'chargesLater',
    ])
    expect(consequencesOf(terms, written({ open_interest_max: '4000' }))).toEqual(['capped'])
    expect(consequencesOf(terms, written({ open_interest_max: '6000' }))).toEqual([])
    expect(consequencesOf(terms, written({ insurance_floor: '60001' }))).toEqual(['floorReal', 'floorDemo'])
    expect(consequencesOf(terms, { ...draft, contract: false })).toEqual(['contractOff'])
  })

  it('begin with what is announced, so that it stays where something else is changed, and goes where it is set back', () => {
    const charges = {
      fee_rate: '0.0005',
      fee_rate_maker: '0.0002',
      fee_rate_taker: '0.0009',
      funding_interest_rate: '0.0001',
      funding_clamp_rate: '0.0005',
      funding_impact_amount: '10000',
      announced_time: 1,
      effective_time: 86_400_001,
    }
    const announced = { ...terms, charges }
    expect(announcedOf(terms)).toEqual([])
    expect(announcedOf(announced)).toEqual([{ name: 'fee_rate_taker', from: '0.05', to: '0.09' }])
    const start = draftOf(announced)
    expect(start.texts.fee_rate_taker).toBe('0.09')
    const set = (over: Partial<Record<TermName, string>>): Draft => ({ ...start, texts: { ...start.texts, ...over } })
    expect(bodyOf(announced, set({ level_lots: '5' }), 'a test')).toEqual({ level_lots: '5', reason: 'a test' })
    const back = set({ fee_rate_taker: '0.05' })
    expect(bodyOf(announced, back, 'a test')).toEqual({ fee_rate_taker: '0.0005', reason: 'a test' })
    expect(consequencesOf(announced, back)).toEqual([])
  })

  it('travel changed and nothing else, as the call takes them', () => {
    const body = bodyOf(terms, { ...written({ fee_rate: '0.04', ladder_levels: '10' }), perpetual: false }, 'a test')
    expect(body).toEqual({ fee_rate: '0.0004', ladder_levels: 10, perpetual: false, reason: 'a test' })
    expect(deskDerivativeChange.body?.safeParse(body).success).toBe(true)
  })
})
