import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { formatDecimal, parseDecimal } from '../money/decimal.ts'
import { refundTable } from './preview.ts'

const scale = 6
const units = (text: string): bigint => parseDecimal(text, scale) ?? -1n

/** The figures of locked mining at these terms: of the second day, of all days, and of an early end at once. */
function figures(amount: string, days: number, rates: readonly [string, string], redemptionRate: string) {
  const rate = (text: string): number => Number(parseDecimal(text, 9))
  const rows = refundTable({
    amount: units(amount),
    days,
    rateMin: rate(rates[0]),
    rateMax: rate(rates[1]),
    redemptionRate: rate(redemptionRate),
    firstDay: 20_000,
    rates: [],
  })
  const incomes = rows.map(({ incomeMin, incomeMax }) => [incomeMin, incomeMax].map((one) => formatDecimal(one, scale)))
  expect(rows.at(-1)).toMatchObject({ cost: 0n, refund: units(amount) })
  return {
    per_day: incomes[1],
    total: incomes.at(-1),
    penalty: formatDecimal(rows[0].cost, scale),
    refund: formatDecimal(rows[0].refund, scale),
  }
}

/** Worked out by hand: 10 000 for five days at 0.3 % to 0.4 %, and 1 000 that are redeemed at 2 %. */
const cases = {
  'LOCK-01': {
    found: () => figures('10000', 5, ['0.003', '0.004'], '0'),
    expected: { per_day: ['30', '40'], total: ['150', '200'] },
    inputs: { amount: '10000', days: 5, daily_rate: ['0.003', '0.004'] },
  },
  'LOCK-02': {
    found: () => figures('1000', 2, ['0', '0'], '0.02'),
    expected: { penalty: '20', refund: '980' },
    inputs: { amount: '1000', early_redemption_rate: '0.02' },
  },
} as const

describe('cases of locked mining', () => {
  it.each(Object.entries(cases))('%s', (_, { found, expected }) => {
    expect(found()).toMatchObject(expected)
  })
})

/** The specification's examples; the folder is not part of the repository. */
const file = new URL('../../../../shared/data/vectors/trading.json', import.meta.url)

interface Example {
  readonly id: string
  readonly group: string
  readonly inputs: unknown
  readonly expected: unknown
}

const all: Example[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
const examples = all.filter(({ group }) => group === 'locked_mining')

describe.skipIf(examples.length === 0)('the specification’s examples (shared/data/vectors, absent in a clone)', () => {
  it('are these', () => {
    const stated = examples.map(({ id, inputs, expected }) => [id, { inputs, expected }])
    const own = Object.entries(cases).map(([id, { inputs, expected }]) => [id, { inputs, expected }])
    expect(own).toEqual(stated)
  })
})
