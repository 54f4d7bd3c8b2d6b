import { parseDecimal } from '@truemark/core/money/decimal'

const scale = 18

/** An open order as its price and whole quantity stand. */
export interface Amendable {
  readonly price: string | null
  readonly quantity: string | null
}

/** What of an order is to change. */
export interface Amendment {
  readonly price?: string
  readonly quantity?: string
}

/** What of an order is to change; null where nothing is, or a figure is missing or zero. Only what differs is sent. */
export function amendment(order: Amendable, price: string, quantity: string): Amendment | null {
  const asked = { price: parseDecimal(price, scale), quantity: parseDecimal(quantity, scale) }
  if (!asked.price || !asked.quantity) return null
  const change = {
    ...(asked.price === parseDecimal(order.price ?? '', scale) ? {} : { price }),
    ...(asked.quantity === parseDecimal(order.quantity ?? '', scale) ? {} : { quantity }),
  }
  return Object.keys(change).length === 0 ? null : change
}
