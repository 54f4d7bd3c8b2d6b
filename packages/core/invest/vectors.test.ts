import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { formatDecimal, parseDecimal } from '../money/decimal.ts'
import { makeListing } from '../book/listing.ts'
import { btcTerms } from '../testing/exchangeFixture.ts'
import { paysCoin, payoutsOf } from './terms.ts'

/** Public cases of dual investments, restated in our terms; the folder is not part of the repository. */
const folder = new URL('../../../../shared/data/', import.meta.url)
const file = new URL('vectors/trading.json', folder)

interface Case {
  readonly id: string
  readonly group: string
  readonly inputs: {
    readonly invest: 'BTC' | 'USDT'
    readonly amount: string
    readonly linked_price: string
    /** The income of the whole term, or the rate of a year with its days. */
    readonly term_rate?: string
    readonly apr?: string
    readonly days?: number
    readonly settlement_vs_linked: '<' | '<=' | '>' | '>='
  }
  readonly expected: { readonly paid_currency: 'BTC' | 'USDT'; readonly paid: string }
  readonly tolerance: string
}

const cases: Case[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
const dual = cases.filter(({ group }) => group === 'dual_investment')

const currencies = [
  { id: 0, code: 'USDT', scale: 6 },
  { id: 1, code: 'BTC', scale: 8 },
]
const listing = makeListing(0, btcTerms, currencies)
const units = (text: string, scale: number): bigint => parseDecimal(text, scale) ?? -1n

// a term's rate is that of a year over 365, for one day
function annualRateOf({ term_rate, apr }: Case['inputs']): number {
  return term_rate === undefined ? Number(units(apr ?? '', 9)) : Number(units(term_rate, 9) * 365n)
}

const sides = { '<': [-1], '<=': [-1, 0], '>': [1], '>=': [0, 1] } as const

describe.skipIf(dual.length === 0)('public dual-investment cases (shared/data/vectors)', () => {
  it.each(dual.map((one) => [one.id, one] as const))('%s', (_, { inputs, expected, tolerance }) => {
    if (!listing) throw new Error('no listing')
    const direction = inputs.invest === 'BTC' ? 'sell_high' : 'buy_low'
    const referencePrice = Number(units(inputs.linked_price, 1))
    const terms = { direction, referencePrice, days: inputs.days ?? 1, annualRate: annualRateOf(inputs) } as const
    const paid = payoutsOf(terms, listing, units(inputs.amount, inputs.invest === 'BTC' ? 8 : 6))
    for (const side of sides[inputs.settlement_vs_linked]) {
      expect(paysCoin(direction, referencePrice, 10 * referencePrice + side)).toBe(expected.paid_currency === 'BTC')
    }
    const [amount, scale] = expected.paid_currency === 'BTC' ? [paid.coin, 8] : [paid.usdt, 6]
    const off = amount - units(expected.paid, scale)
    const allowed = units(tolerance, scale)
    expect(off <= allowed && off >= -allowed, `${formatDecimal(amount, scale)} for ${expected.paid}`).toBe(true)
  })

  it('are all stated', () => {
    expect(dual.map(({ id }) => id)).toEqual(
      [1, 2, 4, 5, 7, 8, 10, 11].map((at) => `DUAL-${String(at).padStart(2, '0')}`),
    )
  })
})
