import { haltOf, type ListingConfigured } from '../book/listing.ts'
import type { Venue } from '../book/venue.ts'
import type { Capability } from '../capability/capability.ts'
import type { Of } from '../codec/codec.ts'
import { accepted } from '../result/result.ts'
import { keptSuspensionsCodec } from './suspension.ts'
import {
  suspensionCommands,
  suspensionEvents,
  suspensionQueries,
  suspensionReplies,
  type SuspensionCommand,
} from './words.ts'

const words = {
  commands: suspensionCommands,
  events: suspensionEvents,
  queries: suspensionQueries,
  replies: suspensionReplies,
}

type World = { readonly venue: Venue }

// a halt is a term of its market besides, which all that trades there reads
function haltedBy({ venue }: World, command: SuspensionCommand): readonly ListingConfigured[] {
  if (command.type === 'suspendMarket') return haltOf(venue.listings, command.listing, command.halt, command.reason)
  return command.type === 'resumeMarket' ? haltOf(venue.listings, command.listing, 'trading', '') : []
}

/** What operators have stopped for a time. */
export const suspensionCapability: Capability<World, typeof words, null, Of<typeof keptSuspensionsCodec>> = {
  ...words,
  start(world, command, now) {
    const { holders, listings, suspensions } = world.venue
    const decided = suspensions.decide(holders, listings, command, now)
    return decided.ok ? accepted([decided.value, haltedBy(world, command)]) : decided
  },
  evolve: ({ venue }, event, now) => venue.suspensions.evolve(venue.holders, event, now),
  query: ({ venue }, ask) =>
    ask.type === 'holderSuspensions'
      ? { type: 'holderSuspensions', ...venue.suspensions.ofHolder(ask.holder) }
      : { type: 'marketSuspension', ...venue.suspensions.ofListing(ask.listing) },
  *steps({ venue }, { now }) {
    for (const event of venue.suspensions.due(now)) {
      yield { events: [event], more: false }
      if (event.type !== 'marketResumed') continue
      yield { events: haltOf(venue.listings, event.listing, 'trading', ''), more: false }
    }
  },
  endsRisk: (_, event) =>
    event.type === 'holderSuspended' && event.kind === 'disable' ? { holder: event.holder } : null,
  kept: keptSuspensionsCodec,
  keep: ({ venue }) => venue.suspensions.keep(),
  restore: ({ venue }, kept) => venue.suspensions.restore(kept),
}
