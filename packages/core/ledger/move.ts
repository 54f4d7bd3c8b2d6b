import type { WealthHold } from '../capability/products.ts'
import type { Category } from './categories.ts'
import type { CurrencyId, HolderId } from './holders.ts'

export const accounts = ['coin', 'contract', 'option'] as const
export type Account = (typeof accounts)[number]

/** Why a part of an account is frozen. */
export type HoldKind = 'order' | 'perpetual_margin' | 'isolated_margin' | 'option_stake' | 'withdrawal' | WealthHold

/** One line of a double entry: `amount` is added to what the holder's account is worth. */
export interface Entry {
  readonly kind: 'entry'
  readonly holder: HolderId
  readonly account: Account
  readonly currency: CurrencyId
  readonly amount: bigint
  /** A user's entry bears a category, a house account's the category of what it answers. */
  readonly category: Category
}

/** A change of what is frozen in an account; its worth stays. */
export interface Hold {
  readonly kind: 'hold'
  readonly holder: HolderId
  readonly account: Account
  readonly currency: CurrencyId
  readonly amount: bigint
  readonly hold: HoldKind
  /** The category under which the holder's records show it, as a change of what is available; none: it is not shown. */
  readonly category?: Category
}

export type Move = Entry | Hold

/** Both entries of a payment from one coin account to another; none where it is of nothing. */
export function payment(
  from: HolderId,
  to: HolderId,
  currency: CurrencyId,
  amount: bigint,
  category: Category,
): Entry[] {
  const entry = { kind: 'entry', account: 'coin', currency, category } as const
  return amount === 0n
    ? []
    : [
        { ...entry, holder: from, amount: -amount },
        { ...entry, holder: to, amount },
      ]
}
