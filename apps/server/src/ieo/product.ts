import type { IeoTerms } from '@truemark/core/ieo/terms'
import { usdt } from '@truemark/core/money/units'
import { type Coin, type TermFigure, amount, isOn, plain, time } from '../platform/termFigure.ts'
import type { ServedProduct } from '../wealth/product.ts'

/** What other slices know of launches. */
export const servedIeo: ServedProduct = {
  tables: ['ieo_project', 'ieo_subscription'],
  risks: { version: 1, digest: 'e5049f3ea288a627b4ae1626c33f2ef744393b866696fe0fa1637148919a7ebc' },
  reference(event) {
    switch (event.type) {
      case 'ieoSubscribed':
      case 'ieoAllotted':
      case 'ieoReturned':
      case 'ieoDelivered':
        return event.subscription
      default:
        return null
    }
  },
  profits: ['ieoAllotted', 'ieoDelivered'],
  earned(event) {
    switch (event.type) {
      case 'ieoAllotted':
        return event.passes > 0 ? { stake: { ref: event.subscription, currency: usdt, amount: event.cost } } : {}
      case 'ieoDelivered':
        return { paid: { ref: event.subscription, holder: event.holder } }
      default:
        return {}
    }
  },
  noted: ['ieoAllotted'],
  notes(event) {
    if (event.type !== 'ieoAllotted') return []
    const { holder, subscription: ref, currency, quantity: units } = event
    const params = { symbol: { as: 'currency', currency }, quantity: { as: 'amount', currency, units } } as const
    return [{ holder, kind: 'ieo_allotted', ref, params }]
  },
  terms: { kind: 'launch', changedBy: ['ieoLaunched', 'ieoCanceled'], ends: 'market_time' },
  termsOf(event, { coin }) {
    switch (event.type) {
      case 'ieoLaunched': {
        const { project: item, terms } = event
        const currency = coin(terms.currency)
        return {
          item,
          subject: currency.code,
          figures: [isOn('on', true), ...launchFigures(terms, currency, coin(usdt))],
        }
      }
      case 'ieoCanceled':
        return { item: event.project, figure: isOn('on', false) }
      default:
        return null
    }
  },
  owner: `SELECT holder FROM ieo_subscription WHERE $1 = 'ieoSubscription' AND id = $2`,
  putIn: `SELECT 'ieo', 0, s.amount FROM tagged AS t
         JOIN ieo_subscription AS s ON s.holder = t.holder AND s.subscribed_at >= t.since AND s.subscribed_at < t.until`,
}

function launchFigures(terms: IeoTerms, coin: Coin, dollar: Coin): TermFigure[] {
  return [
    plain('realm', terms.realm),
    amount('pass_quantity', terms.passQuantity, coin),
    amount('pass_price', terms.passPrice, dollar),
    plain('supply', terms.supply),
    plain('application_min', terms.applicationMin),
    plain('holder_max', terms.holderMax),
    time('opens', terms.opensAt),
    time('closes', terms.closesAt),
    time('market_time', terms.marketAt),
  ]
}
