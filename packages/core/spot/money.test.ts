import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mulDiv } from '../money/round.ts'
import { feeExcessAfter, feeOn } from './money.ts'
import { collarPrice } from '../book/collar.ts'

const one = 1_000_000_000n

/** What times a factor is one above a whole multiple of 10⁹; the factor ends in 1, 3, 7 or 9. */
function inverseOf(factor: bigint): bigint {
  let found = factor ** 3n % 10n
  // one digit is right, and each step doubles how many are
  for (let step = 0; step < 4; step++) found = (((found * (2n - factor * found)) % one) + one) % one
  return found
}

describe('the formulas in numbers', () => {
  it('give the fees that bigints give', () => {
    const rate = fc.oneof(fc.constantFrom(0, 1, 1_000_000, 99_999_999), fc.integer({ min: 0, max: 99_999_999 }))
    const amount = fc.oneof(
      fc.maxSafeNat(),
      fc.nat(),
      fc.integer({ min: 1, max: 9_007_199 }).map((at) => at * 1e9 - 1),
    )
    fc.assert(
      fc.property(amount, rate, (received, feeRate) => {
        expect(BigInt(feeOn(received, feeRate, 0))).toBe(mulDiv(BigInt(received), BigInt(feeRate), one, 'up'))
      }),
      { numRuns: 2_000 },
    )
  })

  it('round the fees of an order up once, however it is filled', () => {
    const rate = fc.oneof(fc.constantFrom(0, 1, 1_000_000, 99_999_999), fc.integer({ min: 0, max: 99_999_999 }))
    const amount = fc.oneof(fc.nat({ max: 3 }), fc.nat(), fc.maxSafeNat())
    fc.assert(
      fc.property(fc.array(fc.tuple(amount, rate), { minLength: 1, maxLength: 20 }), (fills) => {
        let excess = 0
        let paid = 0n
        let scaled = 0n
        for (const [received, feeRate] of fills) {
          const fee = feeOn(received, feeRate, excess)
          expect(fee >= 0 && !Object.is(fee, -0)).toBe(true)
          excess = feeExcessAfter(received, feeRate, excess, fee)
          expect(excess >= 0 && excess < 1e9).toBe(true)
          paid += BigInt(fee)
          scaled += BigInt(received) * BigInt(feeRate)
          expect(paid).toBe((scaled + one - 1n) / one)
          expect(BigInt(excess)).toBe(paid * one - scaled)
        }
      }),
      { numRuns: 2_000 },
    )
  })

  it('give the fees that bigints give where they lie next to a whole unit, and where products pass 2⁵³', () => {
    const rate = fc.integer({ min: 1, max: 99_999_999 }).filter((one) => one % 2 === 1 && one % 5 !== 0)
    const excess = fc.oneof(fc.constantFrom(0, 1, 999_999_999), fc.integer({ min: 0, max: 999_999_999 }))
    const near = fc.tuple(rate, excess, fc.integer({ min: -2, max: 2 }), fc.integer({ min: 0, max: 9_000_000 }))
    const nextToUnit = near.map(([feeRate, over, by, whole]) => {
      const rest = (inverseOf(BigInt(feeRate)) * BigInt((over + by + 1e9) % 1e9)) % one
      return { received: whole * 1e9 + Number(rest), feeRate, over }
    })
    const nextToBound = near.map(([feeRate, over, by]) => {
      const received = Math.floor(2 ** 53 / feeRate) + by
      return { received, feeRate, over }
    })
    const excessNextToBound = nextToBound.map(({ received, feeRate }) => {
      const over = Number((BigInt(received) * BigInt(feeRate) + one - 1n) % one)
      return { received, feeRate, over }
    })
    fc.assert(
      fc.property(fc.oneof(nextToUnit, nextToBound, excessNextToBound), ({ received, feeRate, over }) => {
        const scaled = BigInt(received) * BigInt(feeRate) - BigInt(over)
        const exact = scaled <= 0n ? 0n : (scaled + one - 1n) / one
        const fee = feeOn(received, feeRate, over)
        expect(BigInt(fee)).toBe(exact)
        expect(BigInt(feeExcessAfter(received, feeRate, over, fee))).toBe(exact * one - scaled)
      }),
      { numRuns: 2_000 },
    )
  })

  it('give back a unit at most of what older journals rounded up at each fill', () => {
    expect(feeExcessAfter(1, 1, 0, 1)).toBe(999_999_999)
    expect(feeExcessAfter(1, 1, 999_999_999, 1)).toBe(999_999_999)
    expect(feeExcessAfter(1, 1, 999_999_999, 0)).toBe(999_999_998)
  })

  it('give the collar that bigints give', () => {
    const index = fc.oneof(fc.integer({ min: 1, max: 1_000_000_000 }), fc.integer({ min: 1, max: 2 ** 50 }))
    fc.assert(
      fc.property(index, fc.integer({ min: 0, max: 999_999_999 }), (indexTenths, collarRate) => {
        const exact = (sign: bigint, rounding: 'up' | 'down') =>
          mulDiv(BigInt(indexTenths), one + sign * BigInt(collarRate), 10n * one, rounding)
        expect(BigInt(collarPrice({ collarRate }, indexTenths, 'buy'))).toBe(exact(1n, 'down'))
        expect(BigInt(collarPrice({ collarRate }, indexTenths, 'sell'))).toBe(exact(-1n, 'up'))
      }),
      { numRuns: 2_000 },
    )
  })
})
