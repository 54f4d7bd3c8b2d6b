import { describe, expect, it } from 'vitest'
import { deskDerivativeOpen, type DeskDerivative } from '@truemark/protocol/routes/deskDerivative'
import { openingBody, openingLike, sizeLike, withSize } from './opening.ts'
import { faultsOf } from './terms.ts'
import { terms as btcTerms } from './testing/terms.ts'

const terms: DeskDerivative = {
  ...btcTerms,
  symbol: 'XRPUSDT',
  base: 'XRP',
  price_decimals: 4,
  price_max: '100',
  contract_size: '100',
  brackets: [{ floor: '0', maintenance_rate: '0.006', cumulative: '0', multiple_max: 50 }],
  brackets_version: 3,
  open_interest_user_max: '2000000',
  open_interest_max: '20000000',
  half_spread_rate: '0.0002',
  gap_rate: '0.0002',
  level_lots: '100',
  refill_per_second: '50',
  position_max: '100000',
  house_debt_max: '1000000000',
  simulated: true,
}
/** A level of the model is of 5 000 coins: one costs 1 USDT, where those of the other market are worth as much. */
const model = { terms, market: { base: 'XRP', price_decimals: 4, level_quantity: '5000' } }
const dear = { base: 'DEAR', price_decimals: 0, level_quantity: '0.05' }
const cheap = { base: 'PEP', price_decimals: 6, level_quantity: '2500000' }

describe('first terms like those of another market', () => {
  it('have a lot of about the same worth, as a power of ten that the exchange can reckon', () => {
    expect(sizeLike(model, dear)).toBe('0.001')
    expect(sizeLike(model, cheap)).toBe('10000')
    // with eight decimals of the price nothing smaller than 100 000 coins is exact
    expect(sizeLike(model, { ...cheap, price_decimals: 8 })).toBe('100000')
    expect(sizeLike({ terms, market: { ...model.market, level_quantity: '0' } }, dear)).toBe('')
  })

  it('have levels of the same worth, whatever the size is, and both products off', () => {
    const draft = openingLike(model, dear)
    expect(draft).toMatchObject({ contract: false, perpetual: false, size: '0.001' })
    expect(draft.texts).toMatchObject({ level_lots: '100', refill_per_second: '50', position_max: '100000' })
    expect(withSize(draft, model, dear, '0.01').texts).toMatchObject({ level_lots: '10', position_max: '10000' })
    expect(withSize(draft, model, dear, '1000').texts).toMatchObject({ level_lots: '0.01', refill_per_second: '0.01' })
    expect(withSize(draft, model, dear, '')).toEqual({ ...draft, size: '' })
    expect(withSize(draft, model, { ...dear, level_quantity: '0.04998' }, '0.001').texts.level_lots).toBe('100')
    expect(faultsOf(draft).size).toBe(0)
  })

  it('travel whole, as the call takes them', () => {
    const body = openingBody(model, openingLike(model, cheap), 'a test')
    expect(body).toMatchObject({ contract_size: '10000', fee_rate: '0.0005', multiples: [1, 2, 5], ladder_levels: 20 })
    expect(body.brackets).toEqual([{ floor: '0', maintenance_rate: '0.006', multiple_max: 50 }])
    expect(deskDerivativeOpen.body.safeParse(body).success).toBe(true)
  })
})
