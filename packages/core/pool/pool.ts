import { big, list, oneOf, struct, u53, union, type Of } from '../codec/codec.ts'
import type { Venue } from '../book/venue.ts'
import { houseHolder, realms, type CurrencyId, type Realm } from '../ledger/holders.ts'
import { amountMax } from '../money/units.ts'
import { accepted, rejected, type Result } from '../result/result.ts'

/**
 * The wealth pool of a realm and currency pays what wealth products promise. What is due is always paid, also where the
 * pool is empty; so that this does not happen in silence, nothing new is promised beyond what stands in it and a bound
 * (`debtMax`, 0 unless two operators set one). Amounts in smallest units.
 */
export const poolCommands = {
  boundPool: [105, struct({ realm: oneOf(realms), currency: u53, debtMax: big })],
} as const

export const poolEvents = {
  poolBounded: [107, struct({ realm: oneOf(realms), currency: u53, debtMax: big })],
} as const

const commandCodec = union(poolCommands)
const eventCodec = union(poolEvents)
export type PoolCommand = Of<typeof commandCodec>
export type PoolEvent = Of<typeof eventCodec>

export interface PoolState {
  /** By {@link placeOf}: how far below zero the pool may be brought by new promises. */
  readonly debtMax: Map<number, bigint>
  /** Derived from what is open: the most that it can still cost the pool. */
  readonly promised: Map<number, bigint>
}

export function createPoolState(): PoolState {
  return { debtMax: new Map(), promised: new Map() }
}

const currenciesMax = 64

function placeOf(realm: Realm, currency: CurrencyId): number {
  return realms.indexOf(realm) * currenciesMax + currency
}

/** The most that open products can still cost the pool. */
export function promisedBy(pool: PoolState, realm: Realm, currency: CurrencyId): bigint {
  return pool.promised.get(placeOf(realm, currency)) ?? 0n
}

export function debtMaxOf(pool: PoolState, realm: Realm, currency: CurrencyId): bigint {
  return pool.debtMax.get(placeOf(realm, currency)) ?? 0n
}

/** Changes what is promised: more at an opening, less as it is paid or falls away. */
export function promise(pool: PoolState, realm: Realm, currency: CurrencyId, change: bigint): void {
  const place = placeOf(realm, currency)
  const sum = (pool.promised.get(place) ?? 0n) + change
  if (sum < 0n) throw new RangeError('more was paid than had been promised')
  if (sum === 0n) pool.promised.delete(place)
  else pool.promised.set(place, sum)
}

/** Whether the pool may promise `more`: what stands in it, less all promises, stays within its bound. */
export function poolHasRoom(pool: PoolState, venue: Venue, realm: Realm, currency: CurrencyId, more: bigint): boolean {
  const stands = venue.ledger.posted(houseHolder(realm, 'wealthPool'), 'coin', currency)
  return stands - promisedBy(pool, realm, currency) - more >= -debtMaxOf(pool, realm, currency)
}

/** Decides the bound of a pool; reads only. */
export function decidePool(venue: Venue, { realm, currency, debtMax }: PoolCommand): Result<PoolEvent[]> {
  if (!venue.currencies[currency]) return rejected('currency_unknown')
  if (debtMax < 0n || debtMax > amountMax) return rejected('amount_invalid')
  return accepted([{ type: 'poolBounded', realm, currency, debtMax }])
}

/** Changes the durable state by a pool's event. */
export function evolvePool(pool: PoolState, { realm, currency, debtMax }: PoolEvent): void {
  const place = placeOf(realm, currency)
  if (debtMax === 0n) pool.debtMax.delete(place)
  else pool.debtMax.set(place, debtMax)
}

/** The durable part in a snapshot. */
export const keptPoolCodec = struct({ debtMax: list(struct({ place: u53, amount: big })) })
export type KeptPool = Of<typeof keptPoolCodec>

export function keepPool(pool: PoolState): KeptPool {
  const places = [...pool.debtMax].sort(([a], [b]) => a - b)
  return { debtMax: places.map(([place, amount]) => ({ place, amount })) }
}

export function restorePool(pool: PoolState, kept: KeptPool): void {
  for (const { place, amount } of kept.debtMax) pool.debtMax.set(place, amount)
}

/** How the pool stands in each currency, for those who answer for it. */
export const poolQueries = { pool: [105, struct({ realm: oneOf(realms) })] } as const

const poolViewCodec = struct({ currency: u53, stands: big, promised: big, debtMax: big })
export type PoolView = Of<typeof poolViewCodec>

export const poolReplies = { pool: [105, struct({ pools: list(poolViewCodec) })] } as const

/** What stands in the pool of each currency, what it has promised, and its bound. */
export function poolViews(pool: PoolState, venue: Venue, realm: Realm): PoolView[] {
  return venue.currencies.map(({ id: currency }) => ({
    currency,
    stands: venue.ledger.posted(houseHolder(realm, 'wealthPool'), 'coin', currency),
    promised: promisedBy(pool, realm, currency),
    debtMax: debtMaxOf(pool, realm, currency),
  }))
}
