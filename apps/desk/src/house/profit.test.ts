import { expect, it } from 'vitest'
import type { HouseProfit } from '@truemark/protocol/routes/deskDerivative'
import { totalOf } from './profit.ts'

function row(profit: string | null): HouseProfit {
  return { realm: 'demo', product: 'spot', trading: profit, funding: '0', fees: '0', profit }
}

it('sums the products, and knows no sum while one of them has none', () => {
  expect(totalOf([row('1.5'), row('-2'), row('0')])).toBe('-0.5')
  expect(totalOf([row('1.5'), row(null)])).toBe(null)
})
