import { big, bool, i53, list, nullable, struct, text, u53, type Of } from '../codec/codec.ts'
import { indexPrice, type DollarRate, type IndexPrice, type SourceTop } from './indexPrice.ts'

/**
 * What the sources said of one listing behind one index sample. A `sum` is bid and ask together in units of
 * 10^-decimals, and of each part but the first the difference from the one before; an `age` is how long (ms) before the
 * sample's stamp the venue said so, below zero where it did after it within the second; a venue is its place among the names.
 */
export const sourcedSampleCodec = struct({
  listing: u53,
  decimals: u53,
  /** USDT in dollars, where a book in dollars counts. */
  rate: nullable(struct({ venue: u53, decimals: u53, sum: big, age: i53 })),
  parts: list(struct({ venue: u53, dollar: bool, sum: big, age: i53 })),
})
export type SourcedSample = Of<typeof sourcedSampleCodec>

/** One listing's sources with the names of the venues: what a reader needs, by itself. */
export const namedSourcesCodec = struct({ venues: list(text), sample: sourcedSampleCodec })
export type NamedSources = Of<typeof namedSourcesCodec>

/** Sources by name, each with how long (ms) before a stamp it was heard last: below zero, after it. */
export const heardSourcesCodec = list(struct({ venue: text, age: i53 }))
export type HeardSources = Of<typeof heardSourcesCodec>

const scale = 12

/** What is known of one source behind a sample; prices in units of 10^-12, times in UTC ms. */
export interface Said {
  readonly tops: readonly SourceTop[]
  readonly rate: (DollarRate & { readonly source: string }) | null
}

/** The fewest decimals that say all of these (units of 10^-12) exactly. */
function decimalsOf(sums: readonly bigint[]): number {
  for (let decimals = 0; decimals < scale; decimals += 1) {
    const unit = 10n ** BigInt(scale - decimals)
    if (sums.every((sum) => sum % unit === 0n)) return decimals
  }
  return scale
}

/** Packs what the sources said; names that are not yet among `venues` are added to them. */
export function packSources(listing: number, { tops, rate }: Said, stamp: number, venues: string[]): SourcedSample {
  const placeOf = (name: string): number => {
    const place = venues.indexOf(name)
    return place < 0 ? venues.push(name) - 1 : place
  }
  const sums = tops.map(({ bid, ask }) => bid + ask)
  const decimals = decimalsOf(sums)
  const unit = 10n ** BigInt(scale - decimals)
  const isDollar = tops.some(({ quote }) => quote === 'USD')
  return {
    listing,
    decimals,
    rate: rate !== null && isDollar ? packRate(rate, stamp, placeOf(rate.source)) : null,
    parts: tops.map(({ source, quote, heard }, at) => ({
      venue: placeOf(source),
      dollar: quote === 'USD',
      sum: ((sums[at] ?? 0n) - (sums[at - 1] ?? 0n)) / unit,
      age: stamp - heard,
    })),
  }
}

function packRate({ bid, ask, heard }: DollarRate, stamp: number, venue: number) {
  const decimals = decimalsOf([bid + ask])
  return { venue, decimals, sum: (bid + ask) / 10n ** BigInt(scale - decimals), age: stamp - heard }
}

// the index asks a book for nothing but both prices together
function halves(sum: bigint): { bid: bigint; ask: bigint } {
  const bid = sum / 2n
  return { bid, ask: sum - bid }
}

/** What the sources said, as the index is reckoned from it. */
export function unpackSources({ venues, sample }: NamedSources, stamp: number): Said {
  const unit = 10n ** BigInt(scale - sample.decimals)
  let sum = 0n
  const tops = sample.parts.map((part): SourceTop => {
    sum += part.sum * unit
    const quote = part.dollar ? 'USD' : 'USDT'
    return { source: venues[part.venue] ?? '', quote, ...halves(sum), heard: stamp - part.age }
  })
  const { rate } = sample
  if (rate === null) return { tops, rate: null }
  const dollar = halves(rate.sum * 10n ** BigInt(scale - rate.decimals))
  return { tops, rate: { source: venues[rate.venue] ?? '', ...dollar, heard: stamp - rate.age } }
}

/** The price that these sources give by the published rule. */
export function reckonIndex({ tops, rate }: Said, priceDecimals: number): IndexPrice {
  // each counted when it was taken: the age was judged then, and is told beside the price
  const now = 0
  return indexPrice(
    tops.map((top) => ({ ...top, heard: now })),
    rate === null ? null : { ...rate, heard: now },
    now,
    priceDecimals,
  )
}

/** The index (tenths of a tick) that these sources give by the published rule, or null where they give none. */
export function recomputeIndex(said: Said, priceDecimals: number): number | null {
  const price = reckonIndex(said, priceDecimals)
  return price.ok ? price.indexTenths : null
}

/** A second counts as fresh where each source in its index was heard so lately before its stamp (ms). */
export const freshWithinMs = 1_000

/**
 * Whether a second's index is fresh: every source in it was heard within a second of its stamp. `ageOf` gives how long (ms)
 * before the stamp a source was heard last, undefined where it was not.
 */
export function isFreshSecond(
  sources: readonly { readonly source: string }[],
  ageOf: (source: string) => number | undefined,
): boolean {
  const ages = sources.map(({ source }) => ageOf(source))
  return ages.length > 0 && ages.every((age) => age !== undefined && age <= freshWithinMs)
}
