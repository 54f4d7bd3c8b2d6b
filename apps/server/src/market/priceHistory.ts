import type { Clock } from '../platform/clock.ts'
import { SourceRest } from './feeds/rest.ts'
import { type Listing, type SourceId, feedClockOf } from './feeds/source.ts'
import type { ListedSymbols } from './listedSymbols.ts'
import { type NamedPrice, type PastPrice, comparePast } from './pastRange.ts'
import type { SymbolSpec } from './symbols.ts'

/** The sources' own public history, for comparing what they are said to have named. */
export interface PriceHistory {
  compare(named: NamedPrice): Promise<PastPrice>
  /** Ends all calls. */
  stop(): void
}

interface PriceHistoryOptions {
  /** The platform's own where none is given. */
  readonly fetch?: typeof fetch
  /** The symbols that are listed now; those of a fresh install where they are not known. */
  readonly symbols?: Pick<ListedSymbols, 'specs'>
}

/** Asks the sources over the network, with the limits of each. */
export function openPriceHistory(time: Clock, { symbols, ...options }: PriceHistoryOptions = {}): PriceHistory {
  const clock = feedClockOf(time)
  const find =
    symbols === undefined ? {} : { find: (source: SourceId, code: string) => listingIn(symbols.specs, source, code) }
  const rest = new SourceRest({ clock, random: Math.random, ...options, ...find })
  return { compare: (named) => comparePast(rest, named, clock), stop: () => rest.stop() }
}

function listingIn(specs: readonly SymbolSpec[], source: SourceId, symbol: string): Listing | undefined {
  const named = specs.find(({ code }) => code === symbol)?.sources.find((one) => one.source === source)
  return named === undefined ? undefined : { ...named, symbol }
}
