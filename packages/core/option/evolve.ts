import type { PriceKind } from '../book/mark.ts'
import type { Venue } from '../book/venue.ts'
import type { OptionEvent, OptionEventOf } from './event.ts'
import { optionMoves } from './moves.ts'
import { admit, dismiss, joinExpiry, setExit, waitingOf, type OptionState } from './order.ts'

/** Changes the durable state by an option's event. */
export function evolveOption(option: OptionState, venue: Venue, event: OptionEvent, now: number): void {
  const moves = optionMoves(event)
  if (moves.length > 0) venue.ledger.apply(moves)
  switch (event.type) {
    case 'optionConfigured':
      option.terms.set(event.listing, event.terms)
      break
    case 'optionPlaced':
      place(option, event, now)
      break
    case 'optionsEntered':
      enter(option, event)
      break
    case 'optionExitFixed':
      setExit(option, event, { state: 'known', stamp: event.stamp, indexTenths: event.indexTenths })
      break
    case 'optionExitMissing': {
      const last = option.seen.get(event.listing)?.[0]?.stamp ?? 0
      setExit(option, event, { state: 'missing', since: now, recoveredAt: last > event.expiry ? last : 0 })
      break
    }
    case 'optionExitRebuilt':
      setExit(option, event, { state: 'known', stamp: event.expiry, indexTenths: event.indexTenths })
      break
    case 'optionExitLost':
      setExit(option, event, { state: 'lost' })
      break
    case 'optionSettled':
    case 'optionVoided':
      dismiss(option, event.order)
  }
}

function place(option: OptionState, event: OptionEventOf<'optionPlaced'>, now: number): void {
  const { order: id, holder, realm, listing, direction, stake, seconds, rate, gain, tie } = event
  admit(option, {
    id,
    holder,
    realm,
    listing,
    direction,
    stake,
    seconds,
    rate,
    gain,
    tie,
    acceptedAt: now,
    entryStamp: 0,
    entryTenths: 0,
    entrySources: 0,
    entryKind: 'live',
    group: null,
  })
  option.nextOrder = id + 1
}

function enter(option: OptionState, event: OptionEventOf<'optionsEntered'>): void {
  const queue = waitingOf(option, event.realm, event.listing)
  for (const order of queue.values()) {
    if (order.id < event.first) continue
    if (order.id > event.last) break
    queue.delete(order.id)
    order.entryStamp = event.stamp
    order.entryTenths = event.indexTenths
    order.entrySources = event.sources
    order.entryKind = event.kind
    joinExpiry(option, order)
  }
}

/** What an index sample says, as its event has it. */
export interface IndexSampled {
  readonly stamp: number
  readonly kind: PriceKind
  readonly samples: readonly { readonly listing: number; readonly sources: number; readonly fresh: boolean }[]
}

/** Keeps what an index sample said of each listing: entries and exits are taken from it. */
export function noteSample(option: OptionState, venue: Venue, sample: IndexSampled): void {
  const { stamp, kind } = sample
  for (const { listing, sources, fresh } of sample.samples) {
    const indexTenths = venue.lastSamples[listing]
    const before = option.seen.get(listing)?.slice(0, 1) ?? []
    option.seen.set(listing, [{ stamp, indexTenths, sources, kind, fresh }, ...before])
    for (const expiry of option.missing.values()) {
      if (expiry.listing !== listing || expiry.exit.state !== 'missing' || expiry.exit.recoveredAt > 0) continue
      expiry.exit = { ...expiry.exit, recoveredAt: stamp }
    }
  }
}
