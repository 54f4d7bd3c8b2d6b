import { describe, expect, it } from 'vitest'
import { bankruptcyQuote, costOfClosing } from './position.ts'

describe('the cost of closing a part', () => {
  // 100 cost 1 000 001: of 33 it is 330 000.33, of 67 it is 670 000.67
  it.each([
    ['long', 33, 330_001n],
    ['short', 33, 330_000n],
    ['long', 67, 670_001n],
    ['short', 67, 670_000n],
    ['long', 100, 1_000_001n],
    ['short', 100, 1_000_001n],
  ] as const)(
    'of a %s is rounded to the holder’s worse side, and the last part takes all: %i',
    (side, closed, cost) => {
      expect(costOfClosing({ side, quantity: 100, cost: 1_000_001n }, closed)).toBe(cost)
    },
  )

  it('comes to the whole however it is split', () => {
    for (const side of ['long', 'short'] as const) {
      let [quantity, cost] = [7, 1_000_003n]
      let gone = 0n
      for (const closed of [1, 2, 1, 3]) {
        const part = costOfClosing({ side, quantity, cost }, closed)
        gone += part
        cost -= part
        quantity -= closed
      }
      expect([gone, cost, quantity]).toEqual([1_000_003n, 0n, 0])
    }
  })

  it.each([0, -1, 4])('of what is not there is refused: %i of 3', (closed) => {
    expect(() => costOfClosing({ side: 'long', quantity: 3, cost: 9n }, closed)).toThrow(RangeError)
  })
})

describe('what a closing must bring at least, or cost at most, to leave its holder no worse than empty', () => {
  // 3 steps at 1 000 with equity 100: a long’s whole is 900, 300.33… of one of 901; a short’s 1 100
  it.each([
    ['long', 1_000n, 1, 100n, 300n],
    ['long', 1_001n, 1, 100n, 301n],
    ['long', 1_002n, 2, 100n, 602n],
    ['short', 1_000n, 1, 100n, 366n],
    ['short', 1_000n, 2, 100n, 733n],
    ['short', 1_100n, 3, 100n, 1_200n],
    // below empty already: a long must bring more than it is worth, a short may cost less
    ['long', 1_000n, 3, -50n, 1_050n],
    ['short', 1_000n, 3, -50n, 950n],
  ] as const)('%s worth %i, %i of 3 steps, equity %i: %i', (side, value, closed, equity, quote) => {
    expect(bankruptcyQuote(side, value, 3, closed, equity)).toBe(quote)
  })
})
