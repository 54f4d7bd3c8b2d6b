import { textIn } from '../draft/door.ts'
import { dayOf, redemptionCost } from '@truemark/core/mining/terms'
import type { MiningProductView, MiningView } from '@truemark/core/mining/view'
import { formatDecimal } from '@truemark/core/money/decimal'
import { dayMs, rateScale } from '@truemark/core/money/units'
import type { LocaleId } from '@truemark/protocol/locale'
import type { MiningDraftBody } from '@truemark/protocol/routes/deskMining'
import type { DayRate, MiningIncome, MiningOrder, MiningProduct } from '@truemark/protocol/routes/mining'
import type { Catalogue } from '../engine/door.ts'
import type { PublicIds } from '../platform/publicId.ts'
import type { IncomeRow } from './store.ts'

export interface Shaping {
  readonly catalogue: Catalogue
  readonly ids: PublicIds
}

/** What an operator wrote of it: names and the source of its yield. */
export type Texts = Pick<MiningDraftBody, 'name' | 'yield_source'> | undefined

function rateText(rate: number): string {
  return formatDecimal(rate, rateScale)
}

/** Rates of days as they are sent. */
export function ratesShape(rates: readonly { readonly day: number; readonly rate: number }[]): DayRate[] {
  return rates.map(({ day, rate }) => ({ date: day * dayMs, rate: rateText(rate) }))
}

/** A product as anyone who is signed in may see it. */
export function productShape(
  { catalogue, ids }: Shaping,
  { product, version, terms, on, locked, rates }: MiningProductView,
  texts: Texts,
  { locale, now }: { readonly locale: LocaleId; readonly now: number },
): MiningProduct {
  const { code, scale } = catalogue.currency(terms.currency)
  const amount = (units: bigint): string => formatDecimal(units, scale)
  const left = terms.capacity - locked
  const firstDay = dayOf(now) + 1
  return {
    product_id: ids.write('miningProduct', product),
    name: textIn(texts?.name, locale),
    currency: code,
    daily_return_rate_min: rateText(terms.rateMin),
    daily_return_rate_max: rateText(terms.rateMax),
    lockup_period: terms.days,
    early_redemption_rate: rateText(terms.redemptionRate),
    terms_version: version,
    on,
    minimum_amount: amount(terms.minimum),
    maximum_amount: amount(terms.maximum),
    capacity: amount(terms.capacity),
    remaining: amount(left > 0n ? left : 0n),
    yield_source: textIn(texts?.yield_source, locale),
    rates: ratesShape(rates),
    income_start: firstDay * dayMs,
    end_time: (firstDay + terms.days) * dayMs,
  }
}

// the cost is what an early redemption took, or would take while the order runs; none where it ran its whole time
function costOf({ status, amount, redemptionRate, cost }: MiningView): bigint {
  if (status === 'ongoing') return redemptionCost(amount, redemptionRate)
  return status === 'history' ? cost : 0n
}

/** An order as its owner sees it. */
export function orderShape({ catalogue, ids }: Shaping, view: MiningView, texts: Texts, locale: LocaleId): MiningOrder {
  const { code, scale } = catalogue.currency(view.currency)
  const amount = (units: bigint): string => formatDecimal(units, scale)
  const ongoing = view.status === 'ongoing'
  const cost = costOf(view)
  return {
    order_id: ids.write('miningOrder', view.order),
    product_id: ids.write('miningProduct', view.product),
    name: textIn(texts?.name, locale),
    currency: code,
    daily_return_rate_min: rateText(view.rateMin),
    daily_return_rate_max: rateText(view.rateMax),
    lockup_period: view.days,
    early_redemption_rate: rateText(view.redemptionRate),
    investment_amount: amount(view.amount),
    transaction_time: view.openedAt,
    income_start: view.firstDay * dayMs,
    end_time: (view.firstDay + view.days) * dayMs,
    days_paid: view.daysPaid,
    income: amount(view.paid),
    next_income_time: ongoing ? (view.firstDay + view.daysPaid + 1) * dayMs : null,
    early_redemption: view.status === 'history',
    early_redemption_cost: amount(cost),
    refund: amount(view.amount - cost),
    ended_time: ongoing ? null : view.endedAt,
    status: view.status,
  }
}

/** The income of a day as its owner sees it. */
export function incomeShape(
  { catalogue }: Shaping,
  currency: number,
  { day, rate, published, amount, creditedAt }: IncomeRow,
): MiningIncome {
  return {
    date: day * dayMs,
    rate: rateText(rate),
    published,
    amount: formatDecimal(amount, catalogue.currency(currency).scale),
    credited_time: creditedAt,
  }
}
