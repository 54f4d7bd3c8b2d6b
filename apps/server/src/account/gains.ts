import { type GainLine, actsOf } from '@truemark/core/gains/acts'
import { Gains, type Income, type Match, type WorthAt } from '@truemark/core/gains/gains'
import { divide } from '@truemark/core/money/round'
import { dayMs, usdtScale } from '@truemark/core/money/units'
import type { Queryable } from '../platform/postgres/database.ts'
import { GainTotals } from './gainTotals.ts'
import { type GainSpan, readGainLines } from './gains.store.ts'
import { findDayPrices } from './profit.store.ts'
import type { LedgerRow } from './tables.ts'
import { worthPriceScale } from './worthSweep.store.ts'

/** What a year is reckoned from. */
export interface GainYearOptions {
  readonly span: GainSpan
  /** The first moment of the year, and when the account was opened (UTC ms). */
  readonly from: number
  readonly opened: number
  readonly scaleOf: (currency: number) => number
}

/** One thing that a report tells: a match, or an income. */
export type GainTold = { readonly match: Match } | { readonly income: Income }

/**
 * Reckons a year of a holder from all lines of the coin account since the first: what it tells as it goes, and at the end
 * the totals. A coin is worth what its day of UTC opened with, the one price that is kept for good: so a report that is
 * asked for again says the same.
 */
export async function* reckonGains(
  database: Queryable,
  { span, from, opened, scaleOf }: GainYearOptions,
): AsyncGenerator<GainTold, GainTotals> {
  const told: GainTold[] = []
  const totals = new GainTotals(from, {
    match: (match) => told.push({ match }),
    income: (income) => told.push({ income }),
  })
  const prices = await findDayPrices(database, Math.floor(opened / dayMs))
  const gains = new Gains(worthBy(prices, scaleOf), totals)
  let isOpen = false
  for await (const moment of momentsOf(readGainLines(database, span))) {
    if (!isOpen && (moment[0]?.time ?? 0) >= from) {
      totals.open(gains.holdings())
      isOpen = true
    }
    for (const act of actsOf(moment)) gains.take(act)
    yield* told.splice(0)
  }
  const holdings = gains.holdings()
  if (!isOpen) totals.open(holdings)
  totals.close(holdings)
  return totals
}

/** What a coin was worth on a day: at the price of its first hour, rounded down; null where none was kept. */
function worthBy(prices: ReadonlyMap<string, bigint>, scaleOf: (currency: number) => number): WorthAt {
  return ({ currency, amount }, time) => {
    const price = prices.get(`${Math.floor(time / dayMs)} ${currency}`)
    if (price === undefined) return null
    return divide(amount * price, 10n ** BigInt(scaleOf(currency) + worthPriceScale - usdtScale), 'down')
  }
}

/** The lines of each moment together. */
async function* momentsOf(lines: AsyncIterable<LedgerRow>): AsyncGenerator<GainLine[]> {
  let moment: GainLine[] = []
  for await (const { time, category, currency, amount, refKind, ref } of lines) {
    if (moment.length > 0 && moment[0]?.time !== time) {
      yield moment
      moment = []
    }
    moment.push({ time, category, currency, amount, ref: refKind === '' ? '' : `${refKind} ${ref}` })
  }
  if (moment.length > 0) yield moment
}

/** The years of UTC from one moment to another, the newest first, at most `max`. */
export function yearsBetween(from: number, to: number, max: number): number[] {
  const last = new Date(to).getUTCFullYear()
  const count = Math.min(max, last - new Date(from).getUTCFullYear() + 1)
  return Array.from({ length: Math.max(0, count) }, (_, back) => last - back)
}
