import type { Clock } from '../platform/clock.ts'
import { SourceRest } from './feeds/rest.ts'
import { feedClockOf } from './feeds/source.ts'
import { type NamedPrice, type PastPrice, comparePast } from './pastRange.ts'

/** The sources' own public history, for comparing what they are said to have named. */
export interface PriceHistory {
  compare(named: NamedPrice): Promise<PastPrice>
  /** Ends all calls. */
  stop(): void
}

/** Asks the sources over the network, with the limits of each; `fetcher` is the platform's own where none is given. */
export function openPriceHistory(time: Clock, fetcher: typeof fetch = fetch): PriceHistory {
  const clock = feedClockOf(time)
  const rest = new SourceRest({ clock, random: Math.random, fetch: fetcher })
  return { compare: (named) => comparePast(rest, named, clock), stop: () => rest.stop() }
}
