import { oneOf } from '../codec/codec.ts'
import { rejected, type Refused } from '../result/result.ts'
import type { Realm } from '../ledger/holders.ts'
import type { CoreReason } from '../result/reason.ts'
import type { Listing } from './listing.ts'
import { marketRefusal, openAgeMaxMs, type Mark } from './mark.ts'
import type { Marks } from './marks.ts'

/** What only the server can know of an installation, and tells the exchange again and again. */
export const toldConditions = ['two_operators', 'rules_published', 'mail_configured', 'https_address'] as const
export type ToldCondition = (typeof toldConditions)[number]
export const toldConditionCodec = oneOf(toldConditions)

/** What an installation must have for real money; all of it, at the moment of each act. */
export const realConditions = [...toldConditions, 'three_live_sources', 'country_on'] as const
export type RealCondition = (typeof realConditions)[number]
export const realConditionCodec = oneOf(realConditions)

/** The least number of independent live sources that price what is priced in real money. */
export const liveSourcesMin = 3

/** What the conditions are judged by. */
export interface RealMoneyFacts {
  readonly unmetTold: readonly ToldCondition[]
  readonly marks: Pick<Marks, 'some'>
  /** `country:product` pairs that are on. */
  readonly productsOn: ReadonlySet<string>
}

/** Whether a mark is a price of real money: live, of enough sources, and of the last minute. */
export function isLivePrice(mark: Mark, now: number): boolean {
  return mark.kind === 'live' && mark.sources >= liveSourcesMin && now - mark.time <= openAgeMaxMs
}

/**
 * The conditions of real money that are not met now, for a country's residents or, where `country` is null, for anybody.
 * The one place that says it: every act that brings in real money or takes new risk with it asks here. Taking out what
 * is owned asks nobody.
 */
export function realMoneyUnmet(
  { unmetTold, marks, productsOn }: RealMoneyFacts,
  country: string | null,
  now: number,
): RealCondition[] {
  const unmet: RealCondition[] = [...unmetTold]
  if (!marks.some((mark) => isLivePrice(mark, now))) unmet.push('three_live_sources')
  if (!isOnIn(productsOn, country)) unmet.push('country_on')
  return unmet
}

function isOnIn(productsOn: ReadonlySet<string>, country: string | null): boolean {
  if (country === null) return productsOn.size > 0
  for (const pair of productsOn) if (pair.startsWith(`${country}:`)) return true
  return false
}

/** Why no real money may come in or take new risk now, with the names of what is missing; null where it may. */
export function realMoneyRefusal(venue: RealMoneyFacts, country: string | null, now: number): Refused | null {
  return unmetRefusal(realMoneyUnmet(venue, country, now))
}

/** The refusal that names what is missing; null where nothing is. */
export function unmetRefusal(unmet: readonly RealCondition[]): Refused | null {
  return unmet.length === 0 ? null : rejected('real_money_closed', { missing: unmet.join(',') })
}

/**
 * Why no new risk may be taken at a market now, or null where it may: as {@link marketRefusal}, but real money needs
 * {@link liveSourcesMin} sources where closing goes on with fewer.
 */
export function newRiskRefusal(listing: Listing, mark: Mark, realm: Realm, now: number): CoreReason | null {
  const refusal = marketRefusal(listing, mark, realm, now)
  if (refusal) return refusal
  return realm === 'real' && mark.sources < liveSourcesMin ? 'live_sources_few' : null
}

/**
 * Whether a market takes new risk in a realm now, as far as that hangs on nobody's own standing. What rests and would take
 * it waits until the market does.
 */
export function takesRisk(
  venue: Pick<RealMoneyFacts, 'unmetTold'> & { readonly marks: Pick<Marks, 'of'> },
  listing: Listing,
  realm: Realm,
  now: number,
): boolean {
  if (newRiskRefusal(listing, venue.marks.of(listing.id), realm, now) !== null) return false
  return realm === 'demo' || venue.unmetTold.length === 0
}
