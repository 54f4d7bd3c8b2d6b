import { formatDecimal } from '@truemark/core/money/decimal'
import type { State } from '@truemark/core/state'
import type { Event } from '@truemark/core/vocabulary'
import { unpackSources } from '@truemark/core/market/sources'
import type { AnyEvidence, IndexSecond } from '@truemark/protocol/routes/evidence'
import { isFreshAt } from '@truemark/protocol/evidence/optionChecks'
import { heardSecondShape, indexSecondShape } from '../transparency/door.ts'

/** A recorded second as a document shows it. */
interface ToldSecond {
  readonly time: number
  readonly price: string
  readonly sources?: number
  readonly fresh?: boolean
}

function textOf({ time, index, sources, rate }: IndexSecond): string {
  return JSON.stringify({ time, index, sources, rate })
}

/** Evidence of what was decided on prices. */
type SecondsEvidence = Exclude<AnyEvidence, { kind: 'terms' | 'notice' | 'payout' }>

/** All recorded seconds that a document shows. */
function secondsIn(document: SecondsEvidence): readonly ToldSecond[] {
  switch (document.kind) {
    case 'option':
      return [...document.entry_samples, ...(document.exit?.samples ?? [])]
    case 'funding':
      return []
    default:
      return document.samples
  }
}

type Sampled = Extract<Event, { type: 'indexSampled' }>
type Sourced = Extract<Event, { type: 'sourcesSampled' }>
type Heard = Extract<Event, { type: 'heardSampled' }>

/** The recorded seconds that evidence shows, with their sources where it tells them, each held against the row that recorded it. */
export class ToldSeconds {
  // by the symbol and the second: what is told of it, once for each way in which it is told
  readonly #told = new Map<string, Map<string, ToldSecond>>()

  // the same of what sources are told to have said, as texts
  readonly #said = new Map<string, Set<string>>()
  // the same of when they were heard
  readonly #heard = new Map<string, Set<string>>()
  // the second that was recorded last, with its sources
  #sampled: Sampled | null = null
  #sourced: Sourced | null = null

  /** Remembers the seconds of a document. */
  note(document: SecondsEvidence): void {
    for (const second of secondsIn(document)) {
      const name = `${document.symbol} ${second.time}`
      const known = this.#told.get(name) ?? new Map<string, ToldSecond>()
      known.set(`${second.price} ${second.sources} ${second.fresh}`, second)
      this.#told.set(name, known)
    }
    if (document.kind !== 'option') return
    for (const second of document.entry_heard ?? []) {
      const name = `${document.symbol} ${second.time}`
      this.#heard.set(name, (this.#heard.get(name) ?? new Set()).add(JSON.stringify(second)))
    }
    for (const second of document.sources ?? []) {
      const name = `${document.symbol} ${second.time}`
      this.#said.set(name, (this.#said.get(name) ?? new Set()).add(textOf(second)))
    }
  }

  /**
   * What was told otherwise of the seconds that a row records, or does not follow from the sources that it names, as a
   * sentence; null where nothing was.
   */
  fault(event: Sampled | Sourced | Heard, state: State): string | null {
    switch (event.type) {
      case 'indexSampled':
        this.#sampled = event
        return this.#sampleFault(event, state)
      case 'sourcesSampled':
        this.#sourced = event
        return this.#sourcesFault(event, state)
      case 'heardSampled':
        return this.#heardFault(event, state)
    }
  }

  #heardFault({ stamp, sources }: Heard, { venue }: State): string | null {
    if (this.#sampled?.stamp !== stamp || this.#sourced?.stamp !== stamp) return null
    const { venues, samples } = this.#sourced
    for (const { listing, fresh } of this.#sampled.samples) {
      const sample = samples.find((one) => one.listing === listing)
      if (sample === undefined) continue
      const name = `${venue.listings[listing]?.code} ${stamp}`
      const second = heardSecondShape(stamp, unpackSources({ venues, sample }, stamp), sources)
      if (isFreshAt(stamp, second.sources) !== fresh)
        return `${name} is recorded as ${fresh ? '' : 'not '}fresh, which its sources do not bear out`
      const told = this.#heard.get(name) ?? new Set()
      this.#heard.delete(name)
      const right = JSON.stringify(second)
      const other = [...told].find((one) => one !== right)
      if (other !== undefined)
        return `evidence tells of when the sources of ${name} were heard ${other}, it was ${right}`
    }
    return null
  }

  #sourcesFault({ stamp, venues, samples }: Sourced, { venue }: State): string | null {
    for (const sample of samples) {
      const listing = venue.listings[sample.listing]
      const name = `${listing?.code} ${stamp}`
      const told = this.#said.get(name)
      if (listing === undefined || told === undefined) continue
      this.#said.delete(name)
      const said = unpackSources({ venues, sample }, stamp)
      const indexTenths = venue.lastSamples[sample.listing] ?? 0
      const right = textOf(indexSecondShape(listing, { stamp, indexTenths, said }))
      const other = [...told].find((one) => one !== right)
      if (other !== undefined) return `evidence tells of the sources of ${name} ${other}, they said ${right}`
    }
    return null
  }

  #sampleFault(event: Sampled, { venue }: State): string | null {
    for (const { listing: id, change, sources, fresh } of event.samples) {
      const listing = venue.listings[id]
      const name = `${listing?.code} ${event.stamp}`
      const told = this.#told.get(name)
      if (listing === undefined || told === undefined) continue
      this.#told.delete(name)
      const price = formatDecimal((venue.lastSamples[id] ?? 0) + change, listing.priceDecimals + 1)
      for (const one of told.values()) {
        const isSame = (one.sources ?? sources) === sources && (one.fresh ?? fresh) === fresh
        if (one.price !== price || !isSame)
          return `evidence tells ${one.price} from ${one.sources ?? sources} sources of ${name}, it was ${price} from ${sources}`
      }
    }
    return null
  }

  /** A second that is told and that no row recorded; null where there is none. */
  endFault(): string | null {
    const [name] = this.#told.keys()
    if (name !== undefined) return `evidence tells of the second ${name}, which no row recorded`
    const [heard] = this.#heard.keys()
    if (heard !== undefined) return `evidence tells of when the sources of ${heard} were heard, which no row recorded`
    const [sourced] = this.#said.keys()
    return sourced === undefined ? null : `evidence tells of the sources of ${sourced}, which no row recorded`
  }
}
