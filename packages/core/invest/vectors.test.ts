import { describe, expect, it } from 'vitest'
import { formatDecimal, parseDecimal } from '../money/decimal.ts'
import { makeListing } from '../book/listing.ts'
import { btcTerms } from '../testing/exchangeFixture.ts'
import { casesOf, figureOf, readsAll, wordOf, type PublicCase } from '../testing/publicCases.ts'
import { paysCoin, payoutsOf } from './terms.ts'

const currencies = [
  { id: 0, code: 'USDT', scale: 6 },
  { id: 1, code: 'BTC', scale: 8 },
]
const codes = ['BTC', 'USDT'] as const
const sides = { '<': [-1], '<=': [-1, 0], '>': [1], '>=': [0, 1] } as const
const settlements = ['<', '<=', '>', '>='] as const
type Code = (typeof codes)[number]

const listing = makeListing(0, btcTerms, currencies)
const scaleOf = (code: Code): number => (code === 'BTC' ? 8 : 6)

function units(value: unknown, scale: number): bigint {
  const read = parseDecimal(figureOf(value), scale)
  if (read === null) throw new Error(`no decimal of ${scale} places: ${figureOf(value)}`)
  return read
}

/** A dual investment: what is put in at which terms, and on which side of the price it settles. */
interface Dual {
  readonly invest: Code
  readonly amount: string
  readonly price: string
  /** At 10⁻⁹ a year. */
  readonly annualRate: bigint
  readonly days: number
  readonly settles: (typeof settlements)[number]
}

/** What is paid, in which currency, by the functions that the engine settles with. */
function paidOf({ invest, amount, price, annualRate, days, settles }: Dual): { currency: Code; paid: string } {
  if (!listing) throw new Error('no listing')
  const direction = invest === 'BTC' ? 'sell_high' : 'buy_low'
  const referencePrice = Number(units(price, 1))
  const terms = { direction, referencePrice, days, annualRate: Number(annualRate) } as const
  const payouts = payoutsOf(terms, listing, units(amount, scaleOf(invest)))
  // where a vendor's sides differ from ours at the price itself alone, what lies beyond it decides
  const beyond = sides[settles].filter((side) => side !== 0)
  const coin = new Set(beyond.map((side) => paysCoin(direction, referencePrice, 10 * referencePrice + side)))
  expect(coin.size).toBe(1)
  const currency = coin.has(true) ? 'BTC' : 'USDT'
  return { currency, paid: formatDecimal(currency === 'BTC' ? payouts.coin : payouts.usdt, scaleOf(currency)) }
}

describe('what a dual investment pays at the price itself', () => {
  it('is the other currency for who sells high, and the coin for who buys low', () => {
    expect(paysCoin('sell_high', 600_000, 6_000_000)).toBe(false)
    expect(paysCoin('sell_high', 600_000, 5_999_999)).toBe(true)
    expect(paysCoin('buy_low', 600_000, 6_000_000)).toBe(true)
    expect(paysCoin('buy_low', 600_000, 6_000_001)).toBe(false)
  })
})

/** Worked out by the formula of the rules, each to the last unit that is paid. */
describe('cases of dual investments', () => {
  it.each([
    ['BTC', '10', '58000', 730_000_000n, 1, '<', 'BTC', '10.02'],
    ['BTC', '10', '58000', 730_000_000n, 1, '>=', 'USDT', '581160'],
    ['USDT', '10000', '50000', 4_526_000_000n, 1, '<=', 'BTC', '0.20248'],
    ['USDT', '10000', '50000', 4_526_000_000n, 1, '>', 'USDT', '10124'],
    ['BTC', '1', '20000', 1_000_000_000n, 31, '<', 'BTC', '1.0849315'],
    ['USDT', '20000', '20000', 1_000_000_000n, 31, '<=', 'BTC', '1.0849315'],
    ['USDT', '20000', '20000', 1_000_000_000n, 31, '>', 'USDT', '21698.630136'],
    ['BTC', '1', '50000', 550_000_000n, 2, '>=', 'USDT', '50150.684931'],
    ['USDT', '100', '32000', 400_000_000n, 2, '<', 'BTC', '0.00313184'],
    ['BTC', '1', '60000', 365_000_000n, 7, '<', 'BTC', '1.007'],
    ['BTC', '1', '60000', 365_000_000n, 7, '>=', 'USDT', '60420'],
  ] as const)(
    '%s %s at %s, %s a year, %s days, settled %s',
    (invest, amount, price, annualRate, days, settles, currency, paid) => {
      expect(paidOf({ invest, amount, price, annualRate, days, settles })).toEqual({ currency, paid })
    },
  )
})

/** The income of the whole term, as a rate of a year for one day; or the rate of a year with its days. */
function termsOf({ inputs }: PublicCase): Pick<Dual, 'annualRate' | 'days'> {
  if (inputs['term_rate'] !== undefined) return { annualRate: units(inputs['term_rate'], 9) * 365n, days: 1 }
  expect(inputs['year_days'] ?? 365).toBe(365)
  return { annualRate: units(inputs['apr'], 9), days: Number(figureOf(inputs['days'])) }
}

const dual = casesOf('dual_investment')

describe.skipIf(dual.length === 0)('the public cases (shared/data/vectors, absent in a clone)', () => {
  it.each(dual)('%s', (_, one) => {
    const { inputs, expected, tolerance = '0' } = one
    readsAll(inputs, [
      'invest',
      'amount',
      'linked_price',
      'term_rate',
      'apr',
      'days',
      'year_days',
      'settlement_vs_linked',
    ])
    readsAll(expected, ['paid', 'paid_currency'])
    const found = paidOf({
      invest: wordOf(inputs['invest'], codes),
      amount: figureOf(inputs['amount']),
      price: figureOf(inputs['linked_price']),
      settles: wordOf(inputs['settlement_vs_linked'], settlements),
      ...termsOf(one),
    })
    expect(found.currency).toBe(wordOf(expected['paid_currency'], codes))
    const off = units(found.paid, 8) - units(expected['paid'], 8)
    expect(off < 0n ? -off : off).toBeLessThanOrEqual(units(tolerance, 8))
  })
})
