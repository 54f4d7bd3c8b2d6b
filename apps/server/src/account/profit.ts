import type { HolderId } from '@truemark/core/ledger/holders'
import { dayMs } from '@truemark/core/money/units'
import type { ProfitDay } from '@truemark/protocol/routes/holdings'
import type { Queryable } from '../platform/postgres/database.ts'
import { findCoins, findDayPrices, findFlows, findProfits } from './profit.store.ts'
import { type ValueOf, flowValue, profitDays, valueBy, worthNow } from './profitDays.ts'
import { type WorthPrice, type WorthSample, findOpenedAt, findWorth } from './worthSweep.store.ts'

/** The longest time after midnight at which a day's first sample still counts as its opening. */
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
  return profitDays({ first, today, holding, profits: await findProfits(database, holder, first), valueOf, text })
}

/** Values amounts of the days from `first` to `today` (days since 1970 in UTC) by the prices with which each ended. */
export async function valuer(
  database: Queryable,
  first: number,
  today: number,
  { scaleOf, prices }: Pick<ProfitOptions, 'scaleOf' | 'prices'>,
): Promise<ValueOf> {
  return valueBy({ today, now: prices, kept: await findDayPrices(database, first), scaleOf })
}

/** The profit of the coins held, by day: what it is of days whose opening and end are both recorded. */
async function holdingProfits(
  database: Queryable,
  first: number,
  today: number,
  valueOf: ValueOf,
  options: ProfitOptions,
): Promise<Map<number, bigint>> {
  const { holder } = options
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
    const end = await endOf(database, day === today ? null : openings[place + 1], day, valueOf, options)
    const moved = flowValue(flows, place, day, valueOf)
    if (end !== null && moved !== null) found.set(day, end - opening.coin - moved)
  }
  return found
}

/** What the coin account was worth when a day ended: the next day's opening, or what stands now (`next` is null); null where nobody knows. */
async function endOf(
  database: Queryable,
  next: WorthSample | null | undefined,
  day: number,
  valueOf: ValueOf,
  { holder, prices }: Pick<ProfitOptions, 'holder' | 'prices'>,
): Promise<bigint | null> {
  if (next !== null) return next !== undefined && next.hour === (day + 1) * dayMs ? next.coin : null
  return worthNow(await findCoins(database, holder), prices, (currency, amount) => valueOf(day, currency, amount))
}
