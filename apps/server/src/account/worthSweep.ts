import { parseDecimal } from '@truemark/core/money/decimal'
import { hourMs, usdt } from '@truemark/core/money/units'
import type { Catalogue } from '../engine/door.ts'
import type { Database, Queryable } from '../platform/postgres/database.ts'
import { startRounds } from '../platform/rounds.ts'
import type { IndexOf } from './worth.ts'
import { type WorthPrice, findPriced, isSwept, sweepWorth, worthPriceMax, worthPriceScale } from './worthSweep.store.ts'

export interface WorthSweepOptions {
  readonly database: Database
  readonly catalogue: Catalogue
  readonly indexOf: IndexOf
  readonly now: () => number
}

const lookInterval = 30_000
/** How long (ms) a price that was there is waited for. */
const patience = 48 * hourMs

/**
 * The prices of all currencies that have a market, or null while one of them has none: then the hour must wait. A market
 * that was listed later and never had a price keeps nobody waiting, nor does one that had none for two days or in which
 * nothing is traded any more; until the first hour, all are waited for.
 */
export async function worthPrices({
  catalogue,
  database,
  indexOf,
  now,
}: Pick<WorthSweepOptions, 'catalogue' | 'indexOf' | 'now'> & { readonly database: Queryable }): Promise<
  WorthPrice[] | null
> {
  const priced = await findPriced(database, patience)
  // where no hour could be swept for so long, the first price that is heard ends the waiting for the others
  const late = priced !== null && now() - priced.last > patience
  const found: WorthPrice[] = []
  for (const { id, scale } of catalogue.currencies) {
    if (id === usdt) {
      found.push({ currency: id, scale, price: 10n ** BigInt(worthPriceScale) })
      continue
    }
    const listing = catalogue.listings.find((one) => one.base === id && one.quote === usdt)
    // a coin without a market has no worth anywhere
    if (listing === undefined) continue
    const price = keptPrice(indexOf(listing.code))
    if (price === null) {
      const waits = priced === null || (!late && priced.currencies.has(id))
      if (waits && catalogue.isTraded(listing)) return null
      continue
    }
    found.push({ currency: id, scale, price })
  }
  if (late && found.length === 1) return null
  return found.some(({ currency }) => currency === usdt) ? found : null
}

/** A price as an hour keeps it; null for none, and for one that is too large to be kept. */
function keptPrice(text: string | null): bigint | null {
  const price = parseDecimal(text, worthPriceScale)
  return price !== null && price <= worthPriceMax ? price : null
}

/** Records the hour's worth of all accounts where it has not been and every price is known; says whether it did. */
export async function sweepHour(options: WorthSweepOptions): Promise<boolean> {
  const time = options.now()
  const hour = time - (time % hourMs)
  if (await isSwept(options.database, hour)) return false
  const prices = await worthPrices(options)
  return prices !== null && sweepWorth(options.database, { hour, time }, prices)
}

/** Looks twice a minute whether a new hour has begun; returns how to stop. */
export function startWorthSweep(options: WorthSweepOptions, onError: (error: unknown) => void): () => Promise<void> {
  return startRounds(() => sweepHour(options), { everyMs: lookInterval, first: 'now', onError })
}
