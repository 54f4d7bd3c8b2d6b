import { parseDecimal } from '@truemark/core/money/decimal'
import type { SpotOrder } from '@truemark/protocol/routes/spot'

const scale = 18

/** What of an order is to change; null where nothing is, or a figure is missing or zero. Only what differs is sent. */
export function amendment(
  order: SpotOrder,
  price: string,
  quantity: string,
): { price?: string; quantity?: string } | null {
  const asked = { price: parseDecimal(price, scale), quantity: parseDecimal(quantity, scale) }
  if (!asked.price || !asked.quantity) return null
  const change = {
    ...(asked.price === parseDecimal(order.price, scale) ? {} : { price }),
    ...(asked.quantity === parseDecimal(order.quantity, scale) ? {} : { quantity }),
  }
  return Object.keys(change).length === 0 ? null : change
}
