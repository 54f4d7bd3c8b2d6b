import type { LadderTerms } from '@truemark/core/book/listing'
import type { Listing } from '@truemark/core/book/listing'
import type { Quote } from '@truemark/core/book/mark'
import { decode } from '@truemark/core/codec/codec'
import type { DerivativeTerms } from '@truemark/core/derivative/terms'
import { quoteOf } from '@truemark/core/market/quoteOf'
import { type NamedSources, type Said, unpackSources } from '@truemark/core/market/sources'
import { factsCodec } from '@truemark/core/record'
import { type Command, type Event, envelopeCodec } from '@truemark/core/vocabulary'
import { type JournalRow, readRowsAt, splitFrames } from '../engine/door.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import { findTermsRow } from './terms.store.ts'

/** A command's frame in a row of the journal. */
export interface FramePlace {
  readonly seq: number
  readonly frame: number
}

interface Frame {
  readonly command: Uint8Array
  readonly events: readonly Event[]
}

interface Opened {
  readonly row: JournalRow
  readonly frames: readonly Frame[]
}

/** What the market said as a row bears it: the mark that it left, when, and what each source said, where it was told. */
export interface FoundTick {
  readonly place: FramePlace
  readonly quote: Quote
  /** When it counts from: never after the engine heard it. */
  readonly time: number
  readonly said: Said | null
}

/** The terms of a ladder and the row that set them. */
export interface FoundLadder {
  readonly terms: LadderTerms
  readonly seq: number
}

const pageRows = 32
/** The rows before a decision that are searched: what it read is a second old at most. */
const rowsBackMax = 4_096

/** Rows of the journal around decisions, each read and opened once. */
export class DecidingRows {
  readonly #database: Queryable
  readonly #rows = new Map<number, Opened>()

  constructor(database: Queryable) {
    this.#database = database
  }

