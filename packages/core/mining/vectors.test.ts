import { describe, expect, it } from 'vitest'
import { formatDecimal, parseDecimal } from '../money/decimal.ts'
import { casesOf, figureOf, readsAll, type PublicCase } from '../testing/publicCases.ts'
import { refundTable } from './preview.ts'

const scale = 6

function units(value: unknown, places: number): bigint {
  const read = parseDecimal(figureOf(value), places)
  if (read === null) throw new Error(`no decimal of ${places} places: ${figureOf(value)}`)
  return read
}

/** The figures of locked mining at these terms: of one day, of all days, and of an early end at once. */
function figures(amount: unknown, days: number, rates: readonly unknown[], redemptionRate: unknown) {
  const [rateMin, rateMax] = [rates[0], rates.at(-1)].map((rate) => Number(units(rate, 9)))
  const rows = refundTable({
    amount: units(amount, scale),
    days,
    rateMin,
    rateMax,
    redemptionRate: Number(units(redemptionRate, 9)),
    firstDay: 20_000,
    rates: [],
  })
  const incomes = rows.map(({ incomeMin, incomeMax }) => [incomeMin, incomeMax].map((one) => formatDecimal(one, scale)))
  expect(rows.at(-1)).toMatchObject({ cost: 0n, refund: units(amount, scale) })
  const alike = (pair: readonly string[] | undefined) => (rates.length === 1 ? pair?.[0] : pair)
  return {
    per_day: alike(incomes[1]),
    total: alike(incomes.at(-1)),
    penalty: formatDecimal(rows[0].cost, scale),
    refund: formatDecimal(rows[0].refund, scale),
  }
}

/** A case states a rate or a range of rates for each day, or what an early end costs. */
function run({ inputs, expected }: Pick<PublicCase, 'inputs' | 'expected'>): void {
  readsAll(inputs, ['amount', 'days', 'daily_rate', 'early_redemption_rate'])
  readsAll(expected, ['per_day', 'total', 'penalty', 'refund'])
  const { amount, days, daily_rate: rate = ['0', '0'], early_redemption_rate: redemptionRate = '0' } = inputs
  const rates: readonly unknown[] = Array.isArray(rate) ? rate : [rate]
  const found = figures(amount, Number(figureOf(days ?? 2)), rates, redemptionRate)
  expect(Object.keys(expected).length).toBeGreaterThan(0)
  expect(found).toMatchObject(expected)
}

describe('cases of locked mining, worked out by hand', () => {
  it('10 000 for five days at 0.3 % to 0.4 % bring 30 to 40 a day, 150 to 200 in all', () => {
    const inputs = { amount: '10000', days: 5, daily_rate: ['0.003', '0.004'] }
    run({ inputs, expected: { per_day: ['30', '40'], total: ['150', '200'] } })
  })

  it('10 000 for five days at 0.3 % bring 30 a day, 150 in all', () => {
    run({ inputs: { amount: '10000', days: 5, daily_rate: '0.003' }, expected: { per_day: '30', total: '150' } })
  })

  it('1 000 redeemed at 2 % give 980', () => {
    run({ inputs: { amount: '1000', early_redemption_rate: '0.02' }, expected: { penalty: '20', refund: '980' } })
  })
})

const examples = casesOf('locked_mining')

describe.skipIf(examples.length === 0)('the specification’s examples (shared/data/vectors, absent in a clone)', () => {
  it.each(examples)('%s', (_, one) => run(one))
})
