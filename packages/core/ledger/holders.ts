declare const holderBrand: unique symbol

/**
 * An account holder of exactly one realm: a house account (0 to 31) or a user's real or demo account (from 32). A name and
 * nothing more: it is compared for equality and looked up, and nothing is ever reckoned with it, so that nobody's number
 * can be to their good or harm. Any number may be given as one, none comes back: it might be a symbol, for all that the type
 * says, with which nothing can be reckoned, compared by size or made a text; {@link holderRow} is for the tables alone.
 */
export type HolderId = number | (symbol & { readonly [holderBrand]: never })
export type CurrencyId = number

export const realms = ['real', 'demo'] as const
export type Realm = (typeof realms)[number]

export const houseAccounts = [
  'external',
  'fees',
  'insurance',
  'liquidity',
  'clearing',
  'optionPool',
  'wealthPool',
  'exchangeDesk',
  'rounding',
  'treasury',
] as const
export type HouseAccount = (typeof houseAccounts)[number]

const housesPerRealm = 16

/** The first holder that can be a user's. */
export const userHolderMin = 32

/** The largest number a holder may have; it bounds the ledger's arrays. */
export const holderMax = 50_000_000

/** The row of a holder in a table that is an array, or its digits in bytes. A lint knows the files that may ask. */
export function holderRow(holder: HolderId): number {
  return holder as number
}

/** A holder's name in a message or a compound key: its digits, for nobody to read back. */
export function holderName(holder: HolderId): string {
  return String(holderRow(holder))
}

/** Whether a holder is a house account of either realm. */
export function isHouse(holder: HolderId): boolean {
  return holderRow(holder) < userHolderMin
}

/** Whether a number can be a user's holder. */
export function isUserHolder(holder: HolderId): boolean {
  return holderRow(holder) >= userHolderMin && holderRow(holder) <= holderMax
}

/** The holder that stands for a house account of a realm. */
export function houseHolder(realm: Realm, account: HouseAccount): HolderId {
  return realms.indexOf(realm) * housesPerRealm + houseAccounts.indexOf(account)
}

/** The house account and realm that a holder below {@link userHolderMin} stands for; null for a user's. */
export function houseOf(holder: HolderId): { realm: Realm; account: HouseAccount } | null {
  const row = holderRow(holder)
  if (row < 0 || row >= userHolderMin) return null
  const account: HouseAccount | undefined = houseAccounts[row % housesPerRealm]
  const realm: Realm | undefined = realms[Math.floor(row / housesPerRealm)]
  return account && realm ? { realm, account } : null
}

const mayBeNegative = new Set<HouseAccount>([
  'external',
  'clearing',
  'liquidity',
  'optionPool',
  'wealthPool',
  'exchangeDesk',
])

// by holder, since it is asked at every posting
const negativeHolders = Array.from({ length: userHolderMin }, (_, holder) => {
  const house = houseOf(holder)
  return house !== null && mayBeNegative.has(house.account)
})

/** Whether a holder's account may stand below zero; a user's never may. */
export function allowsNegative(holder: HolderId): boolean {
  return isHouse(holder) && negativeHolders[holderRow(holder)]
}
