import type { ListingId } from './book/listing.ts'
import { markDecides } from './book/mark.ts'
import { emptyLadder } from './book/ladder.ts'
import { Writer } from './codec/bytes.ts'
import { list, written } from './codec/codec.ts'
import { execute } from './exchange.ts'
import { packTicks, type Tick } from './market/heard.ts'
import { quoteOf } from './market/quoteOf.ts'
import { realms } from './ledger/holders.ts'
import { Watch } from './liquidation/watch.ts'
import type { Outcome } from './outcome.ts'
import type { State } from './state.ts'
import { eventCodec, type Command, type Envelope, type Event } from './vocabulary.ts'

/** The facts of one accepted command, as they stand in a journal row's frame. */
export const factsCodec = list(eventCodec)

/** The rules by which commands are decided: another number wherever the same commands would give other facts. */
export const rules = 3

/** How often one tick may go on where its work reached its bound, and from how many bytes of facts on it does not. */
export const tickStepsMax = 64
export const tickBytesMax = 4 * 1024 * 1024

const noBytes = new Uint8Array(0)

/**
 * Brings all that is ambient to where it is after a start: nothing has been heard, and everything counts as touched. What
 * follows depends on the durable state alone.
 */
export function beginExecution(state: State): void {
  const { derivative, funding, heard, venue } = state
  venue.marks.forget()
  venue.told.forget()
  venue.round.restart()
  for (const ladders of [venue.ladders, derivative.ladders])
    for (const realm of realms) for (const at of ladders[realm].keys()) ladders[realm][at] &&= emptyLadder()
  state.watch = new Watch()
  const { positions, holders, holds } = derivative.touched
  for (const id of derivative.positions.keys()) positions.add(id)
  for (const holder of derivative.accounts.keys()) holders.add(holder)
  holds.clear()
  venue.ledger.contractsMoved.clear()
  venue.selfLimits.settle()
  funding.order = null
  state.placing = []
  heard.forget()
  heard.isExecuting = true
}

/** A command run to its end, a tick in as many steps as it takes. */
export interface Whole {
  /** What came of its last step. */
  readonly outcome: Outcome
  /** The facts of all of them. */
  readonly facts: readonly Event[]
}

/** What a command comes to and its facts, at the bounds of a tick: what is left behind at them waits for the next one. */
export function executeWhole(
  state: State,
  envelope: Envelope,
  { now, wall, bytesMax }: { readonly now: number; readonly wall: number; readonly bytesMax: number },
): Whole {
  state.venue.marks.unread()
  state.venue.told.unread()
  let outcome = execute(state, envelope, now, wall)
  if (!goesOn(outcome)) return { outcome, facts: outcome.ok ? outcome.events : [] }
  const facts: Event[] = []
  const bytes = new Writer()
  for (let step = 1; ; step += 1) {
    if (!outcome.ok) break
    for (const event of outcome.events) {
      eventCodec.write(bytes, event)
      facts.push(event)
    }
    if (step === tickStepsMax || bytes.length >= bytesMax || !goesOn(outcome)) break
    outcome = execute(state, envelope, now, wall)
  }
  return { outcome, facts }
}

function goesOn(outcome: Outcome): boolean {
  return outcome.ok && outcome.answer.type === 'tick' && outcome.answer.more
}

// by new terms the next levels are placed and marks decide otherwise: what was heard before is written first
function noteTerms({ venue }: State, event: Event): void {
  if (event.type === 'listingConfigured' || event.type === 'derivativeTermsSet' || event.type === 'bracketsEnforced')
    venue.marks.note(event.listing)
}

/** A command as a journal keeps it: what came of it, and the frame of its facts, empty where nothing durable changed. */
export interface Recorded {
  readonly outcome: Outcome
  readonly facts: Uint8Array
}

/**
 * Runs a command to its end, and writes before its facts what its decisions have read of the market and no row says yet.
 * A tick that causes nothing writes nothing.
 */
export function record(state: State, envelope: Envelope, now: number, wall = now, bytesMax = tickBytesMax): Recorded {
  const { heard } = state
  if (!heard.isExecuting) beginExecution(state)
  const { outcome, facts } = executeWhole(state, envelope, { now, wall, bytesMax })
  const tick = outcome.ok ? tickOf(state, envelope.command, now) : null
  if (facts.length === 0) {
    if (tick) keepTick(state, tick)
    return { outcome, facts: noBytes }
  }
  if (tick) noteWatched(state, tick.quote.listing)
  for (const event of facts) noteTerms(state, event)
  const seen = seenBy(state, now)
  const frame = written((writer) => {
    writer.u53(seen.length + facts.length)
    for (const event of seen) eventCodec.write(writer, event)
    for (const event of facts) eventCodec.write(writer, event)
  })
  return { outcome, facts: frame }
}

function tickOf({ venue }: State, command: Command, at: number): Tick | null {
  if (command.type === 'quote') return { at, quote: command, said: null }
  if (command.type !== 'sourcedQuote') return null
  const { venues, sample } = command
  const { priceDecimals } = venue.listings[sample.listing]
  return { at, quote: quoteOf(command, priceDecimals), said: { venues, sample } }
}

function keepTick(state: State, tick: Tick): void {
  const { derivative, heard, venue } = state
  const { listing } = tick.quote
  const isWatched = derivative.terms[listing] !== undefined
  heard.keep(tick, decidedBy(state, listing, tick.at), isWatched)
  if (isWatched) state.watch.begin(tick.at)
  venue.marks.unread()
}

function decidedBy({ venue }: State, listing: ListingId, now: number): Record<(typeof realms)[number], boolean> {
  const decides = (realm: 'real' | 'demo'): boolean =>
    markDecides(venue.listings[listing], venue.marks.peek(listing), realm, now)
  return { real: decides('real'), demo: decides('demo') }
}

// whom a tick leaves alone follows from the marks of all that is open: of none may another be known than there was
function noteWatched({ derivative, heard, venue }: State, listing: ListingId): void {
  venue.marks.note(listing)
  if (!derivative.terms[listing]) return
  heard.watch()
  for (const terms of derivative.terms) {
    if (!terms) continue
    const isOpen = realms.some(
      (realm) =>
        (derivative.longLots[realm][terms.listing] ?? 0) + (derivative.shortLots[realm][terms.listing] ?? 0) > 0,
    )
    if (isOpen) venue.marks.note(terms.listing)
  }
}

function seenBy({ heard, venue }: State, now: number): Event[] {
  const seen: Event[] = []
  if (!heard.isWritten) seen.push({ type: 'executionBegan', rules })
  heard.isWritten = true
  const ticks = heard.take((listing) => venue.marks.wasRead(listing))
  if (ticks.length > 0) seen.push({ type: 'marketSeen', ...packTicks(ticks, now) })
  const unmet = venue.told.take()
  if (unmet) seen.push({ type: 'conditionsSeen', unmet })
  return seen
}
