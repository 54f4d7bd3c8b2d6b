import { feedKind, liveSource } from '@truemark/protocol/routes/deskFeed'
import * as z from 'zod/mini'
import type { Queryable } from '../platform/postgres/database.ts'
import { rateListing } from './feeds/listings.ts'
import { type Listing, type SourceId, sourceIds } from './feeds/source.ts'
import { findKeptFeed } from './feedSetting.store.ts'
import type { SymbolSpec } from './symbols.ts'

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

/** Of what the venues of a symbol are read. */
export type Sourced = Pick<SymbolSpec, 'code' | 'sources'>

/** The venues that list a symbol. */
export function offeredSources(specs: readonly Sourced[], symbol: string): SourceId[] {
  const listed = specs.find(({ code }) => code === symbol)?.sources ?? []
  return sourceIds.filter((id) => listed.some(({ source }) => source === id))
}

/** The venues that a symbol's index is made of; all, where none of those that were chosen lists it any more. */
export function usedSources(specs: readonly Sourced[], sources: FeedSetting['sources'], symbol: string): SourceId[] {
  const offered = offeredSources(specs, symbol)
  const chosen = sources[symbol]
  if (chosen === undefined) return offered
  const used = offered.filter((source) => chosen.includes(source))
  return used.length === 0 && chosen.length > 0 ? offered : used
}

/** The products that a venue is heard for, and its rate of USDT where it is heard for any. */
export function venueListings(specs: readonly Sourced[], sources: FeedSetting['sources'], source: SourceId): Listing[] {
  const heard = specs.flatMap(({ code: symbol, sources: own }) => {
    const named = own.find((one) => one.source === source)
    return named === undefined || !usedSources(specs, sources, symbol).includes(source) ? [] : [{ ...named, symbol }]
  })
  const rate = rateListing(source)
  return heard.length === 0 || rate === undefined ? heard : [...heard, rate]
}
