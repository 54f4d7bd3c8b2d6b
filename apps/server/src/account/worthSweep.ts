import { parseDecimal } from '@truemark/core/money/decimal'
import { hourMs, usdt } from '@truemark/core/money/units'
import type { Catalogue } from '../engine/door.ts'
import type { Database } from '../platform/postgres/database.ts'
import { startRounds } from '../platform/rounds.ts'
import type { IndexOf } from './worth.ts'
import { type WorthPrice, isSwept, sweepWorth, worthPriceScale } from './worthSweep.store.ts'

export interface WorthSweepOptions {
  readonly database: Database
  readonly catalogue: Catalogue
  readonly indexOf: IndexOf
  readonly now: () => number
}

const lookInterval = 30_000

/** The prices of all currencies that have a market, or null while one of them has none: then the hour must wait. */
export function worthPrices({
  catalogue,
  indexOf,
}: Pick<WorthSweepOptions, 'catalogue' | 'indexOf'>): WorthPrice[] | null {
  const found: WorthPrice[] = []
  for (const { id, scale } of catalogue.currencies) {
    if (id === usdt) {
      found.push({ currency: id, scale, price: 10n ** BigInt(worthPriceScale) })
      continue
    }
    const listing = catalogue.listings.find((one) => one.base === id && one.quote === usdt)
    // a coin without a market has no worth anywhere
    if (listing === undefined) continue
    const price = parseDecimal(indexOf(listing.code), worthPriceScale)
    if (price === null) return null
    found.push({ currency: id, scale, price })
  }
  return found.some(({ currency }) => currency === usdt) ? found : null
}

/** Records the hour's worth of all accounts where it has not been and every price is known; says whether it did. */
export async function sweepHour(options: WorthSweepOptions): Promise<boolean> {
  const time = options.now()
  const hour = time - (time % hourMs)
  if (await isSwept(options.database, hour)) return false
  const prices = worthPrices(options)
  return prices !== null && sweepWorth(options.database, { hour, time }, prices)
}

/** Looks twice a minute whether a new hour has begun; returns how to stop. */
export function startWorthSweep(options: WorthSweepOptions, onError: (error: unknown) => void): () => Promise<void> {
  return startRounds(() => sweepHour(options), { everyMs: lookInterval, first: 'now', onError })
}
