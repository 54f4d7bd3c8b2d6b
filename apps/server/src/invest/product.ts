import type { InvestTerms } from '@truemark/core/invest/terms'
import { formatDecimal } from '@truemark/core/money/decimal'
import { type Market, type TermFigure, amount, days, isOn, plain, rate, time } from '../platform/termFigure.ts'
import type { ServedProduct } from '../wealth/product.ts'

/** What other slices know of investments. */
export const servedInvest: ServedProduct = {
  tables: ['invest_product', 'invest_order', 'invest_price'],
  risks: { version: 1, digest: '9398202f23f97571b01f16278cbaded3a869b0782b0f4143ea311a3463c574a1' },
  reference(event) {
    switch (event.type) {
      case 'investBought':
      case 'investSettled':
      case 'investVoided':
        return event.order
      default:
        return null
    }
  },
  profits: ['investBought', 'investSettled', 'investVoided'],
  earned(event) {
    switch (event.type) {
      case 'investBought':
        return { stake: { ref: event.order, currency: event.currency, amount: event.amount } }
      case 'investSettled':
      case 'investVoided':
        return { paid: { ref: event.order, holder: event.holder } }
      default:
        return {}
    }
  },
  noted: ['investSettled', 'investVoided'],
  notes(event) {
    if (event.type !== 'investSettled' && event.type !== 'investVoided') return []
    const { holder, order: ref, currency, amount: units } = event
    const params = { amount: { as: 'amount', currency, units }, currency: { as: 'currency', currency } } as const
    return [{ holder, kind: 'invest_settled', ref, params }]
  },
  terms: { kind: 'invest', changedBy: ['investPublished', 'investClosed'], ends: 'maturity' },
  termsOf(event, { market }) {
    switch (event.type) {
      case 'investPublished': {
        const { product: item, terms } = event
        const of = market(terms.listing)
        return { item, subject: of.code, figures: [isOn('on', true), ...investFigures(terms, of)] }
      }
      case 'investClosed':
        return { item: event.product, figure: isOn('on', false) }
      default:
        return null
    }
  },
  owner: `SELECT holder FROM invest_order WHERE $1 = 'investOrder' AND id = $2`,
  putIn: `SELECT 'invest', i.currency, i.amount FROM tagged AS t
         JOIN invest_order AS i ON i.holder = t.holder AND i.bought_at >= t.since AND i.bought_at < t.until`,
}

function investFigures(terms: InvestTerms, market: Market): TermFigure[] {
  const coin = terms.direction === 'buy_low' ? market.quote : market.base
  return [
    plain('realm', terms.realm),
    plain('direction', terms.direction),
    {
      name: 'reference_price',
      unit: market.quote.code,
      text: formatDecimal(terms.referencePrice, market.priceDecimals),
    },
    rate('annual_rate', terms.annualRate),
    days('days', terms.days),
    amount('share_price', terms.sharePrice, coin),
    plain('shares', terms.shares),
    time('maturity', terms.maturity),
  ]
}
