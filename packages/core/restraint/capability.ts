import type { Venue } from '../book/venue.ts'
import type { Capability } from '../capability/capability.ts'
import type { Of } from '../codec/codec.ts'
import {
  keptRestraintsCodec,
  restraintCommands,
  restraintEvents,
  restraintQueries,
  restraintReplies,
} from './restraint.ts'

const words = {
  commands: restraintCommands,
  events: restraintEvents,
  queries: restraintQueries,
  replies: restraintReplies,
}

type World = { readonly venue: Venue }

/** What people bound themselves by. */
export const restraintCapability: Capability<World, typeof words, null, Of<typeof keptRestraintsCodec>> = {
  ...words,
  decide: ({ venue }, command, now) => venue.restraints.decide(venue.holders, command, now),
  evolve: ({ venue }, event, now) => venue.restraints.evolve(venue.holders, event, now),
  query: ({ venue }, { holder }, now) => ({ type: 'restraints', ...venue.restraints.view(holder, now) }),
  *steps({ venue }, { now }) {
    for (const events of venue.restraints.steps(now)) yield { events, more: false }
  },
  endsRisk: (event) => (event.type === 'riskPaused' ? { holder: event.holder, reason: 'paused' } : null),
  kept: keptRestraintsCodec,
  keep: ({ venue }) => venue.restraints.keep(),
  restore: ({ venue }, kept) => venue.restraints.restore(kept),
}
