import { dayMs } from '../money/units.ts'
import type { DayRate } from './command.ts'
import { incomeOf, rateWithin, redemptionCost, type MiningTerms } from './terms.ts'

/** What the preview of an order is made from; amounts in smallest units, rates at 10⁻⁹. */
export interface Previewed extends Pick<MiningTerms, 'rateMin' | 'rateMax' | 'days' | 'redemptionRate'> {
  readonly amount: bigint
  readonly firstDay: number
  /** Rates that are published already. */
  readonly rates: readonly DayRate[]
  /** What was really paid for the first days, oldest first. */
  readonly paid?: readonly bigint[]
}

/** What comes back where an order ends after the given paid days; between the least and the most that they can pay. */
export interface RefundRow {
  /** How many days have been paid. */
  readonly daysPaid: number
  /** From when on, UTC milliseconds; 0 for the row that begins with the order. */
  readonly from: number
  readonly incomeMin: bigint
  readonly incomeMax: bigint
  /** What the early redemption costs; nothing at the end. */
  readonly cost: bigint
  /** The principal that comes back: P(1 − p), or all of it at the end. */
  readonly refund: bigint
}

// the least and the most that a day pays: the same where it was paid or its rate is published
function dayIncome({ amount, rateMin, rateMax, firstDay, rates, paid }: Previewed, index: number): [bigint, bigint] {
  const known = paid?.[index]
  if (known !== undefined) return [known, known]
  const published = rates.find(({ day }) => day === firstDay + index)?.rate
  if (published === undefined) return [incomeOf(amount, rateMin), incomeOf(amount, rateMax)]
  const income = incomeOf(amount, rateWithin(published, { rateMin, rateMax }))
  return [income, income]
}

/** What an order gives back day by day: one row for each number of paid days, the last of which is its end. */
export function refundTable(order: Previewed): RefundRow[] {
  const { amount, days, redemptionRate, firstDay } = order
  const early = redemptionCost(amount, redemptionRate)
  const rows: RefundRow[] = []
  let incomeMin = 0n
  let incomeMax = 0n
  for (let daysPaid = 0; daysPaid <= days; daysPaid++) {
    if (daysPaid > 0) {
      const [least, most] = dayIncome(order, daysPaid - 1)
      incomeMin += least
      incomeMax += most
    }
    const cost = daysPaid < days ? early : 0n
    const from = daysPaid === 0 ? 0 : (firstDay + daysPaid) * dayMs
    rows.push({ daysPaid, from, incomeMin, incomeMax, cost, refund: amount - cost })
  }
  return rows
}
