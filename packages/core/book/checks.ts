import type { Listing } from './listing.ts'
import { marketRefusal } from './mark.ts'
import type { Venue } from './venue.ts'
import type { HolderId } from '../ledger/holders.ts'
import type { Standing } from '../ledger/standing.ts'
import { coreReasons, type CoreReason } from '../result/reason.ts'
import { accepted, rejected, type Result } from '../result/result.ts'

const realNameRefusals = {
  missing: 'real_name_missing',
  pending: 'real_name_pending',
  rejected: 'real_name_rejected',
} as const

/** Who acts and on what: the upper rungs of the ladder of checks, up to the market. */
export interface Floor {
  readonly standing: Standing
  readonly listing: Listing
}

/** Is the holder there and not disabled? */
export function whoActs(venue: Venue, holder: HolderId): Result<Standing> {
  const standing = venue.holders.find(holder)
  if (!standing) return rejected('holder_unknown')
  return standing.disabled ? rejected('user_disabled') : accepted(standing)
}

/** What an operator switches on for real accounts, country by country. */
export const products = ['spot', 'contract', 'perpetual', 'option', 'wealth'] as const
export type Product = (typeof products)[number]

/** May this holder take new risk in a product? A real account needs its country's switch and an approved name. */
export function mayTakeRisk(venue: Venue, holder: HolderId, product: Product): Result<Standing> {
  const who = whoActs(venue, holder)
  if (!who.ok) return who
  const standing = who.value
  if (standing.realm === 'real') {
    if (!venue.productsOn.has(`${standing.country}:${product}`)) return rejected('product_off')
    const { realName } = standing
    if (realName !== 'approved' && realName !== 'advanced') return rejected(realNameRefusals[realName])
  }
  return accepted(standing)
}

/** May this holder take new risk in spot, and is the symbol's market on? In the order of precedence. */
export function mayTrade(venue: Venue, holder: HolderId, symbol: string, now: number): Result<Floor> {
  const may = mayTakeRisk(venue, holder, 'spot')
  if (!may.ok) return may
  const standing = may.value
  const id = venue.listingByCode.get(symbol)
  if (id === undefined) return rejected('symbol_unknown')
  const listing = venue.listings[id]
  if (!listing.spot) return rejected('symbol_unknown')
  const refusal = marketRefusal(listing, venue.marks[id], standing.realm, now)
  return refusal ? rejected(refusal) : accepted({ standing, listing })
}

const reasons = new Set<string>(coreReasons)

/** The reason in a command's `fault`, or null where all its fields were read. */
export function faultOf(fault: string): CoreReason | null {
  if (fault === '') return null
  return reasons.has(fault) ? (fault as CoreReason) : 'field_malformed'
}
