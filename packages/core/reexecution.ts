import { decode, encode } from './codec/codec.ts'
import { markDecides, type Quote } from './book/mark.ts'
import { senseLadders } from './derivative/tick.ts'
import { lastMark } from './derivative/worth.ts'
import { evolve } from './exchange.ts'
import { envelopeCodec, eventCodec, keyHolderOf, type Envelope, type Event } from './vocabulary.ts'
import { takenAnswer } from './keyed.ts'
import { realms } from './ledger/holders.ts'
import type { MarketSeen } from './market/heard.ts'
import { quoteOf } from './market/quoteOf.ts'
import { beginExecution, executeWhole, factsCodec, rules, tickBytesMax } from './record.ts'
import { sense } from './spot/tick.ts'
import type { State } from './state.ts'

/** Where a command executed again gives other facts than its row says. */
export interface Difference {
  readonly command: Envelope['command']
  /** The place of the first fact that differs, and the fact as it is written and as it is made; null where there is none. */
  readonly at: number
  readonly written: Event | null
  readonly made: Event | null
  /** Why the command is refused, where it is. */
  readonly refusal: string | null
}

/** What became of a command of a row: `evolved` where what it read of the market does not stand in the journal. */
export type Again =
  | { readonly kind: 'executed' }
  | { readonly kind: 'evolved' }
  | { readonly kind: 'differs'; readonly difference: Difference }

/**
 * Executes a command of a journal row again on the state before it, and compares its facts with those that the row bears,
 * to the byte. It reads nothing but the state, the command, the row's time (`now`, UTC milliseconds) and what the facts
 * say was read of the market. The state goes on by the row's command; after `differs` it is void. Throws where the bytes
 * are none.
 */
export function executeAgain(
  state: State,
  command: Uint8Array,
  facts: Uint8Array,
  now: number,
  bytesMax = tickBytesMax,
): Again {
  const written = decode(factsCodec, facts)
  const head = headOf(written)
  for (const event of head) feed(state, event, now)
  if (!state.heard.isExecuting) {
    for (const event of written) evolve(state, event, now)
    return { kind: 'evolved' }
  }
  const asked = decode(envelopeCodec, command)
  const { outcome, facts: made } = executeWhole(
    state,
    { key: null, command: asked.command },
    { now, wall: now, bytesMax },
  )
  const last = written.at(-1)
  const events: Event[] = [...head, ...made]
  if (outcome.ok && (last?.type === 'keyTaken' || last?.type === 'keyUsed')) {
    const holder = keyHolderOf(asked.command)
    const used: Event =
      last.type === 'keyTaken' ? { ...last, holder, answer: takenAnswer(asked.command, outcome.answer) } : last
    evolve(state, used, now)
    events.push(used)
  }
  if (sameBytes(encode(factsCodec, events), facts)) return { kind: 'executed' }
  const refusal = outcome.ok ? null : outcome.rejection.reason
  return { kind: 'differs', difference: { command: asked.command, refusal, ...firstDifference(written, events) } }
}

function headOf(written: readonly Event[]): readonly Seen[] {
  const head: Seen[] = []
  for (const event of written) {
    if (event.type !== 'executionBegan' && event.type !== 'marketSeen' && event.type !== 'conditionsSeen') break
    head.push(event)
  }
  return head
}

type Seen = Event & { type: 'executionBegan' | 'marketSeen' | 'conditionsSeen' }

function feed(state: State, event: Seen, now: number): void {
  if (event.type === 'conditionsSeen') state.venue.told.set(event.unmet)
  else if (event.type === 'marketSeen') for (const tick of event.ticks) feedTick(state, event.venues, tick, now)
  else if (event.rules === rules) beginExecution(state)
  else state.heard.forget()
}

function feedTick(state: State, venues: MarketSeen['venues'], tick: MarketSeen['ticks'][number], now: number): void {
  if (tick.age < 0) throw new RangeError('what was read of the market is later than its row')
  const at = now - tick.age
  const time = at - tick.lag
  const listing = state.venue.listings[tick.type === 'quoted' ? tick.listing : tick.sample.listing]
  if (!listing) throw new RangeError('what was read is of no market')
  const quote =
    tick.type === 'quoted'
      ? { ...tick, time }
      : quoteOf({ time, kind: tick.kind, venues, sample: tick.sample }, listing.priceDecimals)
  hear(state, quote, at)
}

// a tick that caused nothing, as it left the market
function hear({ derivative, venue, watch }: State, quote: Quote, at: number): void {
  const { listing } = quote
  sense(venue, quote, at)
  senseLadders(derivative, venue, listing, at)
  if (!derivative.terms[listing]) return
  watch.begin(at)
  const markTenths = lastMark(venue, listing)
  if (markTenths === 0) return
  for (const realm of realms) {
    const decided = markDecides(venue.listings[listing], venue.marks.peek(listing), realm, at)
    // whom it concerns is reckoned anew before the next tick that fires anything, when all marks are known
    for (const holder of watch.asked(derivative, realm, listing, { markTenths, decided }))
      derivative.touched.holders.add(holder)
    if (decided) watch.endTick(realm, listing, markTenths)
  }
}

function firstDifference(
  written: readonly Event[],
  made: readonly Event[],
): Pick<Difference, 'at' | 'written' | 'made'> {
  const at = written.findIndex((event, place) => {
    const other = made[place]
    return !other || !sameBytes(encode(eventCodec, event), encode(eventCodec, other))
  })
  const place = at < 0 ? written.length : at
  return { at: place, written: written[place] ?? null, made: made[place] ?? null }
}

function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at])
}
