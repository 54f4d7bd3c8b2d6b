import { compareFigures } from '@truemark/ui/figures/compare'
import type { InvestProduct } from '@truemark/protocol/routes/invest'

/** The periods that are offered, by their days. */
export const periods = [
  { days: 1, name: 'day' },
  { days: 7, name: 'week' },
  { days: 30, name: 'month' },
  { days: 90, name: 'three_months' },
  { days: 180, name: 'six_months' },
  { days: 365, name: 'year' },
] as const
export type PeriodName = (typeof periods)[number]['name']

/** The lowest rates that one can ask for, in percent. */
export const rateSteps = ['5', '10', '20'] as const

/** What of the list is looked for; '' stands for all. */
export interface Choice {
  readonly coin: string
  readonly period: PeriodName | ''
  /** The lowest rate, in percent. */
  readonly rate: (typeof rateSteps)[number] | ''
}

export const allProducts: Choice = { coin: '', period: '', rate: '' }

/** The name of a period, by its days. */
export function periodOf(days: number): PeriodName {
  return periods.find((period) => period.days === days)?.name ?? 'day'
}

/** The products that a choice leaves. */
export function chosen(products: readonly InvestProduct[], { coin, period, rate }: Choice): InvestProduct[] {
  const least = rate === '' ? null : `0.${rate.padStart(2, '0')}`
  return products.filter(
    (product) =>
      (coin === '' || product.coin === coin) &&
      (period === '' || periodOf(product.holding_period) === period) &&
      (least === null || (compareFigures(product.annualized_return, least) ?? -1) >= 0),
  )
}
