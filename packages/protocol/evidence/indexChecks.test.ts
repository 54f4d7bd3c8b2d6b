import { expect, it } from 'vitest'
import { indexHolds } from './indexChecks.ts'

const said = (source: string, price: string, quote: 'USDT' | 'USD' = 'USDT') => ({ source, price, quote, time: 900 })
const second = {
  time: 1_000,
  index: '90000.25',
  sources: [said('binance', '90000'), said('okx', '90000.5')],
  rate: null,
}

it('finds the index in what its sources said, and sees another one', () => {
  expect(indexHolds(second, 1)).toBe(true)
  expect(indexHolds({ ...second, index: '90000.26' }, 1)).toBe(false)
  expect(indexHolds({ ...second, sources: second.sources.slice(1) }, 1)).toBe(false)
})

it('converts dollars by the rate that was told, and clamps what stands apart', () => {
  const dollars = [said('binance', '90000'), said('kraken', '90090', 'USD'), said('coinbase', '99000', 'USD')]
  const rate = said('kraken', '1.001', 'USD')
  // the third is held at half a per cent above the median
  expect(indexHolds({ ...second, index: '90150', sources: dollars, rate }, 1)).toBe(true)
  expect(indexHolds({ ...second, index: '90150', sources: dollars }, 1)).toBe(false)
})
