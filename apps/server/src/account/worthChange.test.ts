import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changeBetween } from './worthChange.ts'
import { rateOf } from './worthHistory.ts'

const at = (time: number, total: bigint) => ({ time, seq: time, total })
// a coin of eight decimals at 2 USDT; prices have twelve decimals, USDT has six
const coin = (amount: bigint) => ({ currency: 1, amount, price: 2n * 10n ** 12n })
const usdt = (amount: bigint) => ({ currency: 0, amount, price: 10n ** 12n })
const scaleOf = (currency: number): number => (currency === 0 ? 6 : 8)

describe('what a span brought', () => {
  it('is the end less the beginning and what came in, plus what left, each valued at the price before it', () => {
    const moved = [usdt(500_000_000n), usdt(-200_000_000n), coin(150_000_000n), coin(-50_000_001n)]
    expect(changeBetween(at(1, 1_000_000_000n), at(9, 1_303_000_000n), moved, scaleOf)).toEqual({
      from: 1,
      to: 9,
      first: 1_000_000_000n,
      last: 1_303_000_000n,
      cameIn: 503_000_000n,
      left: 201_000_000n,
      profit: 1_000_000n,
    })
  })

  it('is not known where something that moved has no price', () => {
    const unknown = { currency: 2, amount: 1n, price: null }
    expect(changeBetween(at(1, 0n), at(2, 5n), [usdt(5n), unknown], scaleOf)).toBeNull()
  })

  it('is nothing where all that changed was deposited or withdrawn, and adds up over spans that meet', () => {
    const moves = fc.array(fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }).map(usdt), { maxLength: 20 })
    fc.assert(
      fc.property(moves, moves, fc.bigInt({ min: 0n, max: 10n ** 15n }), (early, late, first) => {
        const sum = (of: readonly { amount: bigint }[]) => of.reduce((total, { amount }) => total + amount, 0n)
        const [middle, last] = [first + sum(early) + 7n, first + sum(early) + sum(late)]
        const one = changeBetween(at(1, first), at(2, middle), early, scaleOf)
        const two = changeBetween(at(2, middle), at(3, last), late, scaleOf)
        const both = changeBetween(at(1, first), at(3, last), [...early, ...late], scaleOf)
        expect([one?.profit, two?.profit, both?.profit]).toEqual([7n, -7n, 0n])
      }),
    )
  })

  it('has a rate of what it was made of, to the nearest hundredth of a per cent, and none of nothing', () => {
    expect([rateOf(1n, 3n), rateOf(-1n, 3n), rateOf(5n, 100_000n), rateOf(15n, 100_000n)]).toEqual([
      '33.33',
      '-33.33',
      '0',
      '0.02',
    ])
    expect([rateOf(7n, 0n), rateOf(0n, 9n)]).toEqual([null, '0'])
  })
})
