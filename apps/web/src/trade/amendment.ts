import { parseDecimal } from '@truemark/core/money/decimal'

const scale = 18

/** An open order as its price and whole quantity stand. */
export interface Amendable {
  readonly price: string | null
  readonly quantity: string | null
}

/** An order as it is to stand: both figures as they were shown, since either may have been changed elsewhere. */
export interface Amendment {
  readonly price: string
  readonly quantity: string
}

/** An order as it is to stand; null where it does already, or a figure is missing or zero. */
export function amendment(order: Amendable, price: string, quantity: string): Amendment | null {
  const asked = { price: parseDecimal(price, scale), quantity: parseDecimal(quantity, scale) }
  if (!asked.price || !asked.quantity) return null
  const stands = isSame(price, order.price) && isSame(quantity, order.quantity)
  return stands ? null : { price, quantity }
}

/** Whether a figure as it is typed is the one that is known. */
export function isSame(typed: string, known: string | null): boolean {
  return parseDecimal(typed, scale) === parseDecimal(known ?? '', scale)
}
