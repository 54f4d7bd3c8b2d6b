import { dayOf, incomeOf } from '@truemark/core/mining/terms'
import { type RefundRow, refundTable } from '@truemark/core/mining/preview'
import { formatDecimal, parseDecimal } from '@truemark/core/money/decimal'
import { rateScale } from '@truemark/core/money/units'
import type { DayRate, MiningOrderDetail, MiningProduct } from '@truemark/protocol/routes/mining'

function rateOf(text: string): number {
  return Number(parseDecimal(text, rateScale) ?? 0n)
}

function coreRates(rates: readonly DayRate[]) {
  return rates.map(({ date, rate }) => ({ day: dayOf(date), rate: rateOf(rate) }))
}

/** What an order comes back to after the given paid days; decimal texts, as the table shows them. */
export interface ShownRow {
  readonly daysPaid: number
  /** UTC milliseconds; 0 for the row that begins with the order. */
  readonly from: number
  readonly incomeMin: string
  readonly incomeMax: string
  readonly refund: string
  readonly cost: string
}

function shown({ daysPaid, from, ...row }: RefundRow, scale: number): ShownRow {
  const text = (units: bigint): string => formatDecimal(units, scale)
  return {
    daysPaid,
    from,
    incomeMin: text(row.incomeMin),
    incomeMax: text(row.incomeMax),
    refund: text(row.refund),
    cost: text(row.cost),
  }
}

/** The day-by-day table of an amount that would be locked in a product now; none where the amount is none. */
export function productTable(product: MiningProduct, amount: string, scale: number): ShownRow[] {
  const units = parseDecimal(amount, scale)
  if (units === null || units <= 0n) return []
  return refundTable({
    amount: units,
    rateMin: rateOf(product.daily_return_rate_min),
    rateMax: rateOf(product.daily_return_rate_max),
    days: product.lockup_period,
    redemptionRate: rateOf(product.early_redemption_rate),
    firstDay: dayOf(product.income_start),
    rates: coreRates(product.rates),
  }).map((row) => shown(row, scale))
}

/** The day-by-day table of a running order, with what was really paid. */
export function orderTable(order: MiningOrderDetail, scale: number): ShownRow[] {
  return refundTable({
    amount: parseDecimal(order.investment_amount, scale) ?? 0n,
    rateMin: rateOf(order.daily_return_rate_min),
    rateMax: rateOf(order.daily_return_rate_max),
    days: order.lockup_period,
    redemptionRate: rateOf(order.early_redemption_rate),
    firstDay: dayOf(order.income_start),
    rates: coreRates(order.rates),
    paid: order.incomes.map(({ amount }) => parseDecimal(amount, scale) ?? 0n),
  }).map((row) => shown(row, scale))
}

/** What an amount earns on a day at a rate, as a decimal text. */
export function dayIncome(amount: string, rate: string, scale: number): string {
  const units = parseDecimal(amount, scale) ?? 0n
  return formatDecimal(incomeOf(units, rateOf(rate)), scale)
}

/** Which rows of a long table are shown before one asks for all: the first few, and the last. */
export function folded<T>(rows: readonly T[], most: number): readonly T[] {
  return rows.length <= most + 1 ? rows : [...rows.slice(0, most), ...rows.slice(-1)]
}

/** Why an amount cannot be locked in a product; null where it can. */
export type AmountFault =
  | { readonly reason: 'mining_amount_too_small'; readonly params: { min: string; currency: string } }
  | { readonly reason: 'mining_amount_too_large'; readonly params: { max: string; currency: string } }
  | { readonly reason: 'mining_capacity_full'; readonly params: { left: string; currency: string } }
  | { readonly reason: 'balance_insufficient'; readonly params: Record<string, never> }

/** By the engine's own rules, in their order. */
export function amountFault(
  product: MiningProduct,
  amount: string,
  available: string,
  scale: number,
): AmountFault | null {
  const units = (text: string): bigint => parseDecimal(text, scale) ?? 0n
  const { currency, minimum_amount: min, maximum_amount: max, remaining: left } = product
  const asked = units(amount)
  if (asked <= units(min)) return { reason: 'mining_amount_too_small', params: { min, currency } }
  if (asked > units(max)) return { reason: 'mining_amount_too_large', params: { max, currency } }
  if (asked > units(left)) return { reason: 'mining_capacity_full', params: { left, currency } }
  return asked > units(available) ? { reason: 'balance_insufficient', params: {} } : null
}

/** The most that could be locked: all that is there, as far as the product goes. */
export function mostOf({ maximum_amount, remaining }: MiningProduct, available: string, scale: number): string {
  const units = [maximum_amount, remaining, available].map((text) => parseDecimal(text, scale) ?? 0n)
  return formatDecimal(
    units.reduce((least, one) => (one < least ? one : least)),
    scale,
  )
}

/** An amount by which a table can be read without typing one: ten times the least, or the most where that is less. */
export function exampleAmount({ minimum_amount, maximum_amount }: MiningProduct, scale: number): string {
  const tenfold = 10n * (parseDecimal(minimum_amount, scale) ?? 1n)
  const most = parseDecimal(maximum_amount, scale) ?? tenfold
  return formatDecimal(most < tenfold ? most : tenfold, scale)
}

/** How much of the capacity is taken, in whole percent. */
export function takenPercent({ capacity, remaining }: MiningProduct): number {
  const scale = 18
  const all = parseDecimal(capacity, scale) ?? 0n
  const left = parseDecimal(remaining, scale) ?? 0n
  return all === 0n ? 100 : Number(((all - left) * 100n) / all)
}

/** Whether anything can still be locked in a product. */
export function isSoldOut({ remaining, minimum_amount }: MiningProduct): boolean {
  const scale = 18
  return (parseDecimal(remaining, scale) ?? 0n) <= (parseDecimal(minimum_amount, scale) ?? 0n)
}
