import { divide } from '@truemark/core/money/round'
import { dayMs, usdt, usdtScale } from '@truemark/core/money/units'
import type { ProfitDay, ProfitProduct } from '@truemark/protocol/routes/holdings'
import type { Flow } from './profit.store.ts'
import { type EventProduct, type ProfitRow, eventProducts } from './profitRows.ts'
import { type WorthPrice, worthPriceScale } from './worthSweep.store.ts'

/** What an amount is worth in units of USDT on a day, rounded down; null without a price. */
export type ValueOf = (day: number, currency: number, amount: bigint) => bigint | null

interface Prices {
  readonly today: number
  /** The prices of this moment; null where one is not known. */
  readonly now: readonly WorthPrice[] | null
  /** By day and currency the price of its opening: that of the next day is what a day ended with. */
  readonly kept: ReadonlyMap<string, bigint>
  readonly scaleOf: (currency: number) => number
}

/** Values amounts of a day by the prices with which it ended, and those of today by the prices of now. */
export function valueBy({ today, now, kept, scaleOf }: Prices): ValueOf {
  return (day, currency, amount) => {
    if (currency === usdt || amount === 0n) return amount
    const price =
      day === today ? now?.find((one) => one.currency === currency)?.price : kept.get(`${day + 1} ${currency}`)
    if (price === undefined) return null
    return divide(amount * price, 10n ** BigInt(scaleOf(currency) + worthPriceScale - usdtScale), 'down')
  }
}

interface Profits {
  /** Days since 1970 in UTC: from the first to today. */
  readonly first: number
  readonly today: number
  readonly holding: ReadonlyMap<number, bigint>
  readonly profits: readonly Omit<ProfitRow, 'holder'>[]
  readonly valueOf: ValueOf
  readonly text: (units: bigint) => string
}

/** A holder's profit by product and day, newest first: a sum of what has no price is nobody knows what. */
export function profitDays({ first, today, holding, profits, valueOf, text }: Profits): ProfitDay[] {
  const sums = new Map<string, bigint | null>()
  for (const { day, product, currency, amount } of profits) {
    const key = `${day} ${product}`
    sums.set(key, sumOf(sums.get(key), valueOf(day, currency, amount)))
  }
  const days: ProfitDay[] = []
  for (let day = today; day >= first; day -= 1) {
    const found: [ProfitProduct, bigint | null][] = [['holding', holding.get(day) ?? null]]
    for (const product of eventProducts) {
      const amount = sums.get(`${day} ${product satisfies EventProduct}`)
      if (amount !== undefined) found.push([product, amount])
    }
    const total = found.reduce<bigint | null>((sum, [, one]) => sumOf(sum, one), 0n)
    days.push({
      day: new Date(day * dayMs).toISOString().slice(0, 10),
      products: found.map(([product, amount]) => ({ product, amount: amount === null ? null : text(amount) })),
      total: total === null ? null : text(total),
    })
  }
  return days
}

function sumOf(sum: bigint | null | undefined, more: bigint | null): bigint | null {
  return sum === null || more === null ? null : (sum ?? 0n) + more
}

/** What came in and left after an opening and before the next, at the prices of its day; null where one is not known. */
export function flowValue(
  flows: readonly Omit<Flow, 'seq'>[],
  place: number,
  day: number,
  valueOf: ValueOf,
): bigint | null {
  let sum = 0n
  for (const { after, currency, amount } of flows) {
    if (after !== place) continue
    const value = valueOf(day, currency, amount)
    if (value === null) return null
    sum += value
  }
  return sum
}

/**
 * What coins are worth now: one without a market is worth nothing, as in every sample of an hour. Null while the prices
 * of now are not known and a coin needs one: a loss that nobody had must not be shown.
 */
export function worthNow(
  coins: ReadonlyMap<number, bigint>,
  prices: readonly WorthPrice[] | null,
  valueOf: (currency: number, amount: bigint) => bigint | null,
): bigint | null {
  let sum = 0n
  for (const [currency, amount] of coins) {
    const value = valueOf(currency, amount)
    if (value === null && prices === null) return null
    sum += value ?? 0n
  }
  return sum
}
