import type { InvestedView } from '@truemark/core/ledger/holdView'
import type { Account } from '@truemark/core/ledger/move'
import { formatDecimal, parseDecimal } from '@truemark/core/money/decimal'
import { divide } from '@truemark/core/money/round'
import { usdt } from '@truemark/core/money/units'
import type { Balance, Invested } from '@truemark/protocol/routes/account'
import type { Catalogue } from '../engine/door.ts'

const priceScale = 12

/** The index of a symbol as a decimal text, or null where none is known. */
export type IndexOf = (symbol: string) => string | null

/** What an amount is worth in smallest units of USDT at the index, rounded down; null without a price. */
export function worthOf(catalogue: Catalogue, indexOf: IndexOf, currency: number, amount: bigint): bigint | null {
  if (currency === usdt || amount === 0n) return amount
  const listing = catalogue.listings.find((one) => one.base === currency && one.quote === usdt)
  const index = listing === undefined ? null : parseDecimal(indexOf(listing.code), priceScale)
  if (index === null) return null
  // amount at its scale × price at 12 decimals, brought to the scale of USDT
  const excess = catalogue.currency(currency).scale + priceScale - catalogue.currency(usdt).scale
  return divide(amount * index, 10n ** BigInt(excess), 'down')
}

/** An amount of USDT as a decimal text. */
export function usdtText(catalogue: Catalogue, units: bigint): string {
  return formatDecimal(units, catalogue.currency(usdt).scale)
}

interface Stand {
  readonly account: Account
  readonly currency: number
  readonly available: bigint
  readonly frozen: bigint
}

/** A balance as the wire has it, with its worth. */
export function balanceShape(
  catalogue: Catalogue,
  indexOf: IndexOf,
  { account, currency, available, frozen }: Stand,
): Balance {
  const { code, scale } = catalogue.currency(currency)
  const worth = worthOf(catalogue, indexOf, currency, available + frozen)
  return {
    account,
    currency: code,
    available: formatDecimal(available, scale),
    frozen: formatDecimal(frozen, scale),
    total: formatDecimal(available + frozen, scale),
    value: worth === null ? null : usdtText(catalogue, worth),
  }
}

/** What is put into a product as the wire has it, with its worth. */
export function investedShape(
  catalogue: Catalogue,
  indexOf: IndexOf,
  { product, currency, amount }: InvestedView,
): Invested {
  const { code, scale } = catalogue.currency(currency)
  const worth = worthOf(catalogue, indexOf, currency, amount)
  const value = worth === null ? null : usdtText(catalogue, worth)
  return { product, currency: code, amount: formatDecimal(amount, scale), value }
}
