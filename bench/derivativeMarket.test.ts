import { expect, it } from 'vitest'
import { DerivativeMarket, symbolCount } from './derivativeMarket.ts'

it('is one that the exchange takes, with every market open to both kinds of derivatives', () => {
  const { state } = new DerivativeMarket(1_000, 1_000_000_000n)
  const symbols = Array.from({ length: symbolCount }, (_, symbol) => state.derivative.terms[symbol])
  expect(symbols.map((terms) => [terms?.contractOn, terms?.perpetualOn])).toEqual(symbols.map(() => [true, true]))
})
