import { settlementPrice } from '@truemark/core/invest/settle'
import { paysCoin } from '@truemark/core/invest/terms'
import type { State } from '@truemark/core/state'
import type { Event } from '@truemark/core/vocabulary'
import { differing } from './differing.ts'
import type { Moment } from './optionFacts.ts'

/** Reckons the settlement of a product of invest anew: the mean of its seconds, and what it pays. As `optionFault`. */
export function investFault({ invest }: State, event: Event, { now }: Pick<Moment, 'now'>): string | null {
  if (event.type === 'investPriced') {
    const { listing, maturity } = event
    const window = invest.windows.find((one) => one.listing === listing && one.maturity === maturity)
    const where = `the settlement price at ${maturity}`
    if (window === undefined || maturity > now) return `${where}: nothing matures`
    const { samples, first, last } = window
    return differing(where, event, { samples, first, last, settlementTenths: settlementPrice(window) })
  }
  if (event.type !== 'investSettled') return null
  const where = `investment ${event.order}`
  const order = invest.orders.get(event.order)
  const { listing = -1, maturity = -1 } = order?.terms ?? {}
  const window = invest.windows.find((one) => one.listing === listing && one.maturity === maturity)
  if (order === undefined || window === undefined) return `${where}: it does not run`
  const { settlementTenths } = window
  const inCoin = paysCoin(order.terms.direction, order.terms.referencePrice, settlementTenths)
  const paid = inCoin ? { currency: order.coin, amount: order.coinPayout } : { currency: 0, amount: order.usdtPayout }
  return differing(where, event, { holder: order.holder, settlementTenths, inCoin, ...paid })
}
