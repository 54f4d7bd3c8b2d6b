import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { formatDecimal, parseDecimal } from '../money/decimal.ts'
import { makeListing } from '../book/listing.ts'
import { btcTerms } from '../testing/exchangeFixture.ts'
import { paysCoin, payoutsOf } from './terms.ts'

/** A dual investment: what is put in at which terms, on which side of the price it settles, and what is paid to the unit. */
interface Case {
  readonly invest: 'BTC' | 'USDT'
  readonly amount: string
  readonly price: string
  /** The rate of a year with its days; a rate of a whole term is 365 times as much, for one day. */
  readonly annualRate: string
  readonly days: number
  readonly settles: '<' | '<=' | '>' | '>='
  readonly paid: string
  readonly currency: 'BTC' | 'USDT'
}

/** Worked out by the formula of the rules, each to the last unit that is paid. */
const cases: Readonly<Record<string, Case>> = {
  'DUAL-01': row('10 BTC', '58000', '0.73', 1, '<', '10.02 BTC'),
  'DUAL-02': row('10 BTC', '58000', '0.73', 1, '>=', '581160 USDT'),
  'DUAL-04': row('10000 USDT', '50000', '4.526', 1, '<=', '0.20248 BTC'),
  'DUAL-05': row('1 BTC', '20000', '1', 31, '<', '1.0849315 BTC'),
  'DUAL-07': row('20000 USDT', '20000', '1', 31, '<=', '1.0849315 BTC'),
  'DUAL-08': row('20000 USDT', '20000', '1', 31, '>', '21698.630136 USDT'),
  'DUAL-10': row('1 BTC', '50000', '0.55', 2, '>=', '50150.684931 USDT'),
  'DUAL-11': row('100 USDT', '32000', '0.4', 2, '<', '0.00313184 BTC'),
}

function row(
  putIn: string,
  price: string,
  annualRate: string,
  days: number,
  settles: Case['settles'],
  out: string,
): Case {
  const [amount = '', invest] = putIn.split(' ')
  const [paid = '', currency] = out.split(' ')
  const coded = (code: string | undefined) => (code === 'BTC' ? 'BTC' : 'USDT')
  return { invest: coded(invest), amount, price, annualRate, days, settles, paid, currency: coded(currency) }
}

const currencies = [
  { id: 0, code: 'USDT', scale: 6 },
  { id: 1, code: 'BTC', scale: 8 },
]
const listing = makeListing(0, btcTerms, currencies)
const units = (text: string, scale: number): bigint => parseDecimal(text, scale) ?? -1n
const scaleOf = (code: 'BTC' | 'USDT'): number => (code === 'BTC' ? 8 : 6)

const sides = { '<': [-1], '<=': [-1, 0], '>': [1], '>=': [0, 1] } as const

describe('cases of dual investments', () => {
  it.each(Object.entries(cases))('%s', (_, { invest, amount, price, annualRate, days, settles, paid, currency }) => {
    if (!listing) throw new Error('no listing')
    const direction = invest === 'BTC' ? 'sell_high' : 'buy_low'
    const referencePrice = Number(units(price, 1))
    const terms = { direction, referencePrice, days, annualRate: Number(units(annualRate, 9)) } as const
    const payouts = payoutsOf(terms, listing, units(amount, scaleOf(invest)))
    for (const side of sides[settles]) {
      expect(paysCoin(direction, referencePrice, 10 * referencePrice + side)).toBe(currency === 'BTC')
    }
    const found = currency === 'BTC' ? payouts.coin : payouts.usdt
    expect(formatDecimal(found, scaleOf(currency))).toBe(paid)
  })
})

/** Public cases with their tolerances; the folder is not part of the repository. */
const file = new URL('../../../../shared/data/vectors/trading.json', import.meta.url)

interface PublicCase {
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
    readonly settlement_vs_linked: Case['settles']
  }
  readonly expected: { readonly paid_currency: 'BTC' | 'USDT'; readonly paid: string }
  readonly tolerance: string
}

const all: PublicCase[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
const dual = all.filter(({ group }) => group === 'dual_investment')

function annualRateOf({ term_rate, apr }: PublicCase['inputs']): bigint {
  return term_rate === undefined ? units(apr ?? '', 9) : units(term_rate, 9) * 365n
}

describe.skipIf(dual.length === 0)('the public cases (shared/data/vectors, absent in a clone)', () => {
  it('are these, each with the same inputs, and pay the same within their tolerance', () => {
    expect(dual.map(({ id }) => id)).toEqual(Object.keys(cases))
    for (const { id, inputs, expected, tolerance } of dual) {
      const own = cases[id]
      expect(own, id).toMatchObject({ invest: inputs.invest, settles: inputs.settlement_vs_linked })
      expect(own, id).toMatchObject({ days: inputs.days ?? 1, currency: expected.paid_currency })
      const [amount, price] = [units(own?.amount ?? '', 8), units(own?.price ?? '', 1)]
      expect([amount, price], id).toEqual([units(inputs.amount, 8), units(inputs.linked_price, 1)])
      expect(units(own?.annualRate ?? '', 9), id).toBe(annualRateOf(inputs))
      const off = units(own?.paid ?? '', 8) - units(expected.paid, 8)
      const allowed = units(tolerance, 8)
      expect(off <= allowed && off >= -allowed, id).toBe(true)
    }
  })
})
