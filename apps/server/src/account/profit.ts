import type { HolderId } from '@truemark/core/ledger/holders'
import { divide } from '@truemark/core/money/round'
import { dayMs, usdt, usdtScale } from '@truemark/core/money/units'
import type { ProfitDay, ProfitProduct } from '@truemark/protocol/routes/holdings'
import type { Queryable } from '../platform/postgres/database.ts'
import { type Flow, findCoins, findDayPrices, findFlows, findProfits } from './profit.store.ts'
import { type EventProduct, eventProducts } from './profitRows.ts'
import { type WorthPrice, type WorthSample, findOpenedAt, findWorth, worthPriceScale } from './worthSweep.store.ts'

/** A day's first sample counts as its opening when it was taken within so long of midnight. */
const openingWithinMs = 900_000

export interface ProfitOptions {
  readonly holder: HolderId
  readonly days: number
  readonly now: number
  /** The decimals of a currency's amounts. */
  readonly scaleOf: (currency: number) => number
  /** The prices of this moment; null where one is not known. */
  readonly prices: readonly WorthPrice[] | null
  readonly text: (units: bigint) => string
}

/** What an amount is worth in units of USDT, rounded down; null without a price. */
type ValueOf = (day: number, currency: number, amount: bigint) => bigint | null

/**
 * A holder's profit by product and day of UTC, newest first, at most `days`. What products paid is what the ledger says;
 * another currency than USDT is valued at the price with which the day ended. `holding` is what the coin account's
 * worth changed by, less what came in and left.
 */
export async function profitByDay(database: Queryable, options: ProfitOptions): Promise<ProfitDay[]> {
  const { holder, now, text } = options
  const today = Math.floor(now / dayMs)
  const opened = (await findOpenedAt(database, holder)) ?? now
  const first = Math.max(today - options.days + 1, Math.floor(opened / dayMs))
  const valueOf = await valuer(database, first, today, options)
  const holding = await holdingProfits(database, first, today, valueOf, options)
  const sums = new Map<string, bigint | null>()
  for (const { day, product, currency, amount } of await findProfits(database, holder, first)) {
    const value = valueOf(day, currency, amount)
    const key = `${day} ${product}`
    const before = sums.get(key) ?? 0n
    sums.set(key, value === null || sums.get(key) === null ? null : before + value)
  }
  const days: ProfitDay[] = []
  for (let day = today; day >= first; day -= 1) {
    const found: [ProfitProduct, bigint | null][] = [['holding', holding.get(day) ?? null]]
    for (const product of eventProducts) {
      const amount = sums.get(`${day} ${product satisfies EventProduct}`)
      if (amount !== undefined) found.push([product, amount])
    }
    const total = found.reduce<bigint | null>((sum, [, one]) => (sum === null || one === null ? null : sum + one), 0n)
    days.push({
      day: new Date(day * dayMs).toISOString().slice(0, 10),
      products: found.map(([product, amount]) => ({ product, amount: amount === null ? null : text(amount) })),
      total: total === null ? null : text(total),
    })
  }
  return days
}

async function valuer(
  database: Queryable,
  first: number,
  today: number,
  { scaleOf, prices }: ProfitOptions,
): Promise<ValueOf> {
  const kept = await findDayPrices(database, first)
  return (day, currency, amount) => {
    if (currency === usdt || amount === 0n) return amount
    const price =
      day === today ? prices?.find((one) => one.currency === currency)?.price : kept.get(`${day + 1} ${currency}`)
    if (price === undefined) return null
    return divide(amount * price, 10n ** BigInt(scaleOf(currency) + worthPriceScale - usdtScale), 'down')
  }
}

/** The profit of the coins held, by day: what it is of days whose opening and end are both recorded. */
async function holdingProfits(
  database: Queryable,
  first: number,
  today: number,
  valueOf: ValueOf,
  { holder }: ProfitOptions,
): Promise<Map<number, bigint>> {
  const samples = await findWorth(database, holder, first * dayMs, dayMs)
  const openings = samples.filter(({ hour, time }) => time - hour <= openingWithinMs)
  const flows = await findFlows(
    database,
    holder,
    (first - 1) * dayMs,
    openings.map(({ seq }) => seq),
  )
  const found = new Map<number, bigint>()
  for (const [place, opening] of openings.entries()) {
    const day = opening.hour / dayMs
    const end = await endOf(database, holder, day === today ? null : openings[place + 1], day, valueOf)
    const moved = flowValue(flows, place, day, valueOf)
    if (end !== null && moved !== null) found.set(day, end - opening.coin - moved)
  }
  return found
}

/** What the coin account was worth when a day ended: the next day's opening, or what stands now (`next` is null). */
async function endOf(
  database: Queryable,
  holder: HolderId,
  next: WorthSample | null | undefined,
  day: number,
  valueOf: ValueOf,
): Promise<bigint | null> {
  if (next !== null) return next !== undefined && next.hour === (day + 1) * dayMs ? next.coin : null
  let sum = 0n
  for (const [currency, amount] of await findCoins(database, holder)) sum += valueOf(day, currency, amount) ?? 0n
  return sum
}

function flowValue(flows: readonly Flow[], place: number, day: number, valueOf: ValueOf): bigint | null {
  let sum = 0n
  for (const { after, currency, amount } of flows) {
    if (after !== place) continue
    const value = valueOf(day, currency, amount)
    if (value === null) return null
    sum += value
  }
  return sum
}