  /** The row at a place, opened; null where there is none. */
  async at(seq: number): Promise<Opened | null> {
    const known = this.#rows.get(seq)
    if (known !== undefined || seq < 1) return known ?? null
    // what is looked for next lies before it
    const seqs = Array.from({ length: pageRows }, (_, back) => seq - back).filter((one) => one > 0)
    for (const row of await readRowsAt(this.#database, seqs)) this.#rows.set(row.seq, opened(row))
    return this.#rows.get(seq) ?? null
  }

  /** The last frame of a row that bears such a fact, and the fact. */
  async find<E extends Event>(
    seq: number,
    is: (event: Event) => event is E,
  ): Promise<(FramePlace & { event: E }) | null> {
    const frames = (await this.at(seq))?.frames ?? []
    for (const [frame, { events }] of frames.entries()) {
      const event = events.find(is)
      if (event !== undefined) return { seq, frame, event }
    }
    return null
  }

  /** The last tick of a listing before and with a decision that `is` it, of those that came since `since`. */
  async tickBefore(
    listing: Listing,
    { seq, frame: last }: FramePlace,
    since: number,
    is: (tick: Pick<FoundTick, 'quote' | 'time'>) => boolean,
  ): Promise<FoundTick | null> {
    for (let at = seq; at > seq - rowsBackMax; at -= 1) {
      const found = await this.at(at)
      if (found === null || found.row.time < since) return null
      for (let frame = at === seq ? last : found.frames.length - 1; frame >= 0; frame -= 1) {
        const one = found.frames[frame]
        if (one === undefined) continue
        for (const tick of ticksOf(one, listing, found.row.time))
          if (is(tick)) return { ...tick, place: { seq: at, frame } }
      }
    }
    return null
  }

  /** The ladder's terms by which a tick placed the house's levels: those in force before its frame. */
  async ladderBefore(
    listing: Listing,
    product: 'spot' | 'derivative',
    { seq, frame }: FramePlace,
  ): Promise<FoundLadder | null> {
    const set = await this.#setBefore(listing, product, { seq, frame })
    return set === null ? null : { terms: set.event.terms.ladder, seq: set.seq }
  }

  /** The terms of a market's leverage in force before a frame, and the row that set them. */
  async leverageBefore(listing: Listing, place: FramePlace): Promise<{ terms: DerivativeTerms; seq: number } | null> {
    const set = await this.#setBefore(listing, 'derivative', place)
    return set === null || !('fundingInterestRate' in set.event.terms) ? null : { terms: set.event.terms, seq: set.seq }
  }

  async #setBefore(
    listing: Listing,
    product: 'spot' | 'derivative',
    { seq, frame }: FramePlace,
  ): Promise<{ event: TermsSet; seq: number } | null> {
    const own = (await this.at(seq))?.frames.slice(0, frame).flatMap(({ events }) => events) ?? []
    const event = lastTerms(own, listing.id, product)
    if (event !== undefined) return { event, seq }
    const kind = product === 'spot' ? 'market' : 'leverage'
    const set = await findTermsRow(this.#database, { kind, subject: listing.code, seq })
    if (set === null) return null
    const events = (await this.at(set))?.frames.flatMap((one) => one.events) ?? []
    const earlier = lastTerms(events, listing.id, product)
    return earlier === undefined ? null : { event: earlier, seq: set }
  }
}

function opened(row: JournalRow): Opened {
  const commands = splitFrames(row.commands)
  const frames = splitFrames(row.events).map((bytes, at) => {
    return { command: commands[at] ?? new Uint8Array(0), events: decode(factsCodec, bytes) }
  })
  return { row, frames }
}

type SetTypes =
  | 'symbolListed'
  | 'listingConfigured'
  | 'derivativeConfigured'
  | 'derivativeTermsSet'
  | 'bracketsEnforced'
  | 'chargesEnforced'
type TermsSet = Extract<Event, { type: SetTypes }>

function lastTerms(events: readonly Event[], listing: number, product: 'spot' | 'derivative'): TermsSet | undefined {
  const sets = product === 'spot' ? setsMarket : setsLeverage
  return events.findLast((event): event is TermsSet => sets(event) && event.listing === listing)
}

function setsMarket(event: Event): event is Extract<Event, { type: 'symbolListed' | 'listingConfigured' }> {
  return event.type === 'symbolListed' || event.type === 'listingConfigured'
}

const leverageSets = ['derivativeConfigured', 'derivativeTermsSet', 'bracketsEnforced', 'chargesEnforced'] as const

function setsLeverage(event: Event): event is Extract<Event, { type: (typeof leverageSets)[number] }> {
  return leverageSets.some((type) => type === event.type)
}

type Told = Omit<FoundTick, 'place'>

/** The ticks of a listing that a frame bears, the last first: a tick that caused its facts is its command. */
function* ticksOf({ command, events }: Frame, listing: Listing, now: number): Generator<Told> {
  const asked = command.length === 0 ? null : decode(envelopeCodec, command).command
  const caused = asked === null ? null : tickOf(asked, listing, now)
  if (caused !== null) yield caused
  for (const event of events.toReversed()) {
    if (event.type !== 'marketSeen') continue
    const { venues, ticks } = event
    for (const tick of ticks.toReversed()) {
      const at = now - tick.age
      const time = at - tick.lag
      if (tick.type === 'quoted' && tick.listing === listing.id)
        yield { quote: { ...tick, time }, time: Math.min(time, at), said: null }
      if (tick.type === 'sourced' && tick.sample.listing === listing.id)
        yield sourced({ venues, sample: tick.sample }, listing, { time, at, kind: tick.kind })
    }
  }
}

function tickOf(command: Command, listing: Listing, now: number): Told | null {
  if (command.type === 'quote' && command.listing === listing.id)
    return { quote: command, time: Math.min(command.time, now), said: null }
  if (command.type !== 'sourcedQuote' || command.sample.listing !== listing.id) return null
  return sourced(command, listing, { ...command, at: now })
}

function sourced(
  { venues, sample }: NamedSources,
  listing: Listing,
  { time, at, kind }: { readonly time: number; readonly at: number; readonly kind: Quote['kind'] },
): Told {
  const quote = quoteOf({ time, kind, venues, sample }, listing.priceDecimals)
  return { quote, time: Math.min(time, at), said: unpackSources({ venues, sample }, time) }
}
