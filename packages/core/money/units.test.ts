import { expect, it } from 'vitest'
import {
  amountMax,
  dayMs,
  hourMs,
  rateOne,
  rateOneBig,
  rateScale,
  steps,
  termsAmountMax,
  ticks,
  usdt,
  usdtScale,
} from './units.ts'

it('the largest amounts leave room: 128 of one, and 2 048 of the terms’, are the first that 64 bits do not hold', () => {
  const past64Bits = BigInt.asIntN(64, 2n ** 63n)
  expect(past64Bits).toBeLessThan(0n)
  expect(BigInt.asIntN(64, amountMax * 128n)).toBe(past64Bits)
  expect(BigInt.asIntN(64, amountMax * 127n)).toBe(amountMax * 127n)
  expect(BigInt.asIntN(64, termsAmountMax * 2_048n)).toBe(past64Bits)
  expect(BigInt.asIntN(64, termsAmountMax * 2_047n)).toBe(termsAmountMax * 2_047n)
})

it('USDT is the first currency, in millionths; a rate is in thousandths of millionths; a day has its milliseconds', () => {
  expect([usdt, 10 ** usdtScale, 10 ** rateScale]).toEqual([0, 1e6, rateOne])
  expect(BigInt(rateOne)).toBe(rateOneBig)
  expect([hourMs, dayMs]).toEqual([60 * 60 * 1_000, Date.UTC(1970, 0, 2)])
})

it('a price and a quantity are safe integers, and nothing else is one', () => {
  const most = Number.MAX_SAFE_INTEGER
  expect([ticks(most), steps(-most)]).toEqual([most, -most])
  for (const wrong of [1.5, most + 1, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(() => ticks(wrong)).toThrow(`price is not a safe integer: ${wrong}`)
    expect(() => steps(wrong)).toThrow(`quantity is not a safe integer: ${wrong}`)
  }
})
