import type { OptionEventOf } from '@truemark/core/option/event'
import type { OptionOrder, Seen } from '@truemark/core/option/order'
import { priceFromTrades } from '@truemark/core/option/rebuild'
import { exitSample, rebuildUntil } from '@truemark/core/option/sample'
import { entryDelayMs, entryWithinMs, gainOf, optionSourcesMinReal, outcomeOf } from '@truemark/core/option/terms'
import { keyOf } from '@truemark/core/option/order'
import type { Realm } from '@truemark/core/ledger/holders'
import type { State } from '@truemark/core/state'
import type { Event } from '@truemark/core/vocabulary'
import { differing } from './differing.ts'

/** What is known beside the state: the newest seconds of each listing, the oldest first, and what time it is. */
export interface Moment {
  readonly seconds: ReadonlyMap<number, readonly Seen[]>
  /** The later of the row's time and the last recorded second, UTC ms. */
  readonly now: number
}

/**
 * Reckons an option's fact anew from its terms and the recorded seconds, at the state before it: what it says otherwise,
 * as a sentence; null where it says what the rules give.
 */
export function optionFault(state: State, event: Event, moment: Moment): string | null {
  switch (event.type) {
    case 'optionPlaced':
      return placedFault(state, event)
    case 'optionsEntered':
      return enteredFault(state, event)
    case 'optionExitFixed':
    case 'optionExitMissing':
      return exitFault(state, event, moment)
    case 'optionExitRebuilt':
      return rebuiltFault(state, event)
    case 'optionExitLost':
      return lostFault(state, event, moment)
    case 'optionSettled':
      return settledFault(state, event)
    case 'optionVoided':
      return voidedFault(state, event, moment)
    default:
      return null
  }
}

function placedFault({ option }: State, event: OptionEventOf<'optionPlaced'>): string | null {
  const where = `option ${event.order}`
  const terms = option.terms.get(event.listing)
  const offered = terms?.durations.find(({ seconds }) => seconds === event.seconds)
  if (terms === undefined || offered === undefined) return `${where}, seconds: it is not offered`
  return differing(where, event, { rate: offered.rate, tie: terms.tie, gain: gainOf(event.stake, offered.rate) })
}

function mayEnter({ fresh, kind, sources }: Seen, realm: Realm): boolean {
  return fresh && (realm === 'demo' || (kind === 'live' && sources >= optionSourcesMinReal))
}

function isWithin(stamp: number, { acceptedAt }: OptionOrder): boolean {
  return stamp >= acceptedAt + entryDelayMs && stamp <= acceptedAt + entryWithinMs
}

function enteredFault({ option }: State, event: OptionEventOf<'optionsEntered'>): string | null {
  const where = `the entry of options ${event.first} to ${event.last}`
  const sample = option.seen.get(event.listing)?.[0]
  if (sample === undefined || !mayEnter(sample, event.realm)) return `${where}: the second may not be an entry`
  const { stamp, indexTenths, sources, kind } = sample
  for (const order of option.waiting[event.realm].get(event.listing)?.values() ?? []) {
    const isIn = order.id >= event.first && order.id <= event.last
    if (isIn !== isWithin(stamp, order)) return `${where}: option ${order.id} ${isIn ? 'may not enter' : 'is left out'}`
  }
  return differing(where, event, { stamp, indexTenths, sources, kind })
}

function exitFault(
  { option }: State,
  event: OptionEventOf<'optionExitFixed'> | OptionEventOf<'optionExitMissing'>,
  { now }: Moment,
): string | null {
  const where = `the exit of options at ${event.expiry}`
  if (event.expiry > now) return `${where}, expiry: it was still ahead`
  const sample = exitSample(option.seen.get(event.listing), event.expiry, event.kind)
  if (event.type === 'optionExitMissing') return sample === undefined ? null : `${where}: there is a second`
  if (sample === undefined) return `${where}: there is no second`
  const { stamp, indexTenths, sources } = sample
  return differing(where, event, { stamp, indexTenths, sources })
}

function rebuiltFault({ venue }: State, event: OptionEventOf<'optionExitRebuilt'>): string | null {
  const where = `the exit of options at ${event.expiry}`
  const listing = venue.listings[event.listing]
  const rebuilt = listing === undefined ? null : priceFromTrades(event.trades, event.expiry, listing)
  if (rebuilt === null) return `${where}, trades: they do not agree`
  return differing(where, event, { indexTenths: rebuilt.indexTenths })
}

function lostFault({ option }: State, event: OptionEventOf<'optionExitLost'>, { now }: Moment): string | null {
  const where = `the exit of options at ${event.expiry}`
  const expiry = option.expiries.get(keyOf(event))
  if (expiry?.exit.state === 'missing') return now > rebuildUntil(expiry) ? null : `${where}: it may still be rebuilt`
  const sample = exitSample(option.seen.get(event.listing), event.expiry, event.kind)
  return sample === undefined && event.kind !== 'live' && event.expiry <= now ? null : `${where}: it is not lost`
}

function settledFault({ option }: State, event: OptionEventOf<'optionSettled'>): string | null {
  const where = `option ${event.order}`
  const order = option.orders.get(event.order)
  const exit = order?.group?.exit
  if (order === undefined || exit?.state !== 'known') return `${where}: it has no exit`
  const { holder, realm, listing, stake, gain, direction, entryTenths } = order
  return differing(where, event, {
    holder,
    realm,
    listing,
    stake,
    gain,
    exitStamp: exit.stamp,
    exitTenths: exit.indexTenths,
    outcome: outcomeOf(direction, entryTenths, exit.indexTenths),
  })
}

function voidedFault({ option }: State, event: OptionEventOf<'optionVoided'>, { seconds, now }: Moment): string | null {
  const where = `option ${event.order}`
  const order = option.orders.get(event.order)
  if (order === undefined) return `${where}: it is not open`
  const { holder, realm, listing, stake, acceptedAt } = order
  const other = differing(where, event, { holder, realm, listing, stake })
  if (other !== null) return other
  switch (event.reason) {
    case 'demo_reset':
      return realm === 'demo' ? null : `${where}, reason: it is of a real account`
    case 'no_exit':
      return order.group?.exit.state === 'lost' ? null : `${where}, reason: its exit is not lost`
    case 'no_entry': {
      const entered = seconds.get(listing)?.find((one) => isWithin(one.stamp, order) && mayEnter(one, realm))
      const isOver = order.entryStamp === 0 && acceptedAt + entryWithinMs <= now
      return entered === undefined && isOver ? null : `${where}, reason: it could enter`
    }
  }
}
