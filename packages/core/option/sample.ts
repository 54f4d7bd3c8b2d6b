import type { PriceKind } from '../book/mark.ts'
import { realms, type Realm } from '../ledger/holders.ts'
import type { ExitKey, OptionEvent, OptionEventOf, VoidReason } from './event.ts'
import { keyOf, waitingQueues, type Expiry, type OptionOrder, type OptionState, type Seen } from './order.ts'
import {
  entryDelayMs,
  entryWithinMs,
  exitWithinMs,
  optionSourcesMinReal,
  outcomeOf,
  rebuildWithinMs,
  recoveryWithinMs,
} from './terms.ts'

/** The options settled or voided, and the exits decided, in one command; the rest follows in the next. */
export const optionStepMax = 2_000

export interface OptionStep {
  readonly events: readonly OptionEvent[]
  /** Whether the command's bound was reached and work is left. */
  readonly more: boolean
}

/**
 * What follows for options from time having come to `stamp`, the sample's moment, in order of due time: entries on
 * this sample, then voids of those that found none and expiries as each fell due. Each step's events must be evolved
 * before the next is asked for; the sample itself was evolved before the first.
 */
export function* sampleOptions(option: OptionState, stamp: number): Generator<OptionStep> {
  const entered = entries(option, stamp)
  if (entered.length > 0) yield { events: entered, more: false }
  const lost = givenUp(option, stamp)
  if (lost.length > 0) yield { events: lost, more: false }
  let left = optionStepMax
  while (left > 0) {
    const events = nextDue(option, stamp, left)
    if (events.length === 0) return
    left -= events.length
    yield { events, more: left <= 0 }
  }
}

/** The newest sample of a listing that is not after `time` and less than 2 s before it. */
export function exitSample(seen: readonly Seen[] | undefined, time: number, kind: PriceKind): Seen | undefined {
  const last = seen?.find((sample) => sample.stamp <= time)
  return last && last.kind === kind && last.stamp > time - exitWithinMs ? last : undefined
}

function mayEnter(sample: Seen, realm: Realm): boolean {
  if (!sample.fresh) return false
  return realm === 'demo' || (sample.kind === 'live' && sample.sources >= optionSourcesMinReal)
}

function entries(option: OptionState, stamp: number): OptionEvent[] {
  const events: OptionEvent[] = []
  for (const realm of realms) {
    for (const [listing, queue] of [...option.waiting[realm]].sort(([a], [b]) => a - b)) {
      if (queue.size === 0) continue
      const sample = option.seen.get(listing)?.[0]
      if (!sample || sample.stamp !== stamp || !mayEnter(sample, realm)) continue
      const event = entry(queue, realm, listing, sample)
      if (event) events.push(event)
    }
  }
  return events
}

function entry(
  queue: ReadonlyMap<number, OptionOrder>,
  realm: Realm,
  listing: number,
  sample: Seen,
): OptionEvent | null {
  let first = 0
  let last = 0
  for (const { id, acceptedAt } of queue.values()) {
    if (acceptedAt + entryDelayMs > sample.stamp) break
    if (acceptedAt + entryWithinMs < sample.stamp) continue
    if (first === 0) first = id
    last = id
  }
  if (first === 0) return null
  const { stamp, indexTenths, sources, kind } = sample
  return { type: 'optionsEntered', realm, listing, first, last, stamp, indexTenths, sources, kind }
}

// missing exits whose time to be rebuilt is over
function givenUp(option: OptionState, stamp: number): OptionEvent[] {
  const events: OptionEvent[] = []
  for (const expiry of option.missing.values()) {
    if (events.length === optionStepMax) break
    if (stamp > rebuildUntil(expiry)) events.push({ type: 'optionExitLost', ...keyPart(expiry) })
  }
  return events
}

/** The last moment at which a missing exit may be rebuilt, UTC milliseconds. */
export function rebuildUntil({ exit, expiry }: Expiry): number {
  const { since, recoveredAt } = exit.state === 'missing' ? exit : { since: expiry, recoveredAt: 0 }
  return recoveredAt > 0 ? recoveredAt + rebuildWithinMs : since + recoveryWithinMs
}

function keyPart({ realm, listing, kind, expiry }: ExitKey): ExitKey {
  return { realm, listing, kind, expiry }
}

// the events of what fell due first, at most `max`; none where nothing is due
function nextDue(option: OptionState, stamp: number, max: number): OptionEvent[] {
  for (const expiry of option.decided.values()) return settle(expiry, max)
  const expires = option.agenda.nextDue
  const overdue = overdueUntil(option, Math.min(stamp, expires), max)
  if (overdue.length > 0) return overdue.map((order) => voided(order, 'no_entry'))
  return expires <= stamp ? exits(option, expires, max) : []
}

// those that waited for an entry in vain, in the order in which their time was over
function overdueUntil(option: OptionState, until: number, max: number): OptionOrder[] {
  const overdue: OptionOrder[] = []
  for (const queue of waitingQueues(option)) {
    let left = max
    for (const order of queue.values()) {
      if (left-- === 0 || order.acceptedAt + entryWithinMs > until) break
      overdue.push(order)
    }
  }
  return overdue.sort((a, b) => a.id - b.id).slice(0, max)
}

/** The event by which an open option ends void. */
export function voided(order: OptionOrder, reason: VoidReason): OptionEventOf<'optionVoided'> {
  const { id, holder, realm, listing, stake } = order
  return { type: 'optionVoided', order: id, holder, realm, listing, stake, reason }
}

function exits(option: OptionState, at: number, max: number): OptionEvent[] {
  const together = option.ahead.get(at)?.together ?? []
  return together
    .toSorted(byKey)
    .slice(0, max)
    .map((expiry): OptionEvent => {
      const key = keyPart(expiry)
      const sample = exitSample(option.seen.get(key.listing), at, key.kind)
      if (sample) {
        const { stamp, indexTenths, sources } = sample
        return { type: 'optionExitFixed', ...key, stamp, indexTenths, sources }
      }
      // simulated and replayed prices leave no public trades to rebuild from
      return { type: key.kind === 'live' ? 'optionExitMissing' : 'optionExitLost', ...key }
    })
}

function byKey(a: ExitKey, b: ExitKey): number {
  return a.listing - b.listing || (keyOf(a) < keyOf(b) ? -1 : 1)
}

function settle({ exit, members }: Expiry, max: number): OptionEvent[] {
  const events: OptionEvent[] = []
  for (const order of members.values()) {
    if (events.length === max) break
    events.push(exit.state === 'known' ? settled(order, exit.stamp, exit.indexTenths) : voided(order, 'no_exit'))
  }
  return events
}

function settled(order: OptionOrder, exitStamp: number, exitTenths: number): OptionEvent {
  const { id, holder, realm, listing, direction, stake, gain, entryTenths } = order
  const outcome = outcomeOf(direction, entryTenths, exitTenths)
  return { type: 'optionSettled', order: id, holder, realm, listing, outcome, stake, gain, exitStamp, exitTenths }
}

/** The voids of all of a holder's open options: a demo account that is reset takes its stakes back. */
export function voidAllOf(orders: Iterable<OptionOrder>): OptionEvent[] {
  return [...orders].map((order) => voided(order, 'demo_reset'))
}
