import { decode } from '@truemark/core/codec/codec'
import { type Said, unpackSources } from '@truemark/core/market/sources'
import { factsCodec } from '@truemark/core/record'
import type { Event } from '@truemark/core/vocabulary'
import { splitFrames } from '../engine/door.ts'
import { chainedRows } from './exportedRows.ts'

/** A live second of an export with what its sources said. */
export interface DrawnSecond {
  readonly symbol: string
  readonly stamp: number
  readonly said: Said
}

/** A fair draw of a fixed number of items from a stream, without keeping all of it. */
class Draw<T> {
  readonly kept: T[] = []
  #seen = 0
  readonly #count: number
  readonly #random: () => number

  constructor(count: number, random: () => number) {
    this.#count = count
    this.#random = random
  }

  offer(make: () => T): void {
    this.#seen += 1
    if (this.kept.length < this.#count) {
      this.kept.push(make())
      return
    }
    const place = Math.floor(this.#random() * this.#seen)
    if (place < this.#count) this.kept[place] = make()
  }
}

/**
 * Draws at most `count` of an export's live seconds that bear their sources: up to half of them seconds in which options
 * entered, the others of all. `random` gives numbers from 0 to 1. Throws an ExportFault where the export does not hold.
 */
export async function drawSeconds(folder: string, count: number, random: () => number): Promise<DrawnSecond[]> {
  const deciding = new Draw<DrawnSecond>(Math.ceil(count / 2), random)
  const others = new Draw<DrawnSecond>(count, random)
  const codes = new Map<number, string>()
  let entered = new Set<string>()
  for await (const row of chainedRows(folder)) {
    for (const event of splitFrames(row.events).flatMap((frame): readonly Event[] => decode(factsCodec, frame))) {
      if (event.type === 'symbolListed') codes.set(event.listing, event.terms.code)
      if (event.type === 'optionsEntered') entered.add(`${event.listing} ${event.stamp}`)
      if (event.type !== 'sourcesSampled') continue
      const { kind, stamp, venues, samples } = event
      for (const sample of kind === 'live' ? samples : []) {
        const draw = entered.has(`${sample.listing} ${stamp}`) ? deciding : others
        const symbol = codes.get(sample.listing) ?? ''
        draw.offer(() => ({ symbol, stamp, said: unpackSources({ venues, sample }, stamp) }))
      }
      // an entry is of the sample right before its sources
      entered = new Set()
    }
  }
  return [...deciding.kept, ...others.kept.slice(0, count - deciding.kept.length)]
}
