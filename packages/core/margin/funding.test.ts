import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fundingPayment } from './funding.ts'

it('of funding who pays pays the rounded-up amount, and who receives the rounded-down one', () => {
  expect(fundingPayment('long', 10_001n, 100_000)).toBe(-2n)
  expect(fundingPayment('short', 10_001n, 100_000)).toBe(1n)
  expect(fundingPayment('long', 10_001n, -100_000)).toBe(1n)
  expect(fundingPayment('short', 10_001n, -100_000)).toBe(-2n)
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 2n ** 60n }),
      fc.integer({ min: -1_000_000, max: 1_000_000 }),
      (value, rate) => {
        const exact = value * BigInt(rate)
        const one = 1_000_000_000n
        for (const [side, sign] of [
          ['long', -1n],
          ['short', 1n],
        ] as const) {
          const over = sign * exact - fundingPayment(side, value, rate) * one
          expect(over >= 0n && over < one).toBe(true)
        }
      },
    ),
  )
})
