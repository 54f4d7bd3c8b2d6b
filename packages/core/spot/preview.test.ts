import { describe, expect, it } from 'vitest'
import { previewSpot, type PreviewAsk } from './preview.ts'

// a tick of a step costs ten units of the quote, a step is 1 201 units of the base
const terms = {
  quotePerTickStep: 10,
  basePerStep: 1_201,
  feeRateMaker: 1_000_000,
  feeRateTaker: 3_000_000,
  quantityMax: 10_000,
}
const asks = { price: [98, 100, 101], quantity: [20, 10, 99] }
const bids = { price: [99, 95, 94], quantity: [5, 10, 100] }

function previewOf(ask: Partial<PreviewAsk>, more: Partial<typeof terms> = {}) {
  const whole = { side: 'buy', kind: 'limit', price: 0, quantity: 0, budget: 0n, collar: 0, ...ask } as const
  return previewSpot({ ...terms, ...more }, whole, whole.side === 'buy' ? asks : bids)
}

describe('the preview of a limit', () => {
  it('buys what is shown at its prices and the rest at the limit, and holds all at the limit', () => {
    // 20 at 98 and 10 at 100 at once, 20 at 100 later; fees of 108.09 and 24.02 are rounded up together
    const quote = 19_600n + 10_000n + 20_000n
    expect(previewOf({ price: 100, quantity: 50 })).toEqual({
      filledNow: 30,
      quote,
      base: 60_050n,
      fee: 133n,
      receive: 59_917n,
      need: 50_000n,
      end: 'book_empty',
    })
  })

  it('sells what is shown at its prices and the rest at the limit, and holds what it sells', () => {
    // 5 at 99 and 10 at 95 at once, 25 at 95 later; fees of 43.35 and 23.75
    expect(previewOf({ side: 'sell', price: 95, quantity: 40 })).toEqual({
      filledNow: 15,
      quote: 4_950n + 9_500n + 23_750n,
      base: 48_040n,
      fee: 68n,
      receive: 38_200n - 68n,
      need: 48_040n,
      end: 'book_empty',
    })
  })
})

describe('the preview of a market order', () => {
  it('takes what is shown up to the collar, and drops the rest', () => {
    const sell = { side: 'sell', kind: 'market', quantity: 40, collar: 95 } as const
    expect(previewOf(sell)).toEqual({
      filledNow: 15,
      quote: 14_450n,
      base: 18_015n,
      fee: 44n,
      receive: 14_406n,
      need: 48_040n,
      end: 'book_empty',
    })
  })

  it('by its quantity costs what it takes', () => {
    // 90.075 of fees
    expect(previewOf({ kind: 'market', quantity: 25, collar: 100 })).toEqual({
      filledNow: 25,
      quote: 24_600n,
      base: 30_025n,
      fee: 91n,
      receive: 29_934n,
      need: 24_600n,
      end: 'filled',
    })
  })

  it('by its budget takes whole steps for it, as many as one order may have, and needs all of it', () => {
    const market = { kind: 'market', collar: 101 } as const
    expect(previewOf({ ...market, budget: 25_000n })).toMatchObject({
      filledNow: 25,
      quote: 24_600n,
      need: 25_000n,
      end: 'budget_spent',
    })
    expect(previewOf({ ...market, budget: 25_000n }, { quantityMax: 22 })).toMatchObject({
      filledNow: 22,
      quote: 21_600n,
      need: 25_000n,
      end: 'filled',
    })
    expect(previewOf({ ...market, budget: 1n })).toMatchObject({ filledNow: 0, need: 1n, end: 'budget_spent' })
  })
})
