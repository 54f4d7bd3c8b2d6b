import { feedKind, liveSource } from '@truemark/protocol/routes/deskFeed'
import * as z from 'zod/mini'
import type { Queryable } from '../platform/postgres/database.ts'
import { listingsBySource, rateSymbol } from './feeds/listings.ts'
import { type SourceId, sourceIds } from './feeds/source.ts'
import { findKeptFeed } from './feedSetting.store.ts'

const setting = z.object({
  kind: feedKind,
  /** The venues of the symbols that don't take all that list them. */
  sources: z.record(z.string(), z.array(liveSource)),
})

/** Where prices come from, as operators set it. */
export type FeedSetting = z.infer<typeof setting>

/** What holds while operators have set nothing: the kind that ran last, and every venue. */
export const firstFeed: FeedSetting = { kind: 'auto', sources: {} }

/** A setting as it was kept; the first one where it can't be read. */
export function readFeed(value: unknown): FeedSetting {
  const read = setting.safeParse(value)
  return read.success ? read.data : firstFeed
}

/** What operators set last. */
export async function findFeed(client: Queryable): Promise<FeedSetting> {
  return readFeed(await findKeptFeed(client))
}

/** The venues that list a symbol. */
export function offeredSources(symbol: string): SourceId[] {
  return sourceIds.filter((source) => listingsBySource[source].some((listing) => listing.symbol === symbol))
}

/** The venues that a symbol's index is made of. */
export function usedSources(sources: FeedSetting['sources'], symbol: string): SourceId[] {
  const offered = offeredSources(symbol)
  const chosen = sources[symbol]
  return chosen === undefined ? offered : offered.filter((source) => chosen.includes(source))
}

/** Whether a venue is heard for a symbol; for the rate of USDT where it is heard for any. */
export function isUsed(sources: FeedSetting['sources'], source: SourceId, symbol: string): boolean {
  if (symbol !== rateSymbol) return usedSources(sources, symbol).includes(source)
  return listingsBySource[source].some(
    (listing) => listing.symbol !== rateSymbol && isUsed(sources, source, listing.symbol),
  )
}
