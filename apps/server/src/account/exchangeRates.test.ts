import { describe, expect, it } from 'vitest'
import { smallCatalogue } from '../testing/smallCatalogue.ts'
import { exchangeRate, indexRate } from './exchangeRates.ts'

const catalogue = smallCatalogue()

describe('the rate of an exchange', () => {
  it.each([
    // 1 000 USDT for 0.00999 BTC and a fee of 0.00001
    [{ source: 0, target: 1, sourceAmount: 1_000_000_000n, targetAmount: 999_000n, fee: 1_000n }, '0.00001'],
    [{ source: 1, target: 0, sourceAmount: 1_000_000n, targetAmount: 999_000_000n, fee: 1_000_000n }, '100000'],
    // 2 and 4 thirds, at twelve decimals
    [{ source: 2, target: 0, sourceAmount: 3n, targetAmount: 1n, fee: 1n }, '0.666666666667'],
    [{ source: 0, target: 2, sourceAmount: 3n, targetAmount: 4n, fee: 0n }, '1.333333333333'],
    // half a unit of the last decimal goes to the even one
    [{ source: 0, target: 2, sourceAmount: 2_000_000_000_000n, targetAmount: 1n, fee: 0n }, '0'],
    [{ source: 0, target: 2, sourceAmount: 2_000_000_000_000n, targetAmount: 3n, fee: 0n }, '0.000000000002'],
  ])('is the target before its fee by the source: %o', (amounts, rate) => {
    expect(exchangeRate(catalogue, amounts)).toBe(rate)
  })
})

describe('the rate of the two indexes', () => {
  it.each([
    ['USDT for BTC at 100 000', { source: 0, target: 1, sourceIndex: 0, targetIndex: 10_000_000 }, '0.00001'],
    ['BTC at 100 000.01 for USDT', { source: 1, target: 0, sourceIndex: 10_000_001, targetIndex: 0 }, '100000.01'],
    ['BTC for XRP at 2.5', { source: 1, target: 2, sourceIndex: 10_000_000, targetIndex: 250_000 }, '40000'],
    [
      'XRP at 0.7 for BTC at 60 000',
      { source: 2, target: 1, sourceIndex: 70_000, targetIndex: 6_000_000 },
      '0.000011666667',
    ],
  ])('is by their prices in USDT alone, whatever else they trade against: %s', (_, quoted, rate) => {
    expect(indexRate(catalogue, quoted)).toBe(rate)
  })
})
