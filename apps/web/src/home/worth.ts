import { formatFixed, parseDecimal } from '@truemark/core/money/decimal'
import { divide } from '@truemark/core/money/round'
import type { Assets } from '@truemark/protocol/routes/account'
import type { Prices } from '../data/priceFold.ts'

interface DayPrices {
  readonly prices: Prices
  readonly dayAgo: ReadonlyMap<string, string>
}

const amountScale = 18
const priceScale = 12
const money = 'USDT'

/** Each quantity that is owned: what stands in the accounts, and what is put into products. */
function quantitiesOf({ balances, invested }: Pick<Assets, 'balances' | 'invested'>) {
  return [
    ...balances.map(({ currency, total }) => ({ currency, quantity: parseDecimal(total, amountScale) ?? 0n })),
    ...invested.map(({ currency, amount }) => ({ currency, quantity: parseDecimal(amount, amountScale) ?? 0n })),
  ].filter(({ quantity }) => quantity > 0n)
}

/**
 * What the prices of 24 hours made of what is owned now: Σ quantity × (price − price then) in USDT, and that in percent of
 * Σ quantity × price then, both to two decimals, half-even; nothing but USDT is a change of zero. A coin without one of the
 * two prices is in neither sum, as one without a price is in no total. Null where nothing is owned, or no coin of it has prices
 * (yet).
 */
export function dayChange(
  assets: Pick<Assets, 'balances' | 'invested'> | null,
  { prices, dayAgo }: DayPrices,
): { amount: string; percent: string } | null {
  let before = 0n
  let change = 0n
  let missing = 0
  let priced = 0
  for (const { currency, quantity } of assets === null ? [] : quantitiesOf(assets)) {
    if (currency === money) {
      before += quantity * 10n ** BigInt(priceScale)
      continue
    }
    const now = parseDecimal(prices.get(currency + money)?.price, priceScale)
    const then = parseDecimal(dayAgo.get(currency + money), priceScale)
    if (now === null || then === null) {
      missing += 1
      continue
    }
    priced += 1
    before += quantity * then
    change += quantity * (now - then)
  }
  if (before <= 0n || (missing > 0 && priced === 0)) return null
  return {
    amount: formatFixed(divide(change, 10n ** BigInt(amountScale + priceScale - 2), 'half-even'), 2),
    percent: formatFixed(divide(change * 10_000n, before, 'half-even'), 2),
  }
}
