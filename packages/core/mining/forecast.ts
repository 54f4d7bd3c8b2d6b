import type { Realm } from '../ledger/holders.ts'
import { nextDayOf, productOf, type MiningState } from './state.ts'
import { incomeOf, rateWithin } from './terms.ts'
import type { ForecastDay } from './view.ts'

interface Sum {
  incomeMin: bigint
  incomeMax: bigint
  principal: bigint
}

/**
 * What running orders of a realm can still cost and set free, by currency and day of UTC: a day with a published rate at
 * that rate, any other between the lowest and the highest of each order's own range.
 */
export function miningForecast(mining: MiningState, realm: Realm): ForecastDay[] {
  const sums = new Map<number, Map<number, Sum>>()
  const sumOf = (currency: number, day: number): Sum => {
    const days = sums.get(currency) ?? new Map<number, Sum>()
    sums.set(currency, days)
    const sum = days.get(day) ?? { incomeMin: 0n, incomeMax: 0n, principal: 0n }
    days.set(day, sum)
    return sum
  }
  for (const order of mining.orders.values()) {
    if (order.realm !== realm) continue
    const { amount, currency, rateMin, rateMax, firstDay, days } = order
    const { rates } = productOf(mining, order.product)
    const least = incomeOf(amount, rateMin)
    const most = incomeOf(amount, rateMax)
    const last = firstDay + days - 1
    for (let day = nextDayOf(order); day <= last; day++) {
      const sum = sumOf(currency, day)
      const published = rates.get(day)
      const known = published === undefined ? null : incomeOf(amount, rateWithin(published, order))
      sum.incomeMin += known ?? least
      sum.incomeMax += known ?? most
    }
    sumOf(currency, last).principal += amount
  }
  return [...sums]
    .sort(([a], [b]) => a - b)
    .flatMap(([currency, days]) => [...days].sort(([a], [b]) => a - b).map(([day, sum]) => ({ currency, day, ...sum })))
}
