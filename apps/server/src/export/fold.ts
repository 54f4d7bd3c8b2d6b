import { decode } from '@truemark/core/codec/codec'
import { evolve } from '@truemark/core/exchange'
import type { Seen } from '@truemark/core/option/order'
import { encodeState } from '@truemark/core/snapshot'
import { type State, createState } from '@truemark/core/state'
import type { Event } from '@truemark/core/vocabulary'
import {
  type ChainEnd,
  type JournalRow,
  chainFault,
  chainStart,
  eventsCodec,
  executeRowAgain,
  makeExchange,
  splitFrames,
  stateHash,
} from '../engine/door.ts'
import { fillFault } from './fillFacts.ts'
import { fundingFault } from './fundingFacts.ts'
import { investFault } from './investFacts.ts'
import { LiquidationFacts } from './liquidationFacts.ts'
import { optionFault } from './optionFacts.ts'

/** Sees each fact of a row at the state before it, and says what does not hold of what else was told of it. */
export type Witness = (event: Event, state: State, row: JournalRow) => string | null

/** Seconds of a listing that are remembered: an option enters within fewer. */
const secondsKept = 16

/**
 * Folds the journal's rows into the exchange's state from nothing, each held against the chain; before a fact is applied,
 * it is reckoned anew by the rules. The ledger checks that each posting leaves every currency at zero.
 */
export class Fold {
  readonly state = createState()
  readonly #witness: Witness
  /** A second exchange, on which the rows' commands are executed again. */
  readonly #again = makeExchange(null)
  #executed = 0
  readonly #seconds = new Map<number, Seen[]>()
  readonly #liquidations = new LiquidationFacts()
  #end: ChainEnd = chainStart
  readonly #counts = { settlements: 0, liquidations: 0, fundings: 0, fills: 0 }

  constructor(witness: Witness) {
    this.#witness = witness
  }

  get end(): ChainEnd {
    return this.#end
  }

  /** Of how many rows the commands were executed again; the others do not bear what was read of the market. */
  get executed(): number {
    return this.#executed
  }

  /** How many facts of each kind were reckoned anew. */
  get counts(): Readonly<Record<'settlements' | 'liquidations' | 'fundings' | 'fills', number>> {
    return this.#counts
  }

  /** Takes the next row: what is wrong with it, as a sentence that names it; null where it holds. */
  take(row: JournalRow): string | null {
    const fault = chainFault(this.#end, row)
    if (fault !== null) return fault
    const { seq, time, epoch, digest } = row
    try {
      for (const frame of splitFrames(row.events)) {
        for (const event of decode(eventsCodec, frame)) {
          const wrong = this.#eventFault(event, row)
          if (wrong !== null) return `row ${seq}, ${event.type}: ${wrong}`
        }
      }
    } catch (error) {
      return `row ${seq} cannot be applied (${error instanceof Error ? error.message : ''})`
    }
    this.#end = { seq, time, epoch, digest: Uint8Array.from(digest) }
    return this.#executeAgain(row)
  }

  #executeAgain(row: JournalRow): string | null {
    const again = executeRowAgain(this.#again, row)
    if (typeof again === 'object') return again.fault
    if (again === 'executed') this.#executed += 1
    return null
  }

  #eventFault(event: Event, row: JournalRow): string | null {
    const { state } = this
    const moment = { seconds: this.#seconds, now: Math.max(row.time, state.venue.lastStamp) }
    const fault =
      optionFault(state, event, moment) ??
      fundingFault(state, event, moment) ??
      investFault(state, event, moment) ??
      this.#liquidations.fault(state, event) ??
      fillFault(state, event) ??
      this.#witness(event, state, row)
    if (fault !== null) return fault
    evolve(state, event, row.time)
    this.#note(event)
    return null
  }

  #note(event: Event): void {
    const counts = this.#counts
    if (event.type === 'optionSettled' || event.type === 'optionVoided') counts.settlements += 1
    else if (event.type === 'liquidationStarted') counts.liquidations += 1
    else if (event.type === 'fundingPaid') counts.fundings += event.lines.length
    else if (event.type === 'spotTraded' || event.type === 'derivativeTraded') counts.fills += 1
    if (event.type !== 'indexSampled') return
    for (const { listing } of event.samples) {
      const newest = this.state.option.seen.get(listing)?.[0]
      if (newest === undefined) continue
      const known = this.#seconds.get(listing) ?? []
      this.#seconds.set(listing, [...known.slice(1 - secondsKept), newest])
    }
  }

  /** Where the books do not add up, or the commands executed again gave another state than the facts. */
  endFault(): string | null {
    const sums = new Map<number, bigint>()
    for (const { currency, posted } of this.state.venue.ledger.balances())
      sums.set(currency, (sums.get(currency) ?? 0n) + posted)
    for (const [currency, sum] of sums)
      if (sum !== 0n) return `row ${this.#end.seq}: currency ${currency} adds up to ${sum}`
    const again = Buffer.from(stateHash(this.#again.encodeState())).toString('hex')
    return again === this.stateHash() ? null : `row ${this.#end.seq}: executed again, it gives another state`
  }

  /** The hash of the state that the rows gave, as `journal-check` prints it. */
  stateHash(): string {
    return Buffer.from(stateHash(encodeState(this.state))).toString('hex')
  }
}
