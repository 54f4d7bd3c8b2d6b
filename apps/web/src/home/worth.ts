import { formatFixed, parseDecimal } from '@truemark/core/money/decimal'
import { divide } from '@truemark/core/money/round'
import type { Balance } from '@truemark/protocol/routes/account'
import type { Prices } from '../data/priceFold.ts'

interface DayPrices {
  readonly prices: Prices
  readonly dayAgo: ReadonlyMap<string, string>
}

const amountScale = 18
const priceScale = 12
const money = 'USDT'

/**
 * What the prices of 24 hours made of the balances as they are now: Σ quantity × (price − price then) in USDT, and that in
 * percent of Σ quantity × price then, both to two decimals, half-even. Null where only USDT is owned or a price is missing.
 */
export function dayChange(
  balances: readonly Balance[] | undefined,
  { prices, dayAgo }: DayPrices,
): { amount: string; percent: string } | null {
  let before = 0n
  let change = 0n
  let moved = false
  for (const { currency, total } of balances ?? []) {
    const quantity = parseDecimal(total, amountScale) ?? 0n
    if (quantity === 0n) continue
    if (currency === money) {
      before += quantity * 10n ** BigInt(priceScale)
      continue
    }
    const now = parseDecimal(prices.get(currency + money)?.price, priceScale)
    const then = parseDecimal(dayAgo.get(currency + money), priceScale)
    if (now === null || then === null) return null
    before += quantity * then
    change += quantity * (now - then)
    moved = true
  }
  if (!moved || before <= 0n) return null
  return {
    amount: formatFixed(divide(change, 10n ** BigInt(amountScale + priceScale - 2), 'half-even'), 2),
    percent: formatFixed(divide(change * 10_000n, before, 'half-even'), 2),
  }
}
