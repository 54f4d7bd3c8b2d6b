/** An account holder of exactly one realm: a house account (0 to 31) or a user's real or demo account (from 32). */
export type HolderId = number
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

/** The holder that stands for a house account of a realm. */
export function houseHolder(realm: Realm, account: HouseAccount): HolderId {
  return realms.indexOf(realm) * housesPerRealm + houseAccounts.indexOf(account)
}

/** The house account and realm that a holder below {@link userHolderMin} stands for; null for a user's. */
export function houseOf(holder: HolderId): { realm: Realm; account: HouseAccount } | null {
  if (holder < 0 || holder >= userHolderMin) return null
  const account: HouseAccount | undefined = houseAccounts[holder % housesPerRealm]
  const realm: Realm | undefined = realms[Math.floor(holder / housesPerRealm)]
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
  return holder < userHolderMin && negativeHolders[holder]
}
