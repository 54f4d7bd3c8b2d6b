import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { formatDecimal, parseDecimal } from '../money/decimal.ts'
import { refundTable } from './preview.ts'

/** The specification's examples of locked mining; the folder is not part of the repository. */
const folder = new URL('../../../../shared/data/', import.meta.url)
const file = new URL('vectors/trading.json', folder)

interface Case {
  readonly id: string
  readonly group: string
  readonly inputs: {
    readonly amount: string
    readonly days?: number
    readonly daily_rate?: readonly [string, string]
    readonly early_redemption_rate?: string
  }
  readonly expected: {
    readonly per_day?: readonly [string, string]
    readonly total?: readonly [string, string]
    readonly penalty?: string
    readonly refund?: string
  }
}

const cases: Case[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
const mining = cases.filter(({ group }) => group === 'locked_mining')
const scale = 6

function rate(text: string | undefined): number {
  return Number(parseDecimal(text ?? '0', 9))
}

describe.skipIf(mining.length === 0)('the cases of locked mining (shared/data/vectors)', () => {
  it.each(mining.map((one) => [one.id, one] as const))('%s', (_, { inputs, expected }) => {
    const rows = refundTable({
      amount: parseDecimal(inputs.amount, scale) ?? 0n,
      days: inputs.days ?? 2,
      rateMin: rate(inputs.daily_rate?.[0]),
      rateMax: rate(inputs.daily_rate?.[1]),
      redemptionRate: rate(inputs.early_redemption_rate),
      firstDay: 20_000,
      rates: [],
    })
    const incomes = rows.map(({ incomeMin, incomeMax }) =>
      [incomeMin, incomeMax].map((one) => formatDecimal(one, scale)),
    )
    const early = rows[0]
    const found = {
      per_day: incomes[1],
      total: incomes.at(-1),
      penalty: formatDecimal(early.cost, scale),
      refund: formatDecimal(early.refund, scale),
    }
    expect(found).toMatchObject(expected)
    expect(rows.at(-1)).toMatchObject({ cost: 0n, refund: parseDecimal(inputs.amount, scale) })
  })
})
