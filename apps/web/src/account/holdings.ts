import { formatDecimal, parseDecimal } from '@truemark/core/money/decimal'
import type { Balance } from '@truemark/protocol/routes/account'

/** What one owns of a currency over all accounts. `value` is in USDT, null without a price. */
export interface Holding {
  currency: string
  total: string
  frozen: string
  value: string | null
}

const scaleMax = 18

/** Adds up balances by currency, the worthiest first; currencies of which nothing is owned are left out. */
export function holdingsOf(balances: readonly Balance[]): Holding[] {
  const holdings = new Map<string, Holding>()
  for (const { currency, total, frozen, value } of balances) {
    const sum = holdings.get(currency)
    holdings.set(currency, {
      currency,
      total: sum ? plus(sum.total, total) : total,
      frozen: sum ? plus(sum.frozen, frozen) : frozen,
      value: value === null || sum?.value === null ? null : sum ? plus(sum.value, value) : value,
    })
  }
  return [...holdings.values()]
    .filter((holding) => units(holding.total) > 0n)
    .toSorted((a, b) => order(units(b.value ?? '0') - units(a.value ?? '0')) || (a.currency < b.currency ? -1 : 1))
}

/**
 * What part each holding is of all that has a price, in tenths of a per cent, rounded down; none where one alone has a price:
 * there is nothing to compare.
 */
export function sharesOf(holdings: readonly Holding[]): ReadonlyMap<string, number> {
  const worth = holdings.map(({ currency, value }) => [currency, units(value ?? '0')] as const)
  const priced = worth.filter(([, value]) => value > 0n)
  const sum = priced.reduce((all, [, value]) => all + value, 0n)
  if (priced.length < 2) return new Map()
  return new Map(priced.map(([currency, value]) => [currency, Number((value * 1000n) / sum)]))
}

const units = (text: string) => parseDecimal(text, scaleMax) ?? 0n
const plus = (a: string, b: string) => formatDecimal(units(a) + units(b), scaleMax)
const order = (difference: bigint) => (difference > 0n ? 1 : difference < 0n ? -1 : 0)
