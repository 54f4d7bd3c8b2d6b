import { describe, expect, it } from 'vitest'
import { changed, targetFault, type Opening } from './targets.ts'

const at = (numerator: bigint, denominator = 1n): Opening => ({ numerator, denominator })

/** The first price that may be a target, of prices one beside the other of which none before it may and all after it. */
function bound(side: 'buy' | 'sell', which: 'stopLoss' | 'takeProfit', opening: Opening, markTenths: number): number {
  const may = (price: number) =>
    targetFault(side, opening, markTenths, which === 'stopLoss' ? price : null, which === 'takeProfit' ? price : null)
  const wants = (side === 'buy') === (which === 'takeProfit') ? 'above' : 'below'
  const order = Array.from({ length: 231 }, (_, step) => (wants === 'above' ? 99_885 + step : 100_115 - step))
  const first = order.findIndex((price) => may(price) === null)
  const fault = `${side}_${which === 'stopLoss' ? 'stop_loss' : 'take_profit'}_side`
  order.forEach((price, step) => expect(may(price)).toBe(step < first ? fault : null))
  return order[first]
}

describe('a stop-loss and a take-profit', () => {
  it('lie on their sides of the opening and of the mark, and on neither of them', () => {
    for (const [opening, mark, below, above] of [
      [at(100_000n), 1_000_000, 99_999, 100_001],
      [at(99_900n), 1_000_000, 99_899, 100_001],
      [at(100_100n), 1_000_000, 99_999, 100_101],
      // a mark of 99 999.5, and an opening of 99 999.95
      [at(100_000n), 999_995, 99_999, 100_001],
      [at(99_900n), 999_995, 99_899, 100_000],
      [at(1_999_999n, 20n), 1_001_000, 99_999, 100_101],
      [at(1_999_999n, 20n), 999_000, 99_899, 100_000],
    ] as const) {
      expect([bound('buy', 'stopLoss', opening, mark), bound('sell', 'takeProfit', opening, mark)]).toEqual([
        below,
        below,
      ])
      expect([bound('buy', 'takeProfit', opening, mark), bound('sell', 'stopLoss', opening, mark)]).toEqual([
        above,
        above,
      ])
    }
  })

  it('may both be none, and neither is zero', () => {
    expect(targetFault('buy', at(100_000n), 1_000_000, null, null)).toBeNull()
    expect(targetFault('buy', at(100_000n), 1_000_000, 0, 100_001)).toBe('stop_zero')
    expect(targetFault('buy', at(100_000n), 1_000_000, 99_999, 0)).toBe('stop_zero')
    expect(targetFault('buy', at(100_000n), 1_000_000, 1, null)).toBeNull()
    expect(targetFault('sell', at(100_000n), 1_000_000, null, 1)).toBeNull()
  })
})

it('a target is what it is set to, none where it is removed, and what it was where it is kept', () => {
  expect(changed({ change: 'set', price: 7 }, 5)).toBe(7)
  expect(changed({ change: 'remove', price: 7 }, 5)).toBeNull()
  expect([0, 1, 5].map((stands) => changed({ change: 'keep', price: 7 }, stands))).toEqual([null, 1, 5])
})
