import { describe, expect, it } from 'vitest'
import { termsAmountMax } from '../money/units.ts'
import { ieoTermsHold, passesOf, type IeoTerms } from './terms.ts'

const now = 1_700_000_000_000
const most = 1_000_000_000
const aheadMax = 400 * 86_400_000

/** The least that can be launched. */
const least: IeoTerms = {
  realm: 'real',
  currency: 1,
  passQuantity: 1n,
  passPrice: 1n,
  supply: 1,
  applicationMin: 1,
  holderMax: 1,
  opensAt: now,
  closesAt: now + 1,
  marketAt: now + 1,
  text: 1,
  digest: 'of the text',
}
const hold = (more: Partial<IeoTerms>) => ieoTermsHold({ ...least, ...more }, 3, now)

describe('the terms of a launch', () => {
  const holding: [string, Partial<IeoTerms>][] = [
    ['the least of all', {}],
    ['the last currency', { currency: 2 }],
    ['the largest supply', { supply: most }],
    ['the most that a holder may apply for', { holderMax: most }],
    ['an application that is all that a holder may have', { applicationMin: 2, holderMax: 2 }],
    ['the largest amount of coin', { passQuantity: termsAmountMax }],
    ['the largest amount of money', { passPrice: termsAmountMax }],
    ['the coin 400 days ahead', { marketAt: now + aheadMax }],
  ]
  it.each(holding)('can be %s', (_, more) => {
    expect(hold(more)).toBe(true)
  })

  const wrong: [string, Partial<IeoTerms>][] = [
    ['of USDT', { currency: 0 }],
    ['of no currency', { currency: 3 }],
    ['of nothing in a pass', { passQuantity: 0n }],
    ['for nothing', { passPrice: 0n }],
    ['of no supply', { supply: 0 }],
    ['of a pass too many', { supply: most + 1 }],
    ['of more coin than an amount may be', { passQuantity: termsAmountMax / 2n + 1n, supply: 2 }],
    ['for more money than an amount may be', { passPrice: termsAmountMax / 2n + 1n, holderMax: 2 }],
    ['for applications of nothing', { applicationMin: 0 }],
    ['for applications larger than a holder may make', { applicationMin: 2 }],
    ['for a holder’s pass too many', { holderMax: most + 1 }],
    ['closed already', { opensAt: now - 1, closesAt: now }],
    ['never open', { opensAt: now + 1 }],
    ['delivered before the window ends', { marketAt: now }],
    ['delivered more than 400 days ahead', { marketAt: now + aheadMax + 1 }],
  ]
  it.each(wrong)('cannot be %s', (_, more) => {
    expect(hold(more)).toBe(false)
  })
})

describe('the passes of an application', () => {
  it('are all of it up to the supply, and its share rounded down beyond', () => {
    expect([passesOf(7, 10, 10), passesOf(7, 11, 10), passesOf(most, 2 * most, most)]).toEqual([7, 6, most / 2])
  })
})
