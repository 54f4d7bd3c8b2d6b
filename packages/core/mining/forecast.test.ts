import { describe, expect, it } from 'vitest'
import { dayMs } from '../money/units.ts'
import { createPoolState } from '../pool/pool.ts'
import { miningForecast } from './forecast.ts'
import { refundTable } from './preview.ts'
import { admit, createMiningState, type MiningOrder, type MiningState } from './state.ts'
import type { MiningTerms } from './terms.ts'

const range = { rateMin: 1_000_000, rateMax: 3_000_000, redemptionRate: 20_000_000 } as const
const bounds = { minimum: 0n, maximum: 10n ** 9n, capacity: 10n ** 12n } as const
const terms: MiningTerms = { realm: 'real', currency: 1, days: 3, ...range, ...bounds, text: 1, digest: 'd' }

/** An order of 10 000 units that earns from day 10 to day 12. */
function order(id: number, more: Partial<MiningOrder> = {}): MiningOrder {
  const of = { id, holder: 40, realm: 'real', product: 1, version: 1, currency: 1, amount: 10_000n } as const
  return { ...of, ...range, days: 3, firstDay: 10, openedAt: 0, daysPaid: 0, paid: 0n, ...more }
}

function stateOf(...orders: readonly MiningOrder[]): MiningState {
  const mining = createMiningState()
  const rates = new Map([[11, 2_000_000]])
  for (const id of [1, 2]) mining.products.set(id, { id, version: 1, terms, on: true, rates, locked: 0n })
  for (const one of orders) admit(mining, createPoolState(), one)
  return mining
}

const day = (currency: number, at: number, incomeMin: bigint, incomeMax: bigint, principal = 0n) => {
  return { currency, day: at, incomeMin, incomeMax, principal }
}

describe('what running orders will cost', () => {
  it('is by day the published rate, else anything between the lowest and the highest; the principal is free at the end', () => {
    expect(miningForecast(stateOf(order(1)), 'real')).toEqual([
      day(1, 10, 10n, 30n),
      day(1, 11, 20n, 20n),
      day(1, 12, 10n, 30n, 10_000n),
    ])
  })

  it('is summed by currency and day, the first of each first, without what is paid and what is of another realm', () => {
    const others = [
      order(2, { currency: 0, firstDay: 9, days: 1, product: 2 }),
      order(3, { firstDay: 9, daysPaid: 2, amount: 20_000n }),
      order(4, { realm: 'demo' }),
      order(5, { firstDay: 9, days: 1, amount: 5_000n }),
    ]
    expect(miningForecast(stateOf(order(1), ...others), 'real')).toEqual([
      day(0, 9, 10n, 30n, 10_000n),
      day(1, 9, 5n, 15n, 5_000n),
      day(1, 10, 10n, 30n),
      day(1, 11, 60n, 60n, 20_000n),
      day(1, 12, 10n, 30n, 10_000n),
    ])
  })
})

it('a preview says for each day what an order that ends then has earned, costs and gives back', () => {
  const rates = [{ day: 11, rate: 9_000_000 }]
  const previewed = { amount: 10_000n, firstDay: 10, days: 3, ...range, rates, paid: [17n] }
  const row = (daysPaid: number, from: number, incomeMin: bigint, incomeMax: bigint, cost = 200n) => {
    return { daysPaid, from: from * dayMs, incomeMin, incomeMax, cost, refund: 10_000n - cost }
  }
  // 17 were paid, the published 0.9 % is more than was promised, and the last day is open
  expect(refundTable(previewed)).toEqual([
    row(0, 0, 0n, 0n),
    row(1, 11, 17n, 17n),
    row(2, 12, 47n, 47n),
    row(3, 13, 57n, 77n, 0n),
  ])
  const [, first] = refundTable({ amount: 10_000n, firstDay: 10, days: 1, ...range, rates: [] })
  expect(first).toEqual(row(1, 11, 10n, 30n, 0n))
})
