import { formatDecimal, parseDecimal } from '@truemark/core/money/decimal'
import { divide } from '@truemark/core/money/round'
import { rateScale, usdtScale } from '@truemark/core/money/units'
import { gainOf, outcomeOf, type Outcome } from '@truemark/core/option/terms'
import type { OptionOrder } from '@truemark/protocol/routes/option'

const priceScale = 12

/** A rate as a percentage with one decimal, rounded up: what one needs is never shown as less. */
export function percentNeeded(rate: string): string {
  return formatDecimal(divide(parseDecimal(rate, rateScale) ?? 0n, 1_000_000n, 'up'), 1)
}

/** What a win pays on top of an amount, by the engine's own function; null where the amount is none. */
export function gainFor(amount: string, rate: string): string | null {
  const stake = parseDecimal(amount, usdtScale)
  const units = parseDecimal(rate, rateScale)
  return stake === null || units === null ? null : formatDecimal(gainOf(stake, Number(units)), usdtScale)
}

/** The sum of two amounts of USDT. */
export function sumOf(a: string, b: string): string {
  return formatDecimal((parseDecimal(a, usdtScale) ?? 0n) + (parseDecimal(b, usdtScale) ?? 0n), usdtScale)
}

/** How a price stands against another: the difference without its sign, and what an option would come to. */
export interface Standing {
  readonly outcome: Outcome
  readonly higher: boolean
  readonly difference: string
}

/** How an option would end at a price; null before its entry and without a price. */
export function standingAt(option: Pick<OptionOrder, 'type' | 'entry_price'>, price: string | null): Standing | null {
  const entry = option.entry_price === null ? null : parseDecimal(option.entry_price, priceScale)
  const now = price === null ? null : parseDecimal(price, priceScale)
  if (entry === null || now === null) return null
  const difference = now > entry ? now - entry : entry - now
  // only which of the two is larger counts, so that their difference may stand for them
  const outcome = outcomeOf(option.type, 0, now > entry ? 1 : now < entry ? -1 : 0)
  return { outcome, higher: now > entry, difference: formatDecimal(difference, priceScale) }
}

/** What an option comes to with an outcome, signed. */
export function earningsWith(option: Pick<OptionOrder, 'order_amount' | 'payout'>, outcome: Outcome): string {
  if (outcome === 'tie') return '0'
  if (outcome === 'loss') return `-${option.order_amount}`
  const gain = (parseDecimal(option.payout, usdtScale) ?? 0n) - (parseDecimal(option.order_amount, usdtScale) ?? 0n)
  return formatDecimal(gain, usdtScale)
}
