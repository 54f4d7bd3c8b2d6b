import type { Listing } from './listing.ts'
import { newRiskRefusal, unmetRefusal } from './realMoney.ts'
import type { Venue } from './venue.ts'
import type { Product } from '../capability/products.ts'
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

/**
 * Is the holder there? Disabled or not: what is theirs they may close, move to their own coin account and withdraw, since
 * nothing but a law keeps money in.
 */
export function whoHolds(venue: Venue, holder: HolderId): Result<Standing> {
  const standing = venue.holders.find(holder)
  return standing ? accepted(standing) : rejected('holder_unknown')
}

/** Is the holder there and not disabled? */
export function whoActs(venue: Venue, holder: HolderId): Result<Standing> {
  const standing = venue.holders.find(holder)
  if (!standing) return rejected('holder_unknown')
  return standing.disabled || standing.suspended ? rejected('user_disabled') : accepted(standing)
}

/**
 * Why who stands so may take no new risk in a product, the conditions of real money aside; null where nothing speaks
 * against it.
 */
export function riskRefusal(
  { productsOn }: Pick<Venue, 'productsOn'>,
  standing: Standing,
  product: Product,
): CoreReason | null {
  if (standing.disabled || standing.suspended) return 'user_disabled'
  if (standing.staff) return 'staff_no_trading'
  if (standing.restrained) return 'risk_paused'
  if (standing.realm === 'demo') return null
  if (!productsOn.has(`${standing.country}:${product}`)) return 'product_off'
  const { realName } = standing
  return realName === 'approved' || realName === 'advanced' ? null : realNameRefusals[realName]
}

/** Why an order ended that its holder could no longer place. */
export type RiskEndReason = 'paused' | 'user_disabled' | 'product_off' | 'real_name_lost'

/** Why a holder may no longer take new risk in a product, by the rule that a new order is asked; null where they may. */
export function whyEnded(venue: Venue, holder: HolderId, product: Product): RiskEndReason | null {
  const standing = venue.holders.find(holder)
  const refusal = standing ? riskRefusal(venue, standing, product) : null
  return refusal && reasonOf(refusal)
}

function reasonOf(refusal: CoreReason): RiskEndReason {
  switch (refusal) {
    case 'user_disabled':
    case 'product_off':
      return refusal
    case 'staff_no_trading':
    case 'risk_paused':
      return 'paused'
    default:
      return 'real_name_lost'
  }
}

/**
 * May this holder take new risk in a product? A real account needs its country's switch, an approved name, and an
 * installation that meets what is told of the conditions of real money; that enough live sources price what is traded is
 * asked of its market.
 */
export function mayTakeRisk(venue: Venue, holder: HolderId, product: Product): Result<Standing> {
  const standing = venue.holders.find(holder)
  if (!standing) return rejected('holder_unknown')
  const refusal = riskRefusal(venue, standing, product)
  if (refusal) return rejected(refusal)
  return (standing.realm === 'real' ? unmetRefusal(venue.unmetTold) : null) ?? accepted(standing)
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
  const refusal = newRiskRefusal(listing, venue.marks.of(id), standing.realm, now)
  return refusal ? rejected(refusal) : accepted({ standing, listing })
}

const reasons = new Set<string>(coreReasons)

const malformedIn = 'field_malformed:'

/** What stands in a command's `fault` where the field of that name, as the wire spells it, could not be read. */
export function malformed(field: string): `field_malformed:${string}` {
  return `${malformedIn}${field}`
}

/** The field that a command's `fault` names; null where it names none. */
export function fieldIn(fault: string): string | null {
  return fault.startsWith(malformedIn) ? fault.slice(malformedIn.length) : null
}

/** The reason in a command's `fault`, or null where all its fields were read. */
export function faultOf(fault: string): CoreReason | null {
  if (fault === '') return null
  return reasons.has(fault) ? (fault as CoreReason) : 'field_malformed'
}
