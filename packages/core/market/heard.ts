import type { ListingId } from '../book/listing.ts'
import { priceKinds, type Quote, type Sensed } from '../book/mark.ts'
import { i53, list, oneOf, struct, text, u53, union, type Of } from '../codec/codec.ts'
import { realms, type Realm } from '../ledger/holders.ts'
import { sourcedSampleCodec, type NamedSources } from './sources.ts'

/** A tick as the exchange heard it at an engine time (UTC milliseconds), with what each source had said, where that is known. */
export interface Tick {
  readonly at: number
  readonly quote: Quote
  readonly said: NamedSources | null
}

const tickFields = {
  /** How long before the row it was heard, and how long before that it was said, both in ms. */
  age: i53,
  lag: i53,
  kind: oneOf(priceKinds),
} as const

/** What of the market a decision has read: its index is reckoned from the sources anew wherever these are told. */
export const marketSeenCodec = struct({
  /** The names of the venues that the ticks point at. */
  venues: list(text),
  ticks: list(
    union({
      quoted: [1, struct({ listing: u53, ...tickFields, indexTenths: u53, dispersionTenths: u53, sources: u53 })],
      sourced: [2, struct({ ...tickFields, sample: sourcedSampleCodec })],
    }),
  ),
})
export type MarketSeen = Of<typeof marketSeenCodec>

/** Packs ticks as they stand in a row of the time `now`. */
export function packTicks(ticks: readonly Tick[], now: number): MarketSeen {
  const venues: string[] = []
  const placeOf = (name: string): number => {
    const place = venues.indexOf(name)
    return place < 0 ? venues.push(name) - 1 : place
  }
  const packed = ticks.map(({ at, quote, said }): MarketSeen['ticks'][number] => {
    const { time, ...told } = quote
    const times = { age: now - at, lag: at - time, kind: quote.kind }
    if (!said) return { ...told, ...times, type: 'quoted' }
    const { sample } = said
    const named = (place: number): number => placeOf(said.venues[place] ?? '')
    return {
      type: 'sourced',
      ...times,
      sample: {
        ...sample,
        rate: sample.rate && { ...sample.rate, venue: named(sample.rate.venue) },
        parts: sample.parts.map((part) => ({ ...part, venue: named(part.venue) })),
      },
    }
  })
  return { venues, ticks: packed }
}

interface Kept {
  readonly tick: Tick
  readonly order: number
}

/**
 * The ticks that stand in no row and that the market still rests on: the last that was taken, the last halt after it, the
 * last of all, and the last that decided in each realm. All others caused nothing and left nothing.
 */
interface Unwritten {
  taken: Kept | null
  halted: Kept | null
  last: Kept | null
  readonly decided: Record<Realm, Kept | null>
}

/** What the exchange has heard of the market and has not written. Ambient. */
export class Heard {
  /** Whether commands are executed on this state, and not only their facts evolved. */
  isExecuting = false
  /** Whether a row says so. */
  isWritten = false
  /** What became of the last quote. */
  sensed: Sensed = 'late'
  readonly #unwritten = new Map<ListingId, Unwritten>()
  #first: Kept | null = null
  #isWatching = false
  #order = 0

  /** Keeps a tick that caused nothing: until a decision asks, it stands in no row. */
  keep(tick: Tick, decided: Readonly<Record<Realm, boolean>>, isWatched: boolean): void {
    const kept = { tick, order: this.#order++ }
    const { listing } = tick.quote
    let unwritten = this.#unwritten.get(listing)
    if (!unwritten) {
      unwritten = { taken: null, halted: null, last: null, decided: { real: null, demo: null } }
      this.#unwritten.set(listing, unwritten)
    }
    unwritten.last = kept
    if (this.sensed === 'taken') {
      unwritten.taken = kept
      unwritten.halted = null
    }
    if (this.sensed === 'halted') unwritten.halted = kept
    for (const realm of realms) if (decided[realm]) unwritten.decided[realm] = kept
    // from the first on, what is watched counts the time since the start
    if (isWatched && !this.#isWatching) this.#first = kept
    this.#isWatching ||= isWatched
  }

  /** The ticks of the listings that were read, in the order in which they came; from here on they are written. */
  take(wasRead: (listing: ListingId) => boolean): Tick[] {
    if (this.#unwritten.size === 0 && !this.#first) return []
    const found = new Map<number, Tick>()
    const add = (kept: Kept | null): void => {
      if (kept) found.set(kept.order, kept.tick)
    }
    add(this.#first)
    this.#first = null
    for (const [listing, { taken, halted, last, decided }] of this.#unwritten) {
      if (!wasRead(listing)) continue
      for (const kept of [taken, halted, last, decided.real, decided.demo]) add(kept)
      this.#unwritten.delete(listing)
    }
    if (found.size < 2) return [...found.values()]
    return [...found].toSorted(([one], [other]) => one - other).map(([, tick]) => tick)
  }

  /** Says that a tick which stands in its row has begun what is watched. */
  watch(): void {
    this.#isWatching = true
  }

  /** Back to where nothing has been heard. */
  forget(): void {
    this.isExecuting = false
    this.isWritten = false
    this.#unwritten.clear()
    this.#first = null
    this.#isWatching = false
  }
}
