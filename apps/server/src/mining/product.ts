import type { MiningTerms } from '@truemark/core/mining/terms'
import { type Coin, type TermFigure, amount, days, isOn, plain, rate } from '../platform/termFigure.ts'
import type { ServedProduct } from '../wealth/product.ts'

/** What other slices know of locked mining. A day's income is told by no note. */
export const servedMining: ServedProduct = {
  tables: ['mining_terms', 'mining_order', 'mining_income'],
  risks: { version: 1, digest: 'dda41a025451610d4f975470b8aff50c55c3c0cd8abc643e91c839ce7d32f773' },
  reference(event, partOf) {
    switch (event.type) {
      case 'miningOpened':
      case 'miningDone':
      case 'miningRedeemed':
        return event.order
      case 'miningPaid':
        return partOf(event.lines)?.order ?? null
      default:
        return null
    }
  },
  profits: ['miningPaid', 'miningRedeemed'],
  // income of days that were missed is credited later, each with its own day
  earned: (event) => (event.type === 'miningPaid' ? { day: event.day } : {}),
  noted: ['miningDone', 'miningRedeemed'],
  notes(event) {
    if (event.type !== 'miningDone' && event.type !== 'miningRedeemed') return []
    const { holder, order: ref, currency, amount: locked } = event
    const units = event.type === 'miningDone' ? locked : locked - event.cost
    const params = { amount: { as: 'amount', currency, units }, currency: { as: 'currency', currency } } as const
    return [{ holder, kind: event.type === 'miningDone' ? 'mining_matured' : 'mining_redeemed', ref, params }]
  },
  terms: { kind: 'mining', changedBy: ['miningPublished', 'miningSwitched', 'miningRatesPublished'] },
  termsOf(event, { coin, figure }) {
    switch (event.type) {
      case 'miningPublished': {
        const { product: item, terms } = event
        const currency = coin(terms.currency)
        const on = figure(item, 'on') ?? isOn('on', true)
        return { item, subject: currency.code, figures: [on, ...miningFigures(terms, currency)] }
      }
      case 'miningSwitched':
        return { item: event.product, figure: isOn('on', event.on) }
      case 'miningRatesPublished':
        // a day's rate is said once, ahead of the day: it is news, and no term that goes on
        return { item: event.product, news: rateFigures(event.rates) }
      default:
        return null
    }
  },
  owner: `SELECT holder FROM mining_order WHERE $1 = 'miningOrder' AND id = $2`,
  putIn: `SELECT 'mining', m.currency, m.amount FROM tagged AS t
         JOIN mining_order AS m ON m.holder = t.holder AND m.opened_at >= t.since AND m.opened_at < t.until`,
}

function miningFigures(terms: MiningTerms, coin: Coin): TermFigure[] {
  return [
    plain('realm', terms.realm),
    days('days', terms.days),
    rate('day_rate_min', terms.rateMin),
    rate('day_rate_max', terms.rateMax),
    amount('more_than', terms.minimum, coin),
    amount('order_max', terms.maximum, coin),
    amount('capacity', terms.capacity, coin),
    rate('redemption_rate', terms.redemptionRate),
  ]
}

function rateFigures(rates: readonly { readonly day: number; readonly rate: number }[]): TermFigure[] {
  return rates.map((one) => rate(`day_rate ${new Date(one.day * 86_400_000).toISOString().slice(0, 10)}`, one.rate))
}
